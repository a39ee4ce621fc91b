"""The pages of the play room: HTTP in, templates out; one module a page."""
