"""Long-lived things, opened in main and handed to actors."""
