"""The entry pad of dice games with a sheet of boxes."""
