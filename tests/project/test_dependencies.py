"""Dependencies are pinned and hashed, and name no registry."""

import hashlib
import json
import re
import tomllib

import pytest

from tests.server_process import ROOT

LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-postgres.lock"]
VENDOR = ROOT / "static" / "vendor"


def requirements(text: str) -> list[str]:
    """One requirement each, its hashes on the same line."""
    joined = re.sub(r"\\\n\s*", " ", text)
    return [line for line in joined.splitlines() if line and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_is_pinned_and_hashed(name: str) -> None:
    lines = requirements((ROOT / name).read_text())
    assert len(lines) > 10
    for line in lines:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==[0-9][^ ]* ", line), line
        assert "--hash=sha256:" in line, line


@pytest.mark.parametrize("name", LOCKS)
def test_lock_names_no_place(name: str) -> None:
    text = (ROOT / name).read_text()
    for sign in ["://", "--index", "--extra-index", "--find-links", "@ "]:
        assert sign not in text


def test_lock_files_agree() -> None:
    def pins(name: str) -> dict[str, str]:
        lines = requirements((ROOT / name).read_text())
        return dict(line.split(" ", 1)[0].split("==") for line in lines)

    runtime = pins("requirements.lock")
    for name in LOCKS[1:]:
        assert runtime.items() <= pins(name).items()


def test_few_direct_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert len(project["dependencies"]) <= 14


def test_browser_libraries_are_what_was_published() -> None:
    manifest = json.loads((VENDOR / "manifest.json").read_text())
    named = {"manifest.json"}
    for package in manifest.values():
        for file, facts in package["files"].items():
            named.add(file)
            assert hashlib.sha256((VENDOR / file).read_bytes()).hexdigest() == facts["sha256"], file
    assert {path.name for path in VENDOR.iterdir()} == named


def test_htmx_is_version_manifest_says() -> None:
    version = json.loads((VENDOR / "manifest.json").read_text())["htmx.org"]["version"]
    assert f'"{version}"' in (VENDOR / "htmx.min.js").read_text()
