"""A session as something to hand on: Markdown, JSON, or a page."""
