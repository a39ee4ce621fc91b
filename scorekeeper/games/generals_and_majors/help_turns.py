"""Examples of Generals and Majors: turns in a row, and a whole game up to the turn of grace."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.help.content import NOT_ALLOWED, Cards, Entry, Shown
from scorekeeper.rules.contract import OptionValue

ANA, BO = "Ana", "Bo"
_COMMANDERS = ("AH", "AD", "KH", "QH", "JH", "KD", "QD")
_AGAINST = ("AS", "AC", "KS", "QS", "JS", "KC", "QC")
_ARMIES = (2, 4, 5, 6, 7, 8, 9)
TURNS = {20: 5, 30: 6, 40: 7}  # lead: number of turns in which Ana reaches it


def turn(player: str, text: str = "", *cancel: tuple[str, str]) -> Entry:
    """Return a turn.

    `text`: commander and armies in the order of play, "AH 2H". `cancel`: pairs of armies, ("2H", "2S").
    """
    entry: dict[str, Any] = {"player": player}
    laid = text.split()
    if laid and laid[0][:-1] in ("A", "K", "Q", "J"):
        entry["commander"] = laid.pop(0)
    if laid:
        entry["armies"] = laid
    if cancel:
        entry["cancel"] = [{"mine": mine.split(), "theirs": theirs.split()} for mine, theirs in cancel]
    return entry


def turns(
    shown: tuple[Shown, ...],
    note: str,
    figure: str,
    entries: tuple[Entry, ...],
    proves: dict[str, Any],
    **options: OptionValue,
) -> Cards:
    """Return an example of several turns; Bo dealt, Ana starts."""
    return Cards(shown, note, figure, entries, proves=proves, options=options)


def stopped(
    shown: tuple[Shown, ...], note: str, code: str, entries: tuple[Entry, ...], **options: OptionValue
) -> Cards:
    """Return an example of turns of which the last is refused."""
    return Cards(shown, note, NOT_ALLOWED, entries, refused=code, options=options)


def strengths(ana: int, bo: int) -> dict[str, Any]:
    """Return a proof by the strengths after an example."""
    return {"scores": {ANA: ana, BO: bo}}


def marching(lead: int, *, saved: bool) -> tuple[Entry, ...]:
    """Return a game up to the turn of grace.

    Each turn Ana lays a red commander and a heart, until the lead would win; Bo lays only commanders. With `saved`, Bo
    cancels the last heart with a spade in the turn of grace.
    """
    entries: list[Entry] = []
    for place in range(TURNS[lead]):
        commander, value = _COMMANDERS[place], _ARMIES[place]
        entries.append(turn(ANA, f"{commander} {value}H"))
        entries.append(turn(BO, _AGAINST[place]))
    if saved:
        entries[-1] = turn(BO, f"{_AGAINST[TURNS[lead] - 1]} {value}S", (f"{value}S", f"{value}H"))
    return tuple(entries)


def armies(lead: int) -> tuple[str, ...]:
    """Return Ana's armies at that time."""
    return tuple(f"{value}H" for value in _ARMIES[: TURNS[lead]])
