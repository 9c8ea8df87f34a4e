"""Headwater: a research server for agents."""

__version__ = "0.1.0"
