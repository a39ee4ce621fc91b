"""Settings of a server with the pseudo language (`tests.pseudo`), compiled beforehand."""

import os
from pathlib import Path

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import LANGUAGES
from tests import pseudo

LANGUAGES = [*LANGUAGES, (pseudo.LANGUAGE, "Pseudo")]
LOCALE_PATHS = [Path(os.environ["SCOREKEEPER_TEST_LOCALE"])]
