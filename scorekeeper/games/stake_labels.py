"""Short label of a table's stake."""

from __future__ import annotations

from django.utils.translation import get_language

from scorekeeper.ledger import money
from scorekeeper.ledger.messages import stake_text
from scorekeeper.play.table import Table


def stake_label(table: Table) -> str:
    """Return the stake: "$0.01 a point"; empty for a table without one."""
    stake = table.session.stake
    if not stake or stake.get("kind", "none") == "none":
        return ""
    return stake_text(money.parse_stake(stake), get_language() or "en", points=table.game.POINTS)
