"""YouTube: what is said in a video, or else what is written about it."""
