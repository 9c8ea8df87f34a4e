"""A conversation with the built server, on a small site of our own."""
