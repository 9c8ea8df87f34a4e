"""Everything that knows about the web."""
