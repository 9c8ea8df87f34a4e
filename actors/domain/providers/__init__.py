"""What is the same for every provider: its errors, and cleaning what it says."""
