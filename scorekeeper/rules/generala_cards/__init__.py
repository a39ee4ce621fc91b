"""Générala (Cameroon): tricks without trumps; the last player with cards loses."""

from .rules import GAME, GeneralaCards

__all__ = ["GAME", "GeneralaCards"]
