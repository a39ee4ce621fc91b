"""Generala cards at the table."""
