"""What the page about the game rests on: first moves, games, positions, and its data."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from fnmatch import fnmatch
from functools import partial
from math import inf, isclose
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

from battle.resources import asset
from battle.rules.files import Par
from battle.rules.position import Cell, Position, deal, move, position
from solver.api import Solver
from solver.kernels import encode
from solver.survey import PartialProof, PartialProofs
from tools import reference
from tools.portrait import (
    data,
    intervals,
    openings,
    paper,
    parity,
    pictures,
    sizes,
    turns,
)
from tools.portrait.__main__ import (
    MATCHES,
    PLACE,
    RANDOM_DEALS,
    checksums,
    collected,
    draw,
    main,
)
from tools.portrait.data import EstimatedGame, MoveCosts, Proven
from tools.portrait.intervals import Estimate
from tools.portrait.page import TEXT
from tools.portrait.turns import Turns
from tools.records import Records
from tools.reference import Twin


def share(count: int, of: int) -> Estimate:
    """Return the share of `count` in `of`."""
    return intervals.share(place < count for place in range(of))


# -- intervals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "value", "low", "high"),
    [
        pytest.param(intervals.around(0, 1, 4), 0, -3.1824, 3.1824, id="Student"),
        pytest.param(share(5, 10), 0.5, 0.2366, 0.7634, id="Wilson"),
        pytest.param(share(0, 7), 0, 0, 0.3543, id="Wilson, none"),
        pytest.param(
            intervals.less(share(56, 70), share(48, 80)), 0.2, 0.0524, 0.3339, id="Newcombe"
        ),
        pytest.param(intervals.middle(range(1, 11)), 5.5, 2, 9, id="median"),
        pytest.param(intervals.middle(range(1, 3001)), 1500.5, 1446, 1555, id="median of many"),
        pytest.param(intervals.middle([1, 2, 3, 4, 5]), 3, -inf, inf, id="median of too few"),
        pytest.param(
            intervals.pooled([[1.0] * 5, [2.0] * 5, [4.0] * 5]),
            2.3333,
            -1.4612,
            6.1279,
            id="groups",
        ),
        pytest.param(
            intervals.mean_of_few([3.0, 1.0, 1.0, *[0.0] * 97]), 0.05, 0.0103, 0.2536, id="few"
        ),
        pytest.param(intervals.mean_of_few([1.0, 2.0] * 10), 1.5, 1.2599, 1.7401, id="not few"),
        pytest.param(intervals.mean_of_few([0.0] * 20), 0, 0, 0, id="none above"),
    ],
)
def test_an_interval_is_that_of_the_book(
    found: Estimate, value: float, low: float, high: float
) -> None:
    """Means, shares, differences and medians reach as far as printed tables and articles say.

    Groups count as one number each; of what is nearly always nothing the share decides.
    """
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high), abs=1e-4)


def test_the_bootstrap_comes_near_students_interval() -> None:
    """Of a mean of 200 numbers both say the same to a tenth of their reach."""
    rows = np.random.default_rng(5).normal(3, 2, 200)
    found, mean = intervals.resampled(rows, lambda drawn: float(drawn.mean())), intervals.mean(rows)
    near = pytest.approx((mean.low, mean.high), abs=0.1 * (mean.high - mean.value))
    assert (found.low, found.high) == near


@pytest.mark.parametrize(
    ("figure", "how", "words"),
    [
        (Estimate(3.9, 3.4, 4.4, 9), "+", "+3.9 ± 0.5"),
        (Estimate(0.05, -0.01, 0.11, 9), "", "0.05 (0.00 to 0.11)"),
        (intervals.mean([3]), "", "3.0"),
        (Estimate(-0.75, -1.545, 0.045, 9), "+", "−0.75 ± 0.80"),  # 0 is within
        (Estimate(-0.75, -1.445, -0.055, 9), "+", "−0.8 ± 0.7"),  # and here it is not
        (Estimate(0.05, 0.01, 0.25, 9), "", "0.05 (0.01 to 0.25)"),
        (Estimate(0.02, -0.12, 0.16, 9), "%", "2 % (−12 to 16 %)"),
        (share(62, 100), "deals", "62 of 100 deals (62 %, 52 to 71 %)"),
        (
            Estimate(7.1e8, 5.4e8, 1.2e9, 9),
            "rounded",
            "710 million (540 million to 1.2 billion)",
        ),
    ],
)
def test_a_figure_is_said_with_its_interval(figure: Estimate, how: str, words: str) -> None:
    """Even ones by their reach; what cannot be negative ends at 0; one number has no interval."""
    assert format(figure, how) == words


# -- games turn by turn ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_turns() -> list[Turns]:
    """Return the games of the page."""
    return Records(PLACE / "turns.csv", Turns).read()


def test_the_games_are_those_of_the_matches(all_turns: list[Turns], tmp_path: Path) -> None:
    """What stands in the file follows from the matches as they were judged, and from chance."""
    random = list(turns.at_random(RANDOM_DEALS))
    assert all_turns[-len(random) :] == random
    count, few = len(random), tmp_path / "games.csv"
    for path in MATCHES:
        head, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
        few.write_text("".join([head, *rows[::10]]), encoding="utf-8")
        few.with_suffix(".judged.csv").write_bytes(path.with_suffix(".judged.csv").read_bytes())
        found = [*turns.judged(few)]
        assert found
        assert {*found} <= {*all_turns}
        count += sum(1 + (one != other) for one, other, *_ in csv.reader(rows))
    assert count == len(all_turns)


def test_levels_give_away_what_their_table_says(all_turns: list[Turns]) -> None:
    """Counted in another way, on the same deals, all parts are those of their `measured.csv`."""
    with asset("levels/measured.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["level"]: row for row in csv.DictReader(file)}
    same = [one for one in all_turns if 2001 <= one.deal <= 2040]
    for name, found in turns.table(same).items():
        if name in rows:
            row = rows[name]
            assert isclose(found.whole.value, float(row["lost"]), abs_tol=0.0051)
            assert isclose(found.proven.value, float(row["proven"]), abs_tol=0.0051)


def test_games_become_plain_where_the_kernels_say_so_too(all_turns: list[Turns]) -> None:
    """Plain positions are plain states, which are few more: where three loose tiles are merged."""
    rows = [*csv.reader(MATCHES[0].read_text(encoding="utf-8").splitlines())]
    for row in rows[1:60:10]:
        start = here = deal(int(row[3]))
        problem, seen = encode.problem_of(start), []
        for name in row[6].split():
            words = encode.words_of(problem, encode.state_of(here))
            seen.append((turns.is_plain(here), words[1] & ~(words[4] >> 32) == 0))
            here = here.play(move(name))
        assert seen == sorted(seen)
        assert all(state or not plain for plain, state in seen)
        plains = {one.plain for one in all_turns if one.points and one.deal == int(row[3])}
        assert [plain for plain, _ in seen].index(True) in plains


# -- sizes and layouts -----------------------------------------------------------------------------


@pytest.mark.slow
def test_positions_with_even_kinds_are_counted() -> None:
    """The exact count is what drawing halves at random comes to, within 8 %."""
    start, tries = deal(97), 500_000
    found = list(sizes.even_positions(start, 10**9, np.random.default_rng(1), tries))
    estimate = len(found) / tries**2 * len(sizes.SEGMENTS) ** 12
    assert abs(sizes.even_count(start) / estimate - 1) < 0.08
    for left in found[:20]:
        kinds = Counter(
            start.kind_at(Cell(column, row))
            for column, one in enumerate(left)
            for row in range(*one)
        )
        assert all(count % 2 == 0 for count in kinds.values())


def test_what_play_leads_to_can_be_reached() -> None:
    """Every position of a game at random is found; two pairs that block each other are not."""
    random, then = Random(2), deal(4)
    while then.tiles_left > 40:
        then = then.play(random.choice(then.legal_moves))
    rows: dict[int, list[int]] = {column: [] for column in range(12)}
    for cell, _ in then.tiles():
        rows[cell.column].append(cell.row)
    left = tuple((min(those), max(those) + 1) if those else (0, 0) for those in rows.values())
    assert sizes.is_reachable(deal(4), left)
    last = ((2, 3), (2, 3))
    assert not sizes.is_reachable(position("5m5p9s/5p5m9s"), last)
    assert sizes.is_reachable(position("5m5p9s/5m5p9s"), last)


def test_ways_to_play_are_estimated() -> None:
    """Of a small position, whose games are counted one by one, within a tenth."""

    def ways(then: Position) -> int:
        return sum(map(ways, map(then.play, then.legal_moves))) or 1

    assert abs(sizes.ways_to_play(START, 3_000, Random(1)) / ways(START) - 1) < 0.1


# -- the data as others find them ------------------------------------------------------------------

ROOT = PLACE.parents[1]


def test_every_column_of_every_file_is_described() -> None:
    """The dictionary names exactly the columns of the CSV files, and every line has all of them."""
    text = (PLACE / "DATA.md").read_text(encoding="utf-8").replace("\\*", "*")
    described = {
        chapter.splitlines()[0].strip(): re.findall(r"^\| `(\w+)` \|", chapter, re.MULTILINE)
        for chapter in text.split("\n## ")[1:]
    }
    files = {
        file.relative_to(ROOT).as_posix(): [
            *csv.reader(file.read_text(encoding="utf-8").splitlines())
        ]
        for top in ("assets", "bench", "docs")
        for file in (ROOT / top).rglob("*.csv")
    }
    assert len(files) > 10
    for name, (header, *rows) in files.items():
        own = [one for one in described if fnmatch(name, one)]
        narrow = max(own, key=len, default="")
        assert described.get(narrow) == header, name
        assert {len(row) for row in rows} <= {len(header)}, name
    assert all(any(fnmatch(name, one) for name in files) for one in described)


# -- first moves ----------------------------------------------------------------------------------

START = position("5m5p6m/5p5m6m/9s7p/9s7p")
TRUE = reference.move_values(START)


@pytest.fixture
def small_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every deal be one small position."""
    monkeypatch.setattr(data, "deal", lambda number: START)


