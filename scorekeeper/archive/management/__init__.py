"""Management commands of the archive room."""
