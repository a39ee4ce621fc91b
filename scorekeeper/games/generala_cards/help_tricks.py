"""Examples of Générala: a trick, a hand by its result, the last trick of a whole hand."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.help.content import NOT_ALLOWED, Cards, Entry, Shown
from scorekeeper.rules.contract import OptionValue

THREE = ("Ana", "Bo", "Cleo")
TEN = ("Ana", "Bo", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jo")


def trick(
    plays: str, note: str, leads: str, took: tuple[str, str] | None = None, **options: OptionValue
) -> Cards:
    """Return an example of a first trick led by Ana ("KS 2S 9S"), and the next leader.

    `took`: the player who picked up a card, and the card.
    """
    entry, shown = _trick(plays, took)
    marked = tuple(
        Shown(each.label, each.cards, "taken")
        if each.label == leads and each.label in _players(plays)
        else each
        for each in shown
    )
    return Cards(
        marked, note, leads, (entry,), proves={"sheet": {"leader": leads}}, players=THREE, options=options
    )


def refused(
    plays: str, note: str, code: str, took: tuple[str, str] | None = None, **options: OptionValue
) -> Cards:
    """Return an example of a trick whose last card the rules refuse."""
    entry, shown = _trick(plays, took)
    last = shown[-1]
    return Cards(
        (*shown[:-1], Shown(last.label, last.cards, "wrong")),
        note,
        NOT_ALLOWED,
        (entry,),
        refused=code,
        players=THREE,
        options=options,
    )


def _trick(plays: str, took: tuple[str, str] | None) -> tuple[Entry, tuple[Shown, ...]]:
    played = [[player, card] for player, card in zip(THREE, plays.split(), strict=False)]
    entry: dict[str, Any] = {"trick": played}
    shown = [Shown(player, (card,)) for player, card in played]
    if took:
        entry["took"] = {"player": took[0], "card": took[1]}
    return entry, tuple(shown)


def _players(plays: str) -> tuple[str, ...]:
    return THREE[: len(plays.split())]


def hand(
    out: list[list[str]],
    note: str,
    figure: str,
    proves: dict[str, Any],
    players: tuple[str, ...] = THREE,
    **options: OptionValue,
) -> Cards:
    """Return a hand by its result; the last player deals."""
    return Cards((), note, figure, ({"out": out},), proves=proves, players=players, options=options)


def whole_hand() -> tuple[Entry, ...]:
    """Return a hand of ten players and 54 cards up to its last trick.

    Ana, Bo, Cleo and Dev have six cards each, the others five. All follow suit four times. Then Eva leads a joker
    as a last card, and all the others with five cards play their last one.
    """
    lead, entries = 0, []
    for suit, winner in (("S", 0), ("H", 0), ("D", 0), ("C", 4)):
        order = [*TEN[lead:], *TEN[:lead]]
        ranks = ["K", "Q", "J", "10", "9", "8", "7", "6", "5"]
        plays = [[player, "A" if player == TEN[winner] else ranks.pop(0)] for player in order]
        entries.append({"trick": [[player, rank + suit] for player, rank in plays]})
        lead = winner
    last = ("JK1", "2S", "3S", "2H", "3H", "2D", "3D", "4S", "2C", "3C")
    plays = [[player, card] for player, card in zip((*TEN[4:], *TEN[:4]), last, strict=True)]
    return (*entries, {"trick": plays, "out": list(TEN[4:])})
