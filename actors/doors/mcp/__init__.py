"""The protocol, all revisions, no transport."""
