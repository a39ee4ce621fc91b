"""The pages about money."""
