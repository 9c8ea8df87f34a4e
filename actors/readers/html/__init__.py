"""HTML: what it says about itself, and its main text as Markdown."""
