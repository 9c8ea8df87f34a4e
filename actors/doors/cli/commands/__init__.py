"""One file per command; each exports COMMAND."""
