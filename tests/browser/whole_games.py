"""Whole games of all kinds, played at random through the requests of a phone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from tests.rules.random_games import STRATEGIES

from .other_player import OtherPlayer

NAMES = ("Ana", "Bo", "Cleo")


def random_entries(slug: str, players: int, seed: int) -> list[dict[str, Any]]:
    """The entries of a random game to its end, by seat keys; more than ten."""
    game = GAMES[slug]
    seats = Seats(tuple(map(str, range(1, players + 1))))
    for chance in map(Random, range(seed, seed + 200)):
        state, entries = game.start(game.resolve({}), seats), list[dict[str, Any]]()
        while game.outcome(state) is None:
            entries.append(STRATEGIES[slug](game, state, chance))
            state = game.apply(state, game.parse(entries[-1]))
        if len(entries) > 10:
            return entries
    raise AssertionError(f"no long game of {slug}")


def play_to_the_end(page: Page, slug: str, seed: int = 0) -> str:
    """Play a random game; return the address of its table."""
    players = 2 if slug == "generals_and_majors" else 3
    entries = random_entries(slug, players, seed)
    page.goto("/")
    other = OtherPlayer(page)
    dealer = {"dealer": str(players)} if GAMES[slug].DEALS else {}
    address = other.start(slug, NAMES[:players], **dealer)
    answer = None
    for entry in entries:
        answer = other.write(address, answer, move=json.dumps(entry))
        assert answer.ok, answer.text()
    return address
