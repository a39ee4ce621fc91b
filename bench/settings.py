"""The product's own settings and one difference: the site map has the bench's views beside its own."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
