"""The expected response of every route, by method and role."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from django.db import transaction
from django.test import Client

from scorekeeper.people import invite_links
from scorekeeper.play.access_links import token_of
from scorekeeper.play.game_cache import GAME_CACHE
from tests.factories import SampleTable

from .cast import (
    AFTER,
    KNOWN,
    UNKNOWN,
    card_table,
    dice_table,
    over_table,
)
from .routes import Route, routes

# What looking (GET, HEAD) and sending the form of FORMS (POST) answer. `nobody`: everybody whom the table does not
# know; the same at no table at all; after a stroke, what a stranger is answered who is no person yet. A route that is
# not here fails the build: decide, and write it down.
MATRIX = """
             look                                          send
             host member player guest watcher nobody       host member player guest watcher nobody
home         200  200    200    200   200     200          405  405    405    405   405     405
account      200  200    200    200   200     200          303  303    303    303   303     303
passkeys     200  200    200    200   200/303 200/303      422  422    422    422   422/303 422/303
passkey_options 405 405    405    405   405     405          200  200    200    200   200     200
recovery_codes 200  200    200    200   200/303 200/303      200  200    200    200   200/303 200/303
mail         404  404    404    404   404     404          404  404    404    404   404     404
login        200  200    200    200   200     200          422  422    422    422   422     422
logout       200  200    200    200   200/303 200/303      200  200    200    200   200/303 200/303
groups       200  200    200    200   200     200          303  303    303    303   303     303
group_join   200  200    200    200   200     200          303  303    303    303   303     303
group_menu   200  200    404    404   404     404          303  303    404    404   404     404
group_defaults 200  200    404    404   404     404          303  303    404    404   404     404
people       200  200    404    404   404     404          404  404    404    404   404     404
former_members 307 307   307    307   307     307          307  307    307    307   307     307
former_players 307 307   307    307   307     307          307  307    307    307   307     307
group_invite 200  200    404    404   404     404          303  422    404    404   404     404
player_edit  200  200    404    404   404     404          303  303    404    404   404     404
player_merge 200  200    404    404   404     404          404  404    404    404   404     404
money        200  200    404    404   404     404          422  422    404    404   404     404
postings     200  200    404    404   404     404          405  405    405    405   405     405
games        200  200    404    404   404     404          405  405    405    405   405     405
evenings     200  200    404    404   404     404          405  405    405    405   405     405
evening      200  200    404    404   404     404          405  405    405    405   405     405
evening_svg  200  200    404    404   404     404          405  405    405    405   405     405
deleted_games 200 200    404    404   404     404          405  405    405    405   405     405
ended_games  200  200    404    404   404     404          405  405    405    405   405     405
group        200  200    404    404   404     404          422  422    404    404   404     404
year         200  200    404    404   404     404          405  405    405    405   405     405
year_svg     200  200    404    404   404     404          405  405    405    405   405     405
fame         200  200    404    404   404     404          405  405    405    405   405     405
figures      200  200    404    404   404     404          405  405    405    405   405     405
luck         200  200    404    404   404     404          405  405    405    405   405     405
seasons      200  200    404    404   404     404          303  404    404    404   404     404
player       200  200    404    404   404     404          405  405    405    405   405     405
new_game     200  200    200    200   200     200          422  422    422    422   422     422
opening_roll 302  302    302    302   302     302          422  422    422    422   422     422
new_game_rules 200  200    200    200   200     200          200  200    200    200   200     200
table        200  200    200    200   200     404          405  405    405    405   405     405
log          200  200    200    200   200     404          405  405    405    405   405     405
rules        200  200    200    200   200     404          405  405    405    405   405     405
course       200  200    200    200   200     404          405  405    405    405   405     405
course_image 200  200    200    200   200     404          405  405    405    405   405     405
played       404  404    404    404   404     404          405  405    405    405   405     405
change       200  200    200    200   404     404          303  303    303    303   404     404
delete_game  200  200    404    404   404     404          303  303    404    404   404     404
write        302  302    302    302   302     302          302  302    302    302   404/401 404/401
correct      302  302    302    302   302     302          302  302    302    302   404/401 404/401
write_note   302  302    302    302   302     302          302  302    302    302   404/401 404/401
session_note 200  200    200    200   404     404          303  303    303    303   404     404
undo         302  302    302    302   302     302          302  302    302    302   404/401 404/401
go_home      302  302    302    302   302     302          302  302    302    302   404/401 404/401
draft        302  302    302    302   302     302          302  302    302    302   404/401 404/401
rematch      405  405    405    405   405     405          303  303    303    303   404     404
manifest     200  200    200    200   200     200          405  405    405    405   405     405
service_worker 200  200    200    200   200     200          405  405    405    405   405     405
offline      200  200    200    200   200     200          405  405    405    405   405     405
points       404  404    404    404   404     404          405  405    405    405   405     405
offline_tables 404 404   404    404   404     404          405  405    405    405   405     405
language     200  200    200    200   200     200          303  303    303    303   303     303
device_transfer 200  200    200    200   200     200          422  422    422    422   422     422
enter_code   200  200    200    200   200     200          422  422    422    422   422     422
television_code 200 200   200    200   200     200          422  422    422    422   422     422
join         302  302    302    302   302     302          405  405    405    405   405     405
invite       200  200    200    200   200     404          303  303    303    303   404     404
share        302  302    302    302   302     404          405  405    405    405   405     405
settle_game  405  405    405    405   405     405          303  303    404    404   404     404
follow_rematch 405  405    405    405   405     405          303  303    303    303   303     404
participants 200  200    200    200   404     404          303  422    422    422   404     404
big_screen   200  200    200    200   200     404          405  405    405    405   405     405
television   200  200    200    200   200     404          303  303    303    303   404     404
take_seat    405  405    405    405   405     405          303  303    303    303   303     404
export       200  200    404    404   404     404          405  405    405    405   405     405
export_group 200  200    404    404   404     404          405  405    405    405   405     405
export_page  200  200    404    404   404     404          405  405    405    405   405     405
export_results 200 200   404    404   404     404          405  405    405    405   405     405
export_ledger 200 200    404    404   404     404          405  405    405    405   405     405
delete_group 200  404    404    404   404     404          422  404    404    404   404     404
transcript   200  200    200    200   200     404          405  405    405    405   405     405
imports      200 200    404    404   404     404          422  422    404    404   404     404
import       200  200    200    200   200     200          422  422    422    422   422     422
import_sample 200 200    200    200   200     200          405  405    405    405   405     405
import_preview 303 303   303    303   303     303          303  303    303    303   303     303
print        200  200    200    200   200     404          405  405    405    405   405     405
sheet_svg    200  200    200    200   200     404          405  405    405    405   405     405
blank_sheet  200  200    200    200   200     200          405  405    405    405   405     405
coach        200  200    200    200   200     200          405  405    405    405   405     405
ask_coach    200  200    200    200   200     200          405  405    405    405   405     405
practice     200  200    200    200   200     200          405  405    405    405   405     405
erase_person 200  200    200    200   200/303 200/303      422  422    422    422   422/303 422/303
leave        405  405    405    405   405     405          422  404    200    200   200     404
"""


# Where the game is over, guests are answered as in the column `guest`, but for what they send to these: one who sat
# there before the end, and one who came later.
OVER = """
             seated_guest old_link_guest
