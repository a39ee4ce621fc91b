"""A game as a transcript: what stands on its sheet, with the names of now. docs/transcripts.md has the format."""

from __future__ import annotations

from scorekeeper.ledger.money import parse_stake
from scorekeeper.play.table import Table, rule_seats
from scorekeeper.play.transcript import Transcript, write_transcript
from scorekeeper.play.transcript_metadata import Played


def transcript_of(table: Table) -> Transcript:
    """The game. What was put right stands as it is now, what was taken back is not in it."""
    session = table.session
    # totals that were brought along have no debts
    stake = parse_stake(session.stake) if session.stake and session.given is None else None
    return Transcript(
        table.game,
        table.options,
        rule_seats(table.seats),
        stake,
        entries=tuple(move for line in table.replayed.lines for move in line.moves),
        played=Played(session.started, session.finished),
        given=session.given,
    )


def file_of(table: Table) -> str:
    """The file."""
    return write_transcript(transcript_of(table), table.names)


def name_of(table: Table) -> str:
    """What the file is called: game, day and address, in letters that every phone takes."""
    return f"{table.session.game}-{table.session.started:%Y-%m-%d}-{table.session.address}.json"
