"""Dates in German."""

DATE_FORMAT = "j. M Y"
MONTH_DAY_FORMAT = "j. M"
TIME_FORMAT = "H:i"
