"""Models of persons (guests and accounts), their groups, and the players of a group.

A person uses the site; a player is a name on the sheets of a group. Either can exist without the other.
"""

from __future__ import annotations

import re

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import get_random_string

from scorekeeper.rules.player_names import MOST_LETTERS


class Person(AbstractUser):
    """User of the site: a guest or an account.

    A guest is created at the first write, with an unusable password.

    `current`: the group chosen to play in. None, or a group left since, means the first group.
    `language`: a code of `settings.LANGUAGES`; empty to follow the device.
    `has_account`: the person has an account, that is a login method besides the session cookie (see `account`).
    `account_prompt_dismissed`: the prompt for an account is dismissed.
    `merged_into`: the account that this guest was merged into, never itself a merged guest (see `guest_merge`).
    """

    language = models.CharField(max_length=8, blank=True)
    has_account = models.BooleanField(default=False, db_column="kept")
    account_prompt_dismissed = models.BooleanField(default=False, db_column="hushed")
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )
    current = models.ForeignKey("Group", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta(AbstractUser.Meta):
        swappable = "AUTH_USER_MODEL"


class Device(models.Model):
    """Browser of a person.

    Log entries refer to it by its primary key only.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"device {self.pk}"


ADDRESS_LENGTH, ZONE_LENGTH = 12, 64
ADDRESS = re.compile(f"[A-Za-z0-9]{{{ADDRESS_LENGTH}}}")


def new_address() -> str:
    """Return a random URL key for a group, player or game.

    It reveals neither count nor age.
    """
    return get_random_string(ADDRESS_LENGTH)


def is_address(text: str) -> bool:
    """Return whether a text has the form of an address.

    PostgreSQL rejects some other texts, such as NUL, in a query.
    """
    return ADDRESS.fullmatch(text) is not None


class Group(models.Model):
    """Persons who play together.

    Its games, players and ledger are visible to members only.

    `link_generation`: generation of the invite link; a higher one voids earlier links.
    Defaults of a new game: `house_rules`, the options of each game by slug, {"generala": {"generala_points": 60}};
    `stake`, as of a session; `currency`, an ISO code; `language`, of shared texts. Empty: as the device has it.
    `zone`: IANA name of the time zone for devices that send none; empty for UTC.
    `key`: from the form that created the group, so that a form sent twice creates one group.
    `import_progress_at`: time of the last part written by an unfinished import. Such a group has no members and may be
    deleted.
    """

    address = models.CharField(max_length=ADDRESS_LENGTH, unique=True, default=new_address)
    name = models.CharField(max_length=MOST_LETTERS, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(Person, through="Member", related_name="+")
    link_generation = models.PositiveIntegerField(default=1, db_column="link")
    house_rules = models.JSONField(default=dict)
    stake = models.JSONField(default=dict)
    currency = models.CharField(max_length=3, blank=True, default="")
    language = models.CharField(max_length=16, blank=True, default="")
    zone = models.CharField(max_length=ZONE_LENGTH, blank=True, default="")
    key = models.UUIDField(null=True, blank=True, unique=True)
    import_progress_at = models.DateTimeField(null=True, blank=True, db_index=True, db_column="arriving")

    def __str__(self) -> str:
        return self.name or f"group {self.pk}"


class Member(models.Model):
    """Membership of a person in a group.

    `player`: the player that the member has claimed, if any.
    """

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
    """Name on the sheets of a group.

    `folded_name`: the name in its form for comparison, unique in the group (see `names.fold`).
    `left_at`: since when the player is no longer offered for new games.
    `payment_links`: a web address or a handle per line.
    `former_claimant`: the last member who claimed the player and left the group. They may still have the
    name erased. It is not shown, and has no effect while another member claims the player.
    `merged_into`: the player that this one was merged into, never itself merged. A merged player is not shown.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    address = models.CharField(max_length=ADDRESS_LENGTH, unique=True, default=new_address)
    name = models.CharField(max_length=MOST_LETTERS)
    folded_name = models.CharField(max_length=120, db_column="folded")
    colour = models.PositiveSmallIntegerField()
    created = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True, db_column="left")
    payment_links = models.TextField(blank=True, default="", db_column="links")
    former_claimant = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", db_column="was_id"
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "folded_name"],
                condition=models.Q(merged_into=None),
                name="one_player_per_name",
            )
        ]

    def __str__(self) -> str:
        return self.name


class RateLimitCounter(models.Model):
    """Counter of a rate limit (see `rate_limits`).

    `key`: digest of the purpose and the client. `ends`: end of the window, in seconds since 1970.
    """

    key = models.CharField(max_length=40, primary_key=True)
    count = models.PositiveIntegerField()
    ends = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "people_tally"

    def __str__(self) -> str:
        return f"{self.count} tries"


class DeviceTransferCode(models.Model):
    """One-time code that logs a new device in (see `device_transfer`).

    Only the digest of the code is stored.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    ends = models.DateTimeField()

    class Meta:
        db_table = "people_carrycode"

    def __str__(self) -> str:
        return f"code of person {self.person_id}"


class RecoveryCode(models.Model):
    """Printed code that logs a person in once (see `recovery_codes`).

    Only the digest of the code is stored.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"recovery code of person {self.person_id}"


class MailCode(models.Model):
    """Code sent to an e-mail address and not typed yet (see `mail`).

    Deleted at its end, or with the person.

    `key`: stored only in the session of the browser that requested the code. `person`: None for a visitor.
    `digest`: of the code, which is not stored. `ends`: in seconds since 1970.
    """

    key = models.CharField(max_length=32, primary_key=True)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=254)
    digest = models.CharField(max_length=64)
    ends = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"mailed code of person {self.person_id}"