def collect(path: Path, pars: dict[int, Par] | None = None, **more: float) -> list[int]:
    with Solver(1, 1, kernels=Twin()) as solver:
        return data.prove_first_moves(path, [3, 4], pars or {}, solver, **more)


def test_values_are_those_of_the_twin(small_deal: None, tmp_path: Path) -> None:
    """Every first move has the value that the slow twin finds, and its pair's points beside it."""
    path = tmp_path / "moves.csv"
    assert collect(path) == []
    assert data.first_moves(path) == {3: TRUE, 4: TRUE}
    lines = path.read_text(encoding="utf-8").splitlines()
    name = str(START.legal_moves[0])
    worth, value = START.worth(START.legal_moves[0]), TRUE[START.legal_moves[0]]
    assert f"3,{name},{worth},{value}" in lines
    assert not path.with_name("moves.bounds.csv").exists()


def test_a_deal_that_was_cut_short_is_proven_again(small_deal: None, tmp_path: Path) -> None:
    """A file that lost its end in the middle of a deal has that deal whole after the next run."""
    path = tmp_path / "moves.csv"
    collect(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-12])
    assert list(data.first_moves(path)) == [3]
    assert collect(path) == []
    assert data.first_moves(path) == {3: TRUE, 4: TRUE}


def test_time_that_is_over_leaves_the_deal_open_and_keeps_its_bounds(
    small_deal: None, tmp_path: Path
) -> None:
    """No time proves no deal; what was known stays in the file beside, and the next run ends it."""
    path = tmp_path / "moves.csv"
    known = dict.fromkeys(START.legal_moves, (-40, 40)) | {START.legal_moves[0]: (-39, 39)}
    PartialProofs(path).keep(PartialProof(3, known))
    assert collect(path, seconds=0.0) == [3, 4]
    assert PartialProofs(path).by_deal()[3].bounds[START.legal_moves[0]][1] <= 39
    assert collect(path) == []
    assert data.first_moves(path)[3] == TRUE


