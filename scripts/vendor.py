"""Fetch the browser libraries at the versions of the manifest and write their hashes.

The files themselves are in the repository: running and testing Scorekeeper needs no npm. To move to
another version change it in static/vendor/manifest.json, run `make vendor`, and read the difference.
"""

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


def main() -> None:
    """Refresh every package of the manifest."""
    path = VENDOR / "manifest.json"
    manifest = json.loads(path.read_text())
    for name, package in manifest.items():
        refresh(name, package)
    path.write_text(json.dumps(manifest, indent=2) + "\n")


def refresh(name: str, package: dict[str, Any]) -> None:
    """Fetch one package, copy its files, note their hashes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", f"{name}@{package['version']}"], cwd=folder, check=True)
        archive = next(Path(folder).glob("*.tgz"))
        with tarfile.open(archive) as tar:
            for target, file in package["files"].items():
                member = tar.extractfile(f"package/{file['from']}")
                if member is None:
                    sys.exit(f"{name} {package['version']} has no {file['from']}")
                content = member.read()
                (VENDOR / target).write_bytes(content)
                file["sha256"] = hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    main()
