"""Hacker News by its two services: Firebase for what there is, Algolia for whole threads."""
