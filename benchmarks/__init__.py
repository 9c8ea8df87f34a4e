"""What it costs: cases in small files, each checking its own result, printed as ratios."""
