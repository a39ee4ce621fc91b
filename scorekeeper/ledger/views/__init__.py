"""Views of the ledger."""
