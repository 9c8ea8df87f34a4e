"""Pure functions: no I/O, no clock."""
