"""Views of the pages around a table, one module per page."""
