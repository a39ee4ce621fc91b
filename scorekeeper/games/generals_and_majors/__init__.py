"""Generals and majors at the table."""
