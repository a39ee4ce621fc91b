"""Connections, routing and locking of the database."""
