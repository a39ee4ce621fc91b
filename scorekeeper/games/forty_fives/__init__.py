"""Presentation of Forty-fives: entry panels, sheets, log lines, help page, demo strategy."""
