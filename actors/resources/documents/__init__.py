"""Documents are read in processes of their own, which can be ended at any moment."""
