"""Where calls come in."""
