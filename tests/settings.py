"""Settings of the tests: the real ones, in home mode, on a data folder of their own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_DATABASE = os.environ.get("SCOREKEEPER_TEST_DATABASE", "")
# The suite must not depend on the developer's shell, nor touch the developer's games.
_KEPT = tuple(f"SCOREKEEPER_{each}" for each in ("ALL_", "FIRE_", "REQUIRE_", "SKIP_DISK", "TEST_"))
for _name in [each for each in os.environ if each.startswith("SCOREKEEPER_") and not each.startswith(_KEPT)]:
    del os.environ[_name]
for _name in ("PORT", "DATABASE_URL"):
    os.environ.pop(_name, None)
_DATA = tempfile.mkdtemp(prefix="scorekeeper-tests-")
atexit.register(shutil.rmtree, _DATA, ignore_errors=True)
os.environ["SCOREKEEPER_DATA"] = _DATA
os.environ["SCOREKEEPER_DATABASE_URL"] = _DATABASE
os.environ["SCOREKEEPER_FORMS_A_MINUTE"] = "0"  # tests write faster than any thumb

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import DATABASES, STORAGES  # noqa: E402

# a fresh checkout has collected nothing yet, and whitenoise warns of a folder that is not there
STATIC_ROOT = Path(_DATA) / "static"
STATIC_ROOT.mkdir()
if not _DATABASE:
    # A file, not memory: the tests should meet the locks and pragmas that players meet.
    DATABASES["default"]["TEST"] = {"NAME": f"{_DATA}/test.sqlite3"}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
