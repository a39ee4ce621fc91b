"""Yahtzee at the table."""
