"""A browser for pages that are made by scripts, behind a proxy that checks every address."""
