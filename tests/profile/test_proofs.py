"""What is proven and kept: positions, pars of deals, and games that wait for their proof."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from battle.analysis.study import Study
from battle.analysis.values import MoveInfo
from battle.game.session import Seat, Session, Setup
from battle.profile.autosave import Autosave
from battle.profile.proofs import Pars, ProofQueue, Proofs, key_of, shipped_pars
from battle.profile.store import FILE_NAME, Database
from battle.rules.disguise import random_disguise
from battle.rules.files import PAR_HEADER, Par, read_pars, read_text
from battle.rules.position import Move, Position, deal, position
from battle.rules.record import Record, record
from battle.rules.tree import Game
from battle.storage import Note, Places
from tests.support.notes import NOTES, note, notes
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


def best_play(place: Position) -> tuple[Move, ...]:
    """Return best play of both to the end."""
    values = reference.move_values(place)
    if not values:
        return ()
    move = max(values, key=lambda one: values[one])
    return move, *best_play(place.play(move))


def test_the_play_after_a_costly_pair_and_after_a_better_one_is_known_the_next_time(
    places: Places,
) -> None:
    """To the end of the game, as it was found, but of no other pairs."""
    first, values = study(), reference.move_values(START)
    infos = [
        MoveInfo(move, value, value, value, line=(move, *best_play(START.play(move))))
        for move, value in values.items()
    ]
    first.values.learn(START, infos)
    played = first.game.moves[0]
    assert values[played] < max(values.values())
    second = in_the_next_run(places, first).values
    for info in infos:
        is_told = info.move == played or info.guess == max(values.values())
        line = second.line(START.play(info.move))
        assert (line == info.line[1:]) is is_told


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


def test_a_solved_deal_is_recalled_in_disguise(places: Places) -> None:
    """A study that begins from a solved deal, however it is disguised, knows its par at once."""
    database = Database.of(places)
    kept = Proofs(database, Pars(database, {77: -12}))
    found = Study(Game(random_disguise(Random(3)).of_position(deal(77))))
    kept.recall(found)
    known = found.values.known(found.position)
    assert (known.lower, known.upper) == (-12, -12)


def test_of_a_solved_deal_the_best_first_moves_are_recalled(places: Places) -> None:
    """Of a shipped deal in disguise a best first move is worth par, every other one less."""
    database, disguise = Database.of(places), random_disguise(Random(5))
    row = Path("assets/deals/par.csv").read_text("ascii").splitlines()[16].split(",")
    (number, par), best = map(int, row[:2]), {Move.parse(move) for move in row[4].split()}
    found = Study(Game(disguise.of_position(deal(number))))
    Proofs(database, Pars(database)).recall(found)
    for move in deal(number).legal_moves:
        known = found.values.of_move(found.position, disguise.of_move(move))
        assert (known.lower == par) == (move in best)
        assert known.upper == par - (move not in best)


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


def test_the_games_own_pars_count_before_others(tmp_path: Path):
    """What somebody wrote into the file does not replace what was shipped."""
    pars = Pars(Database.of(Places.below(tmp_path)), {3: 4})
    pars.keep(3, 50)
    assert (pars.value(deal(3)), pars.all()) == (4, {3: 4})


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
    queue.add_last(["a"])
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


# --- machines -------------------------------------------------------------------------------------
#
# Two programs on one home, in any order of what they do: no move and no note is lost.


programs = st.sampled_from((0, 1))


class TwoTables(RuleBasedStateMachine):
    """Two programs that play with one home; `unfinished` has every game that goes on, by deal."""

    def __init__(self) -> None:
        super().__init__()
        self.home = tempfile.TemporaryDirectory()
        self.places = Places.below(Path(self.home.name))
        self.keepers = [Autosave(self.places), Autosave(self.places)]
        self.tables: list[Session | None] = [None, None]
        self.unfinished: dict[int, Record] = {}
        self.deals = 0

    def teardown(self) -> None:
        for keeper in self.keepers:
            keeper.release()
        self.home.cleanup()

    def save(self, program: int) -> None:
        """Keep the game at a program's table, as the window does after every move."""
        session = self.tables[program]
        self.keepers[program].save_soon(session)
        if session.ending is None:
            self.unfinished[session.setup.deal or 0] = session.record()
        else:
            self.unfinished.pop(session.setup.deal or 0, None)

    @rule(program=programs)
    def begin(self, program: int) -> None:
        """Begin another game; the one that was going on stays where it is."""
        self.deals += 1
        seats = Seat("Ada"), Seat("Ben")
        self.tables[program] = Session(Setup(seats, deal(self.deals), self.deals))

    @rule(program=programs, number=st.integers(0, 20))
    def play(self, program: int, number: int) -> None:
        """Take a pair."""
        session = self.tables[program]
        if session is not None and session.ending is None:
            moves = session.position.legal_moves
            session.play(moves[number % len(moves)])
            self.save(program)

    @rule(program=programs)
    def take_back(self, program: int) -> None:
        """Take a move back."""
        session = self.tables[program]
        if session is not None and session.ending is None and len(session.game.moves) > 1:
            session.game.undo()
            self.save(program)

    @rule(program=programs)
    def resign(self, program: int) -> None:
        """End the game, which is the last one then."""
        session = self.tables[program]
        if session is not None and session.ending is None and session.game.moves:
            session.resign(1)
            self.save(program)
            self.keepers[program].wait()
            assert record(read_text(self.keepers[program].last_file)) == session.record()
            self.tables[program] = None

    @rule(program=programs)
    def go_on(self, program: int) -> None:
        """Go to the start screen and continue what is offered there: never the other's game.

        That one is named, and only that one, where nothing is offered.
        """
        keeper, other = self.keepers[program], self.tables[1 - program]
        keeper.release()
        found, messages = keeper.load()
        is_elsewhere = found is None and (self.places.data / "unfinished.mjb").exists()
        named = Note("Your unfinished game is open in another window.")
        assert messages == ([named] if is_elsewhere else [])
        assert all(isinstance(words, Note) for words in messages)
        if found is not None:
            kept = Session.from_record(self.unfinished[found.setup.deal or 0], own=True)
            assert found.game.moves == kept.game.moves
            assert other is None or not other.game.moves or other.setup.deal != found.setup.deal
            assert all(isinstance(words, Note) for words in keeper.claim(found))
        self.tables[program] = found

    @invariant()
    def no_move_is_lost(self) -> None:
        """Every game that goes on is in a file, with all its moves."""
        for keeper in self.keepers:
            keeper.wait()
            assert all(isinstance(words, Note) for words in keeper.take_messages())
        files = [*self.places.data.glob("unfinished*.mjb"), *self.places.saves.glob("*.mjb")]
        kept = [record(read_text(file)) for file in files]
        found = {int(one.tags["Deal"]): one for one in kept}
        assert found == self.unfinished
        assert len(found) == len(kept)


