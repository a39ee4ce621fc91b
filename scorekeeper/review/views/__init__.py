"""Views of the review room."""
