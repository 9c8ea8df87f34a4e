"""Where addresses come from: lines, sitemaps, WARC files."""
