"""The URLs of the site, included from each room."""

from django.urls import include, path

urlpatterns = [
    path("", include("scorekeeper.people.urls")),
    path("", include("scorekeeper.table.urls")),
    path("", include("scorekeeper.ledger.urls")),
    path("", include("scorekeeper.history.urls")),
    path("", include("scorekeeper.review.urls")),
    path("", include("scorekeeper.archive.urls")),
    path("", include("scorekeeper.advice.urls")),
]

handler500 = "scorekeeper.core.web.database_errors.server_error"
