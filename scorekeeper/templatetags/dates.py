"""Days and times in templates, always through `scorekeeper.core.i18n.dates`."""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.core.i18n import dates

register = template.Library()


@register.simple_tag
def day(value: date | datetime) -> SafeString:
    """A day of play as `<time>`, with its day of the week: `{% day row.day %}`."""
    found = _day(value)
    shown = dates.show_day(found, weekday=True)
    return format_html('<time datetime="{}" data-day>{}</time>', found.isoformat(), shown)


@register.simple_tag
def short_day(value: date | datetime) -> SafeString:
    """A day of play as `<time>`, without its day of the week: `{% short_day session.day %}`."""
    found = _day(value)
    return format_html(
        '<time datetime="{}" data-day="short">{}</time>', found.isoformat(), dates.show_day(found)
    )


@register.simple_tag
def month_name(value: date) -> str:
    """The month of a day, with its year unless it is this year: `{% month_name month.before %}`."""
    return dates.show_month(value)


@register.simple_tag
def moment(at: datetime) -> SafeString:
    """A moment as `<time>`: `{% moment line.at %}`."""
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), dates.show_moment(at))


@register.simple_tag
def clock(at: datetime) -> SafeString:
    """The time of a moment as `<time>`, beside its day: `{% clock session.finished %}`."""
    return format_html('<time datetime="{}" data-clock>{}</time>', at.isoformat(), dates.show_clock(at))


@register.filter
def in_words(value: date | datetime | None) -> str:
    """A day of play within a text: `{{ row.joined|in_words }}`.

    It has its year unless it is this year.
    """
    return "" if value is None else dates.show_day(_day(value))


@register.filter
def full_day(value: date | datetime | None) -> str:
    """A day of play with its year: `{{ paper.began|full_day }}`."""
    return "" if value is None else dates.show_day(_day(value), year=True)


@register.simple_tag
def zone_note() -> SafeString:
    """The time zone of a page, for a phone without script that names none: `{% zone_note %}`."""
    if dates.phone_zone():
        return SafeString("")
    words = _("Times in %(zone)s") % {"zone": timezone.get_current_timezone_name()}
    return format_html('<noscript><p class="hint zone">{}</p></noscript>', words)


def _day(value: date | datetime) -> date:
    return dates.day_of_play(value) if isinstance(value, datetime) else value
