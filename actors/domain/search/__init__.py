"""Searching: what is asked, whom to ask, and what becomes of the answers. Pure."""
