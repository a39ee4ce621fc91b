"""The room for who."""
