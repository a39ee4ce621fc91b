"""Parts that card games share: drafts, the card picker, the layout of tricks."""
