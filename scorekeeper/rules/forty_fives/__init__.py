"""Forty-fives as it is played in Nova Scotia, Massachusetts and Ireland: rounds of five tricks to 120."""

from .game import GAME

__all__ = ["GAME"]
