"""Import and export of groups and games, printing, deleting groups and erasing persons."""
