"""Scripts and style sheets can be joined, and work in the oldest supported browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from itertools import accumulate

from .paths import files, name

# newer than the oldest supported browsers (README.md)
TOO_NEW = re.compile(
    r"AbortSignal\.(any|timeout)|\.(toReversed|toSorted|toSpliced)\(|\b(groupBy|withResolvers|fromAsync)\("
)
# Chromium before 120 knows `-webkit-mask` only, and all others know it, too; the animated ring is for newer ones
MASK = re.compile(r"(?<![-\w])mask[-a-z]*:[^;}]*")
SWEEP = "mask: conic-gradient(from -60deg, #000 var(--sweep, 360deg), #0000 0), var(--ring) center/100% 100% no-repeat"


def faults() -> Iterator[str]:
    """Yield the faults of all scripts and style sheets."""
    for path in files("static/js", "*.js"):
        yield from (f"{name(path)}{fault}" for fault in script_faults(path.read_text()))
    sheets = {name(path): path.read_text() for path in files("static/css", "*.css")}
    for sheet, text in sheets.items():
        yield from (f"{sheet}: {fault}" for fault in style_faults(text))
    scripts = (path.read_text() for path in files("static/js", "*.js"))
    set_by_scripts = {found for text in scripts for found in re.findall(r"setProperty\(\"(--[\w-]+)", text)}
    yield from undefined_properties(sheets, set_by_scripts)


def undefined_properties(sheets: Mapping[str, str], known: Set[str] = frozenset()) -> Iterator[str]:
    """Yield custom properties that are used without a default, and set nowhere."""
    known = set(known).union(*(re.findall(r"(--[\w-]+)\s*:", text) for text in sheets.values()))
    for sheet, text in sheets.items():
        used = sorted(set(re.findall(r"var\((--[\w-]+)\)", text)) - known)
        yield from (f"{sheet}: {unknown} is set nowhere" for unknown in used)


def script_faults(text: str) -> Iterator[str]:
    """Yield lines that cannot be joined or stripped, and functions that are too new."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count("`") % 2:
            yield f":{number}: a template string over several lines"
        if re.match(r"\s*(/\*|\*)", line):
            yield f":{number}: a block comment, which is not stripped"
    yield from (f": too new for older browsers: {hit[0]}" for hit in TOO_NEW.finditer(text))


def style_faults(text: str) -> Iterator[str]:
    """Yield unbalanced braces and properties without a prefix for older browsers."""
    # a browser closes open braces at the end of the file: what follows would get one more condition
    said = re.sub(r"/\*.*?\*/|\"[^\"\n]*\"", "", text, flags=re.DOTALL)
    depths = list(accumulate({"{": 1, "}": -1}.get(sign, 0) for sign in said))
    if min(depths, default=0) < 0 or depths[-1:] not in ([], [0]):
        yield "unbalanced braces"
    for hit in MASK.findall(text):
        mask = " ".join(hit.split())
        if "composite" not in mask and mask != SWEEP:
            yield f"without -webkit- an icon would be a solid square: {mask}"
    # Chromium knows the name without a prefix from 136 on: a struck box would be an empty one on paper
    if text.count("print-color-adjust") != 2 * text.count("-webkit-print-color-adjust"):
        yield "print-color-adjust needs -webkit-print-color-adjust beside it"
    if re.search(r"@media[^{]*scripting", text):
        yield "@media (scripting) is too new for older browsers"
