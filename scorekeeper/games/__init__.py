"""Presentations of the games: one package per game on a shared base.

Each package holds how its game is entered, drawn, described and explained.
"""
