"""Finished games: results, statistics and ratings, all rebuilt from the logs at any time."""
