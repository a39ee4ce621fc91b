"""Texts and examples of the help pages as HTML: dice and cards, also within sentences."""

from __future__ import annotations

import re
from math import atan2, cos, degrees, sin, tau

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.cards import card_html, card_text, down_html, suit_html

from .content import ALLOWED, GOES_ON, NOT_ALLOWED, REVOKE, Cards, Dice, Example, Order, Seating, Shown

_MARK = re.compile(r"\[(JK[12]?|(?:10|[1-9AJQK])[SHDCX]|[SHDCX])\]")
_SLASH = mark_safe('<i class="x"></i><span class="vh">0</span>')
_NOTHING = mark_safe("")
_DOT = mark_safe(" · ")  # between the points of several boxes
_WORDS = {ALLOWED: "may", GOES_ON: "may", REVOKE: "no", NOT_ALLOWED: "no"}


def text_html(text: str, value: str = "") -> SafeString:
    """Translate a text and draw its cards and suits; `value` replaces "{value}"."""
    parts = _MARK.split(plain(text, value))
    pieces = [_sign(part) if place % 2 else format_html("{}", part) for place, part in enumerate(parts)]
    return mark_safe("".join(pieces))  # noqa: S308 - every piece is escaped or drawn


def plain(text: str, value: str = "") -> str:
    """Translate a text; "" stays empty, where gettext would return its catalogue's header."""
    return _(text).replace("{value}", value) if text else ""


def _sign(mark: str) -> SafeString:
    return suit_html(mark) if len(mark) == 1 else card_text(mark)


def example_html(example: Example, value: str = "") -> SafeString:
    """Draw an example as one line: dice or cards, note, result."""
    if isinstance(example, Dice):
        return _line("", _dice(example.dice), text_html(example.note, value), _brings(example))
    if isinstance(example, Seating):
        return _seating(example)
    if isinstance(example, Cards):
        together = format_html_join("", "{}", ((_lie(shown),) for shown in example.shown))
        lie = format_html('<span class="lies">{}</span>', together)
        caption = _word(example.figure) if example.figure in _WORDS else text_html(example.figure)
        return _line(" cards", lie if example.shown else _NOTHING, text_html(example.note, value), caption)
    return _order(example)


def _line(style: str, lies: SafeString, note: SafeString, brings: SafeString) -> SafeString:
    return format_html(
        '<li class="eg{}">{}<span class="how">{}</span><b class="brings">{}</b></li>',
        style,
        lies,
        note,
        brings,
    )


def _dice(faces: tuple[int, ...]) -> SafeString:
    drawn = format_html_join("", '<i class="d-{}"></i>', ((face,) for face in faces))
    return format_html(
        '<span class="dice" role="img" aria-label="{}">{}</span>', " ".join(map(str, faces)), drawn
    )


def _brings(example: Dice) -> SafeString:
    """Draw the points of dice, a slash for zero, and below them the points beside the box."""
    if example.refused:
        return _word(NOT_ALLOWED)
    if example.wins:
        return format_html("{}", _("wins"))
    points = _NOTHING
    for place, value in enumerate(example.boxes.values()):
        points += (_DOT if place else _NOTHING) + (format_html("{}", value) if value else _SLASH)
    beside = _beside(example)
    under = format_html("<small>{}</small>", beside) if beside else _NOTHING
    return points + under


def _beside(example: Dice) -> str:
    if example.brings:
        return f"+{example.brings}"
    if example.spares is None:
        return ""
    if example.spares == 0:
        return _("no Gut")
    sign = "+" if example.spares > 0 else "−"
    return _("%(count)s Gut") % {"count": f"{sign}{abs(example.spares)}"}


def _word(word: str) -> SafeString:
    """Draw a verdict; a negative one is red."""
    return format_html('<span class="{}">{}</span>', _WORDS[word], _(word))


def _lie(shown: Shown) -> SafeString:
    """Draw cards together, below their label."""
    if shown.mark == "down":
        drawn = down_html(len(shown.cards))
    else:
        drawn = format_html_join("", "{}", ((card_html(card, shown.mark),) for card in shown.cards))
    return format_html(
        '<span class="lie"><small>{}</small><span class="fan">{}</span></span>', plain(shown.label), drawn
    )


def _order(example: Order) -> SafeString:
    cards = format_html_join("", "<li>{}</li>", ((card_text(card),) for card in example.cards))
    return format_html(
        '<li class="eg order"><span class="how">{}</span><ol>{}</ol></li>', text_html(example.label), cards
    )


def _seating(example: Seating) -> SafeString:
    """Draw a seating plan with the dealer at the bottom and the others counter-clockwise."""
    caption = _("Against the clock: %(players)s") % {"players": listed(example.players)}
    count = len(example.players)
    names = []
    for place, name in enumerate(example.players):
        turned = tau * place / count
        x, y = 150 + 108 * sin(turned), 88 + 60 * cos(turned)
        names.append(
            (f"{x:.0f}", f"{y:.0f}", _("%(player)s deals") % {"player": name} if not place else name)
        )
    arrows = []
    for place in range(count):
        turned = tau * (place + 0.5) / count
        x, y, way = (
            150 + 72 * sin(turned),
            84 + 36 * cos(turned),
            degrees(atan2(-36 * sin(turned), 72 * cos(turned))),
        )
        arrows.append((f"{x:.0f}", f"{y:.0f}", f"{way:.0f}"))
    return format_html(
        '<li class="eg from-above"><svg viewBox="0 0 300 176" role="img" aria-label="{}">'
        '<ellipse cx="150" cy="84" rx="72" ry="36"/>{}{}</svg></li>',
        caption,
        format_html_join("", '<path d="M-6 -6L5 0L-6 6z" transform="translate({} {}) rotate({})"/>', arrows),
        format_html_join("", '<text x="{}" y="{}">{}</text>', names),
    )
