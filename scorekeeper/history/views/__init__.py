"""Views of the history room."""
