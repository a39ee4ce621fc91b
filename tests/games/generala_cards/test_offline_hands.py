"""Tables of a hand by its result: equal to the server's panels, and small."""

from __future__ import annotations

import gzip
import random
import re

import pytest
from django.urls import resolve

from scorekeeper.games.generala_cards.offline_hands import drawn, offline_tables, result_key
from scorekeeper.games.generala_cards.presentation import PRESENTATION
from scorekeeper.games.query import PanelRequest
from tests.factories import SampleTable
from tests.sampling import THOROUGH

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Bo", "Cleo", "Dev", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon")
OPTIONS = {
    "elimination": (True, False),
    "final_tie": ("replay", "first_to_play"),
    "all_out_dealer": ("previous_dealer", "next_right"),
    "two_player_deal": ("alternate", "loser"),
    "last_trick_spares": ("all_out", "two_or_more"),
}
# the phone draws these: the players out, the key "same trick", disabled players
DRAWN = (
    r'(?s)<div class="outs".*?</div>',
    r'(?s)<button class="key same".*?</button>',
    ' disabled| aria-disabled="true"',
)
STATES = 3000 if THOROUGH else 200


def without_drawn(html: str) -> str:
    for each in DRAWN:
        html = re.sub(each, "", html)
    return re.sub(r"\s+", " ", html)


def random_out(players: list[str], chance: random.Random) -> list[list[str]]:
    """Return players who ran out in random groups, as the keys of the panel can enter them."""
    named = chance.sample(players, chance.randint(1, len(players)))
    out = [[named[0]]]
    for player in named[1:]:
        if chance.random() < 0.3:
            out[-1].append(player)
        else:
            out.append([player])
    if len(named) == len(players) and len(out[-1]) == 1:
        last = out.pop()
        out[-1] += last
    return out


def test_offline_tables_of_random_hands_are_the_server_s() -> None:
    chance = random.Random(16)
    for _ in range(STATES // 50):
        options = {name: chance.choice(values) for name, values in OPTIONS.items()}
        table = SampleTable("generala_cards", NAMES[: chance.randint(2, 10)], options=options).table
        tables, players = offline_tables(table, PRESENTATION.writing), list(table.state.players)
        for _ in range(50):
            out = random_out(players, chance)
            html, fields = drawn(table, out, PRESENTATION.writing)
            if fields.complete:
                found = tables["results"][result_key(players, out)]
                assert found["lost"] == fields.lost
                assert without_drawn(found["panel"]) == without_drawn(html), out
            else:
                left = ".".join(fields.left) if len(fields.left) <= 3 else str(len(fields.left))
                assert tables["left"][left] in html, out
                assert without_drawn(html).replace(tables["left"][left], "") == without_label(
                    tables, tables["next"]
                ), out


def without_label(tables: dict[str, dict[str, str]], html: str) -> str:
    """Return a panel without the label of the players who hold cards."""
    shown = next(label for label in tables["left"].values() if f">{label}<" in html)
    return without_drawn(html).replace(shown, "")


def test_offline_tables_of_ten_players_are_small() -> None:
    table = SampleTable("generala_cards", NAMES).table
    panel = PRESENTATION.entry_panel(table, PanelRequest())
    found = PRESENTATION.offline_draft(table, panel)
    assert found is not None
    text = PRESENTATION.offline_tables(table, resolve(found["address"]).kwargs["digest"])
    assert text is not None
    assert len(gzip.compress(text)) < 8_000


def test_offline_tables_of_another_hand_are_refused() -> None:
    sample = SampleTable("generala_cards", NAMES[:3])
    panel = PRESENTATION.entry_panel(sample.table, PanelRequest())
    found = PRESENTATION.offline_draft(sample.table, panel)
    assert found is not None
    sample.entry(out=[["1"], ["2"]])
    assert PRESENTATION.offline_tables(sample.table, resolve(found["address"]).kwargs["digest"]) is None
