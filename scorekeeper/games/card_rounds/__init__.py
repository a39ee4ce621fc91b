"""What card games share: drafts, card picker, trick layout."""
