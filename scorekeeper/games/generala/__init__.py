"""Presentation of Generala: help page and settings."""
