"""Presentation of Yacht: help page and settings."""
