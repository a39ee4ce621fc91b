"""What `verify` says of what is odder than any of its checks: that it is; and all the rest as ever."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests.play.tables import Desk
from tests.play.test_query_counts import insert_entries


@pytest.mark.django_db
@pytest.mark.parametrize("after", [[{"seated": [1]}], [{"order": 5}, {"seated": 2}]], ids=str)
def test_what_cannot_be_looked_at_is_named(after: list[dict[str, Any]]) -> None:
    odd, other = Desk(), Desk()
    changes = [{"before": {}, "after": each} for each in after]
    insert_entries(
        [(odd.session.pk, number, "change", None, each) for number, each in enumerate(changes, start=1)]
    )
    insert_entries([(other.session.pk, 1, "append", None, {"moves": []})])
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify", stdout=out, stderr=StringIO())
    lines = out.getvalue().splitlines()
    assert f"{odd.address}: it cannot be looked at: TypeError" in lines
    assert f"{other.address}, entry 1: it holds no moves" in lines
