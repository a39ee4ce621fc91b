"""Games played by chance: a group with two years behind it, for newcomers, for pictures and for measuring.

How people would play is decided here, and whether they may is decided by the rule modules; what they do is written
by the log and the ledger, as their phones would write it. Nothing else of the product needs this package.
"""
