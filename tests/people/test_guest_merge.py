"""Merging a guest into an account: everything moves, and no entry changes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models, transaction
from django.utils import timezone

from scorekeeper.archive.models import Upload
from scorekeeper.ledger.models import Posting
from scorekeeper.people.device_transfer import make_code
from scorekeeper.people.groups import join
from scorekeeper.people.guest_merge import current_person_ids, is_same_person, merge_guest
from scorekeeper.people.identity import person_of
from scorekeeper.people.login import OtherAccountError, log_in_as
from scorekeeper.people.models import Device, DeviceTransferCode, Group, MailCode, Member, Person, Player
from scorekeeper.play import log
from scorekeeper.play.loading import load
from scorekeeper.play.models import Entry, Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.write_request import WriteRequest
from scorekeeper.table import host_decisions
from scorekeeper.table.participants import participants_of
from tests.factories import SampleTable, Writer, new_key, new_writer
from tests.verification import verify_one

pytestmark = pytest.mark.django_db

# Every column that refers to a person, and what a merge does with it: moved, dropped, kept as it was written, or
# never a guest's, who has no account. A new one has to be decided here.
COLUMNS = {
    "people.Member.person": "moved",
    "people.Player.former_claimant": "moved",
    "people.Device.person": "moved",
    "people.DeviceTransferCode.person": "dropped",
    "people.MailCode.person": "dropped",
    "people.Person.merged_into": "moved",
    "play.Participation.person": "moved",
    "play.Session.host": "moved",
    "archive.Upload.person": "dropped",
    "archive.Import.person": "kept",
    "play.Entry.author": "kept",
    "ledger.Posting.author": "kept",
    "people.RecoveryCode.person": "account",
    "account.EmailAddress.user": "account",
    "mfa.Authenticator.user": "account",
}


def bring(guest: Person, into: Person) -> None:
    with transaction.atomic():
        merge_guest(guest, into)


def account() -> Writer:
    who = new_writer()
    Person.objects.filter(pk=who.person.pk).update(has_account=True)
    who.person.refresh_from_db()
    return who


def sit(desk: SampleTable, who: Writer, seat: int | None = None, **more: Any) -> Participation:
    place = desk.session.seats.get(number=seat) if seat else None
    return Participation.objects.create(session=desk.session, person=who.person, seat=place, **more)


def test_column_that_names_person_is_handled() -> None:
    found = set()
    relations: Any = Person._meta.get_fields(include_hidden=True)
    for relation in relations:
        if relation.is_relation and relation.auto_created and not relation.many_to_many:
            model: Any = relation.related_model
            if model._meta.auto_created:
                continue
            found.add(f"{model._meta.app_label}.{model.__name__}.{relation.field.name}")
    assert found == set(COLUMNS)


def test_merge_moves_groups_tables_and_phones() -> None:
    desk, elsewhere, kept = SampleTable(), SampleTable(), account()
    guest = desk.writer
    seat = sit(elsewhere, guest, 2)
    group = Group.objects.get(member__person=guest.person)
    code = make_code(guest.person)
    MailCode.objects.create(key="k", person=guest.person, address="a@b.example", digest="d", ends=2**40)
    bring(guest.person, kept.person)
    assert {each.group for each in Member.objects.filter(person=kept.person)} >= {group}
    assert not Member.objects.filter(person=guest.person).exists()
    assert Session.objects.get(pk=desk.session.pk).host == kept.person
    seat.refresh_from_db()
    assert seat.person == kept.person
    assert Device.objects.get(pk=guest.device).person == kept.person
    assert not DeviceTransferCode.objects.exists(), code
    assert not MailCode.objects.exists()
    for address in (desk.address, elsewhere.address):
        load(address, Visitor(kept.person))


def test_pending_upload_is_dropped() -> None:
    guest, kept = new_writer(), account()
    for who in (guest, kept):
        Upload.objects.create(person=who.person, kind="games", name="old.json", data=b"")
    bring(guest.person, kept.person)
    assert [each.person for each in Upload.objects.all()] == [kept.person]


def test_stronger_membership_is_kept() -> None:
    desk, kept = SampleTable(), account()
    group = desk.group
    Member.objects.create(group=group, person=kept.person)
    sit(desk, desk.writer, 1)
    sit(desk, kept, 2)
    bring(desk.writer.person, kept.person)
    member = Member.objects.get(group=group)
    assert (member.person, member.owner) == (kept.person, True)
    assert Participation.objects.get(session=desk.session).seat == desk.session.seats.get(number=2)


def test_claimed_player_is_kept() -> None:
    """Also after leaving, and where two claims meet, of which one stays."""
    desk, kept = SampleTable(), account()
    group, guest = desk.group, desk.writer.person
    ana, bo = Player.objects.get(name="Ana"), Player.objects.get(name="Bo")
    cleo = Player.objects.create(
        group=group, name="Cleo", folded_name="cleo", colour=3, former_claimant=guest
    )
    Member.objects.filter(person=guest).update(player=ana)
    Member.objects.create(group=group, person=kept.person, player=bo)
    bring(guest, kept.person)
    assert Member.objects.get(group=group).player == bo
    assert set(Player.objects.filter(former_claimant=kept.person)) == {ana, cleo}


def test_guest_merge_gives_account_seat() -> None:
    desk, guest, kept = SampleTable(), new_writer(), account()
    sit(desk, guest, 2)
    sit(desk, kept)
    bring(guest.person, kept.person)
    assert Participation.objects.get(session=desk.session).seat == desk.session.seats.get(number=2)


@pytest.mark.parametrize("whose", ["guest", "account"])
def test_login_does_not_readmit_removed_phone(whose: str) -> None:
    desk, guest, kept = SampleTable(), new_writer(), account()
    sit(desk, guest, 1, removed=timezone.now() if whose == "guest" else None)
    sit(desk, kept, 2, removed=timezone.now() if whose == "account" else None)
    bring(guest.person, kept.person)
    assert Participation.objects.get(session=desk.session).removed


@pytest.mark.parametrize("hosts", ["guest", "account"])
def test_host_keeps_table_after_login_on_removed_phone(hosts: str) -> None:
    """Of a table that was handed over: no other person could readmit the host."""
    desk, guest, kept = SampleTable(), new_writer(), account()
    host, other = (guest, kept) if hosts == "guest" else (kept, guest)
    host_decisions.hand_over(desk.address, Visitor(desk.writer.person), sit(desk, host, 1).pk)
    host_decisions.remove_phone(desk.address, Visitor(host.person), sit(desk, other).pk)
    bring(guest.person, kept.person)
    assert load(desk.address, Visitor(kept.person)).permissions.is_host
    phone = Participation.objects.get(session=desk.session)
    assert (phone.removed, phone.seat) == (None, desk.session.seats.get(number=1))
    assert verify_one(desk.session.pk) == []


@pytest.mark.parametrize("hosts", [True, False], ids=["who keeps it", "another of the group"])
@pytest.mark.parametrize("sat", [True, False])
def test_member_logs_in_on_removed_phone(hosts: bool, sat: bool) -> None:
    """The tables stay theirs: the owner of the phone was unknown."""
    desk, guest, kept = SampleTable(), new_writer(), account()
    join(desk.group, kept.person)
    if hosts:
        Session.objects.update(host=kept.person)
    if sat:
        sit(desk, kept, 1)
    sit(desk, guest, 1, removed=timezone.now())
    bring(guest.person, kept.person)
    assert Participation.objects.get(session=desk.session).removed is None
    assert verify_one(desk.session.pk) == []


def test_log_is_unchanged_and_credited_to_person() -> None:
    desk, kept = SampleTable(), account()
    write_request = desk.write_request()
    log.append(desk.address, write_request, [{"player": "1", "box": "ones", "points": 3}])
    before = desk.entries
    bring(desk.writer.person, kept.person)
    assert desk.entries == before
    assert Entry.objects.get(session=desk.session).author_id == desk.writer.person.pk
    visitor = Visitor(kept.person)
    inside = participants_of(load(desk.address, visitor), visitor)
    assert inside.mine is not None
    assert inside.mine.lines == 1
    # a repeated request of the same device is recognized
    again = WriteRequest(kept.person, desk.writer.device, 0, write_request.key)
    table = log.append(desk.address, again, [{"player": "1", "box": "ones", "points": 3}])
    assert (table.count, table.wrote) == (1, 1)


def test_entries_before_and_after_login_are_of_one_phone() -> None:
    desk, kept = SampleTable(), account()
    first = desk.write_request()
    log.append(desk.address, first, [{"player": "1", "box": "ones", "points": 3}])
    bring(desk.writer.person, kept.person)
    waited = WriteRequest(kept.person, desk.writer.device, 1, new_key(), ahead=1)
    assert log.append(desk.address, waited, [{"player": "2", "box": "ones", "points": 2}]).count == 2


def test_payment_sent_again_is_same_payment() -> None:
    assert Posting._meta.get_field("author").null
    first, second, third = new_writer().person, account().person, new_writer().person
    bring(first, second)
    assert is_same_person(first.pk, second.pk)
    assert is_same_person(second.pk, first.pk)
    assert not is_same_person(first.pk, third.pk)
    assert not is_same_person(None, None)
    assert current_person_ids([first.pk, third.pk]) == {first.pk: second.pk, third.pk: third.pk}


def test_guest_merge_logs_out_other_browsers() -> None:
    guest, kept = new_writer(), account()
    client = guest.client()
    assert client.get("/").context["user"].is_authenticated
    bring(guest.person, kept.person)
    assert not client.get("/").context["user"].is_authenticated


@pytest.mark.parametrize("wrong", ["account", "self", "merged", "into merged"])
def test_only_guest_is_merged(wrong: str) -> None:
    guest, kept, other = new_writer().person, account().person, new_writer().person
    if wrong.endswith("merged"):
        bring(guest, kept)
    pairs = {
        "account": (account().person, kept),
        "self": (guest, guest),
        "merged": (guest, other),
        "into merged": (other, guest),
    }
    with pytest.raises(ValueError, match="Only a guest"):
        bring(*pairs[wrong])


def test_names_in_log_lead_to_one_step() -> None:
    """A merged guest who is merged again takes earlier guests along."""
    first, second, third = new_writer().person, new_writer().person, account().person
    bring(first, second)
    bring(second, third)
    assert current_person_ids([first.pk, second.pk]) == {first.pk: third.pk, second.pk: third.pk}
    assert isinstance(Person._meta.get_field("merged_into"), models.ForeignKey)


def test_home_links_all_groups_of_merged_person() -> None:
    desk, kept = SampleTable(), account()
    switch = "switch group"
    assert switch not in kept.client().get("/").text
    bring(desk.writer.person, kept.person)
    client = kept.client()
    assert switch in client.get("/").text
    assert Person.objects.get(pk=kept.person.pk).current != desk.group
    assert client.post("/groups/", {"do": "choose", "group": desk.group.address}).status_code == 303
    assert Person.objects.get(pk=kept.person.pk).current == desk.group


def test_concurrent_taps_merge_guest_once() -> None:
    guest, kept = SampleTable(), account()
    bring(guest.writer.person, kept.person)
    before = list(Person.objects.order_by("pk").values_list())
    bring(guest.writer.person, kept.person)
    assert list(Person.objects.order_by("pk").values_list()) == before


def test_guest_with_new_account_is_not_merged() -> None:
    """The request was made as a guest; the database has an account by the time of the write."""
    guest, kept = new_writer(), account()
    request = guest.client().get("/").wsgi_request
    known = person_of(request)
    assert known is not None
    assert not known.has_account
    Person.objects.filter(pk=guest.person.pk).update(has_account=True)
    with pytest.raises(OtherAccountError):
        log_in_as(request, kept.person)
    assert request.user.pk == guest.person.pk
    assert Person.objects.get(pk=guest.person.pk).merged_into is None
