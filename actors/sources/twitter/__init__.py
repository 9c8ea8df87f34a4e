"""X (Twitter) by FxTwitter, which needs no login."""
