"""What commands print for programs: JSON that its schemas hold, and files that are resumed."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from battle.analysis.costs import Review
from battle.commands.analyse import analyse_alone, analysis_in, review_text
from battle.commands.common import InputPosition, OpenedGame, ProgressLine
from battle.commands.reviews import plain_review, review_alone, review_in, reviewed
from battle.protocol import Limit
from battle.rules.certificate import verify
from battle.rules.disguise import random_disguise
from battle.rules.files import PAR_HEADER
from battle.rules.position import deal, move, played_down, position
from battle.rules.problem import Problem
from battle.rules.record import Record, all_games, record
from battle.rules.tree import Game
from battle.words import names_in
from solver.api import Solver
from tests.commands.conftest import Commands
from tests.support.brokers import until
from tests.support.clusters import cluster
from tests.support.endgames import endgame_games
from tools import reference

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
SMALL = "5m5p/5p5m/9s/9s"
WORK = ("--hash", "16", "--nodes", "2000")

pytestmark = pytest.mark.usefixtures("compiled_home")


@cache
def validator(name: str) -> Draft202012Validator:
    """Return what checks objects against a schema, which is one."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def checked(text: str, name: str) -> list[dict[str, Any]]:
    """Return the objects of a text, each of which the schema holds."""
    found = [json.loads(line) for line in text.splitlines()]
    for one in found:
        validator(name).validate(one)
    return found


