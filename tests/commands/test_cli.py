"""The command line: what commands print, and one line and a status for everything that is wrong."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest

from battle.cli import main, run
from battle.friend.meeting import Invitation, invitation
from battle.rules.disguise import deal_of_day
from battle.rules.links import deal_link, game_link, position_link
from battle.rules.position import Position, deal, perft
from battle.rules.record import record
from tests.commands.conftest import Commands, Done
from tests.support import processes

SMALL = "5m5p/5p5m/9s/9s"
A_GAME = "a friend here\nyour name Ada\n5m5m\nplay\n5m\n"
"""What is typed for a game that Ada wins."""


def in_process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command as a person does."""
    return processes.run(sys.executable, *arguments, seconds=60, **options)


# What commands print


@pytest.mark.parametrize("name", ["", *sorted(main.commands)])
def test_help(command: Commands, name: str) -> None:
    """Every command explains itself, `-h` as well as `--help`."""
    done = command(*name.split(), "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"Usage: mahjong-battle {name}".rstrip())
    assert command(*name.split(), "-h") == done


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_help_tells_all_that_commands_do(
    command: Commands, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    """Nothing is cut off, and no line is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = command("--help").out.splitlines()
    assert max(map(len, lines)) <= columns
    told = " ".join(" ".join(lines).split())
    assert SMALL in told
    for one in main.commands.values():
        assert " ".join((one.help or "").split("\n\n")[0].split()) in told


@pytest.mark.parametrize(("words", "tiles"), [(("deal", "4711"), 108), (("analyse", SMALL), 6)])
def test_all_tiles_are_drawn(command: Commands, words: tuple[str, ...], tiles: int) -> None:
    """`--svg` draws a deal or any other position."""
    done = command(*words, "--svg")
    assert (done.status, done.err, done.out.count("#k")) == (0, "", tiles)
    assert ElementTree.fromstring(done.out).tag.endswith("svg")


def test_daily(command: Commands) -> None:
    """`daily` prints the deal of a day, without a day today's."""
    assert command("daily", "2199-01-01").out == f"{deal_of_day(date(2199, 1, 1))}\n"
    assert command("daily").out == command("daily", "today").out != ""


@pytest.mark.parametrize(
    ("words", "typed", "counts"),
    [
        ((SMALL, "2"), "", "6\n"),
        ((f"{SMALL} 1 0-0", "2"), "", "6\n"),
        ((SMALL, "2", "0-0", "2"), "", "6\n"),
        ((SMALL, "0", "--divide"), "", "1\n"),
        (("5m9p5m", "1"), "", "1\n"),
        (("-", "1"), f"{SMALL}\n\n{deal(1)}\n3p/3p/3p/3p", "3\n9\n6\n"),
        (("-", "1"), f"\ufeff{SMALL}\r\n", "3\n"),
    ],
)
def test_perft(command: Commands, words: tuple[str, ...], typed: str, counts: str) -> None:
    """`perft` counts, also on grids that are no positions; `-` reads one a line, after any mark."""
    assert command("perft", *words, typed=typed) == Done(0, counts, "")


def test_perft_divided(command: Commands) -> None:
    """With `--divide` the counts of the first moves add up to the total."""
    *counts, total = command("perft", str(deal(1)), "3", "--divide").out.split()[1::2]
    assert sum(map(int, counts)) == int(total) == perft(deal(1), 3)


FULL = "mahjong-battle: cannot write: No space left on device"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("perft - 1 <&-", 2, "mahjong-battle: standard input is closed"),
        ("engine <&-", 0, ""),
        ("play --terminal <&-", 0, ""),
        ("match greedy random --deals 1 2>&-", 0, ""),
        ("match greedy random --deals 1 >&-", 0, ""),
        ("match greedy random --deals 1 >&- 2>&-", 0, ""),
        ("verify no-such-file 2>&-", 2, ""),
        ("verify no-such-file >&-", 2, "mahjong-battle: cannot read no-such-file: "),
        ("verify no-such-file >&- 2>&-", 2, ""),
        pytest.param(
            *("deal 5 >/dev/full", 1, FULL),
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device"),
        ),
    ],
)
def test_streams_that_are_closed_or_full(line: str, status: int, told: str) -> None:
    """The work is done as far as it can be, and at most one line says why it was not."""
    done = processes.run("sh", "-c", f'exec "$0" -m battle {line}', sys.executable, seconds=60)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1 if told else 0)
    assert done.stderr.startswith(told)


