"""Presentation of Générala: entry panels, sheets, log lines, help page, demo strategy."""
