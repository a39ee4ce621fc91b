"""Pages of the people room."""
