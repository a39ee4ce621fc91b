"""The form of a question to the coach, read from an address.

It has house rules, sheet, dice, throws left and spare throws (Guts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games.house_rules import PREFIX, HouseRules, read_rules, text_of
from scorekeeper.games.messages import explain
from scorekeeper.games.panel_request import faces, is_throw
from scorekeeper.rules import DICE_GAMES
from scorekeeper.rules.contract import MoveError
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.naming import PRESET

POINTS = "box-"  # before the name of a box
LONGEST = 20  # letters of a field that are shown again
BUTTONS = frozenset({"printed", "rule-step"})


@dataclass(frozen=True, slots=True)
class BoxField:
    """The field of a box: its label, the text typed, the fault."""

    name: str
    label: str
    text: str
    error: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question as typed.

    `left`: throws left. `errors`: by field. `opened`: "rules" if they are unfolded.
    `pressed`: the key was pressed, be it for an empty form.
    """

    game: SheetGame
    rules: HouseRules
    written: Mapping[str, str]
    dice: str
    left: str
    spares: str
    errors: dict[str, str] = field(default_factory=dict)
    opened: str = ""
    pressed: bool = False

    @property
    def asked(self) -> bool:
        """Return whether an answer is wanted, not the form alone."""
        return self.pressed or bool(self.dice or self.written or self.spares)

    @property
    def keeps_spares(self) -> bool:
        """Return whether spare throws (Guts) are banked under these house rules."""
        return self.game.keeps_spares(self.rules.options)

    @property
    def wrong_boxes(self) -> bool:
        """Return whether the fault is on the sheet, which is folded otherwise."""
        return any(name == "written" or name.startswith(POINTS) for name in self.errors)

    @property
    def throws(self) -> list[tuple[str, bool]]:
        """Return the throws that may be left once dice are thrown, and which is chosen."""
        return [(str(left), str(left) == self.left) for left in reversed(range(self.game.throws))]

    def boxes(self) -> list[BoxField]:
        """Return a field for each box of the sheet."""
        boxes = self.game.boxes(self.rules.options)
        return [
            BoxField(name, _(box.label), self.written.get(name, ""), self.errors.get(POINTS + name, ""))
            for name, box in boxes.items()
        ]

    def position(self) -> dict[str, Any] | None:
        """Return the position for `parse_position`; None, with `errors`, if a text is invalid."""
        written = {name: self._points(name, text) for name, text in self.written.items()}
        spares = parse_integer(self.spares, 2) if self.spares else 0
        if spares is None:
            self.errors["spares"] = _("Enter a number.")
        dice = faces(self.dice)
        if dice and not is_throw(dice, self.game.dice):
            example = "44442"[-self.game.dice :]
            self.errors["dice"] = _("Type their faces, such as %(dice)s.") % {"dice": example}
        if self.errors or self.rules.errors:
            return None
        asked: dict[str, Any] = {"written": written, "spares": spares or 0}
        return asked | ({"dice": [int(die) for die in dice], "throws_left": int(self.left)} if dice else {})

    def refuse(self, error: MoveError) -> None:
        """Put a refusal of the position at its field."""
        code, box = error.code, str(error.fields.get("box", ""))
        if code == "bad_spares":
            self.errors["spares"] = _("This sheet can have saved %(most)s at most.") % error.fields
        elif code == "sheet_full":
            self.errors["written"] = _("This sheet is full: leave a box open.")
        elif box:
            self.errors[POINTS + box] = explain(error, game=self.game, rules=self.rules.options)
        else:
            self.errors["dice"] = explain(error, game=self.game, rules=self.rules.options)

    def fields(self) -> list[tuple[str, str]]:
        """Return the fields of the shortest address that asks the same."""
        rules = [(PREFIX + name, text_of(value)) for name, value in self.rules.explicit.items()]
        if PRESET in self.rules.explicit:
            rules.append(("preset_shown", self.rules.preset))
        written = [(POINTS + name, text) for name, text in self.written.items()]
        dice = [("dice", self.dice), ("left", self.left)] if self.dice else []
        guts = [("guts", self.spares)] if self.spares else []
        key = [("ask", "1")] if self.pressed and not (written or guts or dice) else []
        return [*rules, *written, *guts, *dice, *key]

    @property
    def address(self) -> str:
        """The shortest address that asks the same."""
        address, fields = reverse("ask_coach", args=[self.game.slug]), self.fields()
        return f"{address}?{urlencode(fields)}" if fields else address

    def _points(self, name: str, text: str) -> int:
        points = parse_integer(text, 3)
        if points is None:
            self.errors[POINTS + name] = _("Enter points, 0 for a crossed-out box.")
        return points or 0


def dice_game_or_404(slug: str) -> SheetGame:
    """Return the dice game with this slug. Raises Http404 for other games."""
    if slug not in DICE_GAMES:
        raise Http404
    return DICE_GAMES[slug]


def read_question(game: SheetGame, query: QueryDict) -> Question:
    """Read the form of a question; missing fields have their defaults."""
    form = {name: query.get(name, "") for name in query}
    rules = read_rules(game, form)
    opened = "rules" if BUTTONS & form.keys() else ""
    if "printed" in form:
        rules = rules.printed()
    elif "rule-step" in form:
        rules = rules.stepped(form["rule-step"])
    typed = {name: form.get(POINTS + name, "").strip()[:LONGEST] for name in game.boxes(rules.options)}
    left = form.get("left", "")
    return Question(
        game,
        rules,
        {name: text for name, text in typed.items() if text},
        form.get("dice", "").strip()[:LONGEST],
        left if left in map(str, range(game.throws)) else "0",
        form.get("guts", "").strip()[:LONGEST] if game.keeps_spares(rules.options) else "",
        opened=opened,
        pressed="ask" in form,
    )
