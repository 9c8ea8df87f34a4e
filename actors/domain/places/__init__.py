"""Where places are, how far that is, and what they are called in OpenStreetMap."""
