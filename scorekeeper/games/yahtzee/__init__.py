"""Presentation of Yahtzee and Kniffel: help page and settings."""
