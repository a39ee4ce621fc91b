"""The core of the game: sessions, seats, event log, replay, permissions and settlement."""
