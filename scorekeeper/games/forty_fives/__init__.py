"""Forty fives at the table."""
