"""Presentation of General: help page and settings."""
