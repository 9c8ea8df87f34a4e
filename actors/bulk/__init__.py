"""Reading at volume: many addresses in, one line of JSON for each out, through the same pipe."""
