"""Charts as SVG, drawn by small functions: numbers in, one string out. No rows, no requests, no style attributes.

Whoever draws one gives it a title and a description, and puts the same numbers beside it as a table (`data_table`).
"""
