"""The rules that all dice games with a sheet of boxes share."""
