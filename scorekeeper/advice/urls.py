"""URLs of the advice room."""

from __future__ import annotations

from django.urls import path

from .views import ask, games, practice

urlpatterns = [
    path("coach/", games.show, name="coach"),
    path("coach/<slug:game>/", ask.show, name="ask_coach"),
    path("coach/<slug:game>/practice/", practice.show, name="practice"),
]
