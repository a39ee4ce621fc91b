"""Translations, dates, numbers and punctuation."""