# Bad input


BAD_POSITIONS = [
    "",
    "x",
    "5m",
    "5m5p",
    "5m.5m",
    "5m5m 3",
    "5m5m 1 9",
    "5m5m 1 0-271",
    "5m5m 1 270-270",
    "5m5m 1 0-0 0-0",
    "5m5m one",
    "5m5m/" * 13,
    "1m" * 10,
    "0m0m",
    "5m5m\n5m5m",
    "\x00",
    "5M5M5Z",
]
PERFT_TAKES = {"5m", "5m5p"}


@pytest.mark.parametrize("text", BAD_POSITIONS)
@pytest.mark.parametrize("arguments", ["perft {} 1", "analyse {}", "analyse {} --json"])
def test_bad_position(command: Commands, text: str, arguments: str) -> None:
    """Every text that is no position gets one line and status 2, and nothing is computed."""
    if arguments.startswith("perft") and text in PERFT_TAKES:
        pytest.skip("perft counts on grids that are not paired")
    words = [text if word == "{}" else word for word in arguments.split()]
    assert command(*words).is_refused


@pytest.mark.parametrize(
    "line",
    [
        "dael 1",
        "deal",
        "deal 0",
        "deal -1",
        "deal 2147483648",
        "deal 1.5",
        "deal one",
        "deal 1 2",
        "deal 1 --pictures",
        "deal 99999999999999999999999999999999",
        "--nonsense",
        "perft",
        f"perft {SMALL}",
        f"perft {SMALL} -1",
        f"perft {SMALL} two",
        f"perft {SMALL} 1 --divided",
        "play one.mjb two.mjb",
        "play no-such-file.mjb",
        "no-such-file.mjb",
        "play /",
        "play tests",
        "engine now",
        "analyse",
        f"analyse {SMALL} --time",
        f"analyse {SMALL} --time soon",
        f"analyse {SMALL} --time -1",
        f"analyse {SMALL} --time nan",
        f"analyse {SMALL} --nodes -1",
        f"analyse {SMALL} --nodes 1.5",
        f"analyse {SMALL} --lines 0",
        f"analyse {SMALL} --lines some",
        f"analyse {SMALL} --threads -1",
        f"analyse {SMALL} --hash 0",
        f"analyse {SMALL} --deal 1",
        "analyse --deal 0",
        "analyse --deal x",
        "analyse --deal 1 --ply 3",
        "analyse --game no-such-file.mjb",
        "analyse --game pyproject.toml",
        "analyse --game assets/icons/draw_icons.py",
        "analyse --game tests",
        "review",
        "review no-such-file.mjb",
        "review pyproject.toml",
        "problems",
        "problems --random 0",
        "problems --random many",
        "problems --random 1 --tiles 1",
        "problems --random 1 --tiles 20-10",
        "problems --random 1 --tiles 12-109",
        "problems --random 1 --tiles some",
        "problems --random 1 --best 0",
        "problems --random 1 --trap -1",
        "problems --random 1 --seed -1",
        "problems --random 1 --output tests",
        "problems --random 1 game.mjb",
        "problems no-such-file.mjb",
        "problems pyproject.toml",
        "bench now",
        "bench --tiles 1",
        "bench --tiles 109",
        "bench --threads none",
        "bench --file no-such-file.txt",
        "bench --file README.md --tiles 16",
        "match",
        "match strong",
        "match strong nobody-knows-this-level",
        "match strong time=soon",
        "match strong time=-1",
        "match strong depth=0",
        "match strong easy --deals 0",
        "survey",
        "survey 1",
        "survey 0 1",
        "survey 2 1",
        "survey 1 x",
        "survey 1 2147483648",
        "survey 1 2 --time never",
        "survey 1 2 --threads 1000",
        "survey 1 2 --hash 100000000000000000000",
        "bench --threads 1000",
        "bench --hash 1000000",
        "analyse 5m5m --threads 1000",
        "analyse 5m5m --hash 1000000",
        "analyse 5m5m --hash 100000000000000000000",
    ],
)
def test_bad_usage(command: Commands, line: str) -> None:
    """Every command line that makes no sense gets one line and status 2."""
    assert command(*line.split()).is_refused


