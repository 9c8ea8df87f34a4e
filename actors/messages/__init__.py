"""The vocabulary: read this folder and you know what can happen."""
