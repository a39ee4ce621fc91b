"""Card examples of help pages, replayed by the rules at every table that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper.archive.replay_report import report
from scorekeeper.games.help.content import ALLOWED, GOES_ON, NOT_ALLOWED, REVOKE, Cards, Order, Seating
from scorekeeper.games.presentations import presentations
from scorekeeper.play.transcript import Transcript
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Fields, Game, MoveError, Options, Seats
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.replay import replay
from tests.games.help.examples import examples

GUIDES = {slug: presentation.help for slug, presentation in presentations().items()}

CARD_GAMES = [slug for slug, game in GAMES.items() if not isinstance(game, SheetGame) and slug in GUIDES]
FEW = 2  # other values of an option that are tried; the target of Forty-fives has 95


def tables(game: Game[Any, Any], pinned: Mapping[str, Any]) -> Iterator[Options]:
    """Return house rules that agree with the given ones: printed, one changed, all changed."""
    free = [option for option in game.OPTIONS if option.name not in pinned]
    others = {
        option.name: [each.value for each in option.values if each.value != option.default][:FEW]
        for option in free
    }
    yield game.resolve(pinned)
    for name, values in others.items():
        for value in values:
            yield game.resolve({**pinned, name: value})
    for place in (0, -1):
        yield game.resolve({**pinned, **{name: values[place] for name, values in others.items()}})


def found(game: Game[Any, Any], options: Options, example: Cards) -> dict[str, Any]:
    """Return the replay of the example, next dealer, and response to the unfinished entry."""
    seats = Seats(example.players, example.teams)
    transcript = Transcript(game, options, seats, None, example.entries)
    replayed = replay(game, options, seats, example.entries)
    document = report(transcript, replayed) | {"dealer": game.dealer(replayed.state)}
    if replayed.error is None and example.partial is not None:
        try:
            choice = game.choices(replayed.state, partial=_bid_before(game, options, example.partial))[-1]
        except MoveError as error:
            return document | {"error": {"code": error.code, "entry": None}}
        document["partial"] = named(Fields.of(choice))
    return document


def named(value: Any) -> Any:
    """Return a value with each dataclass and each named tuple in it as a mapping."""
    if is_dataclass(value):
        return {each.name: named(getattr(value, each.name)) for each in fields(value)}
    if hasattr(value, "_asdict"):
        return named(value._asdict())
    if isinstance(value, Mapping):
        return {name: named(each) for name, each in value.items()}
    return [named(each) for each in value] if isinstance(value, (list, tuple)) else value


def _bid_before(game: Game[Any, Any], options: Options, partial: Mapping[str, Any]) -> Mapping[str, Any]:
    """Bid at a table with an auction, which comes before the first card."""
    if game.slug == "forty_fives" and options["auction"] and "bid" not in partial:
        return {"bid": {"player": "Ana", "points": 15}, **partial}
    return partial


def holds(expected: object, real: object) -> bool:
    """Return whether a fragment is part of a document: some fields of an object, whole lists."""
    if isinstance(expected, Mapping):
        return isinstance(real, Mapping) and all(
            name in real and holds(value, real[name]) for name, value in expected.items()
        )
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(real, (list, tuple))
            and len(expected) == len(real)
            and all(holds(one, other) for one, other in zip(expected, real, strict=True))
        )
    return type(expected) is type(real) and expected == real


def leaves(tree: object) -> Iterator[str]:
    """Every name, word and number of a fragment, as it is written."""
    if isinstance(tree, Mapping):
        for name, value in tree.items():
            yield str(name)
            yield from leaves(value)
    elif isinstance(tree, (list, tuple)):
        for each in tree:
            yield from leaves(each)
    else:
        yield str(tree).replace("-", "−")


def says_what_it_proves(example: Cards) -> bool:
    """Return whether the conclusion of an example follows from its proof."""
    words = list(leaves(example.proves))
    if example.refused or example.figure == NOT_ALLOWED:
        return bool(example.refused) and example.figure == NOT_ALLOWED
    if example.figure in (ALLOWED, REVOKE):
        revokes = example.proves.get("partial", {}).get("revokes")
        return bool(example.proves) and bool(revokes) == (example.figure == REVOKE)
    if example.figure == GOES_ON:
        return example.proves.get("finished") is False
    return all(word.strip("[]") in words for word in re.split(r",? ", example.figure))


def wrong(game: Game[Any, Any], options: Options, example: Cards) -> str:
    """Return the difference between example and rules, or ""."""
    real = found(game, options, example)
    error = real["error"]
    if example.refused:
        last = None if example.partial is not None else len(example.entries)
        return "" if error and (error["code"], error["entry"]) == (example.refused, last) else f"{error}"
    if error:
        return f"{error}"
    return "" if holds(example.proves, real) else f"{ {name: real.get(name) for name in example.proves} }"


@pytest.mark.parametrize("slug", CARD_GAMES)
def test_every_transcript_proves_its_example(slug: str) -> None:
    faults = []
    for where, value, example in examples(GUIDES[slug]):
        if not isinstance(example, Cards):
            continue
        faults += [] if says_what_it_proves(example) else [f"{where}: {example.figure} is not proven"]
        pinned = {**example.options, **value}
        # the many values of one option are alike: one table each is enough
        every = list(tables(GAMES[slug], pinned))
        for options in every[:1] if where.startswith("target=") else every:
            fault = wrong(GAMES[slug], options, example)
            if fault:
                faults.append(f"{where}, {example.note}, {dict(options)}: {fault}")
                break
    assert faults == []


@pytest.mark.parametrize("slug", CARD_GAMES)
def test_shown_card_was_played(slug: str) -> None:
    for where, _value, example in examples(GUIDES[slug]):
        if isinstance(example, Cards):
            written = set(leaves([example.entries, example.partial]))
            shown = {card for each in example.shown for card in each.cards}
            assert shown <= written, where


@pytest.mark.parametrize("slug", CARD_GAMES)
def test_in_order_each_card_beats_next(slug: str) -> None:
    """Led and answered, the better one wins; in Forty-fives trumps are all there."""
    game = GAMES[slug]
    for where, value, order in examples(GUIDES[slug]):
        if not isinstance(order, Order):
            continue
        assert len(order.cards) == len(set(order.cards))
        printed, *_others, some, all_changed = tables(game, {**order.options, **value})
        for options in (printed, some, all_changed):
            for better, lower in pairwise(order.cards):
                assert taker(game, options, order.trump, better, lower) == "Ana", (where, better, lower)
                assert taker(game, options, order.trump, lower, better) == "Bo", (where, better, lower)
            if order.cards[0].endswith(order.trump) and order.trump:
                (known,) = {
                    tuple(RoundFields.of(each).order)
                    for each in game.choices(
                        game.start(options, Seats(("Ana", "Bo"))),
                        partial=_bid_before(game, options, {"trump": order.trump}),
                    )
                }
                assert known == order.cards


def taker(game: Game[Any, Any], options: Options, trump: str, led: str, answer: str) -> str:
    """Return who takes the trick that Ana leads and Bo answers."""
    state = game.start(options, Seats(("Ana", "Bo")))
    plays = [["Ana", led], ["Bo", answer]]
    if trump:
        partial = _bid_before(game, options, {"trump": trump, "tricks": [plays]})
        return RoundFields.of(game.choices(state, partial=partial)[-1]).winners[0]
    return str(game.report(game.apply(state, game.parse({"trick": plays})))["leader"])


def test_seats_are_shown_in_order_of_play() -> None:
    """The player after the dealer leads, and so on round the table."""
    for slug in CARD_GAMES:
        for _where, _value, example in examples(GUIDES[slug]):
            if isinstance(example, Seating):
                dealer, first, *_others = example.players
                game = GAMES[slug]
                state = game.start(game.resolve({}), Seats(example.players, (), dealer))
                assert game.report(state)["leader"] == first


def test_wrong_example_is_found() -> None:
    game, options = GAMES["forty_fives"], GAMES["forty_fives"].resolve({})
    plays = {"trump": "S", "tricks": [[["Ana", "KS"], ["Bo", "AH"]]]}
    for proves, fault in (({"partial": {"winners": ["Bo"]}}, ""), ({"partial": {"winners": ["Ana"]}}, "Bo")):
        example = Cards((), "", "Bo", partial=plays, proves=proves)
        assert fault in wrong(game, options, example)
        assert bool(fault) == bool(wrong(game, options, example))
    assert not says_what_it_proves(Cards((), "", "20", proves={"scores": {"Ana": 15}}))
