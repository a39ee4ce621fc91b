"""The results of games that were over before there was a place for them: made once, when that place is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.migrations import Migration

from scorekeeper.play.models import Session

from .results import rebuild

# The first comes after the ledger's first: whenever it is applied, both rooms have their tables and may lack old games.
# With the other came sums of them, and ratings.
MADE = {("history", "0001_results"), ("history", "0002_sums")}
# Games of partners were counted by each player's own part.
SIDES = ("history", "0006_side_points")


def on_migrated(
    sender: object,
    *,
    using: str = DEFAULT_DB_ALIAS,
    verbosity: int = 0,
    plan: Sequence[tuple[Migration, bool]] = (),
    **_: Any,
) -> None:
    """After `migrate`, on whatever database that was: also a backup that is brought up to date to be put back.

    Not a migration of its own: that would see models of its time, without the rules that read a log. `plan`: what was
    applied, each with whether it was undone.
    """
    applied = {(each.app_label, each.name) for each, undone in plan if not undone}
    if applied & MADE:
        done = rebuild(using=using)
    elif SIDES in applied:
        done = rebuild(Session.objects.filter(result__teams__gt=0), using=using)
    else:
        return
    if verbosity and (done.results or done.unread):
        sys.stdout.write(f"  Made the results of {done.results} games; {done.unread} could not be read.\n")
