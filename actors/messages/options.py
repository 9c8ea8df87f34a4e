"""What the operator chose that tools have to know."""

from __future__ import annotations

from headwater.kernel.message import Ask, Message


class Options(Message, frozen=True):
    """Parts of answers that can be switched on and off."""

    recommendations: bool = True  # which sources to read first
    components: bool = False  # cards and tables for clients that draw


class ReadOptions(Ask[Options], frozen=True):
    """What did the operator choose?"""
