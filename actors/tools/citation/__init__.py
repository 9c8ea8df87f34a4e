"""Tools for citing and for checking citations."""
