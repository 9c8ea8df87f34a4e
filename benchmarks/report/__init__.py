"""A run as people look at it: a table, a page with charts."""
