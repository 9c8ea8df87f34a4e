"""One file per family of cases."""
