"""The JSON document that `replay` prints of a transcript: its final state, or the error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.games.messages import explain
from scorekeeper.ledger.money import decimal_string
from scorekeeper.ledger.settle import settle
from scorekeeper.ledger.stake import StakeError
from scorekeeper.play.transcript import FORMAT, Transcript, read_transcript, team_name
from scorekeeper.rules.contract import Game, Outcome, Rank, RuleError, rank
from scorekeeper.rules.replay import Replay, replay

TAKEN, REFUSED, MALFORMED = 0, 1, 2


class Checked(NamedTuple):
    """A checked file: status 0 (legal), 1 (entry refused) or 2 (no transcript), and document."""

    status: int
    document: dict[str, Any]


def check(data: bytes) -> Checked:
    """Replay a transcript; any content gives a document."""
    try:
        transcript = read_transcript(data)
        replayed = replay(transcript.game, transcript.options, transcript.seats, transcript.entries)
        document = report(transcript, replayed)
    except (RuleError, StakeError) as error:
        return malformed(error)
    return Checked(TAKEN if replayed.error is None else REFUSED, document)


def malformed(error: RuleError | StakeError) -> Checked:
    """Return the document of a file that is no transcript or cannot be read."""
    return Checked(MALFORMED, {"error": _fault(None, error)})


def report(transcript: Transcript, replayed: Replay) -> dict[str, Any]:
    """Return the state after the legal entries, with the error of the next one."""
    game, state = transcript.game, replayed.state
    outcome = transcript.outcome(state)
    scores = game.scores(state) if transcript.given is None or outcome is None else dict(outcome.scores)
    document = {
        "format": FORMAT,
        "game": game.slug,
        "finished": outcome is not None,
        "reason": outcome.reason if outcome else None,
        "scores": scores,
        "standings": _rows(rank(scores, _first(transcript, outcome))),
        "winners": [player for player in scores if outcome and player in outcome.winners],
        **_by_team(transcript.seats.teams, scores, outcome),
        "sheet": game.report(state),
        "turn": game.turn(state) if transcript.given is None else None,
        "settlement": _settlement(transcript, outcome),
        "error": None,
    }
    if replayed.error is not None:
        document["error"] = _fault(replayed.taken + 1, replayed.error, game)
    return document


def _first(transcript: Transcript, outcome: Outcome | None) -> tuple[str, ...]:
    """Return the players who rank first whatever the scores; partners only if won outright."""
    if outcome is None or (transcript.seats.teams and not outcome.is_decided):
        return ()
    return outcome.winners


def _by_team(
    teams: Sequence[tuple[str, ...]], scores: dict[str, int], outcome: Outcome | None
) -> dict[str, Any]:
    """Return scores and standings by team; empty without teams."""
    if not teams:
        return {}
    totals = {team_name(team): sum(scores[player] for player in team) for team in teams}
    winners = outcome.winners if outcome else ()
    first = [team_name(team) for team in teams if set(team).intersection(winners)]
    return {"team_scores": totals, "team_standings": _rows(rank(totals, first))}


def _rows(standings: Sequence[Rank]) -> list[dict[str, Any]]:
    return [{"rank": row.rank, "players": list(row.players), "score": row.score} for row in standings]


def _settlement(transcript: Transcript, outcome: Outcome | None) -> dict[str, Any] | None:
    stake = transcript.stake
    if stake is None or stake.kind == "none" or outcome is None:
        return None
    transfers = [
        {"from": each.payer, "to": each.payee, "amount": decimal_string(each.amount, stake.unit)}
        for each in settle(stake, outcome)
    ]
    return {"unit": stake.unit, "transfers": transfers}


def _fault(
    entry: int | None, error: RuleError | StakeError, game: Game[Any, Any] | None = None
) -> dict[str, Any]:
    return {"entry": entry, "code": error.code, "message": explain(error, game=game)}
