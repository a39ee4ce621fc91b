"""Tables in every state of the card panels, made through their pages."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .other_player import TEN, OtherPlayer

Form = Mapping[str, str]
FOUR = TEN[:4]
ALONE: Form = {}
SIDES: Form = {"sides": "2"}
ROUND = ["trump-H", "took-1", "took-1", "took-2", "took-3", "took-1"]
ROBBED = ["mode-cards", "card-9D", "rob-3", "robbed"]
# the second trick shows that a player revoked in the first
REVOKE = ["KC", "4C", "3D", "9C", "QD", "10S", "2D", "8D", "KS", "4D"]
# the second player needs nine points more
GRACE: list[tuple[str, dict[str, Any]]] = [
    ("1", {"commander": "AH"}),
    ("2", {"commander": "AS"}),
    ("1", {"commander": "KH"}),
    ("2", {"commander": "KC"}),
    ("1", {"commander": "AD", "armies": ["5D"]}),
    ("2", {"commander": "QS", "armies": ["4S"]}),
    ("1", {"commander": "AX", "armies": ["7D"]}),
    ("2", {"commander": "JD", "armies": ["2S"]}),
    ("1", {"commander": "KX", "armies": ["8H"]}),
    ("2", {"armies": ["2C"]}),
    ("1", {"commander": "JH", "armies": ["9D"]}),
]


def cards(*played: str) -> list[str]:
    """Return the keys of these cards."""
    return [f"card-{card}" for card in played]


def card_states(evening: OtherPlayer) -> dict[str, str]:
    """Return the address of a table in each state of the three card games, by a name for it."""
    return {**forty_fives(evening), **generala_cards(evening), **generals_and_majors(evening)}


def forty_fives(evening: OtherPlayer) -> dict[str, str]:
    """Return the states of Forty-fives, by a name for each."""

    def table(keys: Iterable[str] = (), names: list[str] = FOUR, form: Form = ALONE) -> str:
        address = evening.start("forty_fives", names, **form)
        evening.tap(address, *keys)
        return address

    def written(form: Form) -> str:
        address = table(form=form)
        for tricks, best in (("11231", "3"), ("24113", "1"), ("44121", "4")):
            move = {"trump": "H", "tricks": [*tricks], "best": best}
            answer = evening.write(address, move=json.dumps(move))
            assert answer.ok, answer.text()
        return address

    sides = written(SIDES)
    auction = {**SIDES, "rule-auction": "true"}
    return {
        "ff-trumps": sides,
        "ff-line": f"{sides}?line=2",
        "ff-correction": f"{sides}?line=2&right=1",
        "ff-tricks": table(ROUND[:3]),
        "ff-best": table(ROUND, form=SIDES),
        "ff-over": table([*ROUND, "best-3"]),
        "ff-settle-trump": table(["took-1", "settle"]),
        "ff-settle-cards": table([*ROUND[:2], "settle", *cards("7H", "AS")]),
        "ff-settled": table([*ROUND[:2], "settle", *cards("7H", "AS", "AH", "9H")]),
        "ff-turned": table(["mode-cards"]),
        "ff-joker-turned": table(["mode-cards", "card-JK"]),
        "ff-robbing": table(["mode-cards", "card-9D"]),
        "ff-discard": table([*ROBBED[:3], "naming"]),
        "ff-card": table([*ROBBED, *cards("JK", "4C")], TEN[:4]),
        "ff-six": table([*ROBBED, *cards("JK", "4C", "3D", "9C", "QD")], TEN[:6]),
        "ff-ten": table([*ROBBED, *cards("JK", "4C", "3D")], TEN),
        "ff-ten-result": table(ROUND[:3], TEN),
        "ff-three-sides-result": table(ROUND[:3], TEN[:6], form={"sides": "3"}),
        "ff-three-sides": table([*ROBBED, *cards("JK")], TEN[:6], form={"sides": "3"}),
        "ff-revoke": table([*ROBBED, *cards(*REVOKE)], form={**SIDES, "rule-revoke": "lose_round"}),
        "ff-fixing": table([*ROBBED, *cards(*REVOKE[:5]), "fix-0-1"]),
        "ff-auction": table(form=auction),
        "ff-bid": table(["bidder-2"], form=auction),
        "ff-bid-made": table(["bidder-2", "bid-25", "trump-H", "took-1", "took-2"], form=auction),
        "ff-bid-cards": table(["bidder-2", "bid-25", "trump-H", "mode-cards"], form=auction),
    }


def generala_cards(evening: OtherPlayer) -> dict[str, str]:
    """Return the states of Générala, by a name for each."""

    def table(keys: Iterable[str] = (), names: list[str] = FOUR, form: Form = ALONE) -> str:
        address = evening.start("generala_cards", names, **form)
        evening.tap(address, *keys)
        return address

    def trick(*keys: str, names: list[str] = FOUR) -> str:
        return table(["mode-cards", *keys], names)

    hand = table()
    out = json.dumps({"out": [["3"], ["1"], ["4", "2"]]})
    answer = evening.write(hand, move=out)
    assert answer.ok, answer.text()
    return {
        "ga-hand": hand,
        "ga-line": f"{hand}?line=1",
        "ga-correction": f"{hand}?line=1&right=1",
        "ga-two-out": table(["out-3", "out-1"]),
        "ga-hand-over": table(["out-3", "out-1", "out-4"]),
        "ga-ten": table(["out-3", "out-1", "out-4", "out-5", "out-6"], TEN),
        "ga-lead": trick(),
        "ga-follow": trick("card-9H", "card-KH"),
        "ga-picks-up": trick("card-9H", "card-KH", "card-2H", "none"),
        "ga-picked-up": trick("card-9H", "card-KH", "none", "take-KH"),
        "ga-fixing": trick("card-9H", "card-KH", "fix-0"),
        "ga-trick-over": trick("card-9H", "card-KH", "card-2H", "card-3H"),
        "ga-ten-cards": trick("card-9H", "card-KH", names=TEN),
        "ga-settle": table(["out-1", "settle"]),
        "ga-settle-cards": table(["out-1", "settle", "leads-3", *cards("9H", "KH")]),
        "ga-settled": table(["settle", "leads-3", *cards("9H", "KH"), "none", "take-KH"]),
        "ga-end": table(["end"], form={"rule-elimination": "false"}),
    }


def generals_and_majors(evening: OtherPlayer) -> dict[str, str]:
    """Return the states of Generals and Majors, by a name for each."""

    def table(turns: int = 0, keys: Iterable[str] = ()) -> str:
        address = evening.start("generals_and_majors", FOUR[:2])
        for player, turn in GRACE[:turns]:
            answer = evening.write(address, move=json.dumps({"player": player, **turn}))
            assert answer.ok, answer.text()
        evening.tap(address, *keys)
        return address

    middle = table(7)
    return {
        "gm-first": table(),
        "gm-middle": middle,
        "gm-laid": table(7, cards("QD", "3S")),
        "gm-cancels": table(7, cards("QC", "5C")),
        "gm-line": f"{middle}?line=5",
        "gm-correction": f"{middle}?line=5&right=1",
        "gm-grace": table(11),
        "gm-grace-laid": table(11, cards("QC", "5C")),
    }
