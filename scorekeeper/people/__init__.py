"""Persons, groups, members and players; login, sessions and rate limits."""
