"""What the tests of the people room share."""

from tests.play.conftest import forgotten

__all__ = ["forgotten"]
