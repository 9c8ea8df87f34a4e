"""How whatever comes from outside is marked, in every tool's answer."""

TRUST = "untrusted-external-content"
