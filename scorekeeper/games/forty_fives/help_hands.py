"""Examples of Forty-fives: a trick, a card that is shown later, a round by its result.

In an example with `partial`, `partial` is the unfinished round. At a table with an auction a bid comes before it, which
changes nothing about the cards.
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
    """Return an example of a trick led by Ana and answered by Bo.

    `turned`: the turned card, which was not taken.
    """
    partial: dict[str, Any] = {"turned": turned, "robbed": None} if turned else {"trump": trump}
    shown = [
        Shown(player, (card,), "taken" if player == winner else "")
        for player, card in ((ANA, lead), (BO, answer))
    ]
    return Cards(
        tuple(shown),
        note,
        winner,
        partial={**partial, "tricks": [[[ANA, lead], [BO, answer]]]},
        proves={"partial": {"winners": [winner]}},
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
    """Return an example of two tricks, the second of which shows a card held during the first.

    `first`: the cards of Ana, who leads, and of Bo. `then`: Ana's and Bo's cards in the next trick.
    """
    (lead, answer), (own, held) = first, then
    second = [[ANA, own], [BO, held]] if taker == ANA else [[BO, held], [ANA, own]]
    revokes = [{"player": BO, "trick": 1, "card": answer, "proof": held}] if revoke else []
    return Cards(
        (Shown(ANA, (lead,)), Shown(BO, (answer,), "wrong" if revoke else ""), Shown(BO_LATER, (held,))),
        note,
        REVOKE if revoke else ALLOWED,
        partial={"trump": trump, "tricks": [[[ANA, lead], [BO, answer]], second]},
        proves={"partial": {"revokes": revokes}},
        options=options,
    )


def result(
    tricks: str, best: str | None, note: str, figure: str, points: dict[str, int], **options: OptionValue
) -> Cards:
    """Return a round by its result.

    `tricks`: the winners of the tricks, "AABAB". `best`: the player with the best trump. `points`: the scores.
    """
    names = {"A": ANA, "B": BO}
    entry = {"trump": "H", "tricks": [names[each] for each in tricks], "best": best}
    return Cards((), note, figure, (entry,), proves={"scores": points}, options={"auction": False, **options})
