"""No file names a package registry: machines install from the one that they are set to."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

from .paths import ROOT

# In brackets, or this file would name them itself.
PATTERN = "pypi[.]org|python[h]osted|registry[.]npm|npm[j]s[.]|un[p]kg|jsd[e]livr"


def faults() -> Iterator[str]:
    """Yield the lines that name a registry."""
    done = subprocess.run(
        ["git", "grep", "-nIiE", PATTERN], cwd=ROOT, capture_output=True, text=True, check=False
    )
    yield from (f"{line}: names a registry" for line in done.stdout.splitlines())