# -- games ----------------------------------------------------------------------------------------


def test_a_game_that_is_proven_ends_on_par(small_deal: None) -> None:
    """With nodes enough to prove every position the margin is the value, and so is what is seen."""
    value = max(reference.move_values(START).values())
    with Solver(1, 1, kernels=Twin()) as solver:
        (game,) = data.played(solver, 7, 100_000)
    assert (game.seen, game.margin) == (value, value)
    assert reference.move_values(START)[game.first] == value


def test_games_are_played_once(small_deal: None, tmp_path: Path) -> None:
    """A second run plays only what is missing, and what was written is read again."""
    file, told = Records(tmp_path / "games.csv", EstimatedGame), []
    with Solver(1, 1, kernels=Twin()) as solver:
        for keys in ([(1, 300), (2, 300)], [(2, 300), (3, 300)]):
            told.clear()
            file.fill(keys, partial(data.played, solver), told.append)
    assert told == ["deal 3"]
    games = file.read()
    assert [(game.deal, game.nodes) for game in games] == [(1, 300), (2, 300), (3, 300)]


# -- positions ------------------------------------------------------------------------------------


def test_a_choice_counts_what_moves_give_away() -> None:
    """Pairs of 9, 9 and 2 worth 3, 5 and 1: one is best, the highest give 1 away, any gives 2."""
    assert MoveCosts.of([(9, 3), (9, 5), (2, 1)]) == MoveCosts(3, 1, 1.0, True, 2.0)