def random_record(random: Random, tiles: int) -> Record:
    """Return a game of random moves from `tiles` tiles; some get points, some are cut short."""
    start = played_down(random, deal(random.randint(1, 9999)), tiles)
    if random.random() < 0.3:
        start = start.with_given((0, random.randint(1, 9)))
    game = Game(start)
    for _ in range(random.choice((4, 99, 99))):
        if game.ending is None:
            game.play(random.choice(game.position.legal_moves))
    return Record({"First": "Ada", "Second": "Ben"}, game)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a file of 20 games."""
    random, file = Random(25), tmp_path / "games.mjb"
    records = [random_record(random, random.randrange(4, 40, 2)) for _ in range(20)]
    file.write_text("\n".join(one.text for one in records), encoding="utf-8")
    return file


def test_an_object_is_enough_to_print_the_review_again(command: Commands, games: Path) -> None:
    """The text review of each of 20 games is printed again from its object, letter for letter.

    One shows proven values, one estimates of a few milliseconds.
    """
    from battle.commands import reviews
    from solver.api import Solver

    with Solver(1, 16) as solver:
        for number, one in all_games(games.read_text(encoding="utf-8")):
            game = reviews.OpenedGame("", one, 1, "games.mjb", number)
            for seconds in (0.5, 0.0001):
                made = reviews.reviewed(seconds, game, solver, reviews.ProgressLine())
                object = json.loads(
                    json.dumps(made.object | {"limit": {"time": 1, "exact": False}})
                )
                (found,) = checked(json.dumps(object), "review")
                again = Review.from_dict(found)
                why = {move["ply"]: move["why"] for move in found["moves"] if move["why"]}
                names = names_in(one)
                assert review_text(again, why, names) == review_text(made.review, made.why, names)


def test_objects_are_as_the_schemas_say(command: Commands, games: Path) -> None:
    """Analyses of a deal, of lines good and bad, of games and of problems, and reviews."""
    typed = f"{SMALL} % mine\nbad ; yours\n\n# nothing\n9s/9s 2\n"
    found = checked(command("analyse", "-", "--json", *WORK, typed=typed).out, "analysis")
    assert [(one["input"], one["id"]) for one in found] == [(1, "mine"), (2, "yours"), (5, None)]
    problems = games.with_suffix(".mbp")
    start = position(SMALL)
    problems.write_text(str(Problem(start, reference.move_values(start), "a theme")))
    done = command("analyse", games, problems, "--ply", "1", "--json", "--lines", "all", *WORK)
    found = checked(done.out, "analysis")
    assert len(found) == 21
    assert {one["file"] for one in found} == {str(games), str(problems)}
    assert (found[-1]["id"], found[0]["ply"], found[3]["game"]) == ("a theme", 1, 4)
    assert checked(command("analyse", "--deal", "7", "--json", *WORK).out, "analysis")
    one = command("review", games, "--number", "2", "--json", "--time", "0.01", "--hash", "16")
    assert checked(one.out, "review")[0]["game"] == 2


def test_a_file_is_resumed(command: Commands, games: Path, tmp_path: Path) -> None:
    """What the file has is not done again; a cut line is; other limits are other work."""
    output = tmp_path / "out.jsonl"
    words = ("analyse", games, "--output", output, "--hash", "16")
    assert command(*words, "--nodes", "100", "--jobs", "2").status == 0
    whole = output.read_bytes()
    assert len(checked(whole.decode(), "analysis")) == 20
    output.write_bytes(whole[:-40])
    assert command(*words, "--nodes", "100").status == 0
    assert sorted(map(len, output.read_bytes().splitlines()))[-1] > 100
    before = output.read_bytes()
    assert command(*words, "--nodes", "100").status == 0
    assert output.read_bytes() == before
    assert command(*words, "--nodes", "101").status == 0
    assert len(checked(output.read_text(), "analysis")) == 40
    words = ("review", games, "--jobs", "2", "--output", tmp_path / "r.jsonl", "--time", "0.01")
    assert command(*words).status == 0
    before = (tmp_path / "r.jsonl").read_bytes()
    assert len(checked(before.decode(), "review")) == 20
    assert command(*words).status == 0
    assert (tmp_path / "r.jsonl").read_bytes() == before


def test_a_cluster_does_what_processes_do(command: Commands, games: Path, tmp_path: Path) -> None:
    """`--scheduler` gives the same objects as `--jobs`, and resumes; who does the work is clear."""
    words = ("analyse", games, "--nodes", "100", "--hash", "16")
    here, there = tmp_path / "here", tmp_path / "there"
    assert command(*words, "--jobs", "1", "--output", here).status == 0
    with cluster(tmp_path / "cluster", threads=2) as address:
        scheduler = ("--scheduler", address)
        assert command(*words, *scheduler, "--output", there).status == 0
        assert _asked(there) == _asked(here)
        assert {one["by"] for one in checked(there.read_text(), "analysis")} == {"cluster"}
        before = there.read_bytes()
        assert command(*words, *scheduler, "--output", there).status == 0
        assert there.read_bytes() == before
        words = ("review", games, "--number", "2", "--json", "--time", "0.01", "--hash", "16")
        assert checked(command(*words, *scheduler).out, "review")[0]["game"] == 2
        assert command(*words, *scheduler, "--jobs", "2").is_refused
        assert command(*words, *scheduler, "--html", tmp_path / "page.html").is_refused
    lost = command(*words, "--scheduler", "nonsense")
    assert (lost.status, lost.err.count("\n")) == (1, 1)
    assert "nonsense" in lost.err


def test_a_cluster_ends_what_is_not_wanted(compiled_home: Path) -> None:
    """An analysis or a review whose command is gone does not keep its worker at work."""
    import distributed

    game = OpenedGame("a game", record('[Deal "500007"]\n\n*'), 1, "a game", 1)
    asked = InputPosition(deal(500007), 1)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        tasks = next(iter(cluster.workers.values())).state.tasks
        futures = [
            client.submit(analyse_alone, Limit(exact=True), 1, 16, asked),
            client.submit(review_alone, 1e6, 16, game),
        ]
        until(lambda: [task.state for task in tasks.values()] == ["executing"] * 2)
        time.sleep(1)  # into the search
        client.cancel(futures)
        until(lambda: not tasks)


def _asked(file: Path) -> list[list[Any]]:
    """Return what a file of analyses is about."""
    found = checked(file.read_text(), "analysis")
    return sorted([one[name] for name in ("game", "ply", "position", "limit")] for one in found)


@pytest.mark.parametrize(
    "content",
    [
        *("my notes\n", '{"schema": 2}\n', '{"schema": 1, nonsense\n', '{"schema": 1, "x": 2}\n'),
        *('{"schema": 1, nonsense\n{"sch', '{"schema": 1, "start": 1, "limit": 2}\n'),
    ],
)
def test_another_file_is_not_touched(command: Commands, tmp_path: Path, content: str) -> None:
    """A file that holds something else is refused in one line, and stays as it is."""
    file, game = tmp_path / "other", tmp_path / "game.mjb"
    file.write_text(content)
    game.write_text(f'[Position "{SMALL}"]\n\n1. a1b2 *\n')
    for words in (("analyse", SMALL), ("review", game)):
        assert command(*words, "--output", file).is_refused
        assert file.read_text() == content


@pytest.mark.parametrize(
    "change",
    [
        {"position": "9s/9s 1 0-0"},
        {"lower": 10},
        {"value": 3.5},
        {"error": -1},
        {"exact": False},
        {"best": "a1a2"},
        {"nodes": -1},
        {"seconds": float("nan")},
        {"lines": [{}]},
        {"move": "a1b2"},
        {"pv": ["c1d1", "c1d1"]},
        {"pv": []},
    ],
)
def test_a_wrong_analysis_of_a_cluster_is_refused(change: dict[str, Any]) -> None:
    """What a worker says of another position, or what cannot be of this one, is an error."""
    asked = InputPosition(position(SMALL), 1)
    with Solver(1, 16) as solver:
        made = solver.analyse(position(SMALL), lines=3)
    sent = json.loads(json.dumps(made.as_dict()))
    assert analysis_in(asked, sent)[1].as_dict() == sent
    is_of_line = not change.keys() <= sent.keys()
    (sent["lines"][0] if is_of_line else sent).update(change)
    with pytest.raises((ValueError, TypeError, LookupError)):
        analysis_in(asked, sent)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("start", "9s/9s 1 0-0"),
        ("par", 200),
        ("par_upper", "9"),
        ("lost", [0, 0]),
        ("winner", 2),
        ("moves", []),
        ("best", ["a1a2"]),
        ("most", -1),
        ("margin_error", float("inf")),
        ("margin_lower", -900),
        ("move", "c1d1"),
    ],
)
def test_a_wrong_review_of_a_cluster_is_refused(name: str, value: Any) -> None:
    """What a worker says of another game, or what contradicts itself, is an error."""
    one = record(f'[Position "{SMALL}"]\n\n1. a1b2 c1d1 2. a2b1 10-9')
    game = OpenedGame("", one, 1, "", 1)
    with Solver(1, 16) as solver:
        made = reviewed(0.5, game, solver, ProgressLine())
    sent = json.loads(json.dumps(plain_review(made)))
    assert review_in(game, sent)[1:3] == (made.review, made.why)
    object = sent["review"]
    (object if name in object else object["moves"][0])[name] = value
    with pytest.raises((ValueError, TypeError, LookupError)):
        review_in(game, sent)


def test_a_test_suite(command: Commands, tmp_path: Path) -> None:
    """Each problem says when its move was found and its value proven; all are solved."""
    file, random = tmp_path / "suite.mbp", Random(3)
    starts = [played_down(random, deal(number), 14) for number in (3, 4, 5)]
    problems = [Problem(one, reference.move_values(one), "") for one in starts if not one.is_over]
    file.write_text("".join(f"{one}\n" for one in problems))
    done = command("testsuite", file, "--hash", "16", "--threads", "1")
    assert done.status == 0
    assert done.out.count(", proven ") == len(problems)
    assert f"{len(problems)} of {len(problems)} solved, {len(problems)} proven" in done.out


# -- proven positions -----------------------------------------------------------------------------


@pytest.fixture
def proven(command: Commands, tmp_path: Path) -> list[Path]:
    """Return files of reviews, of analyses and of proofs, about endgames."""
    games, problems = tmp_path / "some.mjb", tmp_path / "some.mbp"
    made = [game for game, _ in endgame_games(12, 27)]
    games.write_text("\n".join(Record({}, one).text for one in made), encoding="utf-8")
    problems.write_text("".join(f"{one.start}\n" for one in made[:6]), encoding="utf-8")
    files = [tmp_path / name for name in ("reviews", "analyses", "proofs")]
    assert command("review", games, "--time", "0.05", *SHARED, "--output", files[0]).status == 0
    analyse = ("analyse", problems, "--lines", "all", "--nodes", "200", *SHARED)
    assert command(*analyse, "--output", files[1]).status == 0
    files[2].write_text(command("prove", "-", *SHARED, typed=problems.read_text()).out)
    return files


SHARED = ("--hash", "16")


def test_proven_positions_are_collected(
    command: Commands, proven: list[Path], tmp_path: Path
) -> None:
    """All that is proven of a position, by whatever, is one entry; its bounds hold the true value.

    Certificates come first, and prove what they are said to; collecting twice adds nothing.
    """
    known = tmp_path / "known"
    found = checked(command("positions", *proven).out, "position")
    assert len(found) > 40
    assert len({one["position"] for one in found}) == len(found)
    kinds = set()
    for one in found:
        true = reference.value(position(one["position"]))
        assert one["lower"] <= true <= one["upper"]
        assert one["exact"] == (one["lower"] == one["upper"])
        assert max(proof["lower"] for proof in one["proofs"]) == one["lower"]
        assert min(proof["upper"] for proof in one["proofs"]) == one["upper"]
        for proof in one["proofs"]:
            kinds.add(proof["by"])
            assert (proof["certificate"] is None) == (proof["by"] != "certificate")
            if proof["certificate"] is not None:
                assert verify(proof["certificate"]).lower == true
    assert kinds == {"certificate", "review", "analysis"}
    for files in (proven[:1], proven[1:], []):
        assert command("positions", *files, "--output", known).status == 0
    merged = checked(known.read_text(), "position")
    assert [(one["position"], one["lower"], one["upper"]) for one in merged] == [
        (one["position"], one["lower"], one["upper"]) for one in found
    ]


def test_a_position_is_found_in_any_disguise(command: Commands, proven: list[Path]) -> None:
    """What is proven of a position is found by each of its disguises, and of no other position."""
    lot = Random(4)
    for one in checked(command("positions", *proven).out, "position")[::7]:
        disguised = random_disguise(lot).of_position(position(one["position"]))
        done = command("positions", *proven, "--find", disguised)
        assert checked(done.out, "position") == [one]
    other = command("positions", *proven, "--find", str(deal(3)))
    assert (other.status, other.out, other.err.count("\n")) == (1, "", 1)


def test_a_survey_proves_deals_and_first_moves(command: Commands, tmp_path: Path) -> None:
    """A solved deal, in disguise, has its par, and after a best move minus the rest of it."""
    file = tmp_path / "par.csv"
    file.write_text("deal,par,nodes,seconds,best\n4,4,305228216,466.3,a1l1 g1g9 i1j1\n")
    start = deal(4)
    after = start.play(move("a1l1"))
    rest = start.worth(move("a1l1")) - 4
    for place, value in ((start, 4), (after, rest)):
        disguised = random_disguise(Random(5)).of_position(place)
        (one,) = checked(command("positions", file, "--find", disguised).out, "position")
        assert (one["lower"], one["upper"]) == (value, value)
        assert one["proofs"][0]["by"] == "survey"
        assert "deal 4" in one["proofs"][0]["source"]
    file.write_text(f"{PAR_HEADER}4,4,305228216,466.3,a1l1 g1g9 i1j1,,305228216,cluster\n")
    (one,) = checked(command("positions", file, "--find", start).out, "position")
    assert one["proofs"][0]["source"].endswith("deal 4, said by a cluster")


def test_what_contradicts_is_refused(command: Commands, proven: list[Path], tmp_path: Path) -> None:
    """Two files that cannot both be right are named in one line, and nothing is written."""
    one, *_ = checked(command("positions", *proven).out, "position")
    one["proofs"] = [{**one["proofs"][0], "by": "review", "certificate": None}]
    one["proofs"][0] |= {"lower": one["lower"] - 2, "upper": one["lower"] - 1, "source": "liar"}
    liar, output = tmp_path / "liar", tmp_path / "output"
    liar.write_text(json.dumps(one) + "\n")
    done = command("positions", *proven, liar, "--output", output)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert "liar" in done.err
    assert not output.exists()


@pytest.mark.parametrize(
    "change",
    [
        *(
            ('"position"', '"somewhere"'),
            ('"lower": 9', '"lower": "x"'),
            ("at least 9", "at least 10"),
        ),
        *(("{", "["), ("9m", "9x"), ('"proofs": [', '"proofs": [7, ')),
    ],
)
def test_a_damaged_file_proves_nothing(
    command: Commands, change: tuple[str, str], tmp_path: Path
) -> None:
    """A damaged entry, and a certificate that proves something else, are refused in one line."""
    proof, file = tmp_path / "proof", tmp_path / "known"
    proof.write_text(command("prove", SMALL, *SHARED).out)
    good = command("positions", proof).out
    plain = json.loads(good)
    plain["proofs"][0] |= {"by": "review", "certificate": None}
    both = f"{good}{json.dumps(plain)}\n"
    assert change[0] in both
    file.write_text(both.replace(*change))
    assert command("positions", file).is_refused
    assert command("positions", proof, "--output", proof).is_refused


@pytest.mark.parametrize("change", [(9, '"9"'), (9, "null"), (9, "8.5")])
def test_bounds_of_an_analysis_are_whole_numbers(
    command: Commands, change: tuple[int, str], tmp_path: Path
) -> None:
    """An analysis with any other bounds is refused by its file and line."""
    file, (old, new) = tmp_path / "analyses", change
    good = command("analyse", SMALL, "--json", *SHARED).out
    assert f'"lower": {old}' in good
    file.write_text(good + good.replace(f'"lower": {old}', f'"lower": {new}'))
    done = command("positions", file)
    assert done.is_refused
    assert f"{file}, line 2" in done.err
