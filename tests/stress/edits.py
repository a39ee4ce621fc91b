"""B8: two phones correct an entry at once: one succeeds, the other sees both values."""

from __future__ import annotations

import threading

from .case import Result, StressCase
from .history import OK, REFUSED
from .phone import Answer, Phone
from .place import faults, make_tables, stored
from .tables import BEFORE, correction

RACES_PER_TABLE = 100


def edits(case: StressCase, races: int) -> Result:
    """Run races of two corrections, each from the same version."""
    result = case.result("two phones correct the same line", f"{races:,} races")
    with case.place.server(several=True) as server:
        made = make_tables(server, -(-races // RACES_PER_TABLE), writers=2)
        server.start()
        phones = [Phone(server.port, made.cookies[each], each) for each in range(2)]
        for number in range(races):
            address = made.addresses[number // RACES_PER_TABLE]
            _race(case, result, phones, address, BEFORE + number % RACES_PER_TABLE)
        for phone in phones:
            phone.hang_up()
        for address in made.addresses:
            result.miss(*case.history.faults(address, stored(server, address), BEFORE))
        server.stop()
        result.miss(*faults(server))
    won = [
        sum(write.outcome == OK for write in case.history.writes if write.phone == each) for each in range(2)
    ]
    result.figures = (
        f"{sum(won):,} saved, {case.history.count(REFUSED):,} told; won {won[0]:,} and {won[1]:,}"
    )
    return result


def _race(case: StressCase, result: Result, phones: list[Phone], address: str, seen: int) -> None:
    """Run one race; the loser is shown both values."""
    _name, form = correction(case.chance, seen)
    face = int(form["line"].partition("-")[2]) + 1
    points = case.chance.sample(range(5), 2)
    forms = [
        form | {"points": face * each, "key": correction(case.chance, seen)[1]["key"]} for each in points
    ]
    writes = [case.history.invoke(each, address, forms[each]) for each in range(2)]
    answers: list[Answer] = [Answer(0)] * 2
    together = threading.Barrier(2)

    def send(each: int) -> None:
        together.wait(60)
        answers[each] = phones[each].try_once("correct", writes[each])

    threads = [threading.Thread(target=send, args=(each,)) for each in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted(answer.status for answer in answers)
    if statuses != [200, 409]:
        result.miss(f"{address} at {seen}: the answers were {statuses}")
        return
    lost = answers.index(next(answer for answer in answers if answer.status == 409))
    change = f"Change {forms[1 - lost]['points']} to {forms[lost]['points']}<"
    if change not in answers[lost].page:
        result.miss(f"{address} at {seen}: the loser is not shown {change[:-1]!r}")
