"""The one guarded way out: names resolved once, addresses checked, everything bounded."""
