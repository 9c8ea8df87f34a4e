"""One file per MCP prompt."""
