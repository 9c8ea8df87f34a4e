"""The mechanism: messages, actors, tools and settings. It knows nothing of the web."""
