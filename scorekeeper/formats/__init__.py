"""How each language writes a date, where a phone does not say it itself: short, and never with a month as a figure."""
