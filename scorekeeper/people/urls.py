"""Addresses of the people room."""

from __future__ import annotations

from django.urls import path

from .pages import language

urlpatterns = [
    path("language/", language.show, name="language"),
]