BAD_RECORDS = [
    "\udcff\udcfe",
    "",
    "nonsense",
    '[Deal "1"',
    '[Deal "0"]\n\n*\n',
    '[Deal "x"]\n\n*\n',
    '[Position "5m"]\n\n*\n',
    '[First "Ada"]\n\n*\n',
    '[Deal "1"]\n\n1. a1b1 *\n',
    '[Deal "1"]\n\n1. xyz *\n',
    '[Deal "1"]\n\n( *\n',
    '[Deal "1"]\n\n143-127\n',
    '[Deal "1"]\n[Deal "1"]\n\n*\n',
    "[" * 5000,
    "\x00",
]


@pytest.mark.parametrize("text", BAD_RECORDS)
@pytest.mark.parametrize(
    "arguments", ["play", "play --terminal", "", "review", "analyse --game", "analyse", "problems"]
)
def test_bad_record(command: Commands, tmp_path: Path, text: str, arguments: str) -> None:
    """A file that is no record gets one line that names it, and status 2; it stays as it is."""
    file = tmp_path / "bad.mjb"
    content = text.encode(errors="surrogateescape")
    file.write_bytes(content)
    done = command(*arguments.split(), file)
    assert done.is_refused
    assert str(file) in done.err
    assert file.read_bytes() == content


def test_a_file_of_nothing_but_bad_games_gets_one_line(command: Commands, tmp_path: Path) -> None:
    """However many texts in it begin as games do."""
    file = tmp_path / "README.md"
    file.write_text("# x\n" + '[First "x"]\n\n1. a1b1\n\n' * 4)
    done = command("review", file)
    assert done.is_refused
    assert "none of its 4 games can be read" in done.err


def test_words_are_understood_in_full_width_letters(command: Commands) -> None:
    """A Chinese keyboard types them so; the table is left as by quit."""
    done = command("play", "--terminal", "--level", "casual", typed="ＬＩＳＴ\n")
    assert "1. " in done.out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_file_that_may_not_be_read(command: Commands, tmp_path: Path) -> None:
    """A file without permission to read gets one line and status 2."""
    file = tmp_path / "secret.mjb"
    file.write_text('[Deal "1"]\n\n*\n')
    file.chmod(0)
    assert command("play", str(file)).is_refused


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"schema": 99}', '{"schema": 1, "text_scale": "big"}', "\x00"]
)
def test_bad_settings_cost_nothing(command: Commands, tmp_path: Path, content: str) -> None:
    """Damaged settings get one message, and the game is played."""
    file = tmp_path / "home" / "config" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(content)
    done = command("play", "--terminal", typed=A_GAME)
    assert done.status == 0
    assert "Ada takes 5m" in done.out
    assert "damaged" in done.out or "invalid" in done.out


def test_a_game_against_a_level(command: Commands) -> None:
    """A level on the command line is played at once."""
    done = command("play", "--terminal", "--level", "Companion")
    assert (done.status, "Echo" in done.out, "New game" in done.out) == (0, True, False)


# Trouble


