"""Middleware and helpers for requests and responses."""
