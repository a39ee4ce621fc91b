"""Requests to the import page, and files to upload there."""

from __future__ import annotations

import io
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.factories import SampleTable

PAGE, LOOK = "/import/", "/import/preview/"


HEAD = "date;game;player;points;won\n"


def file(name: str, data: bytes | str) -> io.BytesIO:
    found = io.BytesIO(data.encode() if isinstance(data, str) else data)
    found.name = name
    return found


def sent(client: Client, *files: io.BytesIO, **fields: str) -> Any:
    return client.post(PAGE, {"file": list(files), **fields})


TABLE = """date,game,player,points
2019-05-02,Generala,Ana,153
2019-05-02,Generala,Bo,98
2019-05-02,Generala,Ana,120
2019-05-02,Generala,Bo,141
2019-05-09,Forty-fives,Ana,-20
2019-05-09,Forty-fives,Cleo,125
"""


def played(names: tuple[str, str] = ("Ana", "Bo")) -> SampleTable:
    """A game that is over, for 5 €."""
    stake = {"kind": "ante", "amount": "5.00", "unit": "EUR"}
    desk = SampleTable("forty_fives", names, options={"target": 30}, stake=stake)
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    return desk


def file_of(desk: SampleTable) -> tuple[str, bytes]:
    """Return the file of a game, as a phone downloads it."""
    answer = desk.writer.client().get(reverse("transcript", args=[desk.address]))
    return answer["Content-Disposition"].partition('"')[2].rstrip('"'), answer.content
