"""User-facing messages of groups, names, payment links and merges."""

from __future__ import annotations

from django.utils.translation import gettext as _

from .groups import MOST_GROUPS, MOST_MEMBERS
from .models import Group
from .payment_links import LONGEST, MOST
from .player_merge import MergeError


def group_title(group: Group) -> str:
    """Return the name of a group, or a default where it has none."""
    return group.name or _("Our group")


def error_message(code: str) -> str:
    """Return the message of an error code."""
    texts = {
        "owner_only": _("Only the group’s owner can do that."),
        "links_his": _("Only the member or the group’s owner can change this."),
        "owner_stays": _("You own this group: hand it over first, or leave it."),
        "member_unknown": _("This member has left the group."),
        "group_full": _("This group is full: %(most)d members at most."),
        "too_many_groups": _("You are already in %(most)d groups. Leave one first."),
        "name_empty": _("Type a name."),
        "name_long": _("At most 40 letters."),
        "name_signs": _("A name has letters, digits and plain signs only."),
        "name_taken": _(
            "This group already has a player of that name. If it is the same person, merge the two."
        ),
        "player_claimed": _("Another member has claimed this name."),
        "links_many": _("At most %(most)d lines."),
        "link_long": _("At most %(most)d letters in a line."),
        "link_odd": _("Enter a web address or a handle: this would run as code in a browser."),
    }
    numbers = {
        "group_full": MOST_MEMBERS,
        "too_many_groups": MOST_GROUPS,
        "links_many": MOST,
        "link_long": LONGEST,
    }
    return texts[code] % {"most": numbers[code]} if code in numbers else texts[code]


def merge_error_message(error: MergeError) -> str:
    """Return the message of a refused merge."""
    texts = {
        "same_player": _("These two are already one player."),
        "player_unknown": _("One of them is no longer a player of this group."),
        "owner_only": _(
            "One of them is another member. Only that member or the group’s owner can merge the two."
        ),
        "both_claimed": _("Two members have claimed these names. One of them has to undo that first."),
    }
    return error.why or texts[error.code]
