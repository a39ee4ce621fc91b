"""Store tables of old results without an upload or a background thread."""

from __future__ import annotations

from time import sleep

from scorekeeper.archive.chunked_transactions import BREATH
from scorekeeper.archive.results_import import ResultsWriter
from scorekeeper.archive.results_parser import OldResults
from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session


def import_results(results: OldResults, group: Group) -> list[Session]:
    """Store the new games, the oldest first, in short transactions."""
    writer = ResultsWriter(results, group)
    made: list[Session] = []
    for part in writer.parts():
        if made:
            sleep(BREATH)
        with writing():
            made += writer.store(part).sessions
    return made
