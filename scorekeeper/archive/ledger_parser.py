"""Parser of the ledger in a group file, with types, sizes and references checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from scorekeeper.ledger.correction import MOST
from scorekeeper.ledger.limits import MOST_PAIRS, MOST_SUMS, MOST_UNITS
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.money import UNIT_LENGTH
from scorekeeper.people.models import ADDRESS_LENGTH
from scorekeeper.rules import GAMES, player_names

from .author_pseudonyms import PSEUDONYM
from .group_records import PLAYERS_IN_REASONS, GameRow, PostingRow
from .json_reader import MOST_SEATS, FileError, Piece, number

MOST_AMOUNT = 10**15
# codes of `ledger.settle.Reason` with the fields that their texts need
NEEDED = {"points": ("amount", "points"), "pairwise": ("amount", "points")} | dict.fromkeys(
    ("automatic_win", "fixed", "ante", "low_pays", "low_buys"), ("amount",)
)


def posting(piece: Piece, players: Collection[str], games: Mapping[str, str]) -> PostingRow:
    """Parse a posting.

    `players`: addresses of the file; `games`: slugs by address. Raises FileError.
    """
    piece.only(
        *("number", "kind", "debtor", "creditor", "amount", "unit", "game", "entry", "reason", "undoes"),
        *("key", "by", "at"),
    )
    row = PostingRow(
        number=number(piece["number"]),
        kind=piece["kind"].text(10, Posting.Kind.values),
        debtor=piece["debtor"].text(ADDRESS_LENGTH),
        creditor=piece["creditor"].text(ADDRESS_LENGTH),
        amount=piece["amount"].whole(1, MOST_AMOUNT),
        unit=piece["unit"].text(UNIT_LENGTH),
        game=piece.may("game", lambda game: game.text(ADDRESS_LENGTH)) or "",
        entry=piece.may("entry", number),
        reason=piece.may("reason", Piece.object) or {},
        undoes=piece.may("undoes", number),
        key=piece["key"].key(),
        by=piece.may("by", lambda by: by.like(PSEUDONYM)),
        at=piece["at"].time(),
    )
    for name in ("debtor", "creditor"):
        if getattr(row, name) not in players:
            raise piece[name].fault("unknown_player")
    if row.debtor == row.creditor:
        raise piece["creditor"].fault("owes_himself")
    if not player_names.is_word(row.unit):
        raise piece["unit"].fault("bad_text", most=UNIT_LENGTH)
    if (row.game not in games) if row.game else (row.kind not in ("payment", "undo")):
        raise piece.fault("unknown_game")
    _reason(piece, row.reason, players, [games[row.game]] if row.game else GAMES)
    return row


def _reason(piece: Piece, reason: dict[str, Any], players: Collection[str], games: Collection[str]) -> None:
    """Check the fields of a reason that texts are made of."""
    if not reason:
        return
    found = piece["reason"].only(
        *("game", "code", "amount", "points", "changes", "before", "difference"), *PLAYERS_IN_REASONS
    )
    found.may("game", lambda game: game.text(40, games))
    found.may("code", lambda code: code.text(40, NEEDED))
    for name in NEEDED.get(reason.get("code", ""), ()):
        found[name].whole(0, MOST_AMOUNT)
    for name in ("amount", "points", "before", "difference"):
        found.may(name, lambda each: each.whole(-MOST_AMOUNT, MOST_AMOUNT))
    for name in PLAYERS_IN_REASONS:
        for each in found[name].each(MOST_SEATS) if name in reason else ():
            if each.text(ADDRESS_LENGTH) and each.value not in players:
                raise each.fault("unknown_player")
    for each in found["changes"].each(MOST) if "changes" in reason else ():
        _change(each, players)


def _change(piece: Piece, players: Collection[str]) -> None:
    """Check one change of a correction."""
    piece.only("player", "box", "round", "from", "to")
    player = piece.may("player", lambda player: player.text(ADDRESS_LENGTH))
    if player and player not in players:
        raise piece["player"].fault("unknown_player")
    piece.may("box", lambda box: box.text(40))
    piece.may("round", number)
    for name in ("from", "to"):
        points = piece.get(name)
        if points is not None and points.value is not None:
            points.whole(-MOST_AMOUNT, MOST_AMOUNT)
    if "player" in piece.value and not {"from", "to"} <= piece.value.keys():
        raise piece.fault("missing_field", field="from")


def must_undo(ledger: Collection[PostingRow]) -> None:
    """Check that each undo reverses one earlier payment, once.

    Raises FileError.
    """
    before: dict[int, PostingRow] = {}
    for count, row in enumerate(ledger, start=1):
        place = f"ledger {count}"
        if row.number != count:
            raise FileError("wrong_number", f"{place}, number", due=count)
        if (row.kind == "undo") != (row.undoes is not None):
            raise FileError("undoes_nothing", place)
        if row.undoes is not None:
            paid = before.pop(row.undoes, None)
            same = paid and (paid.kind, paid.debtor, paid.creditor, paid.amount, paid.unit)
            if same != ("payment", row.creditor, row.debtor, row.amount, row.unit):
                raise FileError("undoes_nothing", f"{place}, undoes")
        before[row.number] = row


def must_be_few(ledger: Collection[PostingRow], games: Collection[GameRow]) -> None:
    """Check the limits on units and pairs.

    Raises FileError `too_many_units`, `too_many_pairs` (`most`).
    """
    sums: dict[tuple[str, str, str], int] = defaultdict(int)
    for row in ledger:
        one, other = sorted((row.debtor, row.creditor))
        sums[one, other, row.unit] += row.amount if row.debtor == one else -row.amount
    found = [pair for pair, amount in sums.items() if amount]
    units = {unit for _one, _other, unit in found}
    units |= {str(game.fields["stake"]["unit"]) for game in games if _is_owed_later(game)}
    if len(units) > MOST_UNITS:
        raise FileError("too_many_units", "ledger", most=MOST_UNITS)
    if len(found) > MOST_PAIRS:
        raise FileError("too_many_pairs", "ledger", most=MOST_PAIRS)
    if len(sums) > MOST_SUMS:
        raise FileError("too_many_pairs", "ledger", most=MOST_SUMS)


def _is_owed_later(game: GameRow) -> bool:
    """Return whether a game is running and has a stake."""
    return "unit" in game.fields["stake"] and not game.fields["finished"] and not game.fields["ended"]
