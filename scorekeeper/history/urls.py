"""Addresses of the history room."""

from __future__ import annotations

from django.urls import path

from .pages import games

urlpatterns = [
    path("group/<slug:group>/games/", games.show, name="games"),
]
