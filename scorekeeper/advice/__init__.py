"""Pages of the coach outside a table: "Ask the coach", and games against optimal play.

Nothing is stored. A question is an address; a practice game is a signed text in the address of its page.
`question` reads the form of a question, `practice` plays a practice game, `views` shows both.
"""
