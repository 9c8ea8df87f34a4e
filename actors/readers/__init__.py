"""One file per media type: bytes into a document, without I/O."""
