"""The entry of a round of Forty-fives: by result or card by card.

`parse` reads a whole entry, `parse_partial` a partial one; neither depends on the game's state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.rules import move_fields
from scorekeeper.rules.cards import FRENCH, parse_card, suit_of
from scorekeeper.rules.contract import InvalidMoveError

from .cards import JOKER, PACK

TRICKS = 5
BIDS = (15, 20, 25, 30)

_END = frozenset({"end", "note"})
_FIELDS = frozenset(
    {"trump", "turned", "robbed", "bid", "tricks", "best", "dealer", "out_of_turn", "note"},
)


class Robbery(NamedTuple):
    """The player who took a turned card, and the card discarded for it if named."""

    player: str
    discarded: str | None = None


class Bid(NamedTuple):
    """A bid, and the player who names trumps for it."""

    player: str
    points: int


class EndMove(NamedTuple):
    """The end of the game as it stands."""

    note: str = ""


Plays = tuple[tuple[tuple[str, str], ...], ...]


class Round(NamedTuple):
    """A round, by result (`winners` and `best`) or by cards (`plays`).

    `plays`: (player, card), trick by trick. `trump`: the suit as it was given, None if only the turned card says
    it. `turned`: the card turned up, after the joker if that came first. `robbed`: in the order of the turned
    cards.
    """

    trump: str | None = None
    turned: tuple[str, ...] = ()
    robbed: tuple[Robbery, ...] = ()
    bid: Bid | None = None
    winners: tuple[str, ...] = ()
    best: str | None = None
    plays: Plays = ()
    dealer: str | None = None
    out_of_turn: bool = False
    note: str = ""

    @property
    def suit(self) -> str | None:
        """The suit of trumps, None while it is not known."""
        if self.trump is None and self.turned:
            return suit_of(self.turned[-1]) or None
        return self.trump


def parse(data: object) -> Round | EndMove:
    """Return the move of a transcript entry.

    Raises InvalidMoveError if the entry is malformed.
    """
    if isinstance(data, dict) and "end" in data:
        return _end(move_fields.as_object(data, _END))
    found = move_fields.as_object(data, _FIELDS)
    move = _read(found)
    if move.turned == (JOKER,):
        raise InvalidMoveError("bad_turned")
    if move.suit is None:
        raise InvalidMoveError("trump_needed")
    if len(move.winners or move.plays) != TRICKS:
        raise InvalidMoveError("bad_tricks", count=TRICKS)
    if move.winners and "best" not in found:
        raise InvalidMoveError("missing_field", field="best")
    if move.plays and "best" in found:
        raise InvalidMoveError("unknown_field", field="best")
    return move


class PartialRound(NamedTuple):
    """A partial round.

    `said` holds the fields that were answered, null (none) included. `played`: known cards of a round by its result,
    trick by trick.
    """

    round: Round
    said: frozenset[str]
    played: Plays = ()


def parse_partial(data: object) -> PartialRound:
    """Return the round of a partial entry.

    Raises InvalidMoveError.

    Any field may be left out, there may be fewer tricks, the last trick by cards may be partial, and after a turned
    joker the next card may be unknown. Null is an answer where no player robbed ("robbed") or no trump was played
    ("best"); elsewhere it counts as missing. "played" holds known cards, which no whole entry by result can hold.
    """
    found = dict(move_fields.as_object(data, _FIELDS | {"played"}))
    _winners, played = _tricks(found.pop("played", []))
    said = frozenset(name for name, value in found.items() if value is not None or name in ("robbed", "best"))
    return PartialRound(
        _read({name: value for name, value in found.items() if value is not None}), said, played
    )


def dump(move: Round | EndMove) -> dict[str, Any]:
    """Return the transcript entry of a move, without missing fields."""
    if isinstance(move, EndMove):
        return {"end": move_fields.AS_IT_STANDS} | ({"note": move.note} if move.note else {})
    data: dict[str, Any] = {}
    if move.dealer is not None:
        data["dealer"] = move.dealer
    if move.bid is not None:
        data["bid"] = {"player": move.bid.player, "points": move.bid.points}
    if move.trump is not None:
        data["trump"] = move.trump
    if move.turned:
        data["turned"] = move.turned[0] if len(move.turned) == 1 else list(move.turned)
    if move.robbed:
        robbed = [_dump_robbery(each) for each in move.robbed]
        data["robbed"] = robbed[0] if len(robbed) == 1 else robbed
    if move.plays:
        data["tricks"] = [[list(play) for play in trick] for trick in move.plays]
    else:
        data |= {"tricks": list(move.winners), "best": move.best}
    if move.out_of_turn:
        data["out_of_turn"] = True
    if move.note:
        data["note"] = move.note
    return data


def _dump_robbery(robbery: Robbery) -> dict[str, str]:
    return {name: value for name, value in robbery._asdict().items() if value is not None}


def _end(found: Mapping[str, Any]) -> EndMove:
    if found["end"] != move_fields.AS_IT_STANDS:
        raise InvalidMoveError("unknown_end")
    return EndMove(move_fields.note(found))


def _read(found: Mapping[str, Any]) -> Round:
    """Return the round of the given fields; each must be well formed, and they must agree."""
    winners, plays = _tricks(found.get("tricks", []))
    move = Round(
        _trump(found),
        _turned(found),
        _robbed(found),
        _bid(found),
        winners,
        move_fields.name(found, "best") if found.get("best") is not None else None,
        plays,
        move_fields.name(found, "dealer") if "dealer" in found else None,
        move_fields.flag(found, "out_of_turn"),
        move_fields.note(found),
    )
    if move.turned and move.trump and suit_of(move.turned[-1]) not in ("", move.trump):
        raise InvalidMoveError("trump_differs", card=move.turned[-1])
    if move.robbed and not move.turned:
        raise InvalidMoveError("missing_field", field="turned")
    if len(move.robbed) > 1 and move.turned[0] != JOKER:
        raise InvalidMoveError("bad_robbed")
    return move


def _trump(found: Mapping[str, Any]) -> str | None:
    trump = found.get("trump")
    if "trump" in found and not (isinstance(trump, str) and trump in FRENCH):
        raise InvalidMoveError("bad_trump")
    return trump


def _turned(found: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one card, or the joker and the card after it."""
    if "turned" not in found:
        return ()
    turned = found["turned"]
    cards = turned if isinstance(turned, list) else [turned]
    if isinstance(turned, list) and (len(cards) != 2 or cards[0] != JOKER or cards[1] == JOKER):
        raise InvalidMoveError("bad_turned")
    return tuple(parse_card(each, PACK) for each in cards)


