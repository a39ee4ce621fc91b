"""Générala (Cameroon): tricks without trumps, out of which nobody wants to be the last one with cards."""

from .rules import GAME, GeneralaCards

__all__ = ["GAME", "GeneralaCards"]
