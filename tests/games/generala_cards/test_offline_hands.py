"""Tables of hands by their result: equal to the rules through whole games, and small."""

from __future__ import annotations

import gzip
import random
from typing import Any

import pytest
from django.urls import resolve

from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.generala_cards.hand_results import kind_of
from scorekeeper.games.generala_cards.offline_hands import NUMBER, label_key, offline_tables
from scorekeeper.games.generala_cards.offline_tricks import answers, ranks
from scorekeeper.games.generala_cards.presentation import PRESENTATION
from scorekeeper.games.generala_cards.strategy import random_trick
from scorekeeper.games.generala_cards.text import brought, house_rules
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.play.models import Draft
from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.fields import HandFields, TrickFields
from scorekeeper.rules.generala_cards.state import State
from tests.factories import SampleTable
from tests.sampling import ALL_EXAMPLES

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Bo", "Cleo", "Dev", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon")
OPTIONS = {
    "elimination": (True, False),
    "final_tie": ("replay", "first_to_play"),
    "all_out_dealer": ("previous_dealer", "next_right"),
    "two_player_deal": ("alternate", "loser"),
    "last_trick_spares": ("all_out", "two_or_more"),
}
GAMES = 300 if ALL_EXAMPLES else 30


def random_out(players: list[str], chance: random.Random) -> list[list[str]]:
    """Return players who ran out in random groups, as the keys of the panel can enter them."""
    named = chance.sample(players, chance.randint(1, len(players)))
    out = [[named[0]]]
    for player in named[1:]:
        if chance.random() < 0.3:
            out[-1].append(player)
        else:
            out.append([player])
    if len(named) == len(players) and len(out[-1]) == 1 and len(out) > 1:
        last = out.pop()
        out[-1] += last
    return out


def brought_on_phone(tables: dict[str, Any], state: State, out: list[list[str]]) -> dict[str, Any]:
    """Return what a complete hand yields on the phone (`static/js/parts/hand_panel.js`)."""
    named = [player for group in out for player in group]
    left = [player for player in state.players if player not in named]
    name = kind_of(len(state.players), len(left), len(out[-1]))
    kind, order = tables["kinds"][name], tables["dealers"][state.dealer]
    lost = (left[0] if left else named[-1]) if kind["lost"] else None
    champion = named[0] if kind["champion"] else None
    dealer = lost if kind["deals"] else next((each for each in order if each in state.players), order[0])
    key = label_key(lost=lost, champion=champion, dealer=dealer)
    label = tables["labels"][key].replace(str(NUMBER), str(len(state.hands) + 1))
    return {"lost": lost, "champion": champion, "dealer": dealer, "label": label, **tables["told"][name]}


def test_offline_tables_of_random_games_are_those_of_rules() -> None:
    """Every hand of whole games: loser, champion, next dealer, key label and house rules."""
    chance, kinds = random.Random(16), set()
    for _ in range(GAMES):
        options = {name: chance.choice(values) for name, values in OPTIONS.items()}
        table = SampleTable("generala_cards", NAMES[: chance.randint(2, 10)], options=options).table
        tables, state = offline_tables(table), GAME.start(table.options, table.state.seats)
        while len(state.hands) < 30 and not state.over:
            out = random_out(list(state.players), chance)
            fields = HandFields.of(GAME.choices(state, partial={"out": out})[0])
            if not fields.complete:
                continue
            kinds.add((len(state.players) == 2, fields.all_out, fields.lost is None))
            found = brought_on_phone(tables, state, out)
            assert (found["lost"], found["champion"]) == (fields.lost, fields.champion), out
            assert found["label"] == brought(table, fields, change=False), out
            assert found["why"] == " ".join(text for text, _ in house_rules(table, fields.house_rules)), out
            after = GAME.apply(state, GAME.parse({"out": out}))
            assert after.over or found["dealer"] == after.dealer, out
            assert tables["drops"] == state.eliminates
            state = after
    assert len(kinds) >= 6


@pytest.mark.parametrize("mode", ["result", "cards"])
def test_offline_tables_of_ten_players_are_small(mode: str) -> None:
    sample = SampleTable("generala_cards", NAMES)
    Draft.objects.create(session=sample.session, line=0, data={"mode": mode})
    table = sample.table
    found = PRESENTATION.offline_draft(table, PRESENTATION.entry_panel(table, PanelRequest()))
    assert found is not None
    text = PRESENTATION.offline_tables(table, resolve(found["address"]).kwargs["digest"])
    assert text is not None
    assert len(gzip.compress(text)) < 8_000


def test_offline_tables_serve_next_hand() -> None:
    """The phone has them already: their address stays until names or house rules change."""
    sample = SampleTable("generala_cards", NAMES[:3])
    first = PRESENTATION.offline_draft(sample.table, PRESENTATION.entry_panel(sample.table, PanelRequest()))
    sample.entry(out=[["1"], ["2"]])
    then = PRESENTATION.offline_draft(sample.table, PRESENTATION.entry_panel(sample.table, PanelRequest()))
    assert first is not None
    assert then is not None
    assert first["address"] == then["address"]
    assert (then["number"], then["dealer"], then["players"]) == (2, "3", ["1", "2"])


def test_hand_by_tricks_offers_its_result_to_the_phone() -> None:
    """The next hand is by its result, as this one was finished."""
    sample = SampleTable("generala_cards", NAMES[:3])
    sample.entry(trick=[["1", "9H"], ["2", "KH"], ["3", "2H"]])
    found = PRESENTATION.offline_draft(sample.table, PRESENTATION.entry_panel(sample.table, PanelRequest()))
    assert found is not None
    by_result = found["result"]
    assert (by_result["number"], by_result["tricks"], by_result["data"]) == (1, True, {})
    assert PRESENTATION.offline_tables(
        sample.table, resolve(by_result["address"]).kwargs["digest"]
    ) == PRESENTATION.offline_tables(sample.table, offline_digest(sample.table))
    sample.entry(out=[["1"], ["2"]], rest=True)
    then = PRESENTATION.offline_draft(sample.table, PRESENTATION.entry_panel(sample.table, PanelRequest()))
    assert then is not None
    assert then["address"] == by_result["address"]


def test_order_of_cards_in_a_trick_is_that_of_rules() -> None:
    """As `trickResult` in `static/js/parts/hand_tricks.js`, in tricks of whole hands."""
    table, chance = SampleTable("generala_cards", NAMES[:4]).table, random.Random(16)
    order, open_to = ranks(), {suit: answers(table, suit) for suit in "SHDC"}
    for _ in range(GAMES // 10):
        state = table.state
        while not state.hands:
            entry = random_trick(state, chance)
            plays, led = entry["trick"], suit_of(entry["trick"][0][1])
            fields = TrickFields.of(GAME.choices(state, partial=entry)[0])
            best = next(player for rank in order for player, card in plays if card in rank)
            assert best == fields.winner, entry
            assert not led or all(card in open_to[led] for _player, card in plays)
            state = GAME.apply(state, GAME.parse(entry))
