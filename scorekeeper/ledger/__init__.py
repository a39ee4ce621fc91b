"""The room for money."""
