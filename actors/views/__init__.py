"""One file per MCP resource."""
