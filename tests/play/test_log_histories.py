"""Random histories of a table, through its forms, against the reference model."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.play.random_histories import Histories
from tests.sampling import some_of


@pytest.mark.django_db
@pytest.mark.slow
def test_random_histories_equal_model() -> None:
    run_state_machine_as_test(
        Histories,
        settings=settings(
            max_examples=max(2, settings().max_examples // 12), stateful_step_count=some_of(30, share=2)
        ),
    )
