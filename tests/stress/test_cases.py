"""Every stress case with small counts; `make fire` and `make drill` run the large ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .case import StressCase
from .counts import FIRE, SMALL, cases
from .place import POSTGRES, SQLITE, Place
from .run_case import run_case

SEED = 1


@pytest.mark.slow
@pytest.mark.parametrize("name", cases(SMALL, SQLITE))
def test_every_case_runs_small(
    name: str, tmp_path: Path, migrated_data: Path, collected_static: Path
) -> None:
    if name == "A5" and os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    here = Place(tmp_path, collected_static, migrated_data)
    result = run_case(StressCase(here, name, SEED), cases(SMALL, SQLITE)[name])
    assert result.faults == []
    assert result.figures
    if result.left_out:
        pytest.skip(result.figures)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["A1", "A8", "B1"])
def test_fire_on_postgres(
    name: str, tmp_path: Path, migrated_data: Path, collected_static: Path, postgres_template: str
) -> None:
    here = Place(tmp_path, collected_static, migrated_data, POSTGRES, postgres_template)
    result = run_case(StressCase(here, name, SEED), cases(SMALL, POSTGRES)[name])
    assert result.faults == []


def test_database_cases_run_on_both_databases() -> None:
    for database in (SQLITE, POSTGRES):
        assert {"B3", "D7"} <= cases(FIRE, database).keys()
