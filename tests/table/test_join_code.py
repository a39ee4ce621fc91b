"""Joining a table by a typed code."""

from __future__ import annotations

import math
import re
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.people.one_time_codes import ALPHABET, LENGTH, normalize
from scorekeeper.play.access_links import BITS
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions, invitations
from tests.factories import SampleTable
from tests.security.cast import everything

from .join_links import opened, typed, watcher

pytestmark = pytest.mark.django_db


TALLIED = {"django_session", "people_tally"}  # a try is counted, and is forgiven where it was right


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable(names=["Ana", "Bo"])


def test_typed_code_lets_in_just_as_link_does(desk: SampleTable) -> None:
    code = opened(desk)
    for text in (code, f"{code[:4].lower()} {code[4:]}", f" {code[:4]}-{code[4:]} "):
        client = Client()
        before = everything(but=TALLIED)
        answer = typed(client, text)
        assert (answer.status_code, answer.headers["Location"]) == (303, desk.url())
        assert client.get(desk.url()).status_code == 200
        assert everything(but=TALLIED) == before


@pytest.mark.parametrize(
    "text", ["", "ABC", "0OIl1111", "7KQM 2XHDD", "\uff17KQM2XHD", "<b>&\x00", "A" * 400]
)
def test_malformed_code_is_refused_without_counting(text: str) -> None:
    for _ in range(12):
        answer = typed(Client(), text)
        assert answer.status_code == 422
    assert 'id="wrong"' in answer.text
    assert "eight letters and digits" in answer.text
    assert "<b>&" not in answer.text


def test_closed_old_and_unknown_codes_get_same_response(desk: SampleTable) -> None:
    code = opened(desk)
    Session.objects.update(code_expires=timezone.now() - timedelta(seconds=1))
    closed = typed(Client(), code)
    never = typed(Client(), "22222222")
    assert closed.status_code == never.status_code == 422
    assert _without(closed.text, code) == _without(never.text, "22222222")
    assert f'value="{code}"' in closed.text
    code = opened(desk)
    host_decisions.change_link(desk.address, Visitor(desk.writer.person))
    assert typed(Client(), code).status_code == 422


def _without(page: str, code: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.replace(code, "-"))


def test_tenth_wrong_code_in_minute_is_refused(desk: SampleTable) -> None:
    code = opened(desk)
    for _ in range(25):  # a club behind one address
        assert typed(Client(), code).status_code == 303
    for _ in range(9):
        assert typed(Client(), "22222222").status_code == 422
    answer = typed(Client(), code)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert f'value="{code}"' in answer.text
    assert "Too many tries" in answer.text
    assert typed(Client(REMOTE_ADDR="198.51.100.7"), code).status_code == 303
    assert watcher(desk).get(desk.url()).status_code == 200  # links have no lockout


def test_fresh_code_stays_and_stale_code_is_renewed(desk: SampleTable) -> None:
    first = opened(desk)
    assert opened(desk) == first
    Session.objects.update(code_expires=timezone.now() + timedelta(minutes=2))
    assert opened(desk) != first


@pytest.mark.slow
def test_codes_are_uniform_and_rarely_repeat() -> None:
    chance = Random(5)
    session, made = Session(pk=1), []
    now = timezone.now() + timedelta(days=1)
    for number in range(100_000):
        session.pk, session.link_generation = chance.randrange(1, 10**6), number % 7 + 1
        session.code_expires = now + timedelta(microseconds=number)
        made.append(invitations.join_code(session) or "")
    assert all(normalize(code) == code for code in made[:1000])
    bits = LENGTH * math.log2(len(ALPHABET))
    print(f"typed code: {bits:.0f} bits, link: {BITS} bits")
    assert (bits, BITS) == (40, 160)
    # two of 100,000 are the same once in 220 such runs; among those that live the column's constraint sees to it
    assert len(set(made)) == len(made)
    for place in range(LENGTH):
        counts = Counter(code[place] for code in made)
        assert set(counts) == set(ALPHABET)
        fair = len(made) / len(ALPHABET)
        spread = sum((count - fair) ** 2 / fair for count in counts.values())
        assert spread < 80, (place, spread)  # 31 degrees of freedom: one in 300,000 is more
