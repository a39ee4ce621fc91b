"""Static bundles: scripts and styles joined and stripped without a change of meaning."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scorekeeper.core.web.static_bundles import collected, slim_script, slim_styles
from tests.server_process import ROOT


def reader(**files: str) -> Callable[[str], str]:
    """Sources by their names: `main__js` is `js/main.js`."""
    return {f"js/{name.replace('__', '.')}": text for name, text in files.items()}.__getitem__


def test_imports_come_first_and_once() -> None:
    read = reader(
        main__js='// All.\nimport "./a.js";\nimport { b } from "./b.js";\n\nb();\n',
        a__js='import {\n  b,\n} from "./b.js";\n\nexport const a = () => b();\n',
        b__js='import { a } from "./a.js";\n\n// why\nexport function b() {\n  return a; // now\n}\n',
    )
    assert collected("js/main.js", read) == ("function b(){return a;// now\n}\nconst a=()=>b();b();\n")


def test_parts_with_same_name_are_refused() -> None:
    read = reader(main__js='import "./a.js";\nlet held = 1;\n', a__js="const held = 2;\n")
    with pytest.raises(ValueError, match="two of the name held"):
        collected("js/main.js", read)


@pytest.mark.parametrize(
    "line",
    [
        'import a from "./a.js";',
        'import { a as b } from "./a.js";',
        "export default 1;",
        "export { a };",
        'if (1) {\n  import "./a.js";\n}',
    ],
)
def test_unsupported_syntax_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"js/main\.js cannot be joined"):
        collected("js/main.js", reader(main__js=f"{line}\n"))


@pytest.mark.parametrize(
    ("written", "slim"),
    [
        ("a :is(b, c) > d {\n  color: red;\n}\n\np {}", "a :is(b,c)>d{color:red}p{}"),
        ('/* a "word */ b::after { content: " ; /* {  "; }', 'b::after{content:" ; /* {  "}'),
        ("a { width: calc(1px + 2 * (3px - 4px)); }", "a{width:calc(1px + 2 * (3px - 4px))}"),
        (
            "@media (min-width: 9px) and (height) { a { top: 0 } }",
            "@media (min-width:9px) and (height){a{top:0}}",
        ),
        (".a .b, .c\n.d /* both */ .e { margin: 0 -1px; }", ".a .b,.c .d .e{margin:0 -1px}"),
        ('a { --i: url("data:x,\\\n    <a \\\n    b>"); }', 'a{--i:url("data:x,<a b>")}'),
    ],
)
def test_styles_lose_only_comments_and_blanks(written: str, slim: str) -> None:
    assert slim_styles(written) == f"{slim}\n"


@pytest.mark.parametrize(
    ("written", "slim"),
    [
        ("// why\n  let a = 1;\n", "let a=1;\n"),
        ("if (a) {\n  b = { c: 1, d };\n}\nelse e();\n", "if(a){b={c:1,d};}\nelse e();\n"),
        ("a = `${b} = ${c}` + \" , \" + ' { ';\n", "a=`${b} = ${c}` + \" , \" + ' { ';\n"),
        ('a = / , "/.test(b = c);\nd = e;\n', 'a=/ , "/.test(b = c);\nd=e;\n'),
        ("a(); // b;\nc();\n", "a();// b;\nc();\n"),
    ],
)
def test_scripts_lose_only_comments_and_blanks(written: str, slim: str) -> None:
    assert slim_script(written) == slim


def test_bundles_are_complete_on_server(collected_static: Path) -> None:
    table = (collected_static / "js" / "table.js").read_text()
    assert "function loadSheetScroll" in table
    assert "import" not in table
    assert "//" not in re.sub(r" // .*", "", table)
    (hashed,) = (collected_static / "js").glob("table.*.js")
    assert hashed.read_text() == table
    style = (collected_static / "css" / "table.css").read_text()
    assert "@import" not in style
    assert ".sheet" in style
    (hashed,) = (collected_static / "css").glob("table.*.css")
    assert hashed.read_text() == style


def test_upgrade_keeps_former_files_for_open_pages(tmp_path: Path, settings: Any) -> None:
    """One part has changed, and is older than the collected files, as after a downgrade."""
    source, folder = tmp_path / "source", tmp_path / "collected"
    (source / "js").mkdir(parents=True)
    (source / "js" / "main.js").write_text('import "./part.js";\n')
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], folder
    storage = "scorekeeper.core.web.static_bundles.JoinedStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": storage}}
    found = []
    for text in ("first();\n", "second();\n"):
        (source / "js" / "part.js").write_text(text)
        os.utime(source / "js" / "part.js", (0, 0))
        call_command("collectstatic", "--no-input", "--verbosity=0")
        names = json.loads((folder / "staticfiles.json").read_text())["paths"]
        found.append((folder / names["js/main.js"], text))
    assert found[0][0] != found[1][0]
    assert [path.read_text() for path, _text in found] == [text for _path, text in found]
    assert "--clear" not in (ROOT / "Makefile").read_text()
