"""Research that takes many steps."""
