"""One file per site that has a better way to its content than its pages."""
