"""Generals and Majors: two players, five suits; points of commanders deploy armies.

A game by C. Scott Davis.
"""

from .rules import GAME

__all__ = ["GAME"]
