"""Demo data: a group with two years of random games, for newcomers, pictures and benchmarks.

The demo decides how people would play; the rule modules decide whether they may. The lines are written through the
log and the ledger, as devices would write them. No other package of the product needs this one.
"""
