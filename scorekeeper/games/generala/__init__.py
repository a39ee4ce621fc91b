"""Generala at the table."""
