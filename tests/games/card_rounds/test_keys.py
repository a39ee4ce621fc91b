"""Every key of every card game acts, or explains by the rules why it cannot."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from scorekeeper.games.card_rounds.cards import LETTERS, SUIT_KEYS
from scorekeeper.play.models import Draft
from tests.factories import SampleTable
from tests.games.draft_client import Phone
from tests.sampling import some_of

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bo", "Cleo", "Dev")
TWO = FOUR[:2]
GAMES: list[tuple[str, Sequence[str], dict[str, Any]]] = [
    ("forty_fives", FOUR, {}),
    ("forty_fives", FOUR, {"auction": True}),
    ("forty_fives", TWO, {"joker": False, "revoke": "lose_round", "target": 45}),
    ("generala_cards", FOUR[:3], {}),
    ("generala_cards", FOUR, {"elimination": False, "joker_after_joker": "forbidden"}),
    ("generals_and_majors", TWO, {}),
    ("generals_and_majors", TWO, {"edition": "kalosi"}),
]
STATES = some_of(120, share=8)
# differences between two pages with the same content
PASSING = re.compile(
    r'name="(?:step|seen|key|csrfmiddlewaretoken)"[^>]*|data-(?:version|live|phones)="[^"]*"'
)
NOTE = re.compile(r'id="note"[^>]*>(.*?)</div>', re.DOTALL)
SHAPE = re.compile(r"[0-9]+|(?<=-)[A-Z0-9]+")


class Crawler:
    """Random walk through the states of a panel that tries every key of each."""

    def __init__(self, game: str, names: Sequence[str], options: dict[str, Any]) -> None:
        self.chance = random.Random(f"{game} {sorted(options)}")
        self.phone = Phone(SampleTable(game, names, options=options))
        self.line = 0
        self.tried: set[tuple[str, str]] = set()

    def shown(self) -> str:
        """Return the page without parts that change by themselves."""
        return PASSING.sub("", self.phone.page.partition("<main")[2].partition("</main>")[0])

    def kept(self) -> tuple[Any, ...] | None:
        """Return the present draft."""
        return Draft.objects.filter(line=self.line).values_list("pk", "data", "step").first()

    def restore(self, kept: tuple[Any, ...] | None) -> None:
        """Restore an earlier draft."""
        Draft.objects.filter(line=self.line).delete()
        if kept:
            session = self.phone.desk.table.session.pk
            Draft.objects.create(pk=kept[0], session_id=session, line=self.line, data=kept[1], step=kept[2])
        self.look()

    def look(self) -> None:
        self.phone.look(f"?line={self.line}&right=1" if self.line else "")

    def keys(self) -> list[str]:
        """The keys of this state; of the cards some."""
        keys = sorted((self.phone.open_keys | self.phone.refused_keys) - self.phone.chosen_keys)
        cards = [key for key in keys if key.startswith("card-")]
        others = [key for key in keys if not key.startswith("card-")]
        return others + self.chance.sample(cards, min(4, len(cards)))

    def try_all(self) -> list[str]:
        """Press every key of this state, each from the same draft; return the faults."""
        wrong, before, kept = [], self.shown(), self.kept()
        title = " ".join(re.findall(r'id="who"[^>]*>(.*?)</h2>', self.phone.page, re.DOTALL))
        for key in self.keys():
            sign = (SHAPE.sub("", re.sub("<[^>]*>", "", title)), SHAPE.sub("", key))
            if sign in self.tried and self.chance.random() < 0.9:
                continue
            self.tried.add(sign)
            fault = self.fault(key, before)
            if fault:
                wrong.append(f"{key} at {sign[0].strip()}: {fault}")
            self.restore(kept)
        return wrong

    def fault(self, key: str, before: str) -> str:
        refused = key in self.phone.refused_keys
        answer = self.phone.send(key)
        note = NOTE.search(self.phone.page)
        text = re.sub("<[^>]*>", "", note[1]) if note else ""
        if answer.status_code == 422 and text and "not available" not in text:
            return ""
        if refused:
            return f"{answer.status_code} from a key that is drawn as refused"
        if answer.status_code == 200 and self.shown() != before:
            return ""
        return f"{answer.status_code} {text or 'nothing happens'}"

    def step(self) -> None:
        """One key further, sometimes a line written; from an end to the beginning."""
        if "move" in self.phone.fields and self.chance.random() < 0.4 and not self.line:
            assert self.phone.write().status_code == 200, self.phone.page
        keys = [key for key in self.keys() if key not in ("back", "clear")]
        if not keys or self.chance.random() < 0.03:
            Draft.objects.filter(line=self.line).delete()
            self.look()
        else:
            self.phone.send(self.chance.choice(keys))
            self.look()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "names", "options"), GAMES, ids=lambda value: str(value)[:30])
def test_every_enabled_key_acts_or_explains(game: str, names: Sequence[str], options: dict[str, Any]) -> None:
    crawler = Crawler(game, names, options)
    wrong: list[str] = []
    for _ in range(STATES):
        wrong += crawler.try_all()
        crawler.step()
        if crawler.phone.desk.table.outcome:
            crawler = Crawler(game, names, options | {})
    assert sorted(set(wrong)) == []


LINES: list[tuple[str, Sequence[str], dict[str, Any], list[dict[str, Any]]]] = [
    ("forty_fives", FOUR, {}, [{"trump": "H", "tricks": ["3", "3", "1", "4", "3"], "best": "3"}]),
    (
        "forty_fives",
        FOUR,
        {"auction": True},
        [
            {
                "bid": {"player": "2", "points": 20},
                "trump": "C",
                "tricks": ["2", "2", "2", "1", "2"],
                "best": "2",
            }
        ],
    ),
    ("generala_cards", FOUR[:3], {}, [{"out": [["1"], ["2"]]}]),
    ("generala_cards", FOUR[:3], {}, [{"trick": [["1", "KS"], ["2", "2S"], ["3", "3S"]]}]),
    ("generals_and_majors", TWO, {}, [{"player": "1", "commander": "KH"}]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "names", "options", "entries"), LINES, ids=lambda value: str(value)[:30])
def test_every_key_of_correction_acts_or_explains(
    game: str, names: Sequence[str], options: dict[str, Any], entries: list[dict[str, Any]]
) -> None:
    crawler = Crawler(game, names, options)
    for entry in entries:
        crawler.line = crawler.phone.desk.entry(**entry)
    crawler.look()
    wrong: list[str] = []
    for _ in range(some_of(40, share=3)):
        wrong += crawler.try_all()
        crawler.step()
    assert sorted(set(wrong)) == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_keyboard_letters_differ_for_suits_and_ranks(language: str) -> None:
    with override(language):
        suits, ranks = [str(each) for each in SUIT_KEYS.values()], [str(each) for each in LETTERS.values()]
    assert len({*suits, *ranks}) == len(suits) + len(ranks)
    assert all(len(letter) == 1 and letter.isupper() for letter in suits)
