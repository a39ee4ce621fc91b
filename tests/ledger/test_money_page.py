"""The money page: content, payments, and errors at their fields."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.people.models import Group, Player
from tests.factories import SampleTable, Writer, new_key, new_writer

pytestmark = pytest.mark.django_db
WHY = "To keep payments few, some go to a player whom the payer owes nothing."
FIXED = {"kind": "fixed", "amount": "5.10", "unit": "EUR"}


def won(*names: str, writer: Writer | None = None, **stake: str) -> SampleTable:
    """Return a game that the first player won with the first throw."""
    desk = SampleTable("general", names, stake=FIXED | stake, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    return desk


def page(desk: SampleTable, name: str = "money", query: str = "", **settings: str) -> str:
    answer = desk.writer.client(**settings).get(reverse(name, args=[desk.group.address]) + query)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def sends(desk: SampleTable, **form: str) -> tuple[int, str]:
    """Submit a form of the page and return the result."""
    answer = desk.writer.client().post(
        reverse("money", args=[desk.group.address]), {"key": new_key(), **form}
    )
    return answer.status_code, answer.content.decode()


def numbers(desk: SampleTable) -> dict[str, str]:
    ana, bo = (str(seat.player_id) for seat in desk.table.seats[:2])
    return {"do": "pay", "payer": bo, "payee": ana, "unit": "EUR"}


def rows(text: str) -> list[tuple[dict[str, str], bool]]:
    """Return the debts of a page: the fields of each form, and whether its question is open."""
    found = re.findall(r'<details class="owing"( open)?>(.*?)</details>', text, re.DOTALL)
    return [(dict(re.findall(r'name="(\w+)" value="([^"]*)"', row)), bool(open_)) for open_, row in found]


def opened(desk: SampleTable, query: str) -> list[tuple[str, str, str, str]]:
    """(payer, payee, sum, list) of the questions that are open."""
    text = desk.writer.client().get(reverse("money", args=[desk.group.address]) + query).content.decode()
    return [(row["payer"], row["payee"], row["whole"], row["list"]) for row, open_ in rows(text) if open_]


def sums(desk: SampleTable) -> list[int]:
    return sorted(balances(desk.group.pk).get("EUR", {}).values())


def test_page_without_debts() -> None:
    assert "No debts. Everybody is even." in page(SampleTable())


def test_page_shows_debts_and_reasons() -> None:
    desk = won("Ana", "Bo", "Cleo")
    text = page(desk)
    assert "Ana +€10.20" in text
    assert "Bo −€5.10" in text
    assert "Bo to Ana General, each loser pays €5.10 €5.10" in text
    assert "€5.10 Paid" in text
    assert "5,10" in page(desk, HTTP_ACCEPT_LANGUAGE="de") or "€5.10" in page(desk)


def test_paid_in_part_then_taken_back() -> None:
    desk = won("Ana", "Bo")
    asked = numbers(desk)
    query = f"?payer={asked['payer']}&payee={asked['payee']}&unit=EUR"
    assert "Paid No Bo paid Ana of €5.10 Yes, €5.10 paid" in page(desk, query=query)
    assert sends(desk, amount="2,00", **asked)[0] == 303
    assert sums(desk) == [-310, 310]
    assert "Bo paid Ana written by you €2.00 Undo" in page(desk)
    paid = Posting.objects.get(kind="payment")
    assert (paid.author_id, paid.amount) == (desk.writer.person.pk, 200)
    assert sends(desk, do="undo", line=str(paid.pk))[0] == 303
    assert sums(desk) == [-510, 510]
    text = page(desk, "postings")
    assert "Undone: Bo paid Ana written by you €2.00" in text
    assert "Undo " not in text


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("amount", "5.11", "This is more than €5.10."),
        ("amount", "0", "Enter between €0.01 and €5.10."),
        ("amount", "much", "Write the amount in digits"),
        ("amount", "", "Write the amount in digits"),
        ("amount", "1.001", "At most 2 decimals here."),
        ("amount", "9" * 50, "The amount is too large"),
        ("key", "again", "This form was used already."),
        ("unit", "USD", "This is no longer owed."),
        ("unit", "", "Name a currency or a thing"),
        ("payee", "0", "This is no longer owed."),
        ("payer", "-1", "This is no longer owed."),
        ("payer", "9" * 30, "This is no longer owed."),
    ],
)
def test_invalid_payment_is_refused_at_its_field(field: str, value: str, says: str) -> None:
    desk = won("Ana", "Bo")
    status, text = sends(desk, **{"amount": "1", **numbers(desk), field: value})
    assert status == 422
    assert escape(says) in text
    assert sums(desk) == [-510, 510]
    if field == "amount":
        assert f'value="{value}" aria-invalid="true" aria-describedby="said"' in text
        assert re.search(r'<details class="owing" open>.*id="said"', text, re.DOTALL)


def test_payment_sent_twice_is_paid_once() -> None:
    desk = won("Ana", "Bo")
    form = {"amount": "2", "key": new_key(), **numbers(desk)}
    assert [sends(desk, **form)[0] for _ in range(2)] == [303, 303]
    assert sums(desk) == [-310, 310]


def test_things_and_money_are_never_added() -> None:
    desk = won("Ana", "Bo")
    won("Bo", "Ana", writer=desk.writer, amount="2", unit="rounds of drinks")
    text = page(desk)
    assert "Euro" in text
    assert "rounds of drinks" in text
    assert "Ana −2" in text
    form = {**numbers(desk), "payer": numbers(desk)["payee"], "payee": numbers(desk)["payer"]}
    assert sends(desk, **{**form, "unit": "rounds of drinks", "amount": "1"})[0] == 303
    assert "Ana −1" in page(desk)


def test_name_is_text() -> None:
    desk = won("<script>alert(1)</script>", "Bo & Co")
    answer = desk.writer.client().get(reverse("money", args=[desk.group.address])).content.decode()
    assert "<script>alert" not in answer
    assert "Bo &amp; Co" in answer


def test_money_page_is_not_found_for_others() -> None:
    desk = won("Ana", "Bo")
    address = reverse("money", args=[desk.group.address])
    for client in (Client(), new_writer().client()):
        assert client.get(address).status_code == 404
        assert client.post(address, {"amount": "1", "key": new_key(), **numbers(desk)}).status_code == 404
    assert sums(desk) == [-510, 510]
    member = new_writer(Group.objects.get(pk=desk.group.pk))
    assert member.client().get(address).status_code == 200


def test_home_links_to_open_debts() -> None:
    desk = won("Ana", "Bo")
    assert reverse("money", args=[desk.group.address]) in desk.writer.client().get("/").content.decode()
    assert sends(desk, amount="5.10", **numbers(desk))[0] == 303
    assert "debts" not in desk.writer.client().get("/").content.decode()


def test_many_lines_are_paged() -> None:
    writer = new_writer()
    for _ in range(52):
        desk = won("Ana", "Bo", writer=writer)
    assert "Older lines" in page(desk, "postings")
    last = Posting.objects.order_by("-pk")[49].pk
    assert "Newer lines" in page(desk, "postings", f"?before={last}")


def test_debt_as_played_may_be_paid_beside_simplified_ones() -> None:
    """Bo owes Ana, Ana owes Cleo: Ana may pay Cleo, although the fewest payments omit that."""
    desk = won("Ana", "Bo")
    other = won("Cleo", "Ana", writer=desk.writer)
    cleo, ana = (str(seat.player_id) for seat in other.table.seats)
    assert opened(desk, f"?payer={ana}&payee={cleo}&unit=EUR") == [(ana, cleo, "5.10", "between")]
    assert WHY in page(desk)
    assert WHY in page(desk, "group")
    form = {"do": "pay", "payer": ana, "payee": cleo, "unit": "EUR"}
    status, text = sends(desk, amount="6", **form)
    assert (status, "This is more than €5.10." in text) == (422, True)
    assert sends(desk, amount="5.10", **form)[0] == 303
    assert WHY not in page(desk)


def test_chosen_debt_is_one_confirmed() -> None:
    """Bo owes Ana 5.10 as played and 10.20 in the fewest payments: each list asks about its own."""
    desk = won("Ana", "Bo")
    won("Cleo", "Bo", writer=desk.writer)
    other = won("Ana", "Cleo", writer=desk.writer)
    ana, _cleo = (str(seat.player_id) for seat in other.table.seats)
    bo = str(desk.table.seats[1].player_id)
    query = f"?payer={bo}&payee={ana}&unit=EUR"
    assert opened(desk, query) == [(bo, ana, "10.20", "fewest")]
    assert opened(desk, query + "&list=between") == [(bo, ana, "5.10", "between")]
    form = {"do": "pay", "payer": bo, "payee": ana, "unit": "EUR", "list": "between", "whole": "5.10"}
    text = sends(desk, amount="7", **form)[1]
    assert "This is more than €5.10." in text
    # more than in this list, but not more than is owed in all
    assert ">Yes, €7.00 paid</button>" in text
    assert sends(desk, beyond="7", **form)[0] == 303


def test_payment_beyond_debt_is_confirmed_and_owed_back() -> None:
    desk = won("Ana", "Bo")
    form = numbers(desk) | {"whole": "5.10"}
    status, text = sends(desk, amount="10", **form)
    assert status == 422
    assert 'name="beyond" value="10">Yes, €10.00 paid; then Ana owes Bo €4.90<' in text
    assert sums(desk) == [-510, 510]
    assert 'name="beyond"' not in sends(desk, amount="ten", **form)[1]
    # a typed amount gives way to that of the button
    assert sends(desk, amount="3", beyond="10", **form)[0] == 303
    assert "Settle up: 1 payment A Ana B Bo €4.90" in page(desk)
    assert sums(desk) == [-490, 490]
    assert "This is no longer owed." in sends(desk, beyond="10", **form)[1]
    assert sends(desk, do="undo", line=str(Posting.objects.latest("pk").pk))[0] == 303
    assert sums(desk) == [-510, 510]


@pytest.mark.parametrize("name", ["money", "group"])
def test_payment_is_answered_in_its_row_with_undo(name: str) -> None:
    desk = won("Ana", "Bo")
    won("Ana", "Cleo", writer=desk.writer, amount="3")
    address, client = reverse(name, args=[desk.group.address]), desk.writer.client()
    first, second = [row for row, _open in rows(client.get(address).text) if row["list"] == "fewest"]
    assert (first["whole"], second["whole"]) == ("5.10", "3.00")
    answer = client.post(address, second | {"amount": ""})
    paid = Posting.objects.get(kind="payment")
    assert answer.headers["Location"] == f"{address}?paid={paid.pk}&list=fewest&place=1#said"
    text = client.get(answer.headers["Location"]).text
    note = re.search(r'<li class="said" id="said".*?</li>', text, re.DOTALL)
    assert note is not None
    assert "Cleo paid Ana €3.00." in note[0]
    assert text.index('details class="owing"') < note.start()
    undo = dict(re.findall(r'name="(\w+)" value="([^"]*)"', note[0]))
    answer = client.post(address, undo)
    assert answer.headers["Location"] == f"{address}?undone={paid.pk}&list=fewest&place=1#said"
    text = client.get(answer.headers["Location"]).text
    assert "Undone: Cleo paid Ana €3.00." in text
    assert sums(desk) == [-510, -300, 810]


@pytest.mark.parametrize("name", ["money", "group"])
def test_last_payment_of_unit_is_answered_too(name: str) -> None:
    desk = won("Ana", "Bo")
    address, client = reverse(name, args=[desk.group.address]), desk.writer.client()
    (form, _open), *_ = rows(client.get(address).text)
    text = client.post(address, form, follow=True).text
    assert "Bo paid Ana €5.10." in text
    assert "Everybody is even." in text
    assert rows(text) == []


def test_debt_paid_meanwhile_is_reported_in_its_row() -> None:
    desk = won("Ana", "Bo")
    won("Ana", "Cleo", writer=desk.writer, amount="3")
    form = {"list": "fewest", "place": "1", **numbers(desk)}
    assert sends(desk, amount="5.10", **form)[0] == 303
    status, text = sends(desk, amount="5.10", **form)
    assert status == 422
    assert re.search(
        r'<li class="said" id="said"[^>]*><span class="grow err" role="alert">This is no longer owed', text
    )


def test_payment_of_another_group_is_not_shown() -> None:
    desk, other = won("Ana", "Bo"), won("Cleo", "Dev")
    assert sends(other, amount="1", **numbers(other))[0] == 303
    paid = Posting.objects.get(kind="payment")
    assert "Dev paid" not in page(desk, query=f"?paid={paid.pk}&list=fewest&place=0")


def test_payment_links_are_beside_debts() -> None:
    desk = won("Ana", "Bo")
    won("Ana", "Bo", writer=desk.writer, amount="1", unit="beer")
    Player.objects.filter(name="Ana").update(payment_links="paypal.me/ana\nDE89 3704 0044 0532 0130 00")
    text = desk.writer.client().get(reverse("money", args=[desk.group.address])).text
    money, _, beer = text.partition(">beer<")
    assert money.count('<a href="https://paypal.me/ana/5.10EUR"') == 2  # in each list
    assert 'data-copy="DE89 3704 0044 0532 0130 00"' in money
    assert "paypal" not in beer.partition('id="share-title"')[0]


def test_single_item_is_named_without_number() -> None:
    desk = won("Ana", "Bo", amount="1", unit="a round of drinks")
    address, client = reverse("money", args=[desk.group.address]), desk.writer.client()
    (form, _open), *_ = rows(client.get(address).text)
    text = client.post(address, form, follow=True).text
    assert "Bo paid Ana a round of drinks." in text
    assert "1\N{NO-BREAK SPACE}×" not in text


@pytest.mark.parametrize(
    ("language", "typed", "amount"),
    [
        ("en", "1.5", 1500),
        ("en", "1,5", 1500),
        ("en", "1.500", 1500),
        ("en", "1,500", None),
        ("en", "1,500.000", None),
        ("en", "1500", 1_500_000),
        ("de", "1,500", 1500),
        ("de", "1.500", None),
        ("fr", "1,500", 1500),
    ],
)
def test_thousands_that_are_set_off_are_no_decimals(language: str, typed: str, amount: int | None) -> None:
    """A dinar has a thousand parts, so "1,500" would be one and a half."""
    desk = won("Ana", "Bo", amount="2000", unit="KWD")
    client = desk.writer.client(headers={"accept-language": language})
    page = client.get(reverse("money", args=[desk.group.address])).text
    whole = re.findall(r'name="whole" value="([^"]*)"', page)
    form = {**numbers(desk), "amount": typed, "unit": "KWD", "key": new_key(), "whole": whole[0]}
    answer = client.post(reverse("money", args=[desk.group.address]), form)
    assert answer.status_code == (422 if amount is None else 303)
    if amount is None:
        assert "1500" in answer.text
    else:
        assert Posting.objects.get(kind="payment").amount == amount


def test_empty_field_pays_all_in_every_language() -> None:
    for language in ("en", "de", "es", "fr"):
        desk = won("Ana", "Bo", amount="1.5", unit="KWD")
        client = desk.writer.client(headers={"accept-language": language})
        address = reverse("money", args=[desk.group.address])
        page = client.get(address).text
        whole = re.findall(r'name="whole" value="([^"]*)"', page)
        form = {**numbers(desk), "amount": "", "whole": whole[0], "unit": "KWD", "key": new_key()}
        assert client.post(address, form).status_code == 303, language


def test_name_in_balances_leads_to_own_lines() -> None:
    desk = won("Ana", "Bo")
    won("Cleo", "Ana", writer=desk.writer)
    won("Ana", "Bo", writer=desk.writer, unit="a beer & more", amount="2")
    client, bo = desk.writer.client(), desk.table.seats[1].player_id
    for name in ("money", "group"):
        text = client.get(reverse(name, args=[desk.group.address])).text
        assert f"lines/?player={bo}&amp;unit=EUR" in text
        assert f"lines/?player={bo}&amp;unit=a%20beer%20%26%20more" in text
    lines = page(desk, "postings", f"?player={bo}&unit=EUR")
    assert "Bo to Ana" in lines
    assert "Ana to Cleo" not in lines


def test_debts_without_circles_differ_from_sums_of_pairs() -> None:
    """Two lists with different amounts have different names, and each says what it is."""
    desk = won("Ana", "Bo")
    text = page(desk)
    assert "Debt by debt 1 Each debt can be paid by itself. B Bo" in text
    won("Bo", "Cleo", writer=desk.writer)
    won("Cleo", "Ana", writer=desk.writer, amount="7.00")
    text = page(desk)
    circle = "Debts that go round in a circle cancel out and are left out."
    assert f"Debt by debt 1 Each debt can be paid by itself. {circle} A Ana C Cleo €1.90" in text
    assert "Pair by pair" not in text
    found = page(desk, "postings", f"?player={numbers(desk)['payee']}")
    sums = "Sums of games and payments between two players, before debts in a circle cancel out."
    assert f"Pair by pair {sums} C Ana owes Cleo €7.00 B Bo owes Ana €5.10" in found
