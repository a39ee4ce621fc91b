"""The environment of a public server."""

KEY = "kq7-Zr2mP0xw_LbT9sYdE4uVnG6hJc1fAoXiQ8RtB3yMwD5eNz"


SOUND = {
    "SCOREKEEPER_MODE": "production",
    "SCOREKEEPER_SECRET_KEY": KEY,
    "SCOREKEEPER_HOSTS": "scores.example.org",
}