def test_unexpected_error(command: Commands, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """A mistake of ours gets one line and status 1, its traceback is logged; Ctrl+C is quiet."""
    failing = Mock(side_effect=[ZeroDivisionError("oh\nno"), KeyboardInterrupt])
    monkeypatch.setattr("battle.commands.play.Position.of_deal", failing)
    log = home / "log" / "error.log"
    words = f"mahjong-battle: ZeroDivisionError: oh no (details in {log})\n"
    assert command("deal", "1") == Done(1, "", words)
    assert "Traceback" in log.read_text()
    assert command("deal", "1") == Done(130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="signals are different elsewhere")
def test_interrupted_process(tmp_path: Path) -> None:
    """Ctrl+C while the work goes on ends the process at once, quietly, with status 130."""
    short_and_long = tmp_path / "positions"
    short_and_long.write_text(f"{SMALL}\n{deal(1)}\n")
    with (
        short_and_long.open() as file,
        processes.started(
            [sys.executable, "-m", "battle", "perft", "-", "9"],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout.readline() == "0\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30) == ("", "")
        assert process.returncode == 130


@pytest.mark.parametrize(
    ("words", "typed", "told"),
    [
        ("analyse 9s/9s --threads x", "", "'--threads': 'x' is not a whole number from 1 on."),
        ("bench --tiles 109", "", "'--tiles': '109' is not a whole number from 2 to 108."),
        ("perft 9s/9s -- -1", "", "DEPTH: '-1' is not a whole number from 0 on."),
        ("perft 9s/9s", "", "Expected POSITION and DEPTH, such as 5m5p/5p5m/9s/9s 2."),
        ("x" * 5000, "", "No such command"),
        ("perft - 1", "5x\n", "mahjong-battle: line 1: bad column a: bad tile '5x'"),
        ("perft - 1", "\udcff\n", "standard input is not UTF-8 text"),
        ("play --level godlike", "", "expected one of novice"),
    ],
)
def test_what_is_refused_is_explained(command: Commands, words: str, typed: str, told: str) -> None:
    """What was typed and what is expected are reported."""
    done = command(*words.split(), typed=typed)
    assert done.is_refused
    assert told in done.err


@pytest.mark.usefixtures("compiled_home")
@pytest.mark.parametrize(
    "encoding",
    [
        *("ascii", "cp932"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("cp1252", "cp437", "gb18030")),
    ],
)
def test_no_code_page_is_too_small(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, encoding: str
) -> None:
    """Every name and sign is printed in every encoding, by others where it lacks them."""
    game, missing = tmp_path / "g.mjb", tmp_path / "李−.mjb"
    names = '[First "李雷 − Zoë"]\n[Second "Łukasz \U0001f004"]\n'
    game.write_text(f'{names}[Position "5m5p/5p5m/9s/9s"]\n\na1b2 {{…}} c1d1', encoding="utf-8")

    def printed(*words: object, typed: str = "") -> tuple[int, str, str]:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _name in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdin", io.StringIO(typed))
            patch.setattr("sys.stdout", streams[0])
            patch.setattr("sys.stderr", streams[1])
            with pytest.raises(SystemExit) as ended:
                run([*map(str, words)])
        out, err = (stream.buffer.getvalue() for stream in streams)
        return int(str(ended.value.code)), out.decode(encoding), err.decode(encoding)

    status, out, err = printed("review", "--time", "0.1", game)
    assert (status, err) == (0, "")
    assert "Zo" in out
    assert ("李雷" if encoding.startswith(("cp932", "gb")) else "??") in out
    for words in (["analyse", "--svg", "-"], ["annotate", "--time", "0.1", game]):
        status, out, err = printed(*words, typed="9s/9s % 李 −\n")
        assert (status, err) == (0, "")
        assert out.startswith(("<?xml", "[First"))
    status, out, err = printed("review", "--time", "0.1", "--json", game)
    assert json.loads(out)["players"] == ["李雷 − Zoë", "Łukasz \U0001f004"]
    monkeypatch.setenv("LANGUAGE", "zh")
    status, out, err = printed("play", "--terminal", game, typed="help\nrules\nlist\nrecord\n")
    assert (status, err) == (0, "")
    assert "a1b2" in out
    status, out, err = printed("review", missing)
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.skipif(os.name != "posix", reason="pipes are different elsewhere")
def test_broken_pipe() -> None:
    """A reader that goes away gets no complaint."""
    done = in_process(
        "-c",
        "import subprocess, sys\n"
        f"perft = [sys.executable, '-m', 'battle', 'perft', {str(deal(1))!r}, '4', '--divide']\n"
        "process = subprocess.Popen(perft, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "process.stdout.close()\n"
        "print(process.stderr.read(), process.wait())\n",
    )
    assert done.stdout == "b'' 1\n"


on_linux = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="there is always a display there"
)


@on_linux
def test_without_a_display_the_game_goes_on_in_the_terminal(
    command: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where none is named, or no window can be opened, the command says so."""
    from battle.window import main as window

    no_display = window.NoDisplayError("no video device")
    monkeypatch.setattr(window, "run", Mock(side_effect=no_display))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    done = command("play", typed=A_GAME)
    words = "mahjong-battle: no display (no video device): the game goes on in the terminal\n"
    assert (done.status, done.err) == (0, words)
    assert "Ada won 5 to 0." in done.out
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    done = command("play", typed=f"no\n{A_GAME}")
    assert "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)" in done.err


@on_linux
def test_display_that_is_not_there(tmp_path: Path) -> None:
    """A display that is named but not there leads to the terminal, not to an unseen window."""
    hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    environment |= {"DISPLAY": ":4711", "MAHJONG_BATTLE_HOME": str(tmp_path)}
    done = in_process("-m", "battle", input=A_GAME, env=environment)
    assert "mahjong-battle: no display (" in done.stderr
    assert "Ada won 5 to 0." in done.stdout


def test_play_needs_no_command(command: Commands, tmp_path: Path) -> None:
    """A file, or an option of `play`, is enough: `mahjong-battle FILE` plays the game in it."""
    file = tmp_path / "game.mjb"
    file.write_text('[First "Ada"]\n[Second "Ben"]\n[Deal "1"]\n\n*\n')
    assert "Ada to move" in command(file, "--terminal").out
    assert "Ada to move" in command("--terminal", file).out
    for words in (("--level", "nobody"), ("--level=nobody",), ("--lan",), ("--broker", "x")):
        assert command(*words) == command("play", *words)
    assert "nobody" in command("--level=nobody").err
    assert "Ada to move" in command(file.as_uri(), "--terminal").out


LINE = str(Invitation.new("mqtts://broker.example", lan=True))


@on_linux
@pytest.mark.parametrize("text", [LINE, invitation(LINE).link("https://example.org/join", "Ada")])
def test_an_invitation_is_an_argument(
    command: Commands, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """A line or a link opens the window, which asks about it; nothing else that is a link does."""
    from battle.window import main as window

    opened: list[dict[str, object]] = []

    def run(file: Path | None, level: str, **how: object) -> None:
        opened.append(how | {"file": file})

    monkeypatch.setattr(window, "run", run)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert command(text).status == 0
    assert opened == [
        {"file": None, "day": None, "engine": "", "line": None, "link": text, "ways": None}
    ]
    for bad in ("https://example.org/join", "https://example.org/#1.2", "javascript:alert(1)"):
        assert command(bad).status == 2
    assert len(opened) == 1


@on_linux
@pytest.mark.parametrize("page", ["", "https://example.org/play/", "Look\n> https://example.org/"])
def test_a_link_is_an_argument(
    command: Commands, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """It opens what it names in the window and in the terminal, with words around it or not."""
    from battle.window import main as window

    opened: list[object] = []
    monkeypatch.setattr(window, "run", lambda *_file, **how: opened.append(how["link"]))
    game = record('[First "Ada"]\n[Second "Ben"]\n[Position "5m5p/5p5m"]\n\n1. a1b2 *\n')
    links = [
        (position_link(Position.parse(SMALL)), "play", "1 [5m] [5p] [9s] [9s] "),
        (deal_link(7), "play", "1 (3p) (6p) (8m) (6s) (8s) (5s) (9s) (8p) (4s) [3m] [5m] [9m]"),
        (game_link(game), "", "Ben to move"),
    ]
    for link, typed, said in links:
        out = command(page + link, "--terminal", typed=typed).out
        assert said in out, out
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for link, *_said in links:
        assert command(page + link).status == 0
        assert opened[-1] == page + link
    count = len(opened)
    for bad in ("#deal=0", "#game=AAAA", "#position=5m"):
        done = command(page + bad)
        assert (done.status, done.err.count("\n")) == (2, 1)
    assert len(opened) == count


@on_linux
def test_positions_problems_and_proofs_are_arguments(
    command: Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A double click on either opens the window with it; the terminal says what it cannot."""
    from battle.window import main as window

    opened: list[Path | None] = []
    monkeypatch.setattr(window, "run", lambda file, _level, **_how: opened.append(file))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    files = [tmp_path / name for name in ("a b.mbp", "end.proof", "position.txt")]
    texts = f"{SMALL}; c1d1:9", "mahjong-battle proof 1\n", SMALL
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
        for word in (str(file), file.as_uri()):
            assert command(word).status == 0
        done = command(file, "--terminal")
        if file.suffix == ".txt":
            assert "New game" in done.out
        else:
            assert (done.status, done.out) == (2, "")
            assert "open in the window" in done.err
    assert opened == [file for file in files for _ in range(2)]
    files[2].write_text("neither of them")
    assert command(files[2]).status == 2


# Imports


@pytest.mark.parametrize(
    "arguments", [["deal", "1"], ["--help"], ["--version"], ["perft", SMALL, "1"]]
)
def test_light_commands_load_nothing_heavy(arguments: list[str]) -> None:
    """Commands that need neither window nor solver load neither pygame nor numba nor numpy."""
    done = in_process("-X", "importtime", "-m", "battle", *arguments)
    imported = {
        line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()
    }
    assert done.returncode == 0
    assert "click" in imported
    assert not imported & {"pygame", "numba", "numpy", "llvmlite", "solver"}


def test_imports_are_light() -> None:
    """The packages, and every command's help, load nothing heavy."""
    modules = "battle, battle.cli, battle.terminal.app, solver.api, solver.protocol"
    heavy = "{'pygame', 'numba', 'paho', 'websockets'}"
    done = in_process("-c", f"import sys, {modules}; print([*{heavy}.intersection(sys.modules)])")
    assert done.stdout == "[]\n"


@pytest.mark.usefixtures("compiled_home")
def test_no_name_of_a_file_commands_the_terminal(command: Commands, tmp_path: Path) -> None:
    """Escapes in what is named on the command line are shown, not sent to the terminal."""
    escape = "\x1b]0;hacked\x07\x9b31m"
    for words in (["review", f"no{escape}such.mjb"], ["deal", f"7{escape}"], [f"--{escape}"]):
        done = command(*words)
        assert done.status == 2
        assert not {*done.out, *done.err} & {"\x1b", "\x07", "\x9b"}
    pair = tmp_path / f"a{escape}.mjb", tmp_path / "b.mjb"
    for file in pair:
        file.write_text('[Position "1s2s1s2s"]\n\n*\n')
    done = command("analyse", *map(str, pair), "--hash", "1", "--threads", "1")
    assert (done.status, "hacked" in done.out) == (0, True)
    assert not {*done.out, *done.err} & {"\x1b", "\x07", "\x9b"}


@pytest.mark.parametrize("command", [("perft", "-", "1"), ("play", "--terminal")])
def test_a_line_that_never_ends_is_limited(tmp_path: Path, command: tuple[str, ...]) -> None:
    """No command waits for the end of a line to say that it is too long."""
    environment = os.environ | {"MAHJONG_BATTLE_HOME": str(tmp_path)}
    program = (sys.executable, "-m", "battle", *command)
    with processes.started(
        program,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
    ) as process:
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(b"x" * 300_000)
            process.stdin.flush()
        told = b""
        while b"longer than" not in told and b"xxx" not in told:
            line = process.stdout.readline()
            assert line
            told += line
        assert b"Traceback" not in told


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("annot", "plain,annotate"),
        ("match str", "plain,strong"),
        ("play --level no", "plain,novice"),
        ("analyse gam", "file,gam"),
        ("review gam", "file,gam"),
        ("gam", ""),
    ],
)
def test_a_shell_completes(words: str, expected: str) -> None:
    """Tab completes commands, players, levels and files."""
    done = in_process(
        *("-m", "battle"),
        env=os.environ
        | {
            "_MAHJONG_BATTLE_COMPLETE": "bash_complete",
            "COMP_WORDS": f"mahjong-battle {words}",
            "COMP_CWORD": str(len(words.split())),
        },
    )
    assert done.stdout.strip() == expected
