"""Presentation of Crag: help page and settings."""
