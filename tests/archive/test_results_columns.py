"""Tables of old results with column names of any language, from any spreadsheet."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.archive import uploads
from scorekeeper.archive.results_parser import OldGame, read
from scorekeeper.history.models import Score
from tests.archive.import_requests import LOOK, file, sent
from tests.factories import new_writer

HEADS = [
    *("date,game,player,points", "Datum,Spiel,Name,Punkte", "fecha,juego,nombre,puntos"),
    *("date,jeu,nom,points", "Datum,Spiel,Spieler,Punkte", "Fecha,Juego,Jugador,Puntos"),
    *("Date,Jeu,Joueur,Points", " DATUM , spiel,NAME,Punkte ", '"Fecha","Juego","Jugador","Puntos"'),
]
ROWS = [("2019-05-02", "Generala", "Ana", "153"), ("2019-05-02", "Generala", "Bo", "98")]
LANGUAGES = ("en", "de", "es", "fr")


def written(head: str, parted: str = ",") -> str:
    return "\r\n".join([head, *(",".join(row) for row in ROWS)]).replace(",", parted) + "\r\n"


def games(data: bytes) -> tuple[OldGame, ...]:
    found = read(uploads.decode_file("old.csv", data).text)
    assert not found.errors
    return found.games


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_of_any_language_are_read_on_any_page(head: str, language: str) -> None:
    from django.utils.translation import override

    with override(language):
        (game,) = games(written(head).encode())
    assert (game.day, game.players, game.points) == (date(2019, 5, 2), ("Ana", "Bo"), (153, 98))


@pytest.mark.parametrize("parted", [",", ";", "\t"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_columns_are_read_in_any_encoding(codec: str, parted: str) -> None:
    text = written("Datum,Spiel,Name,Punkte", parted).replace("Ana", "Jürgen")
    for data in (text.encode(codec), ("sep=" + parted + "\r\n" + text).encode(codec)):
        (game,) = games(data)
        assert game.players == ("Jürgen", "Bo")


def test_columns_in_any_order_are_read() -> None:
    rows = "Punkte;Ort;Name;Spiel;Datum\n153;Bar;Ana;Generala;2.5.2019\n98;Bar;Bo;Generala;2.5.2019\n"
    (game,) = games(rows.encode())
    assert (game.day, game.players, game.points) == (date(2019, 5, 2), ("Ana", "Bo"), (153, 98))


@pytest.mark.parametrize(("yes", "no"), [("ja", "nein"), ("sí", "no"), ("oui", "non"), ("x", "")])
def test_columns_who_won_is_read_in_any_language(yes: str, no: str) -> None:
    rows = f"date,game,player,points,gewonnen\n2019-05-02,yacht,Ana,1,{no}\n2019-05-02,yacht,Bo,1,{yes}\n"
    assert games(rows.encode())[0].won == ("Bo",)


@pytest.mark.django_db
def test_columns_that_are_missing_are_named_as_on_page() -> None:
    client = Client(headers={"accept-language": "de"})
    answer = sent(client, file("a.csv", "Ort,Punkte\nBar,1\n"))
    assert answer.status_code == 422
    assert "es fehlen: Datum, Spiel, Name." in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_sample_is_offered_and_imported(language: str) -> None:
    """The columns of the sample are those that the page lists, in the language of the page."""
    client = Client(headers={"accept-language": language})
    page = client.get("/import/").text
    assert 'href="/import/sample.csv"' in page
    answer = client.get("/import/sample.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="scorekeeper-sample.csv"'
    head = answer.content.decode("utf-8-sig").splitlines()[0]
    asked = re.search(r"\(CSV\)\u202f?: ([^<]+)<", page)
    assert asked is not None
    assert asked[1] == re.sub("[;,]", ", ", head)
    assert len(games(answer.content)) == 2
    assert sent(client, file("sample.csv", answer.content)).status_code == 303
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    assert Score.objects.count() == 4


@pytest.mark.django_db
def test_rows_are_refused_with_row_and_field() -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    table = f"""date,game,player,points
2019-05-02,Generala,Ana,153
2019-05-02,Generala,Bo,
{tomorrow},Generala,Ana,1
{tomorrow},Generala,Bo,2
2019-05-04,Generala,Ana,1
2019-05-05,Generala,Ana,1
2019-05-05,Generala,Bo,1.5
"""
    client = Client()
    sent(client, file("old.csv", table))
    page = client.get(LOOK).text
    assert "row 3 has no points" in page
    assert f"row 4, date: {tomorrow} is in the future" in page
    assert "row 6: a game needs more than one player" in page
    assert "row 8, points: “1.5” is not a whole number" in page


@pytest.mark.django_db
def test_preview_counts_variants_of_a_game_together() -> None:
    rows = "".join(
        f"2019-05-0{day},Yahtzee,{name},{day}00,joker={joker}\n"
        for day, joker in ((1, "free"), (2, "forced"))
        for name in ("Ana", "Bo")
    )
    client = new_writer().client()
    sent(client, file("old.csv", f"date,game,player,points,house_rules\n{rows}"))
    assert "2 Yahtzee" in client.get(LOOK).content.decode()
