"""URLs of the history room."""

from __future__ import annotations

from django.urls import path

from .views import evenings, fame, figures, games, group, player, seasons, year

urlpatterns = [
    path("group/<slug:group>/", group.show, name="group"),
    path("group/<slug:group>/evenings/", evenings.index, name="evenings"),
    path("group/<slug:group>/evening/<slug:day>/", evenings.show, name="evening"),
    path("group/<slug:group>/evening/<slug:day>/picture.svg", evenings.svg, name="evening_svg"),
    path("group/<slug:group>/fame/", fame.show, name="fame"),
    path("group/<slug:group>/figures/", figures.show, name="figures"),
    path("group/<slug:group>/games/", games.show, name="games"),
    path("group/<slug:group>/seasons/", seasons.show, name="seasons"),
    path("group/<slug:group>/year/<int:year>/", year.show, name="year"),
    path("group/<slug:group>/year/<int:year>/picture.svg", year.svg, name="year_svg"),
    path("group/<slug:group>/player/<slug:player>/", player.show, name="player"),
]
