"""Units of play, with the texts that name them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


class Unit(NamedTuple):
    """Unit of play: a turn, a round or a hand.

    `progress`: a running game, "General, turn 7". `back_to`: the moment to which the help page returns. `last`:
    the winner was behind before the last one. `led`: the winner led after every one. The number of both texts is that
    of the winners, `members`.
    """

    progress: Promise
    back_to: Promise
    last: Promise
    led: Promise


TURN = Unit(
    _("%(game)s, turn %(turn)d"),
    _("back to turn %(number)d"),
    ngettext_lazy(
        "%(side)s trailed by %(points)d before the last turn",
        "%(side)s trailed by %(points)d before the last turn",
        "members",
    ),
    ngettext_lazy("%(side)s led after every turn", "%(side)s led after every turn", "members"),
)
ROUND = Unit(
    _("%(game)s, round %(turn)d"),
    _("back to round %(number)d"),
    ngettext_lazy(
        "%(side)s trailed by %(points)d before the last round",
        "%(side)s trailed by %(points)d before the last round",
        "members",
    ),
    ngettext_lazy("%(side)s led after every round", "%(side)s led after every round", "members"),
)
HAND = Unit(
    _("%(game)s, hand %(turn)d"),
    _("back to hand %(number)d"),
    ngettext_lazy(
        "%(side)s trailed by %(points)d before the last hand",
        "%(side)s trailed by %(points)d before the last hand",
        "members",
    ),
    ngettext_lazy("%(side)s led after every hand", "%(side)s led after every hand", "members"),
)
