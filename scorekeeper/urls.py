"""The site map: each room brings its own addresses."""

from django.urls import include, path

urlpatterns = [
    path("", include("scorekeeper.people.urls")),
    path("", include("scorekeeper.table.urls")),
    path("", include("scorekeeper.ledger.urls")),
    path("", include("scorekeeper.history.urls")),
    path("", include("scorekeeper.archive.urls")),
]

handler500 = "scorekeeper.core.web.database_errors.server_error"
