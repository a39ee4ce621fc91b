"""Yacht at the table."""
