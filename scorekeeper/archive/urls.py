"""URLs of the archive room."""

from __future__ import annotations

from django.urls import path

from .views import delete_group, erase_person, export, import_file, imports, print_sheet

urlpatterns = [
    path("group/<slug:group>/export/", export.show, name="export"),
    path("group/<slug:group>/export/group.json", export.whole, name="export_group"),
    path("group/<slug:group>/export/group.html", export.page, name="export_page"),
    path("group/<slug:group>/export/results.csv", export.results, name="export_results"),
    path("group/<slug:group>/export/ledger.csv", export.ledger, name="export_ledger"),
    path("group/<slug:group>/delete/", delete_group.show, name="delete_group"),
    path("you/erase/", erase_person.show, name="erase_person"),
    path("group/<slug:group>/imports/", imports.show, name="imports"),
    path("import/", import_file.show, name="import"),
    path("import/sample.csv", import_file.sample, name="import_sample"),
    path("import/preview/", import_file.confirm, name="import_preview"),
    path("blank/<slug:game>/", print_sheet.blank, name="blank_sheet"),
    path("table/<slug:address>/paper/", print_sheet.show, name="print"),
    path("table/<slug:address>/sheet.svg", print_sheet.svg, name="sheet_svg"),
    path("table/<slug:address>/transcript/", export.transcript, name="transcript"),
]
