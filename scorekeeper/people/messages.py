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
        "owner_only": _("Only whoever keeps the group may do that."),
        "links_his": _("Only the member, or whoever keeps the group, changes this."),
        "owner_stays": _("You keep this group: hand it over first, or leave it."),
        "member_unknown": _("There is no such member any more."),
        "group_full": _("This group is full: %(most)d members at most."),
        "too_many_groups": _("You are in %(most)d groups already. Leave one first."),
        "name_empty": _("Type a name."),
        "name_long": _("At most 40 letters."),
        "name_signs": _("A name has letters, figures and plain signs only."),
        "name_taken": _(
            "Somebody of this group is called so already. If that is the same person, merge the two."
        ),
        "player_claimed": _("Another member has said that this is him or her."),
        "links_many": _("At most %(most)d lines."),
        "link_long": _("At most %(most)d letters in a line."),
        "link_odd": _("A web address or a handle, please: this is something that a browser would run."),
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
        "same_player": _("That is one player already."),
        "player_unknown": _("One of them is no player of this group any more."),
        "owner_only": _(
            "One of them is another member. Only he or she, or whoever keeps the group, can merge the two."
        ),
        "both_claimed": _(
            "Two members have said that these are them. One of the two has to take that back first."
        ),
    }
    return error.why or texts[error.code]
