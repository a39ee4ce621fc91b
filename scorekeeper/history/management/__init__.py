"""Commands of the history room."""
