"""Random corrections of a finished game."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from scorekeeper.ledger.stake import StakeError
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Entry
from tests.factories import SampleTable


class RandomHands:
    """Random changes of a game that is or was finished."""

    def __init__(self, desk: SampleTable, chance: Random) -> None:
        self.desk, self.chance = desk, chance

    def do(self) -> None:
        """Something, if the rules let it; from a game that is over no more mostly back to its end."""
        table = self.desk.table
        does = [self.take_back, self.correct_line, self.play_otherwise, self.sit_otherwise, self.give_up]
        if table.session.ended is not None:
            does = [self.give_up]
        elif table.outcome is None and self.chance.random() < 0.6:
            does = [self.take_back_last]
        with suppress(RefusedError, StakeError):
            self.chance.choice(does)()

    def take_back_last(self) -> None:
        """The newest entry: a line, a correction, or a taking back."""
        entries = Entry.objects.filter(session=self.desk.session).exclude(kind="change")
        self.desk.void(entries.latest("number").number)

    def take_back(self) -> None:
        line = self.desk.table.last_line
        if line is not None:
            self.desk.void(line.number)

    def correct_line(self) -> None:
        """Correct one entry by the content of another."""
        standing = self.desk.table.replayed.lines
        if standing:
            line, other = self.chance.choice(standing), self.chance.choice(standing)
            move = dict(self.chance.choice(other.moves))
            if "box" in line.moves[0] and "box" in move:
                move["box"] = line.moves[0]["box"]
            self.desk.amend(line.number, **move)

    def play_otherwise(self) -> None:
        options = dict(self.desk.table.session.options)
        option = self.chance.choice(self.desk.table.game.OPTIONS)
        self.desk.change(options={**options, option.name: self.chance.choice(option.values).value})

    def sit_otherwise(self) -> None:
        order = [seat.number for seat in self.desk.table.seats]
        self.chance.shuffle(order)
        self.desk.change(order=order)

    def give_up(self) -> None:
        self.desk.change(ended=self.desk.table.session.ended is None)
