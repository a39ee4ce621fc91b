"""Views of the archive room."""
