"""One file per tool, a folder per family."""
