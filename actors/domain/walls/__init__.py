"""Pages that stand in the way of a page, each recognised by several signs together."""