class TwoDatabases(RuleBasedStateMachine):
    """Two programs that write into one database, which a third one locks at times.

    `held` is what the file has; `waiting` is what each program has written that is not in it, and
    `seen` what the file had when the first of that was written.
    """

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("battle.profile.store._PATIENCE", 0.01)
        self.patch.setattr("battle.profile.store._IMPATIENCE", 0.01)
        self.home = tempfile.TemporaryDirectory()
        self.file = Path(self.home.name) / FILE_NAME
        self.databases = [Database(self.file, [NOTES]) for _ in range(2)]
        self.held: list[str] = []
        self.waiting: list[list[str]] = [[], []]
        self.seen: list[list[str]] = [[], []]
        self.lock: sqlite3.Connection | None = None
        self.count = 0
        self.note(0)

    def teardown(self) -> None:
        if self.lock is not None:
            self.unlock()
        for database in self.databases:
            database.close()
        self.patch.undo()
        self.home.cleanup()

    @rule(program=programs)
    def note(self, program: int) -> None:
        """Write something: into the file, or while that is locked in memory."""
        self.count += 1
        words, waiting = str(self.count), self.waiting[program]
        note(self.databases[program], words)
        if self.lock is None:
            self.held += [*waiting, words]
            waiting.clear()
        else:
            if not waiting:
                self.seen[program] = list(self.held)
            waiting.append(words)

    @precondition(lambda self: self.lock is None)
    @rule()
    def take_lock(self) -> None:
        """Let another program write for long."""
        self.lock = sqlite3.connect(self.file, isolation_level=None)
        self.lock.execute("BEGIN IMMEDIATE")

    @precondition(lambda self: self.lock is not None)
    @rule()
    def unlock(self) -> None:
        """Let it come to its end."""
        self.lock.close()
        self.lock = None

    @precondition(lambda self: self.lock is None)
    @rule(program=programs)
    def restart(self, program: int) -> None:
        """End a program, which keeps what is waiting, and begin it again."""
        self.databases[program].close()
        self.held += self.waiting[program]
        self.waiting[program].clear()
        self.databases[program] = Database(self.file, [NOTES])

    @invariant()
    def each_reads_what_was_written(self) -> None:
        """Find what the file has, or had, and all that the program has written itself."""
        states = zip(self.databases, self.waiting, self.seen, strict=True)
        for database, waiting, seen in states:
            assert notes(database) == ([*seen, *waiting] if waiting else self.held)
        with closing(Database(self.file, [NOTES])) as third:
            assert notes(third) == self.held


TestTwoTables = TwoTables.TestCase
TestTwoTables.settings = settings(max_examples=30, stateful_step_count=30)
TestTwoDatabases = TwoDatabases.TestCase
TestTwoDatabases.settings = settings(max_examples=15, stateful_step_count=20)
