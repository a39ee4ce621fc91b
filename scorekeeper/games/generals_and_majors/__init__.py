"""Presentation of Generals and Majors: entry panels, sheet, log lines, help, demo strategy."""
