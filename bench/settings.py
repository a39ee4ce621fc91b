"""The settings of the product with the URLs of the bench."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
