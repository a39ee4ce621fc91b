"""Security of a table: access, refusals, and what refusals reveal."""
