"""Forms of groups and players."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.core.exceptions import ValidationError

from .messages import error_message
from .names import name_error, tidy
from .payment_links import links_error, tidy_links


class TidiedField(forms.Field):
    """Text field that normalizes and checks its text.

    `tidy`: normalizes the typed text. `error`: returns the error code of a tidy text, if any.
    """

    def __init__(self, tidy: Callable[[str], str], error: Callable[[str], str | None]) -> None:
        super().__init__()
        self.tidy, self.error = tidy, error

    def clean(self, value: str | None) -> str:
        """Return the normalized text.

        Raises ValidationError with the message of the code.
        """
        text = self.tidy(value or "")
        if code := self.error(text):
            raise ValidationError(error_message(code), code)
        return text


class GroupForm(forms.Form):
    """Form of the name of a group."""

    name = TidiedField(tidy, name_error)


class PlayerForm(forms.Form):
    """Form of a player: name, payment links, and whether they left the group."""

    name = TidiedField(tidy, name_error)
    links = TidiedField(tidy_links, links_error)
    left = forms.BooleanField(required=False)