write        422          422
correct      302          422
write_note   302          422
session_note 303          404
undo         422          422
go_home      422          422
draft        422          422
change       303          422
rematch      303          422
"""


COLUMNS = ("host", "member", "player", "guest", "watcher", "nobody")


def expected(way: str, *, stranger: bool = False) -> dict[tuple[str, str], int]:
    """Return (route, column) -> status, for GET or POST, of a known person or a stranger."""
    found = {}
    for line in MATRIX.strip().splitlines()[2:]:
        name, *statuses = line.split()
        part = statuses[:6] if way == "look" else statuses[6:]
        assert len(part) == len(COLUMNS), line
        for column, status in zip(COLUMNS, part, strict=True):
            found[name, column] = int(status.split("/")[-1 if stranger else 0])
        found |= {(name, role): found[name, "guest"] for role in AFTER}
    if way == "look":  # only a finished game has a page to share, and one how it was played
        found |= {(name, role): 200 for role in AFTER for name in ("share", "played")}
        found["session_note", "old_link_guest"] = 404
    for line in OVER.strip().splitlines()[1:] if way == "send" else ():
        name, *statuses = line.split()
        found |= {(name, role): int(status) for role, status in zip(AFTER, statuses, strict=True)}
    return found


def visits_of(role: str) -> Iterator[tuple[Route, Client, SampleTable]]:
    """Yield every route with a role's browser and a filled table, each visit as if the first."""
    over = role in AFTER
    dice, cards = over_table() if over else dice_table(), card_table(over=over)
    come = (KNOWN | AFTER | UNKNOWN)[role]
    browsers = {desk.address: come(desk) for desk in (dice, cards)}
    for route in routes():
        desk = cards if route.name == "draft" else dice
        with back_again(browsers[desk.address]):
            yield route, browsers[desk.address], desk


@contextmanager
def back_again(client: Client | None = None) -> Iterator[None]:
    """Undo all changes of the block, also in the browser, so that visits are independent."""
    place, cookies = transaction.savepoint(), deepcopy(client.cookies) if client else None
    yield
    if client is not None and cookies is not None:
        client.cookies = cookies
    transaction.savepoint_rollback(place)
    GAME_CACHE.clear()


def path_of(route: Route, desk: SampleTable) -> str:
    """Return the address of a route for a table, including its secret."""
    return route.path(
        address=desk.address,
        group=desk.group.address,
        token=token_of(desk.session),
        key=invite_links.invite_token(desk.group),
        player=desk.session.seats.get(number=1).player.address,
    )
