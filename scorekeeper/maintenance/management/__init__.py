"""Commands of the maintenance room."""
