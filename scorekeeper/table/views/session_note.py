"""The page to write the note of a game: place, tags and text."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import see_other
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.session_notes import note_of, write_note
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import author_or_404
from scorekeeper.table.session_note_form import SessionNoteForm, known_words


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show the form with the present note, or store what was typed."""
    visitor = visitor_of(request)
    table = load(address, visitor)
    if not table.permissions.may_write_note:
        raise Http404
    if request.method != "POST":
        note = note_of(table.session)
        initial = {"place": note.place, "tags": ", ".join(note.tags), "text": note.text}
        return _page(request, table, SessionNoteForm(initial=initial))
    form = SessionNoteForm(request.POST)
    if not form.is_valid():
        return _page(request, table, form)
    write_note(address, visitor, author_or_404(request), form.note)
    return see_other(reverse("table", args=[address]))


def _page(request: HttpRequest, table: Table, form: SessionNoteForm) -> HttpResponse:
    places, tags = known_words(table.session)
    context = {
        "table": table,
        "session": table.session,
        "game_name": table.game_name,
        "names": list(table.names.values()),
        "form": form,
        "places": places,
        "tags": tags,
    }
    return render(request, "table/session_note.html", context, status=422 if form.errors else 200)
