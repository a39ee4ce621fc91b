"""The room for coming to a table: links and codes, who is in, what the host decides about phones, the television.

What somebody who came may do there is `play/rights.py`: every page of a table asks that, so it lies below this room.
"""
