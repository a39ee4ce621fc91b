"""Commands of the archive room."""
