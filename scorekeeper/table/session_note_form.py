"""The form of a game's note, and the places and tags that its group has used."""

from __future__ import annotations

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.play.models import Session
from scorekeeper.play.session_notes import MOST_TAGS, PLACE_LENGTH, TAG_LENGTH, TEXT_LENGTH, SessionNote

RECENT = 200  # games whose notes are read for suggestions
OFFERED = 20


class SessionNoteForm(forms.Form):
    """The note of a game; every field may be empty."""

    place = forms.CharField(max_length=PLACE_LENGTH, required=False)
    tags = forms.CharField(max_length=MOST_TAGS * (TAG_LENGTH + 2), required=False)
    text = forms.CharField(max_length=TEXT_LENGTH, required=False)

    def clean_place(self) -> str:
        """Return the place with single spaces."""
        return _tidy(self.cleaned_data["place"])

    def clean_tags(self) -> tuple[str, ...]:
        """Return the tags, each once.

        Raises ValidationError for too many or too long ones.
        """
        found = {tag.casefold(): tag for each in self.cleaned_data["tags"].split(",") if (tag := _tidy(each))}
        if len(found) > MOST_TAGS:
            raise ValidationError(_("At most %(most)d tags.") % {"most": MOST_TAGS})
        if any(len(tag) > TAG_LENGTH for tag in found):
            raise ValidationError(_("A tag has at most %(most)d characters.") % {"most": TAG_LENGTH})
        return tuple(found.values())

    def clean_text(self) -> str:
        """Return the text in Unicode form NFC."""
        return unicodedata.normalize("NFC", self.cleaned_data["text"])

    @property
    def note(self) -> SessionNote:
        """The note of a valid form."""
        return SessionNote(self.cleaned_data["place"], self.cleaned_data["tags"], self.cleaned_data["text"])


def known_words(session: Session) -> tuple[list[str], list[str]]:
    """Return the places and tags of the group's newest games, the latest used first.

    One query.
    """
    rows = Session.objects.filter(group=session.group_id, removed=None).exclude(note={}).order_by("-started")
    notes = list(rows.values_list("note", flat=True)[:RECENT])
    places = dict.fromkeys(note["place"] for note in notes if note["place"])
    tags = dict.fromkeys(tag for note in notes for tag in note["tags"])
    return list(places)[:OFFERED], list(tags)[:OFFERED]


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
