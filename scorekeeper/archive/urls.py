"""Addresses of the archive room."""

from __future__ import annotations

from django.urls import path

from .pages import bringing, deleting, erasing, export, imports, paper

urlpatterns = [
    path("group/<slug:group>/export/", export.show, name="export"),
    path("group/<slug:group>/export/group.json", export.whole, name="export_group"),
    path("group/<slug:group>/export/results.csv", export.results, name="export_results"),
    path("group/<slug:group>/export/ledger.csv", export.ledger, name="export_ledger"),
    path("group/<slug:group>/delete/", deleting.show, name="delete_group"),
    path("you/erase/", erasing.show, name="erase"),
    path("group/<slug:group>/imports/", imports.show, name="imports"),
    path("import/", bringing.show, name="import"),
    path("import/sample.csv", bringing.sample, name="import_sample"),
    path("import/preview/", bringing.look, name="import_preview"),
    path("blank/<slug:game>/", paper.blank, name="blank"),
    path("table/<slug:address>/paper/", paper.show, name="paper"),
    path("table/<slug:address>/sheet.svg", paper.drawn, name="picture"),
    path("table/<slug:address>/transcript/", export.transcript, name="transcript"),
]