def look(nodes: int, *pairs: tuple[str, int, int, int], lower: int = -50) -> dict[str, object]:
    """Return a look: pairs with how many there are alike, what they score and are seen to make."""
    choices = [[name, alike, gain, lower, 50, seen, seen] for name, alike, gain, seen in pairs]
    return {"nodes": nodes, "manner": "all", "lower": lower, "upper": 50, "choices": choices}


def test_a_sample_becomes_the_table_and_is_read_again(tmp_path: Path) -> None:
    """Lost is the value less that of the move seen best; a look that proved loses nothing."""
    pairs = ("a1a2", 2, 9, 7), ("b1b2", 1, 3, 2)
    proved = look(300, *pairs) | {"lower": 6, "upper": 6}
    alike = {"a1a2": 1, "a1a3": 1, "b1b2": 6}
    rows = [
        {"number": 3, "tiles": 64, "looks": [look(30, *pairs), proved], "truth": 6, "nodes": 99,
         "moves": alike},
        {"number": 4, "tiles": 66, "looks": [look(30, *pairs)], "truth": 5, "nodes": 1234},
        {"number": -2, "tiles": 108, "looks": [look(30, *pairs)], "truth": 5},
        {"number": 5, "tiles": 0, "looks": []},
    ]  # fmt: skip
    sample, table = tmp_path / "sample.jsonl", tmp_path / "positions.csv"
    sample.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = data.sampled([sample])
    all_moves, value_only = found
    assert (all_moves.number, all_moves.tiles, all_moves.nodes) == (3, 64, None)
    assert all_moves.choice == MoveCosts(3, 1, 5.0, False, 10 / 3)
    assert all_moves.lost == {30: 5, 300: 0}
    assert all_moves.seen[300] == 6
    assert (value_only.nodes, value_only.value, value_only.choice) == (1234, 5, None)
    assert list(value_only.seen) == [30]
    file = Records(table, Proven)
    file.write(found)
    assert file.read() == [all_moves._replace(random=3.33), value_only]


# -- the page and its pictures --------------------------------------------------------------------


