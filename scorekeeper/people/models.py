"""Who: persons (guests and accounts), their groups, and the players of a group.

A person is somebody with a phone; a player is a name on the sheets of a group. One may be without the other.
"""

from __future__ import annotations

import re

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import get_random_string

from scorekeeper.rules.player_names import MOST_LETTERS


class Person(AbstractUser):
    """Somebody who writes. A guest is a real row with an unusable password, made at the first write.

    `current`: of his groups the one that he has chosen to play in; None, and one that he is not in, for the first.
    `language`: the one of ours that he has chosen; empty where each of his phones says it.
    `kept`: there is another way in than the cookies of his phones, so he has an account (see `account`). `hushed`: he
    is not to be asked for one again. `merged_into`: the person that this guest turned out to be, never one that was
    itself merged; what the logs say of either was written by one (see `merging`).
    """

    language = models.CharField(max_length=8, blank=True)
    kept = models.BooleanField(default=False)
    hushed = models.BooleanField(default=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )
    current = models.ForeignKey("Group", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta(AbstractUser.Meta):
        swappable = "AUTH_USER_MODEL"


class Device(models.Model):
    """A phone or browser that a person writes with. Log lines name it by its number only."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"device {self.pk}"


ADDRESS_LENGTH, ZONE_LENGTH = 12, 64
ADDRESS = re.compile(f"[A-Za-z0-9]{{{ADDRESS_LENGTH}}}")


def new_address() -> str:
    """An address, of a group, a player or a game, that says nothing: neither how many there are nor how old it is."""
    return get_random_string(ADDRESS_LENGTH)


def is_address(text: str) -> bool:
    """Whether a text, of a form, can be an address. PostgreSQL does not look for every text."""
    return ADDRESS.fullmatch(text) is not None


class Group(models.Model):
    """People who play together; everything under it is invisible to everybody else.

    `link`: the generation of the link that lets people in. What a new game begins with: `house_rules`, the options of
    each game by its slug, {"generala": {"generala_points": 60}}; `stake`, as a session's; `currency`, a code, where the
    group has one; `language`, of texts that are shared; both empty for the phone's. `zone`: the time zone of days for a
    phone that names none, an IANA name; empty for UTC. `key`: made with the form that began it, so that the form sent
    twice begins one group. `arriving`: when the last part
    was written of one that is brought in part by part; nobody is in it, and what is there of it may be thrown away.
    """

    address = models.CharField(max_length=ADDRESS_LENGTH, unique=True, default=new_address)
    name = models.CharField(max_length=MOST_LETTERS, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(Person, through="Member", related_name="circles")
    link = models.PositiveIntegerField(default=1)
    house_rules = models.JSONField(default=dict)
    stake = models.JSONField(default=dict)
    currency = models.CharField(max_length=3, blank=True, default="")
    language = models.CharField(max_length=16, blank=True, default="")
    zone = models.CharField(max_length=ZONE_LENGTH, blank=True, default="")
    key = models.UUIDField(null=True, blank=True, unique=True)
    arriving = models.DateTimeField(null=True, blank=True, db_index=True)

    def __str__(self) -> str:
        return self.name or f"group {self.pk}"


class Member(models.Model):
    """A person's place in a group. `player`: the one that he is on the sheets, once he has said so."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE)
    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    owner = models.BooleanField(default=False)
    joined = models.DateTimeField(auto_now_add=True)
    player = models.OneToOneField(
        "Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="member"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "person"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.group_id}"


class Player(models.Model):
    """A name on the group's sheets. `folded` is the name as compared: two players never look the same.

    `left`: since when he is asked to no new game. `links`: how he may be paid, a web address or a handle a line.
    `was`: the member who was it last and is of the group no more: his name is still his to have erased. Nobody is told,
    and where another member is the player now, it says nothing.
    `merged_into`: the player that this row turned out to be, never one that was itself merged; it is shown nowhere.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    address = models.CharField(max_length=ADDRESS_LENGTH, unique=True, default=new_address)
    name = models.CharField(max_length=MOST_LETTERS)
    folded = models.CharField(max_length=120)
    colour = models.PositiveSmallIntegerField()
    created = models.DateTimeField(auto_now_add=True)
    left = models.DateTimeField(null=True, blank=True)
    links = models.TextField(blank=True, default="")
    was = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "folded"],
                condition=models.Q(merged_into=None),
                name="one_player_per_name",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Tally(models.Model):
    """How often something was tried within a window of time; `limits` says what, and by whom.

    `key`: a digest of both. `ends`: when the window does, in seconds since 1970.
    """

    key = models.CharField(max_length=40, primary_key=True)
    count = models.PositiveIntegerField()
    ends = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} tries"


class CarryCode(models.Model):
    """A code that makes another browser the same person; see `carry`. `digest`: of the code, which is not kept."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    ends = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of person {self.person_id}"


class RecoveryCode(models.Model):
    """A code on paper that lets a person in once; see `recovery`. `digest`: of the code, which is not kept."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"recovery code of person {self.person_id}"


class MailCode(models.Model):
    """A code that was sent to an address and waits to be typed; see `mail`. Gone with its end, or with the person.

    `key`: what the session of the browser that asked holds, and nothing else; `person`: who asked, None for a stranger.
    `digest`: of the code, which is not kept. `ends`: in seconds since 1970.
    """

    key = models.CharField(max_length=32, primary_key=True)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=254)
    digest = models.CharField(max_length=64)
    ends = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"mailed code of person {self.person_id}"
