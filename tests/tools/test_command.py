"""Tools that are given what they cannot use."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

from battle.analysis.values import Cost
from battle.rules.position import Position, move, position
from solver.proof.calibration import read
from tests.support.processes import run
from tools import calibrate, check, points_lost, proven_again, sentences, site, strength
from tools.attack.inputs import kinds
from tools.attack.speed import Reading, readings
from tools.command import Tool, command
from tools.portrait import __main__ as portrait
from tools.screens.measure import screen_times
from tools.sentences import CLAIMS, Truth, endgames, held

LETTER = "Dear Ada,\nhello\n"


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        (calibrate.main, ["fit", "FILE"]),
        (calibrate.main, ["check", "FILE"]),
        (calibrate.main, ["costs", "FILE"]),
        (calibrate.main, ["sample", "FILE", "--positions", "1"]),
        (check.main, ["--here", "--positions", "1", "--known", "FILE"]),
        (points_lost.main, ["0", "0"]),
        (points_lost.main, ["3", "3", "--threads", "1000"]),
        (portrait.main, ["games", "--pars", "none.csv"]),
        (proven_again.main, ["3", "--output", "FILE"]),
        (strength.main, ["judge", "none.csv"]),
        (strength.main, ["table", "FILE"]),
        (strength.main, ["fit", "FILE", "--file", "FILE"]),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_bad_input_is_one_line_and_nothing_is_lost(
    tool: Tool,
    words: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Another file, a missing one or a bad number ends with status 2; the file stays as it was."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "letter.csv"
    for beside in (file, file.with_suffix(".judged.csv")):
        beside.write_text(LETTER, encoding="utf-8")
    assert tool([word.replace("FILE", str(file)) for word in words]) == 2
    told = capsys.readouterr().err.strip()
    assert told.count("\n") == 0 < len(told)
    assert file.read_text(encoding="utf-8") == LETTER
    assert {path.name for path in tmp_path.iterdir()} == {"letter.csv", "letter.judged.csv"}


@pytest.mark.parametrize(
    ("raised", "status"),
    [(None, 0), (OSError("gone"), 2), (ValueError("bad"), 2), (KeyboardInterrupt(), 130)],
)
def test_how_it_ends_is_told_by_the_status(raised: BaseException | None, status: int) -> None:
    """Done is 0, what cannot be used 2, Ctrl+C 130; a mistake of ours is not hidden."""

    @command
    def tool() -> None:
        if raised is not None:
            raise raised

    @command
    def mistaken() -> None:
        raise TypeError

    assert tool([]) == status
    with pytest.raises(TypeError):
        mistaken([])


# --- calibrate ------------------------------------------------------------------------------------
#
# The calibration of estimates: samples that were cut short, and the table that looks make.


USUAL, TRUST, SHARE = 2.0, 0.5, 0.8
"""What a made-up sample says: what positions are worth by what was seen, and pairs by the best."""


def sampled(number: int, lot: Random) -> dict[str, Any]:
    """Return a line of a sample whose position is worth USUAL + TRUST of what was seen."""
    seen, behind = 2 * lot.randint(-10, 10), 5 * lot.randint(1, 4)
    truth = round(USUAL + TRUST * seen)
    choices = [
        ["a1a9", 1, 3, -200, 200, seen, seen],
        ["b1b9", 1, 3, -200, 200, seen - behind, seen - behind],
    ]
    looks = [
        {"nodes": 1_000, "manner": manner, "depth": 3, "lower": -200, "upper": 200}
        | {"choices": choices}
        for manner in ("all", "best")
    ]
    moves = {"a1a9": truth, "b1b9": truth - round(SHARE * behind)}
    return {"number": number, "tiles": 64, "truth": truth, "looks": looks, "moves": moves}


def written(file: Path, number: int = 300) -> Path:
    lot = Random(1)
    rows = [json.dumps(sampled(place, lot)) for place in range(number)]
    file.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return file


def test_the_table_has_the_lines_that_are_in_the_sample(tmp_path: Path) -> None:
    """What is true of every position is found: what it is worth, and what a pair behind costs."""
    table = calibrate.fitted(list(calibrate.searches([written(tmp_path / "sample")])))
    assert {row.nodes for row in table} == {1_000}
    row = next(row for row in table if row.tiles == 65)
    assert abs(row.usual - USUAL) < 0.05
    assert abs(row.trust - TRUST) < 0.01
    assert abs(row.share - SHARE) < 0.01
    assert row.error < 0.5
    assert row.unrest == 0


def test_errors_of_whole_deals_are_fitted_alone(tmp_path: Path) -> None:
    """One error of deals is found for all efforts; other sizes, and all values, stay the same."""
    off = [{**sampled(place, Random(place)), "tiles": 108} for place in range(100)]
    for place, row in enumerate(off):
        row["truth"] += 6 * (place % 3 - 1)
    file = tmp_path / "deals"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in off), encoding="utf-8")
    old = read()
    table = calibrate.fitted_to_deals(list(calibrate.searches([file])), old)
    assert [replace(row, error=0) for row in table] == [replace(row, error=0) for row in old]
    (error,) = {row.error for row in table if row.tiles == 108}
    assert 3 < error < 9
    assert [row for row in table if row.tiles < 108] == [row for row in old if row.tiles < 108]


def test_the_correlation_of_errors_is_found(tmp_path: Path) -> None:
    """Where costs are as far off as some correlation says, that is fitted, and bars hold 80 %."""
    lot, file = Random(5), tmp_path / "costs"
    with file.open("w", encoding="utf-8") as opened:
        for number in range(1200):
            row = {**sampled(number, lot), "tiles": lot.choice((56, 62, 66, 70, 76))}
            best, mine = calibrate._values(row, row["looks"][0], read()).values()
            cost = Cost.between(best, mine, 200, 0.7 + 0.006 * (row["tiles"] - 66))
            row["moves"] = {"a1a9": 0, "b1b9": -round(lot.gauss(cost.value, cost.doubt))}
            opened.write(json.dumps(row | {"truth": 0, "looks": row["looks"][:1]}) + "\n")
    found = [one for one in calibrate.seen_costs([file], read()) if not one.is_in_front]
    assert len(found) == 1200
    sample = calibrate.CostSample(found)
    middle, slope = calibrate.fitted_correlation(sample)
    assert abs(middle - 0.7) <= 0.04
    assert abs(slope - 0.006) <= 0.004
    inside = abs(sample.guess - sample.truth) <= calibrate.EIGHTY * sample.errors(middle, slope)
    assert 0.75 < inside.mean() < 0.85


def test_the_check_finds_that_a_table_fits(tmp_path: Path) -> None:
    """Estimates by the table of the same looks are not off; what the looks saw was."""
    found = list(calibrate.searches([written(tmp_path / "sample")]))
    (line,) = [
        line
        for line in calibrate.check(found, calibrate.fitted(found))
        if line.strip().startswith("64-66")
    ]
    _band, looks, _bias, rms, now_bias, now_rms, *_rest = line.split()
    assert int(looks) == len(found) == 600
    assert float(rms) > 4
    assert abs(float(now_bias)) < 0.1
    assert float(now_rms) < 0.5


# --- sentences ------------------------------------------------------------------------------------
#
# The command that holds all sentences about moves against brute force.


@pytest.mark.parametrize(
    ("text", "played"),
    [
        (
            "........./...2m6p2m3s../..3s7s7m1s.../...7m...../.....1m1s../........./....2p..../"
            "....4m6p2p../........./....7s4m1m../........./......... 2 0-0",
            "b7c3",
        ),
        (
            "3s8p6p6s3s..../...6s...../........./........./........./........./1s......../........./"
            "........./.....1s6p../.....8p.../......... 1 0-0",
            "a1a5",
        ),
        (
            "....1s..../..3p....../...4s9p8m4m5m./....3p5m4s../........./......1s../....4m..../"
            "...9p...../........./........./........./...9m9m8m... 1 0-0",
            "c4d7",
        ),
    ],
)
def test_a_reply_elsewhere_is_one_at_none_of_the_cells_named(text: str, played: str) -> None:
    """Where another reply at what was uncovered is as good, all those cells are named."""
    place = position(text)
    assert move(played) in place.legal_moves
    kinds, wrong = held([place], Random(1))
    assert (kinds["uncovers"] > 0, wrong) == (True, [])


def test_all_that_is_said_of_random_endgames_is_true() -> None:
    """Nothing is false, nothing is of an unknown kind, and every kind is said."""
    kinds, wrong = held(endgames(150, 5), Random(5))
    assert not wrong
    assert {claim.__name__ for _pattern, claim in CLAIMS} - {*kinds} <= {"ends", "other_tiles_open"}


@pytest.mark.parametrize(
    "sentence",
    [
        "It uncovers 5p on a2.",
        "It leaves no pair: the game is over.",
        "No move was better.",
        "5m on a1 and b2 costs 9 points.",
        "Only 9s on c1 and d1 does not lose.",
        "There is a pair worth 7 points.",
        "The best pair is worth 9 points more than any other.",
        "It uncovers a2: the other player can take 9s on c1 and d1 for 9 points.",
        "A sentence that was never seen before.",
    ],
)
def test_what_is_false_is_found(sentence: str) -> None:
    """A sentence that is not so, or is of no known kind, is reported."""
    small = position("5m5p/5p5m/9s/9s")
    truth = Truth(Position(small.columns), move("a1b2"), {})
    with pytest.raises(AssertionError, match=r"false|unknown"):
        sentences.check(truth, sentence)


def test_the_command_ends_with_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints how many sentences of each kind there were, with status 0 if none is false."""
    assert sentences.main(["3"]) == 0
    assert "about 3 endgames, 0 false" in capsys.readouterr().out


