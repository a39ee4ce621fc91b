"""Charts as SVG: functions that turn numbers into markup, without database rows or requests."""
