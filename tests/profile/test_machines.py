"""Two programs on one home, in any order of what they do: no move and no note is lost."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from battle.game.session import Seat, Session, Setup
from battle.profile.autosave import Autosave
from battle.profile.store import FILE_NAME, Database
from battle.rules.files import read_text
from battle.rules.position import deal
from battle.rules.record import Record, record
from battle.storage import Places
from tests.profile.test_database import NOTES, note, notes

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
        """Go to the start screen and continue what is offered there: never the other's game."""
        keeper, other = self.keepers[program], self.tables[1 - program]
        keeper.release()
        found, messages = keeper.load()
        assert messages == []
        if found is not None:
            kept = Session.from_record(self.unfinished[found.setup.deal or 0], own=True)
            assert found.game.moves == kept.game.moves
            assert other is None or not other.game.moves or other.setup.deal != found.setup.deal
            assert keeper.claim(found) == []
        self.tables[program] = found

    @invariant()
    def no_move_is_lost(self) -> None:
        """Every game that goes on is in a file, with all its moves."""
        for keeper in self.keepers:
            keeper.wait()
            assert not [words for words in keeper.take_messages() if "was saved as" not in words]
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
