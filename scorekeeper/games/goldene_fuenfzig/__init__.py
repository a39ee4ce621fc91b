"""Presentation of Goldene Fünfzig: help page and settings."""
