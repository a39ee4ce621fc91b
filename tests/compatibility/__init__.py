"""Data of earlier versions: databases, cookies, links, exports and waiting entries."""
