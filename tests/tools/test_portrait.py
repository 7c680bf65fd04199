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
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

from battle.resources import asset
from battle.rules.files import Par
from battle.rules.position import Cell, Position, deal, move, position
from solver.api import Solver
from solver.survey import PartialProof, PartialProofs
from tools import reference
from tools.portrait import (
    bonus,
    data,
    equals,
    figures,
    intervals,
    layouts,
    openings,
    paper,
    parity,
    pictures,
    robin,
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
from tools.portrait.figures import Collected
from tools.portrait.intervals import Estimate
from tools.portrait.page import TEXT, page
from tools.portrait.parity import Turned
from tools.portrait.sizes import Size
from tools.portrait.turns import Turns
from tools.records import Records
from tools.reference import Twin

# -- figures --------------------------------------------------------------------------------------


def solved(number: int, value: int, best: str, unsure: str = "") -> Par:
    """Return a solved deal."""
    moves = (tuple(map(move, words.split())) for words in (best, unsure))
    return Par(number, value, 1000, 1.0, *moves)


def share(count: int, of: int) -> Estimate:
    """Return the share of `count` in `of`."""
    return intervals.share(place < count for place in range(of))


def proven(number: int, tiles: int, choice: MoveCosts | None = None, **more: object) -> Proven:
    """Return a proven position worth 4 points."""
    costs = {} if choice is None else choice._asdict()
    return Proven(number, tiles, None, 4)._replace(**costs, **more)


def test_highest_pair_is_among_the_best_or_not_or_unknown() -> None:
    """In deal 4 a pair of seven is the highest: best, not best, or not decided."""
    start = deal(4)
    ordered = sorted(start.legal_moves, key=start.worth)
    low, high = str(ordered[0]), str(ordered[-1])
    highest = " ".join(str(one) for one in ordered if start.worth(one) == start.worth(ordered[-1]))
    yes, no = solved(4, 1, f"{low} {high}"), solved(4, 1, low)
    unknown = solved(4, 1, low, highest)
    assert figures.highest_first([yes, no, unknown]) == share(1, 2)


def test_errors_are_the_mean_distances_by_tiles() -> None:
    """Seen 7, 4 and 1 of a value of 4 with 64 tiles is two points off, one standard error 1."""
    positions = [proven(number, 64, seen={300: seen}) for number, seen in enumerate((7, 4, 1))]
    positions += [proven(9, 41, seen={300: 0})]
    found = figures.errors(Collected({}, {}, positions, []), 300)
    assert list(found) == [(64, 66)]
    assert found[64, 66] == intervals.mean([3, 0, 3])


def test_a_move_gives_away_what_its_chooser_does_on_average() -> None:
    """Three positions: means of any pair, of the highest, and of what was looked for."""
    rows = [(2.0, 0.0, 1), (3.0, 1.0, 0), (4.0, 5.0, 2)]
    positions = [
        proven(2 * n, 64, choice=MoveCosts(5, 1, highest, highest == 0, random), lost={300: lost})
        for n, (random, highest, lost) in enumerate(rows)
    ]
    some = Collected({}, {}, [*positions, proven(7, 64)], [])
    found = figures.given_away(figures.decided(some, random=True))
    assert {key: one.value for key, one in found.items()} == {"random": 3, "highest": 2, 300: 1}


def test_positions_after_random_play_are_counted_apart() -> None:
    """A sample's even numbers come from random moves, its odd ones from short looks."""
    positions = [
        proven(number, 64, choice=MoveCosts(4, 1, 0.0, is_best, 2.0))
        for number, is_best in ((0, True), (2, True), (4, False), (1, False), (3, True))
    ]
    some = Collected({}, {}, [*positions, proven(6, 64), proven(7, 64)], [])
    after_random, searched = (figures.decided(some, random=random) for random in (True, False))
    assert figures.highest_is_best(after_random) == {(64, 66): share(2, 3)}
    assert figures.highest_is_best(searched) == {(64, 66): share(1, 2)}


def test_a_pair_at_random_is_best_as_often_as_pairs_are() -> None:
    """Deals 2 and 5 begin with six pairs, deal 4 with seven; an undecided deal does not count."""
    pars = {
        2: solved(2, 7, "k9l9"),
        4: solved(4, 4, "a1l1 g1g9 i1j1"),
        5: solved(5, 4, "c9l9"),
        1: solved(1, 4, "e1f9", "a1c1"),
    }
    found = figures.pair_is_best(Collected(pars, {}, [], []))
    assert isclose(found[108, 108].value, (1 / 6 + 3 / 7 + 1 / 6) / 3)


def test_nodes_that_double_with_every_pair_grow_twofold() -> None:
    """1, 2, 4 and 8 thousand nodes with 40 to 46 tiles: every two tiles double them."""
    points = [(40, 1000), (42, 2000), (44, 4000), (46, 8000)]
    assert isclose(figures.growth(points, 2).value, 2)


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


def test_a_game_knows_what_its_turns_cost() -> None:
    """Values of 5, 1 and 4 with pairs of 3, 2 and 4: the turns cost 3, 3 and 0."""
    one = Turns("a", "b", 1, (2, 2, 2, 1), (9, 3, 2, 4), (5, 1, 4))
    assert one.costs == [3, 3, 0]
    assert (one.lost("a"), one.lost("b")) == (3, 3)
    assert one.margin == 9 - 3 + 2 - 4
    assert [one.margin_from(turn) for turn in range(4)] == [9 - 5, 9 - 5, 9 - 3 + 1, 4]


def test_games_of_a_deal_are_one_group_of_choices() -> None:
    """Four games of each of two deals are as sure of the pairs and the turns as two numbers are."""
    ends = {1: (4, 6), 2: (8, 9)}
    games = [
        Turns("a", "b", number, (pairs,) * turn, (1,) * turn, ())
        for number, (pairs, turn) in ends.items()
        for _again in range(4)
    ]
    choices = turns.by_tiles(turns.choices(games))[108]
    for found, two in ((choices, [4, 8]), (turns.length(games), [6, 9])):
        one = intervals.mean(two)
        assert isclose(found.value, one.value)
        assert isclose(found.low, one.low)
        assert isclose(found.high, one.high)


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


def test_a_value_below_nothing_is_unwelcome() -> None:
    """With one pair left, an odd number, it is in one of two deals, and with two in neither."""
    ends = ((1, (3, -2)), (2, (0, 0)))
    games = [Turns("a", "b", n, (1,) * 54, (1,) * 54, values) for n, values in ends]
    even, odd = (turns.with_pairs(turns.unwelcome(games), left) for left in (0, 1))
    assert turns.by_deal(odd) == {1: [True], 2: [False]}
    assert turns.by_deal(even) == {1: [False], 2: [False]}
    assert turns.by_tiles(odd)[2].value == 0.5
    assert list(turns.by_tiles(even)) == [4]


# -- sizes and layouts -----------------------------------------------------------------------------


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


def test_features_that_tell_par_are_found_and_others_are_not() -> None:
    """If par is twice a feature it is told whole, and if it is drawn by lot nothing is."""
    random = np.random.default_rng(1)
    known = random.integers(1, 9, (100, len(layouts.FEATURES)))
    told = np.column_stack([2 * known[:, 2], known])
    lot = np.column_stack([random.integers(-9, 9, 100), known])
    assert isclose(layouts.explained(told).value, 1)
    assert isclose(layouts.slopes(told)[layouts.FEATURES[2]].value, 2)
    assert layouts.explained(lot).high < 0.3


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


# --- portrait page --------------------------------------------------------------------------------
#
# The page and its pictures: every number from the data.


def sample() -> Collected:
    """Return deals of par 17, 17 and −16 in turns with other data, all easy to reckon with."""
    values = {number: -16 if number % 3 == 0 else 17 for number in range(1, 31)}
    firsts = {number: deal(number).legal_moves for number in values}
    return Collected(
        {n: Par(n, value, 70_000_000, 1.0, (firsts[n][0],)) for n, value in values.items()},
        {
            n: dict.fromkeys(moves, values[n] - 33) | {moves[0]: values[n]}
            for n, moves in firsts.items()
        },
        [
            *(
                proven(n, tiles, nodes=4400, seen={1_000: 46, 10_000: 30, 100_000: 4 + 25})
                for tiles in (64, 72)
                for n in range(3)
            ),
            *(
                proven(n, 66, MoveCosts(4, 1, 13.0, False, 14.0), lost={30: 15, 300: 6})
                for n in range(11, 23)
            ),
        ],
        [
            EstimatedGame(n, nodes, values[n] + 51, firsts[n][place], values[n] + gap)
            for nodes, place, gap in ((1_000, 0, 61), (10_000, 0, 50), (100_000, 1, -35))
            for n in values
        ],
        [
            game(one, other, number, {turn: cost, 22: 3 * (one == "perfect" and number == 1)})
            for one, other, turn, cost in (
                *(("master", "perfect", 20, 3), ("perfect", "master", 21, 1)),
                *(("strong", "master", 20, 2), ("master", "strong", 20, 4)),
                *(("club", "strong", 30, 11), ("strong", "club", 31, 9)),
                *(("casual", "club", 40, 6), ("club", "casual", 41, 8)),
                *(("casual", "novice", 51, 30), ("novice", "casual", 20, 40)),
                *(("casual", "greedy", 30, 8), ("greedy", "casual", 31, 2)),
                *(("casual", "bot", 30, 8), ("bot", "casual", 31, 2)),
                *(("casual", "random", 30, 8), ("random", "casual", 31, 2)),
                *(("bot", "greedy", 30, 8), ("greedy", "bot", 31, 2)),
                ("casual", "casual", 40, 6),
                ("random", "random", 20, 0),
            )
            for number in (1, 2, 3)
        ],
        [Size(n, 800_000_000_000, 100, 4 + n, (46.0, 46.2)) for n in (1, 2, 3)],
        [2, 1, 0, 2],
        [
            Turned(n, left_out, tiles, 3 if tiles == 66 else -1)
            for n in (1, 2, 3)
            for left_out in (0, 1)
            for tiles in parity.TILES
        ],
    )


def game(first: str, second: str, number: int, costs: dict[int, int]) -> Turns:
    """Return a game in which some turns from the 16th on cost points.

    All pairs are of one point but the first, which is of one more than the deal's number.
    """
    values = [0]
    for turn in reversed(range(16, 54)):
        values.append(1 - values[-1] + costs.get(turn, 0))
    pairs = tuple(9 - turn // 6 for turn in range(54))
    points = (1 + number, *(1,) * 53)
    return Turns(first, second, number, pairs, points, tuple(reversed(values[1:])))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page of the sample and its pictures."""
    place = tmp_path_factory.mktemp("page")
    draw(place, sample())
    return place


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    """Return the page of the sample."""
    return (folder / "README.md").read_text(encoding="utf-8")


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


@pytest.mark.parametrize(
    "words",
    [
        "worth **+6.0",  # the mean of the pars
        "first player wins 20 of 30 deals (67 %, 49 to 81 %)",  # Wilson's interval
        "from 33 to 33 points",  # every first move but one gives away as much
        "off by 51.0 ± 0.0 points after a search of 1,000",  # seen so much more than par
        "With 1,000 positions per move games end 61.0",  # a gap of 61 in each
        "a highest pair 13.0",
        "a player gave away 0.6 (0.0 to 1.4) points",  # 2, 1, 0 and 2 by both together
        "| novice | 50 | casual | 35.0 ± 0.0 |",  # 30 in one game and 40 in the other
        "casual won 3 of 6 games (50 %, 50 to 50 %), by 0.00",
        "| casual and casual | 16.7 ± 5.2 | 6.0 ± 0.0 |",  # results of 1, 2, 3; one mistake of 6
        "| 10 | 67 % (49 to 81 %) |",  # what a bonus of 10 leaves of a par of 17
        "in +100.0 ± 0.0 of 100 positions more, and the value differs by −4.0 ± 0.0",  # even pairs
        "| casual |  |  |  | 7.0 ± 0.0 | 3.0 ± 0.0 | none |",  # to club, itself and novice
        "| casual |  |  |  | 5.0 ± 0.0 | 5.0 ± 0.0 | 5.0 ± 0.0 |",  # 8 in one game, 2 in the other
    ],
)
def test_figures_of_the_page_are_those_of_the_data(text: str, words: str) -> None:
    """What follows from deals of par 17, 17 and −16, and the games made up above."""
    assert words in text


def test_every_picture_of_the_page_is_drawn(folder: Path, text: str) -> None:
    """Every picture that the page shows is there, is SVG, and has no place that is no number."""
    files = [*folder.glob("*.svg")]
    assert set(re.findall(r"\(([a-z-]+)\.svg\)", text)) == {file.stem for file in files}
    for file in files:
        root = ElementTree.parse(file).getroot()
        assert "nan" not in ElementTree.tostring(root, encoding="unicode")


def drawn(picture: pictures.Picture, some: Collected) -> Axes:
    """Return the axes of a picture."""
    figure = Figure()
    picture(figure.add_subplot(), some)
    return figure.axes[0]


def dots(axes: Axes) -> list[tuple[float, float]]:
    """Return where all dots of a picture are."""
    clouds = [one for one in axes.collections if isinstance(one, PathCollection)]
    return [tuple(place) for one in clouds for place in np.ma.getdata(one.get_offsets())]


def test_a_picture_has_a_dot_for_every_first_move() -> None:
    """As many dots are shown as there are first moves, each at its value."""
    some = sample()
    values = sorted(value for worths in some.first_moves.values() for value in worths.values())
    places = dots(drawn(pictures.first_moves, some))
    assert sorted(x for x, _ in places) == values
    assert len({*places}) == len(values)


def test_every_picture_is_followed_by_what_to_see_in_it(text: str) -> None:
    """Below each picture stands a sentence about it."""
    paragraphs = text.split("\n\n")
    places = [n for n, one in enumerate(paragraphs) if one.startswith("![")]
    assert len(places) == len(pictures.PICTURES) + 1
    assert all(paragraphs[place + 1].startswith("**What to see:**") for place in places)


def test_every_pair_of_the_table_is_listed(folder: Path, text: str) -> None:
    """The picture has the deal's 108 tiles, and the list its pairs, the best first."""
    start = deal(sample().shown)
    picture = (folder / "table.svg").read_text(encoding="utf-8")
    faces = re.findall(r'href="#k(..)"', picture)
    assert Counter(faces) == Counter(str(kind) for _, kind in start.tiles())
    rows = re.findall(r"^\| \d \w+ \| (\w\d \w\d) \| (.\d+) \|$", text, re.MULTILINE)
    assert [value for _, value in rows] == ["+17"] + ["−16"] * (len(start.legal_moves) - 1)
    assert {pair for pair, _ in rows} == {f"{one} {other}" for one, other in start.legal_moves}


def test_the_fewer_tiles_the_further_right() -> None:
    """The numbers below the proofs fall from left to right, as the game goes."""
    assert drawn(pictures.proofs, sample()).xaxis_inverted()


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


def test_deals_of_one_par_are_dots_above_each_other() -> None:
    """A hundred deals of the same par are a hundred dots, one above the other."""
    whole = sample()
    pars = {n: Par(n, 4, 1, 1.0, whole.pars[1].best) for n in range(1, 101)}
    axes = drawn(pictures.pars, Collected(pars, {}, [], []))
    assert sorted(dots(axes)) == [(4, height) for height in range(1, 101)]
    assert axes.get_ylim()[1] > 100


def test_the_page_is_the_one_that_its_data_make() -> None:
    """After a change of the data `python -m tools.portrait draw` has been run."""
    text = page(collected(PLACE, asset("deals/par.csv")))
    assert (PLACE / "README.md").read_text(encoding="utf-8") == text


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


def test_a_bonus_is_fair_where_both_seats_win_as_often() -> None:
    """Of pars of 1 to 9 a bonus of 5 leaves four deals to each; named for all, 20 / 9 points."""
    pars = [*range(1, 10)]
    found = bonus.outcomes(pars, 5)
    assert [part.value * 9 for part in found[:3]] == pytest.approx([4, 1, 4])
    assert bonus.fairest(pars) == 5
    assert 5 in bonus.fair(pars)
    assert 9 not in bonus.fair(pars)
    assert isclose(bonus.offer((par, 5) for par in pars).gain.value, 20 / 9)


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


def test_players_who_have_not_met_are_found() -> None:
    """Of club and bot, of whom bot has met both, club has not met itself."""
    games = [game("club", "bot", 1, {}), game("bot", "bot", 1, {})]
    assert robin.missing(games, ("club", "bot")) == [("club", "club")]


def test_matches_come_to_what_casual_tells_or_to_something_else() -> None:
    """Two players one and three points better than casual: the other should win by two a deal."""
    margins = {("club", "casual"): 1, ("bot", "casual"): 3, ("club", "bot"): 4}
    games = [
        Turns(*seats, number, (1,), (sign * by + number,), ())
        for (one, other), by in margins.items()
        for number in (1, 2)
        for seats, sign in (((one, other), 1), ((other, one), -1))
    ]
    said, done, more = robin.foretold(games)["club", "bot"]
    assert (said.value, done.value, more.value) == (-2, 4, 6)


def test_a_result_is_as_far_off_as_what_is_given_away_later() -> None:
    """A mistake of 6 with 28 tiles left moves the result until then, and not the winner of 1."""
    one = game("club", "club", 1, {40: 6})
    assert one.margin == 1
    found = equals.distances([one, game("club", "club", 2, {40: 6})])
    assert [distance.value for distance in found.values()] == [6, 6, 6, 6]
    assert [share.value for share in equals.kept([(one, -3)]).values()] == [0, 1, 1, 1, 1]
    assert equals.last_mistake([one]).value == 28


def test_marks_of_a_page_become_those_of_the_paper() -> None:
    """Headings, tables, code, links and stress; a sign of Typst is only a sign."""
    text = "# Title\n\n## Head\n\n**Bold** *it* `a#b` [shown](x.md) #5\n\n| a |\n|---|\n| $2 |"
    head, _, words, _, table, _ = paper.blocks(text)
    assert head == "= Head"
    assert words == r'#strong[Bold] #emph[it] #raw("a#b") shown \#5'
    assert table.endswith("\n  [\\$2]))")


@pytest.mark.slow
def test_the_paper_is_made(tmp_path: Path) -> None:
    """Typst reads what is made of page and theory, with all pictures."""
    some = sample()
    draw(tmp_path, some)
    (tmp_path / "theory.md").write_bytes((PLACE / "theory.md").read_bytes())
    paper.write(tmp_path, some)
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")
