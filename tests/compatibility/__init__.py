"""Data of earlier versions: databases, cookies, links, exports and waiting lines that must stay usable."""
