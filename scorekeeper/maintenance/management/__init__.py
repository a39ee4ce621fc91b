"""Commands of the play room."""
