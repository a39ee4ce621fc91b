"""Server-sent events for changed tables, and presence."""
