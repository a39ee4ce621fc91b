"""URLs of the review room."""

from __future__ import annotations

from django.urls import path

from .views import luck, played

urlpatterns = [
    path("group/<slug:group>/luck/", luck.show, name="luck"),
    path("table/<slug:address>/played/", played.show, name="played"),
]
