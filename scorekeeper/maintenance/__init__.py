"""Maintenance of the database: the commands verify, backup, restore and rebuild."""
