"""The room for playing."""
