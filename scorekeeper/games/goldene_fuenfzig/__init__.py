"""Goldene fuenfzig at the table."""
