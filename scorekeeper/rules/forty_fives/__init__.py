"""Forty-fives as it is played in Nova Scotia, Massachusetts and Ireland: rounds of five tricks to 120."""

from .rules import GAME

__all__ = ["GAME"]
