"""URLs of the ledger room."""

from __future__ import annotations

from django.urls import path

from .views import money

urlpatterns = [
    path("group/<slug:group>/money/", money.show, name="money"),
    path("group/<slug:group>/money/lines/", money.lines, name="postings"),
]
