"""Dates in Spanish."""

DATE_FORMAT = "j b Y"
MONTH_DAY_FORMAT = "j b"
TIME_FORMAT = "H:i"
