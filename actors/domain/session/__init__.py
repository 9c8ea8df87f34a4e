"""What a research session is made of, and what is made of it."""
