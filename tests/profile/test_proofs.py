"""What is proven and kept: positions, pars of deals, and games that wait for their proof."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from battle.analysis.study import Study
from battle.profile.proofs import Pars, ProofQueue, Proofs, key_of, shipped_pars
from battle.profile.store import FILE_NAME, Database
from battle.rules.disguise import random_disguise
from battle.rules.files import PAR_HEADER, Par, read_pars
from battle.rules.position import Position, deal, position
from battle.rules.record import Game
from battle.storage import Places
from tools import reference

# -- proofs ---------------------------------------------------------------------------------------

START = position("5m5p6m/5p5m6m/9s7p/9s7p")


def value_of(place: Position) -> int:
    return max(reference.move_values(place).values(), default=0)


def study() -> Study:
    """Return a study of a game of three moves."""
    game = Game(START)
    for _ in range(3):
        game.play(game.position.legal_moves[0])
    return Study(game)


def in_the_next_run(places: Places, first: Study) -> Study:
    """Keep what a study knows, and return one of another run."""
    kept = Proofs(Database.of(places))
    kept.keep(first)
    kept.wait()
    second = study()
    Proofs(Database.of(places)).recall(second)
    return second


def test_what_is_proven_is_known_the_next_time(places: Places) -> None:
    """A study of the same positions in another run knows all that was proven in this one."""
    first = study()
    for node in first.nodes():
        first.values.prove(node.position, value_of(node.position), value_of(node.position))
    second = in_the_next_run(places, first)
    for node in second.nodes():
        known = second.values.known(node.position)
        assert (known.lower, known.upper) == (value_of(node.position),) * 2


def test_guesses_and_claims_are_not_kept(places: Places) -> None:
    """Neither a guess nor what a record claims comes back as a proof."""
    first = study()
    first.values.guess(START, 3)
    first.values.claim(START, 4, 4)
    assert not in_the_next_run(places, first).values.known(START).is_exact


def test_a_contradiction_is_passed_over(places: Places) -> None:
    """A kept value that a proof contradicts changes nothing, and the rest is taken in."""
    true = value_of(START)
    database = Database.of(places)
    kept = Proofs(database)
    rows = [(key_of(START), true + 1, true + 1)]
    database.write(lambda link: link.executemany("INSERT INTO proven VALUES (?, ?, ?)", rows))
    proven = study()
    proven.values.prove(START, true, true)
    kept.recall(proven)
    assert proven.values.known(START).lower == proven.values.known(START).upper == true


def test_the_key_is_the_grids(places: Places) -> None:
    """Positions of one grid share a key whoever moves and whatever the points; others do not."""
    assert key_of(Position(START.columns, 2, (9, 12))) == key_of(START)
    assert key_of(START.play(START.legal_moves[0])) != key_of(START)


def test_a_solved_deal_is_recalled_in_disguise(places: Places) -> None:
    """A study that begins from a solved deal, however it is disguised, knows its par at once."""
    database = Database.of(places)
    kept = Proofs(database, Pars(database, {77: -12}))
    found = Study(Game(random_disguise(Random(3)).of_position(deal(77))))
    kept.recall(found)
    known = found.values.known(found.position)
    assert (known.lower, known.upper) == (-12, -12)


# -- pars -----------------------------------------------------------------------------------------

FILE = """deal,par,nodes,seconds,best
1,0,12345,10.5,a1b2 c3d4
2,-9,12345,10.5,a1b2?

