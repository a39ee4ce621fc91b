"""Thousands of random rounds of Forty-fives against the reference implementation.

Both take the same rounds, refuse the same, write the same points, find the same revokes and end at the same time.
Unfinished rounds are compared as well: the next player, the possible cards, the points that are certain.
"""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.contract import MoveError, Options, Seats
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.cards import PACK
from scorekeeper.rules.forty_fives.fields import RoundFields
from tests.playthrough_files import files_of, read, seats_of
from tests.rules.random_games import NAMES, random_options, random_round

from .reference import ReferenceGame, RefusedError

PARTS, GAMES = 8, 32


def table(chance: Random) -> tuple[Options, Seats]:
    """Return house rules and seats, large tables and all partnerships among them; low targets."""
    given = {**random_options(GAME, chance), "target": chance.choice((30, 60, 120, 120))}
    options = GAME.resolve(given, chance.choice((None, None, 1)))
    players = NAMES[: chance.choice((2, 3, 4, 4, 5, 6, 6, 10))]
    sides = chance.choice((0, *GAME.PARTNERSHIPS.get(len(players), ())))
    teams = tuple(players[place::sides] for place in range(sides))
    return options, Seats(players, teams, chance.choice((None, players[0])))


def paper(options: Options, seats: Seats) -> ReferenceGame:
    return ReferenceGame(options, seats.players, seats.teams, seats.dealer)


