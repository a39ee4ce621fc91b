"""Scorekeeper: a phone-first score sheet for dice and card games."""

__version__ = "0.1.0"