3,four,1,1.0,a1b2
4
5,999,1,1.0,a1b2
0,1,1,1.0,a1b2
6,7,1,1.0,a1b2
"""


def test_pars_are_read_as_far_as_they_can_be(tmp_path):
    """Damaged lines, and what cannot be a deal or a par, are left out."""
    file = tmp_path / "par.csv"
    assert read_pars(file) == {}
    file.write_text(FILE, "ascii")
    assert {number: par.value for number, par in read_pars(file).items()} == {1: 0, 2: -9, 6: 7}
    file.write_bytes(FILE.encode() + b"\xff\xfe,\n7,3,1,1.0,a1b2\n")
    assert {*read_pars(file)} == {1, 2, 6, 7}
    rows = [Par(number, (number * 37) % 61 - 30, 5, 1.0, ()) for number in range(1, 200)]
    file.write_text(PAR_HEADER + "".join(row.row() for row in rows), "ascii")
    assert read_pars(file) == {row.deal: row for row in rows}


def test_the_shipped_deals_are_there():
    """The deals in the assets are known, each under its number."""
    lines = Path("assets/deals/par.csv").read_text("ascii").splitlines()[1:]
    expected = {int(line.split(",")[0]): int(line.split(",")[1]) for line in lines}
    assert dict(shipped_pars()) == expected


def test_a_par_is_known_in_any_disguise(tmp_path: Path):
    """Shipped or found, a deal in disguise is worth the same, from whoever's side it is asked."""
    database, random = Database.of(Places.below(tmp_path)), Random(9)
    Pars(database, {3: 4}).keep(77, -12)
    pars = Pars(Database.of(Places.below(tmp_path)), {3: 4})
    assert pars.all() == {3: 4, 77: -12}
    for number, value in ((3, 4), (77, -12)):
        shown = random_disguise(random).of_position(deal(number))
        assert (pars.value(shown), pars.margin(shown)) == (value, value)
        second = replace(shown, to_move=2)
        assert (pars.value(second), pars.margin(second)) == (value, -value)
        assert pars.value(shown.play(shown.legal_moves[0])) is None
    assert pars.margin(deal(78)) is None


def test_the_games_own_pars_count_before_others(tmp_path: Path):
    """What somebody wrote into the file does not replace what was shipped."""
    pars = Pars(Database.of(Places.below(tmp_path)), {3: 4})
    pars.keep(3, 50)
    assert (pars.value(deal(3)), pars.all()) == (4, {3: 4})


def test_a_damaged_file_costs_only_what_was_found(tmp_path: Path):
    """Without the file the shipped pars are known, and it is said what happened to it."""
    places = Places.below(tmp_path)
    places.data.mkdir(parents=True)
    (places.data / FILE_NAME).write_bytes(b"no database at all" * 99)
    database = Database.of(places)
    pars = Pars(database, {3: 4})
    assert pars.all() == {3: 4}
    assert database.take_messages()
    pars.keep(8, 1)
    assert Pars(Database.of(places), {}).all() == {8: 1}


# -- proof queue ----------------------------------------------------------------------------------


def queue_at(places: Places) -> ProofQueue:
    return ProofQueue(Database.of(places))


def test_games_keep_their_turn_between_runs(places: Places) -> None:
    """Games go last as they are asked for, one that has just ended goes first."""
    queue = queue_at(places)
    queue.add_last(["b", "c"])
    queue.add_first("a")
    queue.add_last(["c", "d"])
    assert [key for key, _asked in queue_at(places).entries()] == ["a", "b", "c", "d"]


def test_what_was_asked_for_stays_asked_for(places: Places) -> None:
    """A game that a person asked for is still that when it comes first by itself."""
    queue = queue_at(places)
    queue.add_first("a", asked=True)
    queue.add_first("b")
    queue.add_first("a")
    assert queue.entries() == [("a", True), ("b", False)]


def test_games_are_taken_out(places: Places) -> None:
    """One game, or all; taking out what is not there does nothing."""
    queue = queue_at(places)
    queue.add_last(["a", "b"])
    queue.remove("a")
    queue.remove("x")
    assert queue.entries() == [("b", True)]
    queue.clear()
    assert queue.entries() == []


def test_the_speed_is_kept(places: Places) -> None:
    """The latest speed is known in the next run; none is 0, and nonsense is not kept."""
    queue = queue_at(places)
    assert queue.speed == 0
    queue.keep_speed(1_000_000.0)
    queue.keep_speed(2_000_000.0)
    queue.keep_speed(0.0)
    assert queue_at(places).speed == 2_000_000.0
