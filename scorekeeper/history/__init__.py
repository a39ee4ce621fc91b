"""What is kept of games that are over: results, scores and cells, read from the log and made anew at any time."""
