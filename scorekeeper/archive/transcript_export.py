"""Export of a game as a transcript with present names (docs/transcripts.md)."""

from __future__ import annotations

from scorekeeper.ledger.money import parse_stake
from scorekeeper.play.table import Table, rule_seats
from scorekeeper.play.transcript import Transcript, write_transcript
from scorekeeper.play.transcript_metadata import PlayTimes


def transcript_of(table: Table) -> Transcript:
    """Return the transcript of a game: corrections applied, undone lines left out."""
    session = table.session
    # imported totals have no debts
    stake = parse_stake(session.stake) if session.stake and session.imported_result is None else None
    return Transcript(
        table.game,
        table.options,
        rule_seats(table.seats),
        stake,
        entries=tuple(move for line in table.replayed.lines for move in line.moves),
        played=PlayTimes(session.started, session.finished),
        given=session.imported_result,
    )


def file_of(table: Table) -> str:
    """Return the transcript of a game as text."""
    return write_transcript(transcript_of(table), table.names)


def name_of(table: Table) -> str:
    """Return the file name: game, day and address, in ASCII."""
    return f"{table.session.game}-{table.session.started:%Y-%m-%d}-{table.session.address}.json"
