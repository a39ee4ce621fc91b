"""What the tests of the archive room share."""

from tests.play.conftest import forgotten

__all__ = ["forgotten"]
