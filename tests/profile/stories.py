"""Stories of programs with one home, each with a game at its table: what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from battle.game.session import Seat, Session, Setup
from battle.game.setup import Series, duplicate
from battle.profile.autosave import Autosave
from battle.rules.files import read_text
from battle.rules.position import deal
from battle.rules.record import record
from battle.storage import Messages, Note, Places
from tests.support.stories import Story, step

SEATS = (Seat("Ada"), Seat("Ben"))


def said(game: Session | None) -> str:
    """Return which game it is, and how far it has gone."""
    if game is None:
        return "nothing"
    earlier = "".join(f", after {first}:{second}" for first, second in game.series.games)
    ending = "" if game.ending is None else f", {game.ending.reason.value}"
    moves = " ".join(map(str, game.game.moves)) or "no move"
    return f"deal {game.setup.deal}: {moves}{ending}{earlier}"


def kept(file: Path) -> str:
    """Return the game in a file."""
    return said(Session.from_record(record(read_text(file)), own=True))


class Keepers(Story):
    """Programs, each with an autosave and a game at its table."""

    news = ("told",)

    def __init__(self, places: Places) -> None:
        super().__init__()
        self.places = places
        self.keepers: dict[str, Autosave] = {}
        self.tables: dict[str, Session] = {}
        self.told_now: list[str] = []

    def keeper(self, name: str) -> Autosave:
        """Return the autosave of a program, which begins when it is first named."""
        return self.keepers.setdefault(name, Autosave(self.places))

    def tell(self, messages: Messages) -> None:
        """Remember what a person is told; a note is marked, and no message names a note's file."""
        for words in messages:
            assert not (isinstance(words, Note) and ".mjb" in words)
            self.told_now.append(f"{words}" + " (a note)" * isinstance(words, Note))

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield what is in the files, and what each program has of it."""
        told, self.told_now = self.told_now, []
        yield "home", "told", " ".join(told)
        for name in ("unfinished", "last"):
            file = self.places.data / f"{name}.mjb"
            yield "home", name, kept(file) if file.exists() else ""
        others = sorted({*self.places.data.glob("unfinished *"), *self.places.saves.glob("*")})
        yield "home", "other files", " / ".join(sorted(map(kept, others)))
        for name, keeper in self.keepers.items():
            game = self.tables.get(name)
            yield name, "table", "" if game is None else said(game)
            yield name, "game is kept", "yes" * (game is not None and keeper.holds(game))
            aside = [said(one.session) for one in keeper.games_aside()]
            yield name, "set aside", " / ".join(aside)

    @step(r"The (\w+) program begins deal (\d+)")
    def begin(self, name: str, number: str) -> None:
        self.keeper(name)
        self.tables[name] = Session(Setup(SEATS, deal(int(number)), int(number)))

    @step(r"The (\w+) program begins a match on ([\d ]+?)(, after 10:20)?")
    def begin_match(self, name: str, numbers: str, after: str | None) -> None:
        deals = tuple(map(int, numbers.split()))
        series = Series(((10, 20),) if after else (), duplicate(deals))
        self.keeper(name)
        self.tables[name] = Session(Setup(SEATS, deal(deals[0]), deals[0]), series)

    @step(r"The (\w+) program (plays|plays on|takes back|resigns|resumes)")
    def change(self, name: str, what: str) -> None:
        game: Any = self.tables[name]
        moves = game.position.legal_moves
        if what.startswith("plays"):
            game.play(moves[0 if what == "plays" else -1])
        elif what == "takes back":
            game.game.undo()
        elif what == "resigns":
            game.resign(1)
        else:
            game.game.resume()

    @step(r"The (\w+) program keeps it")
    def keep(self, name: str) -> None:
        self.tell(self.keeper(name).save(self.tables[name]))

    @step(r"The (\w+) program is offered what goes on")
    def load(self, name: str) -> None:
        found, messages = self.keeper(name).load()
        self.tell([*messages, f"offered: {said(found)}"])
        if found is not None:
            self.tables[name] = found

    @step(r"The (\w+) program takes up (it|the game set aside|the unfinished one)")
    def claim(self, name: str, what: str) -> None:
        keeper = self.keeper(name)
        if what == "the game set aside":
            self.tables[name] = keeper.games_aside()[0].session
        elif what == "the unfinished one":
            self.tables[name] = keeper.game_in(self.places.data / "unfinished.mjb")
        self.tell(keeper.claim(self.tables[name]))

    @step(r"The (\w+) program lets go")
    def release(self, name: str) -> None:
        self.keeper(name).release()

    @step(r"The (\w+) program removes the game set aside")
    def remove(self, name: str) -> None:
        (aside,) = self.keeper(name).games_aside()
        self.keeper(name).remove(aside)

    @step(r"The unfinished game is numbered 2")
    def number(self) -> None:
        (self.places.data / "unfinished.mjb").rename(self.places.data / "unfinished 2.mjb")
