"""Generals and Majors: two players, a five-suited pack, commanders whose points deploy armies (C. Scott Davis)."""

from .rules import GAME

__all__ = ["GAME"]
