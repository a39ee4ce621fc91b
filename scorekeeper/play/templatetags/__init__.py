"""Template tags of the play room."""
