"""General at the table."""
