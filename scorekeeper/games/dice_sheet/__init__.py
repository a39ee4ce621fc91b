"""Shared presentation of dice games: entry pad, sheet of boxes, log lines."""