def test_no_figure_is_written_into_the_text() -> None:
    """Every number of the page is reckoned, but for examples, methods and numbers of deals."""
    text = re.sub(r"\]\([^)]*\)|`[^`]*`|{[^}]*}", "", TEXT.read_text(encoding="utf-8"))
    found = set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text))
    examples = {"4", "0", "5", "2", "3", "7"}  # a par of +4, −4 or 0; 5 ± 2 is from 3 to 7
    methods = {"95", "2,000", "256", "2", "4", "3"}  # per cent, draws, and tables of the proofs
    years = {"1994", "2002"}  # of sources of which not all was opened
    assert found <= examples | methods | years | {
        "1",
        "100",
        "2001",
        "2100",
        "4.0",
    }  # deals; licence


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page and its pictures, drawn from the data that are kept."""
    folder = tmp_path_factory.mktemp("page")
    draw(folder, collected(PLACE))
    return folder


@pytest.mark.slow
def test_the_page_is_the_one_that_its_data_make(drawn: Path) -> None:
    """After a change of the data `python -m tools.portrait draw` has been run."""
    text = (PLACE / "README.md").read_text(encoding="utf-8")
    assert (drawn / "README.md").read_text(encoding="utf-8") == text
    shown = re.findall(r"^!\[.*\]\(([a-z-]+)\.svg\)\n\n\*\*What to see:\*\*", text, re.MULTILINE)
    assert {*shown} == {"table", *pictures.PICTURES}
    for name in shown:
        assert marks(drawn / f"{name}.svg") == pytest.approx(marks(PLACE / f"{name}.svg"), abs=2)


def marks(picture: Path) -> list[float]:
    """Return where the dots, ticks and tiles of a picture are, across and down in turns."""
    uses = ElementTree.parse(picture).getroot().iter("{http://www.w3.org/2000/svg}use")
    return [float(use.get(axis, 0)) for use in uses for axis in "xy"]


def test_every_picture_is_traced_to_columns_that_exist() -> None:
    """The table of pictures has each that the page shows, and the files have its columns."""
    text = (PLACE / "DATA.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)\.svg` \| ([^|]*) \| ([^|]*)\|", text, re.MULTILINE)
    assert {name for name, _, _ in rows} == {"table", *pictures.PICTURES}
    for _name, files, columns in rows:
        for file, named in zip(re.findall(r"[\w-]+\.csv", files), columns.split(";"), strict=False):
            (path,) = [*ROOT.glob(f"assets/deals/{file}"), *PLACE.glob(file)]
            header = path.read_text(encoding="utf-8").splitlines()[0].split(",")
            assert {*re.findall(r"\w+", named)} <= {*header}, file


@pytest.mark.parametrize(
    "words",
    [
        ["positions"],
        ["positions", "/nowhere/sample.jsonl"],
        ["draw", "7"],
        ["games", "seven"],
        ["draw", "--pars", "/nowhere"],
    ],
)
def test_bad_words_are_told_in_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not there, words too many, a deal that is none: status 2 and one line."""
    assert main([*words, "--place", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["positions.csv", "games.csv"])
def test_a_damaged_line_is_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that is no record is passed over, and its file is named."""
    for file in PLACE.rglob("*.csv"):
        copy = tmp_path / file.relative_to(PLACE)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(file.read_bytes())
    with (tmp_path / name).open("a", encoding="utf-8") as file:
        file.write("x\n")
    some = collected(tmp_path)
    assert name in capsys.readouterr().err
    assert some == collected(PLACE)


def test_the_checksums_are_those_of_the_data() -> None:
    """After a change of the data `python -m tools.portrait draw` has been run."""
    assert (PLACE / "SHA256SUMS").read_text(encoding="utf-8") == checksums(PLACE)


# --- the study: what the page says beside its pictures --------------------------------------------


def test_a_move_knows_what_it_uncovers() -> None:
    """In 9s 5m 9s beside 5m the eights of another column are left, and the five is uncovered."""
    start = position("9s5m9s/5m/8p8p")
    assert openings.features(start, move("a1a3")) == [9, 2, 8, 1, 5, 1]
    assert openings.features(start, move("c1c2")) == [8, 1, 9, 0, 0, -1]


def test_a_deal_without_a_pair_is_a_position_of_106_tiles() -> None:
    """Every kind keeps an even number, and no column has a gap."""
    left = parity.without_a_pair(deal(7), Random(7))
    assert left.tiles_left == 106
    assert sorted(Counter(kind for _, kind in left.tiles()).values())[0] == 2
    assert all(None not in column[: sum(map(bool, column))] for column in left.columns)


def test_marks_of_a_page_become_those_of_the_paper() -> None:
    """Headings, tables, code, links and stress; a sign of Typst is only a sign."""
    text = "# Title\n\n## Head\n\n**Bold** *it* `a#b` [shown](x.md) #5\n\n| a |\n|---|\n| $2 |"
    head, _, words, _, table, _ = paper.blocks(text)
    assert head == "= Head"
    assert words == r'#strong[Bold] #emph[it] #raw("a#b") shown \#5'
    assert table.endswith("\n  [\\$2]))")


def test_the_paper_lists_each_reference_once() -> None:
    """What lies elsewhere is listed with its address, however often the texts lead to it."""
    told = [*paper.references("[One](https://one.org) [own](own.md)", "[One](https://one.org)")]
    assert told[1:] == ['+ One: #link("https://one.org")']


@pytest.mark.slow
def test_the_paper_is_made(tmp_path: Path) -> None:
    """Typst reads what is made of page and theory, with all pictures."""
    some = collected(PLACE)
    draw(tmp_path, some)
    (tmp_path / "theory.md").write_bytes((PLACE / "theory.md").read_bytes())
    paper.write(tmp_path, some)
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")
