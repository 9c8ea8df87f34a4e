"""One file per source: how to ask it, and how to read what it says. No I/O, no keys."""
