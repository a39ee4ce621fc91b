"""What the tests of the joining room share."""

from tests.play.conftest import forgotten

__all__ = ["forgotten"]
