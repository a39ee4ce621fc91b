"""The pages of the advice room."""
