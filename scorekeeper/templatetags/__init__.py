"""Template tags that every room uses."""