def _robbed(found: Mapping[str, Any]) -> tuple[Robbery, ...]:
    """Return the player who took a card, or two if two cards were taken."""
    if "robbed" not in found:
        return ()
    robbed = found["robbed"]
    if not isinstance(robbed, list):
        return (_robbery(robbed),)
    if len(robbed) != 2:
        raise InvalidMoveError("bad_robbed")
    return tuple(_robbery(each) for each in robbed)


def _robbery(data: object) -> Robbery:
    found = move_fields.as_object(data, frozenset({"player", "discarded"}))
    discarded = parse_card(found["discarded"], PACK) if "discarded" in found else None
    return Robbery(move_fields.name(found, "player"), discarded)


def _bid(found: Mapping[str, Any]) -> Bid | None:
    if "bid" not in found:
        return None
    bid = move_fields.as_object(found["bid"], frozenset({"player", "points"}))
    points = move_fields.count(bid, "points", BIDS[0])
    if points not in BIDS:
        raise InvalidMoveError("bad_bid", values=list(BIDS))
    return Bid(move_fields.name(bid, "player"), points)


def _tricks(tricks: object) -> tuple[tuple[str, ...], Plays]:
    """Return the names of winners, or plays; no round mixes the two."""
    if not isinstance(tricks, list) or len(tricks) > TRICKS:
        raise InvalidMoveError("bad_tricks", count=TRICKS)
    if all(isinstance(each, str) for each in tricks):
        return tuple(tricks), ()
    if not all(isinstance(each, list) for each in tricks):
        raise InvalidMoveError("bad_tricks", count=TRICKS)
    return (), tuple(tuple(_play(each) for each in trick) for trick in tricks)


def _play(data: object) -> tuple[str, str]:
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], str):
        raise InvalidMoveError("bad_play")
    return data[0], parse_card(data[1], PACK)