# --- attack ---------------------------------------------------------------------------------------
#
# Attacks and measures of reading.


# -- attack ---------------------------------------------------------------------------------------

KINDS = {kind.name: kind for kind in kinds()}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_not_damaged_is_read(name: str, tmp_path: Path) -> None:
    """The attack begins from inputs that are good, so it goes deep."""
    for number, sample in enumerate(KINDS[name].samples):
        home = tmp_path / str(number)
        home.mkdir()
        KINDS[name].use(sample, home)


@pytest.mark.slow
def test_what_is_attacked_does_not_fall(shared_home: Path, tmp_path: Path) -> None:
    """Two hundred inputs, a few kills, a crowd, a full disk and a home that cannot be written."""
    environment = os.environ | {"MAHJONG_BATTLE_HOME": str(shared_home), "TMPDIR": str(tmp_path)}
    log = tmp_path / "log.md"
    words = ("--inputs", "200", "--kills", "3", "--seed", "5", "--log", str(log))
    done = run(sys.executable, "-m", "tools.attack", *words, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    *_rows, last = log.read_text(encoding="utf-8").strip().splitlines()
    assert last.startswith("| **all** | 2")
    assert last.endswith(" | 0 | 0 | 0 |")


# -- speed ----------------------------------------------------------------------------------------

SMALL, TIMES = 10_000, 4
MEASURED = [reading for reading in readings() if reading.shape != "a proof"]
"""A proof is as long as it is."""


def calls(reading: Reading, size: int, path: Path) -> int:
    """Return how many calls a reader makes, those of built-in functions counted."""
    path.parent.mkdir()
    path.write_bytes(reading.make(size))
    counted = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        reading.take(path)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("reading", MEASURED, ids=lambda reading: str(reading.name))
def test_what_is_read_costs_as_it_is_long(reading: Reading, tmp_path: Path) -> None:
    """Four times as much takes at most about four times the calls."""
    calls(reading, SMALL * TIMES, tmp_path / "first" / "input")
    few = calls(reading, SMALL, tmp_path / "few" / "input")
    many = calls(reading, SMALL * TIMES, tmp_path / "many" / "input")
    assert few > 0
    assert many < few * TIMES * 1.3 + 500


# --- site -----------------------------------------------------------------------------------------
#
# The reference site shows every promised name, and its links lead somewhere.


FROM_OUTSIDE = ("https:", "data:", "$")
"""How links begin that are of the maker of the site, or filled in by its search."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("site")
    site.build(directory)
    return directory


@cache
def anchors(page: Path) -> set[str]:
    """Return the places of a page that a link can lead to."""
    return set(re.findall(r'id="([^"]+)"', page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("module", site.PROMISED)
def test_every_promised_name_is_on_its_page(built: Path, module: str) -> None:
    """A reader finds each name of a module's `__all__` that is not about the module itself."""
    promised = {name for name in import_module(module).__all__ if not name.startswith("__")}
    assert promised <= anchors(built / f"{module.replace('.', '/')}.html")


def test_no_link_is_broken(built: Path) -> None:
    """Every link within the site leads to a file of it, and to a place there is in it."""
    pages = [*built.rglob("*.html")]
    links = 0
    for page in pages:
        for link in re.findall(r'(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            if not link.startswith(FROM_OUTSIDE):
                path, place = urldefrag(unquote(link))
                target = (page.parent / path).resolve() if path else page
                assert target.is_file(), f"{page.name}: {link}"
                assert not place or place in anchors(target), f"{page.name}: {link}"
                links += 1
    assert len(pages) == 1 + len(site.PROMISED) + len(site.PAGES)
    assert links > 100


# -- the frames of screens ------------------------------------------------------------------------


def test_the_frames_of_every_screen_are_measured() -> None:
    """Each screen asked for has a time of the processor, in milliseconds."""
    times = screen_times((900, 600), ["start", "help"])
    assert [*times] == ["start", "help"]
    assert all(0 < milliseconds < 1000 for milliseconds in times.values())
