"""The coach: exact solitaire analysis of the dice games, computed from their rules.

`model` reads boxes, scores and memory of a game from its rules; `solver` computes the table of expected points;
`position`, `analysis` and `distribution` answer questions with a table; `store` has the tables of this installation.
numpy is imported in this room only, and no page imports it before it asks for an analysis.
"""
