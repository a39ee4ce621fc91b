"""Addresses for coming to a table, and of who is there."""

from __future__ import annotations

from django.urls import path

from .pages import join, phones, screen

urlpatterns = [
    path("join/", join.typed, name="join"),
    path("join/<slug:address>/<slug:token>/", join.come, name="come"),
    path("table/<slug:address>/invite/", join.invite, name="invite"),
    path("table/<slug:address>/follow/", join.follow, name="follow"),
    path("table/<slug:address>/phones/", phones.show, name="phones"),
    path("table/<slug:address>/screen/", screen.show, name="screen"),
    path("table/<slug:address>/sit/", phones.sit, name="sit"),
    path("table/<slug:address>/leave/", phones.leave, name="leave"),
]
