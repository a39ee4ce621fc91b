"""Print the faults of all checks and exit with 1 if there are any: `python -m scripts.lint`."""

from __future__ import annotations

import os
import sys

import django


def main() -> int:
    """Run every check."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from . import error_codes, raw_sql, registries, rules, static_files, templates, texts  # noqa: PLC0415

    checks = (error_codes, raw_sql, registries, rules, static_files, templates, texts)
    found = [fault for check in checks for fault in check.faults()]
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
