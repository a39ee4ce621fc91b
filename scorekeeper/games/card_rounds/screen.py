"""The big screen of card games: the question of the draft, and the cards of the trick."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.screen import Question
from scorekeeper.play.table import Table

from .draft import Head


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A player's place in a trick: the card, or the empty place before it.

    `state`: "best" for the winning card, "next" for the player who plays next, "away" for a card picked up. `note`: a
    remark below it.
    """

    head: Head
    card: SafeString | str = ""
    state: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TrickOnScreen:
    """A trick in the order of play, with its heading: "Trick 3"."""

    title: str
    places: tuple[PlayedCard, ...]
    suit: SafeString | str = ""


def question_of(panel: EntryPanel, about: str = "") -> Question:
    """Return the question that the entry panel asks."""
    return Question(panel.writer, panel.title, about)


def opening_question(table: Table, leader: str, dealer: str, unit: str) -> Question:
    """Return the question before the first tap: the leader plays; `unit` is the round or hand."""
    return Question(
        leader,
        _("%(player)s leads") % {"player": table.name(leader)},
        listed([unit, _("%(player)s deals") % {"player": table.name(dealer)}]),
    )
