"""The replay command line: any file in, one document a line out, never a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.archive.replay_report import check
from tests.play.transcripts import general
from tests.server_process import ROOT

from .replay_process import CommandLine, documents

GOOD = json.dumps(general()).encode()
REFUSED = json.dumps(general(entries=[1])).encode()


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    return CommandLine(tmp_path_factory.mktemp("data"))


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write_file(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write_file


# --- files -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_worst_status_and_document_for_each_file(line: CommandLine, write: Any, tmp_path: Path) -> None:
    good, refused, bad = write("good", GOOD), write("refused", REFUSED), write("bad", b"{")
    done = line([good])
    assert (done.returncode, documents(done.stdout), done.stderr) == (0, [check(GOOD).document], b"")
    done = line([good, refused, good])
    assert done.returncode == 1
    assert documents(done.stdout) == [check(GOOD).document, check(REFUSED).document, check(GOOD).document]
    done = line([refused, bad, tmp_path / "nowhere", tmp_path, good])
    assert done.returncode == 2
    codes = [each["error"] and each["error"]["code"] for each in documents(done.stdout)]
    assert codes == ["not_an_object", "not_json", "unreadable", "unreadable", None]


def test_replay_reads_standard_input(line: CommandLine) -> None:
    done = line(["-"], GOOD)
    assert (done.returncode, documents(done.stdout)) == (0, [check(GOOD).document])
    assert line(["-"], b"").returncode == 2


def test_replay_of_bad_files_exits_with_error(line: CommandLine, write: Any) -> None:
    contents = [b"", b"\xff", b"\xef\xbb\xbf{}", b"\0", b"[" * 100_000, b"9" * 100_000, b"nul"]
    done = line([write(f"bad{number}", data) for number, data in enumerate(contents)])
    assert done.returncode == 2
    found = documents(done.stdout)
    assert len(found) == len(contents)
    for each in found:
        assert each.keys() == {"error"}
        assert each["error"].keys() == {"entry", "code", "message"}
        assert each["error"]["entry"] is None


@pytest.mark.parametrize("part", range(3))
def test_replay_of_bad_input_exits_with_error(line: CommandLine, part: int) -> None:
    done = line(["-"], [b"[" * 100_000, b"\xef\xbb\xbf{}", b"9" * 100_000][part])
    assert done.returncode == 2
    (found,) = documents(done.stdout)
    assert found["error"]["entry"] is None


def test_file_that_cannot_be_opened(line: CommandLine, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert documents(line([loop]).stdout)[0]["error"]["code"] == "unreadable"


def test_names_of_files_are_only_bytes(line: CommandLine, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\n.json"
    Path(os.fsdecode(path)).write_bytes(GOOD)
    assert line([path]).returncode == 0
    assert line([path + b"x"]).returncode == 2
    assert line(["--", "-nothing"]).returncode == 2


# --- arguments -------------------------------------------------------------------------------------------


def test_single_document_may_be_indented(line: CommandLine, write: Any) -> None:
    done = line([write("good", GOOD), "--indent", "2"])
    assert done.stdout.startswith(b'{\n  "format"')
    assert json.loads(done.stdout) == check(GOOD).document


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], b"name at least one transcript"),
        (["--indent", "2"], b"FILE"),
        (["a", "--indent", "x"], b"0 to 8"),
        (["a", "--indent", "-1"], b"0 to 8"),
        (["a", "--indent", "\u0664"], b"0 to 8"),
        (["a", "--indent", "9" * 5000], b"0 to 8"),
        (["a", "b", "--indent", "2"], b"one FILE"),
        (["a", "--unknown"], b"unrecognized"),
    ],
)
def test_replay_with_wrong_arguments_prints_usage(
    line: CommandLine, arguments: list[str], message: bytes
) -> None:
    done = line(arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr


def test_command_may_be_called_from_python(write: Any) -> None:
    out = io.StringIO()
    call_command("replay", write("good", GOOD), stdout=out)
    assert json.loads(out.getvalue()) == check(GOOD).document
    with pytest.raises(SystemExit) as caught:
        call_command("replay", write("bad", b"{"), stdout=out)
    assert caught.value.code == 2
    with pytest.raises(CommandError):
        call_command("replay")
    with pytest.raises(SystemExit):
        call_command("replay", "a\0b", stdout=out)
    assert json.loads(out.getvalue().splitlines()[-1])["error"]["code"] == "unreadable"


def test_exception_in_one_file_leaves_others_answered(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(data: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("scorekeeper.archive.management.commands.replay.check", fail)
    out = io.StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("replay", write("one", GOOD), write("two", GOOD), stdout=out)
    assert caught.value.code == 2
    assert [json.loads(each)["error"]["code"] for each in out.getvalue().splitlines()] == [
        "internal_error"
    ] * 2


# --- where it runs ---------------------------------------------------------------------------------------


def test_replay_prints_utf8_in_every_locale(line: CommandLine) -> None:
    data = json.dumps(general(players=["José", "花\u200b子"], entries=[]), ensure_ascii=False).encode()
    for settings in ({"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}):
        done = line(["-"], data, PYTHONCOERCECLOCALE="0", **settings)
        assert done.returncode == 0
        assert "José".encode() in done.stdout
        assert documents(done.stdout)[0]["turn"] == "José"


def test_command_needs_no_database(line: CommandLine) -> None:
    assert line(["-"], GOOD).returncode == 0
    assert not list(line.data.glob("*.sqlite3*"))
    assert line(["-"], GOOD, SCOREKEEPER_DATABASE="sqlite:////nowhere/at/all.sqlite3").returncode == 0


def test_command_loads_neither_views_nor_urls(line: CommandLine) -> None:
    """The command starts quickly: modules of the server stay unloaded."""
    script = (
        "import sys, django; from django.core.management import call_command; django.setup();"
        "call_command('replay', '-', stdout=open('/dev/null', 'w'));"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=line.environment(DJANGO_SETTINGS_MODULE="scorekeeper.settings"),
        input=GOOD,
        capture_output=True,
        timeout=60,
        check=True,
    )
    loaded = set(done.stdout.decode().split())
    assert "scorekeeper.archive.replay_report" in loaded
    unwanted = [
        name
        for name in loaded
        if re.match(r"scorekeeper\.(urls|wsgi|asgi|server|table|\w+\.(urls|views))", name)
    ]
    assert unwanted == []
    assert "uvicorn" not in loaded


def test_streams_that_are_closed_or_full(line: CommandLine, write: Any) -> None:
    good = write("good", GOOD)
    closed = line.shell(">&-", good)
    assert (closed.returncode, closed.stdout) == (2, b"")
    assert b"cannot be written" in closed.stderr
    assert line.shell(">&- 2>&-", good).returncode == 2
    assert line.shell("2>&-", good).returncode == 0
    without_input = line.shell("<&-", Path("-"))
    assert (without_input.returncode, documents(without_input.stdout)[0]["error"]["code"]) == (
        2,
        "unreadable",
    )
    if Path("/dev/full").exists():
        full = line.shell(">/dev/full", good)
        assert full.returncode == 2
        assert b"cannot be written" in full.stderr


def test_replay_survives_closed_pipe(line: CommandLine, write: Any) -> None:
    good = write("good", GOOD)
    done = line.shell("| head -n 1", *[good] * 1500)
    assert (len(documents(done.stdout)), done.stderr) == (1, b"")


def test_interrupt_is_no_traceback(line: CommandLine) -> None:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "replay", "-"],
        cwd=ROOT,
        env=line.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_until_reading(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")


def wait_until_reading(pid: int) -> None:
    """Wait until the process reads its standard input; a fixed time on systems other than Linux."""
    syscall = Path(f"/proc/{pid}/syscall")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            if syscall.read_text().split()[:2] == ["0", "0x0"]:
                return
        except OSError:
            time.sleep(2)
            return
        time.sleep(0.02)
