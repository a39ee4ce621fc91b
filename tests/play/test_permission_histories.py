"""Random histories by many phones, against the models of log and permissions."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client, TestCase
from django.urls import reverse
from hypothesis import seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from scorekeeper.play.access_links import token_of
from scorekeeper.play.models import Participation
from scorekeeper.table.participation import MOST_PHONES
from tests.factories import HTMX
from tests.play.random_histories import Histories
from tests.sampling import some_of
from tests.verification import verify_one

from .permission_model import EVERYBODY, HOST, NOBODY, OWN, SOMEBODY, Guest, Visitors

OWNER = "owner"
GUESTS = ("uncle", "friend", "neighbour")
DOES = (
    "scan",
    "scan",
    "sit",
    "sit",
    "leave",
    "remove",
    "remove",
    "back",
    "back",
    "hand",
    "link",
    "write",
    "old link",
)
# more than in every day's tests by thorough runs, and many more by the fire
EXAMPLES = int(os.environ.get("EVENINGS", some_of(12, share=6)))
STEPS = int(os.environ.get("EVENING_STEPS", "30"))
SEED = os.environ.get("EVENING_SEED")  # other evenings than the same ones every time

who = st.sampled_from((OWNER, *GUESTS))


class PermissionHistories(Histories):
    """One table with many phones, any of which may write."""

    def __init__(self) -> None:
        super().__init__()
        guests = {name: Guest() for name in GUESTS}
        self.company = Visitors({OWNER: Guest(family=True), **guests}, OWNER)
        self.guests = {name: Client() for name in GUESTS}
        self.pen = OWNER

    @property
    def clients(self) -> dict[str, Client]:
        """Return all browsers; the owner's exists once the table does."""
        return {OWNER: self.client, **self.guests}

    # --- permitted writes ---

    @rule(name=who)
    def hand_the_pen(self, name: str) -> None:
        self.pen = name

    @rule(name=st.sampled_from(GUESTS), seat=st.integers(0, 3), writers=st.sampled_from((OWN, EVERYBODY)))
    def come_in_and_write(self, name: str, seat: int, writers: str) -> None:
        """The most usual thing of all, so that it is not rare."""
        if not self.company.people[name].removed:
            self.scan(name, old=False)
            self.come_and_go("sit", name, name, seat, writers)
            self.decide("write", self.company.host, name, writers)
            self.pen = name

    def write(self, name: str, fields: dict[str, Any], on_paper: Callable[[], bool]) -> None:
        company, form = self.company, self.desk.form(**fields)
        if not company.sits(self.pen):
            # a visitor who never sat anywhere is a stranger at every table
            known = "_auth_user_id" in self.clients[self.pen].session
            assert self.post(name, form) == (404 if known else 401), (self.pen, form)
            self.pen = OWNER
            return
        may = company.may_write(self.pen, self.players(name, fields)) and not self.late(self.pen)
        taken = may and on_paper()
        assert self.post(name, form) == (200 if taken else 422), (self.pen, name, form)
        if taken and self.pen == OWNER:
            self.sent.append((name, form))

    def late(self, name: str) -> bool:
        """Return whether a guest sat down after the end of the game."""
        number, session = self.clients[name].session.get("_auth_user_id"), self.desk.table.session
        phone = Participation.objects.filter(session=session, person=number).first()
        end = session.finished or session.ended
        return bool(phone and end and phone.joined > end and not self.company.people[name].family)

    def post(self, name: str, form: dict[str, Any]) -> int:
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self.clients[self.pen].post(self.desk.url(name), form, headers=HTMX).status_code

    def players(self, name: str, fields: dict[str, Any]) -> list[str]:
        """Return the players whose entries a form concerns."""
        if name in ("write", "go_home"):
            return [fields["player"]]
        number = int(str(fields.get("sure", fields.get("line"))).partition("-")[0])
        if not 1 <= number <= len(self.model.history):
            return []
        entry = self.model.history[number - 1]
        while entry.about:
            number, entry = entry.about, self.model.history[entry.about - 1]
        return [move["player"] for move in self.model.content(number)] if entry.kind == "append" else []

    # --- decisions of the owner while the owner is host ---

    def by_owner(self, do: Callable[[], None]) -> None:
        if self.company.free(OWNER):
            pen, self.pen = self.pen, OWNER
            do()
            self.pen = pen

    def agree_otherwise(self, which: int, order: Any) -> None:
        self.by_owner(lambda: super(PermissionHistories, self).agree_otherwise(which, order))

    def all_go_home(self) -> None:
        self.by_owner(super().all_go_home)

    def come_late(self, who: str) -> None:
        self.by_owner(lambda: super(PermissionHistories, self).come_late(who))

    def send_again(self, which: int, late: bool, other: str) -> None:
        self.by_owner(lambda: super(PermissionHistories, self).send_again(which, late, other))

    def write_unseen(self, line: int, ahead: bool) -> None:
        self.by_owner(lambda: super(PermissionHistories, self).write_unseen(line, ahead))

    # --- coming and going ---

    @rule(
        do=st.sampled_from(DOES),
        name=who,
        other=who,
        seat=st.integers(0, 3),
        writers=st.sampled_from((EVERYBODY, EVERYBODY, OWN, HOST)),
    )
    def come_and_go(self, do: str, name: str, other: str, seat: int, writers: str) -> None:
        if do in ("scan", "old link"):
            self.scan(name, old=do == "old link")
        elif do == "sit":
            self.sit(name, str(self.model.order[seat % len(self.model.order)]) if seat else SOMEBODY)
        elif do == "leave":
            self.leave(name)
        else:
            self.decide(do, name if seat == 3 else self.company.host, other, writers)
        self.everybody_sees()

    def scan(self, name: str, *, old: bool) -> None:
        token = token_of(self.desk.table.session)
        if old:
            token = self.company.old_links[0] if self.company.old_links else token[::-1]
        status = self.clients[name].get(reverse("join", args=[self.desk.address, token])).status_code
        assert status == (404 if old else 302)
        if not old:
            self.company.people[name].link = self.company.link

    def sit(self, name: str, place: str) -> None:
        may = self.company.sees(name)
        assert self.clients[name].post(self.desk.url("take_seat"), {"seat": place}).status_code == (
            303 if may else 404
        )
        if may:
            self.company.sit(name, place)

    def leave(self, name: str) -> None:
        company, guest = self.company, self.company.people[name]
        status = self.clients[name].post(self.desk.url("leave")).status_code
        if not company.sees(name) or (guest.family and not company.keeps(name)):
            assert status == 404
        elif company.keeps(name):
            assert status == 422
        else:
            assert status == 200
            guest.seat, guest.link = NOBODY, 0

    def decide(self, do: str, name: str, other: str, writers: str) -> None:
        """Let any person try a decision of the host."""
        company, phone = self.company, self.phone_of(other)
        form = {"do": do, "phone": phone or 999_999, "writers": writers}
        token = token_of(self.desk.table.session)
        status = self.clients[name].post(self.desk.url("participants"), form).status_code
        assert status == self.expected(do, name, other, phone), (do, name, other)
        if status != 303:
            return
        if do == "link":
            company.old_links.append(token)
            company.link += 1
        elif do == "write":
            company.writers = writers
        elif do == "hand":
            company.host = other
        else:
            if do == "remove" and not company.people[other].removed:
                company.old_links.append(token)
                company.link += 1
            company.people[other].removed = do == "remove"

    def expected(self, do: str, name: str, other: str, phone: int | None) -> int:
        company = self.company
        if not company.sits(name):
            return 404
        if not company.keeps(name):
            return 422
        if do in ("link", "write"):
            return 303
        if phone is None or (do == "hand" and company.people[other].removed):
            return 404
        if do == "remove" and other == name:
            return 422
        # a host from outside the group cannot remove its members
        return 404 if do == "remove" and company.people[other].family else 303

    def phone_of(self, name: str) -> int | None:
        """Return the number of a person's phone at the table."""
        person = self.clients[name].session.get("_auth_user_id")
        return (
            Participation.objects.filter(session=self.desk.session, person=person)
            .values_list("pk", flat=True)
            .first()
        )

    def everybody_sees(self) -> None:
        """Assert that only permitted persons see the table, and that each may do only their writes."""
        for name, client in self.clients.items():
            page = client.get(self.desk.url(), headers=HTMX)
            assert page.status_code == (200 if self.company.sees(name) else 404), name

    def look_back(self) -> None:
        assert verify_one(self.desk.session.pk) == []
        assert Participation.objects.filter(session=self.desk.session).count() < MOST_PHONES


@pytest.mark.django_db
@pytest.mark.slow
def test_random_evenings_grant_permissions_like_model() -> None:
    counts = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, derandomize=SEED is None)
    evenings = PermissionHistories if SEED is None else seed(int(SEED))(PermissionHistories)
    run_state_machine_as_test(evenings, settings=counts)
