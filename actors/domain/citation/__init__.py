"""From what is known about a source to a line in a bibliography. Read bibliography.py first."""
