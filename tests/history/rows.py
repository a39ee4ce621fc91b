"""The rows of history in short form, to read and to compare."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.history.models import Cell, Frequency, HeadToHead, Result, Score, VariantCount
from tests.factories import SampleTable

OF_RESULT = ("result__session__address", "player_id")
RULES = ("variant__game", "variant__digest")
SUMS: tuple[Any, ...] = (VariantCount, Frequency, HeadToHead)
UNLIKE = {"id", "result", "variant", "session"}  # numbers of rows, which a rebuild may give anew


def columns(model: Any) -> list[str]:
    return [each.attname for each in model._meta.concrete_fields if each.name not in UNLIKE]


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All rows, without their own numbers, in an order of their own."""
    results = Result.objects.order_by("session__address")
    rules = [json.dumps(rules, sort_keys=True) for rules in results.values_list("variant__rules", flat=True)]
    return {
        "results": list(results.values_list("session__address", *RULES, *columns(Result))),
        "rules": [(each,) for each in rules],
        "scores": list(Score.objects.order_by(*OF_RESULT).values_list(OF_RESULT[0], *columns(Score))),
        **{model.__name__: _sums(model) for model in SUMS},
        "cells": list(
            Cell.objects.order_by(*OF_RESULT, "box", "number").values_list(OF_RESULT[0], *columns(Cell))
        ),
    }


def _sums(model: Any) -> list[tuple[Any, ...]]:
    return sorted(model.objects.values_list("group", *RULES, *columns(model)))


def result_of(desk: SampleTable) -> Result | None:
    return Result.objects.filter(session=desk.session).select_related("variant").first()


def scores(desk: SampleTable, *names: str) -> list[tuple[Any, ...]]:
    """These columns of every seat, in the order of the seats' numbers."""
    return list(Score.objects.filter(result__session=desk.session).order_by("number").values_list(*names))


def cells(desk: SampleTable, player: int) -> dict[str, tuple[Any, ...]]:
    """The cells of the player in this seat: points, struck, throws; rounds by their number."""
    seat = desk.session.seats.get(number=player)
    rows = Cell.objects.filter(result__session=desk.session, player=seat.player_id)
    return {
        f"{row.box} {row.number}" if row.number else row.box: (row.points, row.struck, row.throws)
        for row in rows.order_by("number")
    }
