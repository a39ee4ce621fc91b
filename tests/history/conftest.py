"""What the tests of the history room share."""

from tests.play.conftest import forgotten

__all__ = ["forgotten"]
