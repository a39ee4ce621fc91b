"""Addresses for coming to a table, and of who is there."""

from __future__ import annotations

from django.urls import path

from .views import big_screen, join, participants

urlpatterns = [
    path("join/", join.typed, name="join"),
    path("join/<slug:address>/<slug:token>/", join.come, name="come"),
    path("table/<slug:address>/invite/", join.invite, name="invite"),
    path("table/<slug:address>/follow/", join.follow, name="follow"),
    path("table/<slug:address>/phones/", participants.show, name="phones"),
    path("table/<slug:address>/screen/", big_screen.show, name="screen"),
    path("table/<slug:address>/sit/", participants.sit, name="sit"),
    path("table/<slug:address>/leave/", participants.leave, name="leave"),
]
