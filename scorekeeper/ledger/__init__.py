"""Stakes, settlement, postings, balances and payments."""
