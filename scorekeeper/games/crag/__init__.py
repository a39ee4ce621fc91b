"""Crag at the table."""
