"""How each game is entered, shown, described and explained: one package per game on a shared base."""
