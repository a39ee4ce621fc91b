"""Examples of Forty-fives: a trick, a card that comes to light later, a round by its result.

Where `begun` proves an example, it is the round as far as it is played; at a table with an auction somebody has bid
before, which changes nothing about the cards.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.help.content import ALLOWED, REVOKE, Cards, Shown
from scorekeeper.rules.contract import N_, OptionValue

ANA, BO = "Ana", "Bo"
BO_LATER = N_("Bo, later")


def trick(
    trump: str, lead: str, answer: str, note: str, winner: str, *, turned: str = "", **options: OptionValue
) -> Cards:
    """A trick led by Ana and answered by Bo. `turned`: the turned card, which was not taken."""
    begun: dict[str, Any] = {"turned": turned, "robbed": None} if turned else {"trump": trump}
    shown = [
        Shown(player, (card,), "taken" if player == winner else "")
        for player, card in ((ANA, lead), (BO, answer))
    ]
    return Cards(
        tuple(shown),
        note,
        winner,
        begun={**begun, "tricks": [[[ANA, lead], [BO, answer]]]},
        proves={"begun": {"winners": [winner]}},
        options={"auction": False, **options} if turned else options,
    )


def later(
    trump: str,
    first: tuple[str, str],
    then: tuple[str, str],
    note: str,
    *,
    revoke: bool,
    taker: str = ANA,
    **options: OptionValue,
) -> Cards:
    """Ana leads and Bo answers (`first`); in the next trick (`then`, Ana's card first) Bo shows a card held before."""
    (lead, answer), (own, held) = first, then
    second = [[ANA, own], [BO, held]] if taker == ANA else [[BO, held], [ANA, own]]
    revokes = [{"player": BO, "trick": 1, "card": answer, "proof": held}] if revoke else []
    return Cards(
        (Shown(ANA, (lead,)), Shown(BO, (answer,), "wrong" if revoke else ""), Shown(BO_LATER, (held,))),
        note,
        REVOKE if revoke else ALLOWED,
        begun={"trump": trump, "tricks": [[[ANA, lead], [BO, answer]], second]},
        proves={"begun": {"revokes": revokes}},
        options=options,
    )


def result(
    tricks: str, best: str | None, note: str, figure: str, points: dict[str, int], **options: OptionValue
) -> Cards:
    """A round by its result: who took each trick ("AABAB"), who held the best trump, what is written."""
    names = {"A": ANA, "B": BO}
    entry = {"trump": "H", "tricks": [names[each] for each in tricks], "best": best}
    return Cards((), note, figure, (entry,), proves={"scores": points}, options={"auction": False, **options})
