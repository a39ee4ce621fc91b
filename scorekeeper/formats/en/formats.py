"""Dates in English: the day first, as on a sheet of paper."""

DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "j M"
TIME_FORMAT = "H:i"
