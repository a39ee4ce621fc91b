"""Forty-fives as in Nova Scotia, Massachusetts and Ireland: rounds of five tricks to 120."""

from .rules import GAME

__all__ = ["GAME"]
