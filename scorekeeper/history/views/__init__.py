"""The pages that look back."""