@pytest.mark.parametrize("part", range(PARTS))
def test_rules_equal_reference(part: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(part * GAMES, (part + 1) * GAMES):
        chance = Random(f"forty-fives {seed}")
        options, seats = table(chance)
        state, sheet = GAME.start(options, seats), paper(options, seats)
        while GAME.outcome(state) is None:
            entry = random_round(GAME, state, chance)
            for _ in range(2):
                refused = same_verdict(state, sheet, varied(chance, entry))
                met["refused" if refused else "taken"] += 1
            state = GAME.apply(state, GAME.parse(entry))
            sheet.write(entry)
            same_state(state, sheet, f"seed {seed}: {entry}")
            met["rounds"] += 1
            met["revokes"] += len(state.rounds[-1].revokes)
    assert met["rounds"] > 160
    assert min(met["refused"], met["taken"]) > 60
    assert met["revokes"] > 50


def same_state(state: Any, sheet: ReferenceGame, where: str) -> None:
    dealer, trump, points, revokes = sheet.rounds[-1]
    rows = [{"player": player, "trick": trick, "card": card} for player, trick, card in revokes]
    expected = {"dealer": dealer, "trump": trump, "points": points, "revokes": rows}
    assert GAME.report(state)["rounds"][-1] == expected, where
    assert GAME.scores(state) == sheet.totals, where
    ended = state.ending and (state.ending.reason, set(state.ending.winners))
    assert ended == sheet.over, where


def same_verdict(state: Any, sheet: ReferenceGame, entry: dict[str, Any]) -> bool:
    """Assert that both refuse it, or both take it with the same effect."""
    sheet = copy.deepcopy(sheet)
    try:
        sheet.write(entry)
    except RefusedError:
        sheet.rounds = []
    result = taken(state, entry)
    assert (result is None) == (not sheet.rounds), entry
    if result is not None:
        same_state(result, sheet, str(entry))
    return result is None


def taken(state: Any, entry: dict[str, Any]) -> Any:
    """The state after the round, None where it is refused."""
    try:
        return GAME.apply(state, GAME.parse(entry))
    except MoveError:
        return None


# --- rounds with something changed -----------------------------------------------------------------------


def varied(chance: Random, entry: dict[str, Any]) -> dict[str, Any]:
    """A round with one thing in it changed, mostly for the worse."""
    entry = copy.deepcopy(entry)
    entry.pop("note", None)
    by_cards = isinstance(entry["tricks"][0], list)
    change = chance.choice((_card, _card, _swap, _player, _length) if by_cards else (_winner, _best, _length))
    if chance.random() < 0.4:
        change = chance.choice((_robber, _discard, _turned, _bid, _dealer, _trump))
    change(chance, entry)
    return entry


def _card(chance: Random, entry: dict[str, Any]) -> None:
    play = chance.choice(chance.choice(entry["tricks"]))
    play[1] = chance.choice((chance.choice(PACK.cards), _known(chance, entry)))


def _known(chance: Random, entry: dict[str, Any]) -> str:
    """A card that is somewhere in the round, or decides about it."""
    turned = entry.get("turned", "2C")
    turned = turned if isinstance(turned, list) else [turned]
    suit = entry.get("trump", turned[-1][-1])
    robbed = entry.get("robbed", [])
    out = [each.get("discarded", "AH") for each in (robbed if isinstance(robbed, list) else [robbed])]
    return str(chance.choice((*turned, *out, "A" + suit, "JK", "5" + suit)))


def _swap(chance: Random, entry: dict[str, Any]) -> None:
    one, other = (chance.choice(chance.choice(entry["tricks"])) for _ in range(2))
    one[1], other[1] = other[1], one[1]


def _player(chance: Random, entry: dict[str, Any]) -> None:
    trick = chance.choice(entry["tricks"])
    chance.choice(trick)[0] = chance.choice((*(player for player, _ in trick), "Zoë"))


def _length(chance: Random, entry: dict[str, Any]) -> None:
    tricks = entry["tricks"]
    if chance.random() < 0.5 or isinstance(tricks[0], str):
        chance.choice((tricks.pop, lambda: tricks.append(tricks[0])))()
    else:
        trick = chance.choice(tricks)
        chance.choice((trick.pop, lambda: trick.append(["Ana", chance.choice(PACK.cards)])))()


def _winner(chance: Random, entry: dict[str, Any]) -> None:
    entry["tricks"][chance.randrange(5)] = chance.choice((*entry["tricks"], *NAMES[:3], "Zoë"))


def _best(chance: Random, entry: dict[str, Any]) -> None:
    entry["best"] = chance.choice((None, *NAMES[:4]))


def _robber(chance: Random, entry: dict[str, Any]) -> None:
    one, two = ({"player": name} for name in chance.choices(NAMES[:4], k=2))
    entry["robbed"] = chance.choice((one, two, [one, two]))


def _discard(chance: Random, entry: dict[str, Any]) -> None:
    card = chance.choice((_known(chance, entry), chance.choice(PACK.cards)))
    robbed = entry.setdefault("robbed", {"player": chance.choice(NAMES[:3])})
    chance.choice(robbed if isinstance(robbed, list) else [robbed])["discarded"] = card


def _turned(chance: Random, entry: dict[str, Any]) -> None:
    card = chance.choice((_known(chance, entry), chance.choice(PACK.cards)))
    entry["turned"] = chance.choice((card, ["JK", card]))


def _bid(chance: Random, entry: dict[str, Any]) -> None:
    bid = {"player": chance.choice(NAMES[:4]), "points": chance.choice((10, 15, 20, 25, 30, 35))}
    if entry.pop("bid", None) is None or chance.random() < 0.8:
        entry["bid"] = bid


def _dealer(chance: Random, entry: dict[str, Any]) -> None:
    entry["dealer"] = chance.choice(NAMES[:4])


def _trump(chance: Random, entry: dict[str, Any]) -> None:
    if entry.pop("trump", None) is None or chance.random() < 0.8:
        entry["trump"] = chance.choice("SHDC")


# --- half-way --------------------------------------------------------------------------------------------


def test_round_may_be_entered_card_by_card() -> None:
    """Each next card is among those open to the next player; closed cards are refused."""
    asked = 0
    for seed in range(60):
        chance = Random(f"half-way {seed}")
        options, seats = table(chance)
        state = GAME.start(options, seats)
        entry = random_round(GAME, state, chance)
        if not isinstance(entry["tricks"][0], list):
            continue
        last = None
        for length in range(5 * len(seats.players)):
            partial = entry | {"tricks": cut(entry["tricks"], length)}
            player, card = [play for trick in entry["tricks"] for play in trick][length]
            *_, choice = GAME.choices(state, partial=partial)
            fields = RoundFields.of(choice)
            assert (choice.kind, choice.player, fields.next) == ("card", player, player)
            assert card in choice.cards
            assert set(choice.cards).isdisjoint(fields.closed)
            for closed in chance.sample(sorted(fields.closed), 1) if fields.closed else ():
                with pytest.raises(MoveError):
                    GAME.choices(state, partial=entry | {"tricks": added(partial["tricks"], player, closed)})
            if last is not None:  # proven facts and won tricks stay
                assert all(revoke in fields.revokes for revoke in last.revokes)
                assert fields.winners[: len(last.winners)] == last.winners
            last = fields
            asked += 1
        (choice,) = GAME.choices(state, partial=entry)
        after = GAME.apply(state, GAME.parse(RoundFields.of(choice).entry))
        assert after == GAME.apply(state, GAME.parse(entry))
        assert RoundFields.of(choice).totals == GAME.scores(after)
        assert (RoundFields.of(choice).ends is None) == (GAME.outcome(after) is None)
    assert asked > 400


def cut(tricks: list[Any], length: int) -> list[Any]:
    """The first so many cards, in tricks."""
    size = len(tricks[0])
    return [
        trick[: max(0, length - place * size)] for place, trick in enumerate(tricks) if length >= place * size
    ]


def added(tricks: list[Any], player: str, card: str) -> list[Any]:
    return [*tricks[:-1], [*tricks[-1], [player, card]]]


def test_chance_to_reach_target_is_one() -> None:
    """The maximum of `chances` is reached by some round, and no round exceeds it."""
    for seed in range(40):
        chance = Random(f"chances {seed}")
        options, seats = table(chance)
        if options["auction"]:
            continue
        state = GAME.start(options, seats)
        known = chance.choices(seats.players, k=chance.randrange(6))
        choice = GAME.choices(state, partial={"trump": "S", "tricks": known})[0]
        for row in RoundFields.of(choice).chances:
            gains = list(every_gain(state, known, row.players, options))
            assert row.most == max(gain for _, _, gain in gains)
            assert row.reaches == (row.most >= row.distance)
            for best, name in ((True, "with_best"), (False, "without_best")):
                enough = [n for n, had, gain in gains if had == best and gain >= row.distance]
                assert getattr(row, name) == (min(enough) if enough else None)


def every_gain(state: Any, known: list[str], side: tuple[str, ...], options: Options) -> Any:
    """Return (further tricks, best trump, points) of a side for every end with a trump."""
    others = [player for player in state.seats.players if player not in side]
    for tricks in range(6 - len(known)):
        winners = [*known, *side[:1] * tricks, *others[:1] * (5 - len(known) - tricks)]
        for best in dict.fromkeys(winners):
            entry = {"trump": "S", "tricks": winners, "best": best}
            after = GAME.apply(state, GAME.parse(entry))
            yield tricks, best in side, sum(GAME.scores(after)[player] for player in side)


# --- golden games ----------------------------------------------------------------------------------------

GOLDEN = files_of(GAME.slug)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: str(path.name))
def test_second_reading_agrees_with_golden_games(path: Path) -> None:
    found, expected = read(path)
    sheet = paper(GAME.resolve(found.get("options", {}), found.get("rules")), seats_of(found))
    error = expected["error"]
    for number, entry in enumerate(found["entries"], 1):
        if error and number == error["entry"]:
            with pytest.raises(RefusedError):
                sheet.write(entry)
            break
        sheet.write(entry)
    assert sheet.totals == expected["scores"]
    written = [(row["dealer"], row["trump"], row["points"]) for row in expected["sheet"]["rounds"]]
    assert [each[:3] for each in sheet.rounds] == written
    revokes = [[tuple(each.values()) for each in row["revokes"]] for row in expected["sheet"]["rounds"]]
    assert [each[3] for each in sheet.rounds] == revokes
    assert sheet.over == (expected["reason"] and (expected["reason"], set(expected["winners"])))
