"""URLs of the table room."""

from __future__ import annotations

from django.urls import path

from .views import (
    big_screen,
    change,
    delete_game,
    device_transfer,
    draft,
    group_defaults,
    home,
    join,
    log,
    manifest,
    new_game,
    offline,
    opening,
    participants,
    share,
    table,
    unlisted,
    write,
)
from .views import help as rules

urlpatterns = [
    path("", home.show, name="home"),
    path("new/<slug:game>/", new_game.show, name="new_game"),
    path("new/<slug:game>/throw/", opening.show, name="opening_roll"),
    path("new/<slug:game>/rules/", rules.show_for_new_game, name="new_game_rules"),
    path("group/<slug:group>/defaults/", group_defaults.show, name="group_defaults"),
    path("group/<slug:group>/deleted/", unlisted.deleted, name="deleted_games"),
    path("group/<slug:group>/ended/", unlisted.ended, name="ended_games"),
    path("table/<slug:address>/", table.show, name="table"),
    path("table/<slug:address>/write/", write.write, name="write"),
    path("table/<slug:address>/put-right/", write.correct, name="correct"),
    path("table/<slug:address>/take-back/", write.undo, name="undo"),
    path("table/<slug:address>/draft/", draft.press, name="draft"),
    path("table/<slug:address>/go-home/", write.go_home, name="go_home"),
    path("table/<slug:address>/lines/", log.show, name="log"),
    path("table/<slug:address>/change/", change.show, name="change"),
    path("table/<slug:address>/remove/", delete_game.show, name="delete_game"),
    path("table/<slug:address>/rules/", rules.show, name="rules"),
    path("table/<slug:address>/rematch/", new_game.rematch, name="rematch"),
    path("join/", join.enter_code, name="enter_code"),
    path("tv/", join.enter_code, {"screen": True}, name="television_code"),
    path("join/<slug:address>/<slug:token>/", join.open_link, name="join"),
    path("table/<slug:address>/share/", share.show, name="share"),
    path("table/<slug:address>/invite/", join.invite, name="invite"),
    path("table/<slug:address>/follow/", join.follow, name="follow_rematch"),
    path("table/<slug:address>/phones/", participants.show, name="participants"),
    path("table/<slug:address>/screen/", big_screen.show, name="big_screen"),
    path("table/<slug:address>/tv/", big_screen.explain, name="television"),
    path("table/<slug:address>/sit/", participants.sit, name="take_seat"),
    path("table/<slug:address>/leave/", participants.leave, name="leave"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("carry/", device_transfer.transfer, name="device_transfer"),
    path("sw.js", offline.worker, name="service_worker"),
    path("offline/", offline.shell, name="offline"),
    path("points/<slug:game>/<slug:name>.json", offline.points, name="points"),
]
