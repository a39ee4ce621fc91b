"""The pages for coming to a table, and of who is there."""
