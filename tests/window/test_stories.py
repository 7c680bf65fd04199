"""Stories of the window, in `tests/approved/window`: what is done by mouse and keys, what is seen.

    > a game: seats Ada, solver; deal 4711; clock 5 min
    > press ctrl+z
    > click Play Mo

The start screen of somebody who has played no game is what a story begins with.
`set up` opens the screen that sets a game up, with options by their names.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from battle.analysis.study import Study
from battle.game.pie import Pie
from battle.game.session import Seat, Session, Setup, read_game
from battle.game.setup import Series, TimeControl, duplicate
from battle.page import blocks
from battle.page.blocks import Block, Progress
from battle.page.text import page_lines
from battle.profile.autosave import Autosave
from battle.profile.options import GameOptions
from battle.profile.proofs import Pars
from battle.profile.records import own_games
from battle.profile.settings import load
from battle.rules.position import cell, deal, kind, move, position
from battle.rules.problem import problem
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.screens.board_view import GivenAway
from battle.screens.daily import Daily
from battle.screens.learn import Learn
from battle.screens.new_game import NewGame
from battle.screens.pie import PieRule
from battle.screens.record import YourRecord, queue_words
from battle.screens.result import Result
from battle.screens.rules import RulesPages
from battle.screens.settings import SettingsScreen
from battle.screens.view import Button as ViewButton
from battle.window.board_scene import BoardScene
from battle.window.card_parts import CalendarPanel
from battle.window.card_view import SheetScene, ViewScene
from battle.window.cards import ChoiceDialog, Stop
from battle.window.editor import EditorScene
from battle.window.exercise import TaskCard, TaskScene
from battle.window.files import FileScene, SaveScene, WorkDialog
from battle.window.help import HelpScene
from battle.window.pages import Flow
from battle.window.routes import first_scene
from battle.window.scene import Scene
from battle.window.start import StartScene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from battle.window.table_panels import TeacherDialog
from battle.window.ui.widgets import STYLES, Button, Slider, Switch, TextField
from battle.words import spelled
from tests.support.pilot import (
    FRAME,
    Pilot,
    analysed,
    bad_game,
    best_move,
    pick,
    pilot_at,
    played,
    reviewed,
    seat_twin,
    seated,
    widgets,
)
from tests.support.records import NOON, kept_game
from tests.support.stories import Story, check_story, step, stories
from tests.support.trainees import SOME, best_and_worst, click_pair, seat, train
from tools.screens.pictures import sample_games, sample_session, sample_study

NOW = datetime.now()
VARYING = {"Date", "Duplicate", "Key", "Seed"}
"""The tags of a record that differ each time."""


def words_of(block: Block) -> str:
    """Return a block of a page as one line, what it offers in brackets."""
    if isinstance(block, blocks.Button):
        return f"[{block.words}]"
    return "; ".join(filter(None, map(str.strip, page_lines([block]))))


def offered(scene: Scene) -> list[Button]:
    """Return what a screen offers in words, without the places that are on every screen."""
    return [one for one in scene.buttons if one.text and not isinstance(one, Stop)]


def seen(button: Button) -> str:
    """Return a button's words, with a star where it is yellow."""
    is_yellow = button.style in (STYLES["primary"], STYLES["menu_item_primary"])
    return f"{'*' * is_yellow}{button.text}"


class Window(Story):
    """A window driven by a pilot; `chance` is what is drawn by lot."""

    news = ("said",)

    has_set_day = False
    """Whether the story plays on a day of its own, so that dates in it stay."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.home, self.monkeypatch = home, monkeypatch
        self.said: object = None
        self.opened = ExitStack()
        monkeypatch.setattr("battle.game.setup.random", Random(1))
        self.open_window()
        self.settled = asdict(self.pilot.app.settings)
        for who, what, words in self.facts():
            self.shown[who][what] = words

    def open_window(self) -> None:
        """Open the window at its start screen; the person's documents are in `files`."""
        window = pilot_at(self.home, animation=False, sound=False)
        self.pilot = self.opened.enter_context(window)
        self.files = self.home / "here" / "files"
        self.pilot.app.places = replace(self.pilot.app.places, documents=self.files)
        self.solve("no deal")
        self.start()
        self.go_on("start the program")

    # What is seen

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the screen on top and what it says, and how the game at the table stands."""
        scene, message = self.pilot.scene, self.pilot.app.message
        shown = scene.screen if isinstance(scene, ViewScene | TaskScene) else scene
        yield "window", "screen", type(shown).__name__.removesuffix("Scene")
        yield "program", "runs", "yes" * self.pilot.app.running
        yield "window", "said", self.plain(message.text) if message is not self.said else ""
        self.said = message
        if isinstance(scene, StartScene) or isinstance(shown, Learn):
            buttons = ((seen(one), not one.is_grey) for one in offered(scene))
            enabled = (words + " (off)" * (not is_on) for words, is_on in buttons)
            yield "window", "buttons", " / ".join(enabled)
            notes = (one.note.replace("\n", ", ") for one in scene.buttons)
            words = " / ".join(filter(None, notes))
            yield "window", "notes", re.sub(r"\d+ \w+ \d{4}", "DATE", words)
        if isinstance(scene, ChoiceDialog):
            words = f"{scene.title} {scene.text}".strip().replace("\n", " / ")
            yield "window", "question", self.plain(words)
            yield "window", "answers", " / ".join(choice.words for choice in scene.choices)
        if isinstance(shown, Result):
            view, (first, second) = shown.view(), shown.session.points
            given = [block for block in view.page if isinstance(block, GivenAway)]
            words = [f"{view.title} {first}:{second}", view.note]
            words += [words for block in given for words in (block.words, block.moment)]
            yield "window", "result", " / ".join(filter(None, words))
            buttons = [seen(one) for one in scene.buttons if one.text and one.visible]
            yield "window", "buttons", " / ".join(buttons)
            if isinstance(scene, SheetScene):
                page = [block for block in scene.view.page if not isinstance(block, ViewButton)]
                yield "window", "details", " / ".join(page_lines(page))
        for below in self.pilot.app.scenes:
            if isinstance(below, BoardScene) and below.showing.shown is not None:
                yield "window", "shown", spelled(below.showing.shown.words)
        if isinstance(scene, TeacherDialog):
            yield "window", "teacher", " / ".join(filter(None, map(words_of, scene.flow.blocks)))
        yield from self.screen(scene)
        answers = self.pilot.app.deck.answers()
        marks = (f"{one.rating.name.lower()} (-{one.lost}, {one.seconds:.0f} s)" for one in answers)
        yield "deck", "answers", ", ".join(marks)
        yield "deck", "theme", self.pilot.app.settings.trainer_theme
        self.pilot.app.autosave.wait()
        kept = asdict(load(self.pilot.app.places)[0]).items()
        changed = (
            f"{name} {to!r}" for name, to in kept if to != self.settled[name] and name != "window"
        )
        yield "settings", "kept", self.plain(", ".join(changed))
        if any(isinstance(scene, TableScene) for scene in self.pilot.app.scenes):
            yield from self.table()

    def screen(self, scene: Scene) -> Iterator[tuple[str, str, str]]:
        """Yield what the screens on which something is set, asked or explained show."""
        if isinstance(scene, ViewScene) and isinstance(scene.screen, NewGame):
            yield from self.options(scene.screen.options, scene)
        if isinstance(scene, ViewScene) and isinstance(scene.screen, PieRule):
            words = [block.words for block in scene.screen.page() if hasattr(block, "words")]
            yield "window", "card", " / ".join(words[1:])
        if isinstance(scene, TaskScene | TaskCard):
            yield from self.exercise(scene)
        if isinstance(scene, ViewScene) and isinstance(scene.screen, SettingsScreen):
            yield from self.settings(scene)
        if isinstance(scene, HelpScene):
            yield "help", "key", words_of(scene.keys.blocks[scene.keys.chosen or 0])
        if isinstance(scene, ViewScene) and isinstance(scene.screen, YourRecord):
            yield from self.games(scene, scene.screen)
        if isinstance(scene, ViewScene) and isinstance(scene.screen, RulesPages):
            yield "rules", "page", " / ".join(filter(None, map(words_of, scene.view.page)))
        if isinstance(scene, StudyScene):
            yield from self.study(scene)
        if isinstance(scene, FileScene):
            yield from self.listing(scene)
        if isinstance(scene, ViewScene) and isinstance(scene.screen, Daily):
            yield "daily", "day", f"{scene.heading}, {scene.screen.deal.day}"
            yield "daily", "buttons", " / ".join(one.text for one in offered(scene))
        if isinstance(scene, EditorScene):
            yield from self.editor(scene)
        files = sorted(path for path in self.files.rglob("*") if path.is_file())
        yield "files", "all", " / ".join(str(path.relative_to(self.files)) for path in files)

    def editor(self, scene: EditorScene) -> Iterator[tuple[str, str, str]]:
        """Yield what is set up, and what is said of it."""
        editor = scene.editor
        yield "editor", "table", " ".join(f"{cell}={kind}" for cell, kind in editor.table.tiles())
        yield "editor", "fields", ", ".join(field.text for field in widgets(scene, TextField))
        yield "editor", "to move", str((scene.form.groups[0].chosen or 0) + 1)
        yield "editor", "cursor", str(editor.cursor) * scene.shows_cursor
        yield "editor", "kind", f"{editor.chosen or ''}"
        yield "editor", "refused", editor.refusal
        yield "editor", "problems", " / ".join(page_lines(scene.screen.said))
        view = scene.screen.view()
        ways = [one for one in (view.main, *view.buttons) if one is not None and not one.off]
        yield "editor", "leads on", " / ".join(one.words for one in ways)

    def plain(self, words: str) -> str:
        """Return words without today's date, and the directory that the story has its files in."""
        words = words.replace(str(self.home), "HOME").replace(self.home.name, "HOME")
        today = f"{NOW:%Y.%m.%d}|{NOW.day} {NOW:%B %Y}"
        if not self.has_set_day:
            today += rf"|\b{NOW.day} {NOW:%b}\b"
        return re.sub(rf"({today})( \d\d\.\d\d\.\d\d)?", "DATE", words)

    def listing(self, scene: FileScene) -> Iterator[tuple[str, str, str]]:
        """Yield what a screen shows that opens or saves files."""
        yield "files", "at", self.plain(str(scene.place))
        yield "files", "list", self.plain(" / ".join(scene.names))
        game = scene.shown
        words = scene.empty_words() if game is None else f"{game.game.ply} moves"
        yield "files", "chosen", self.plain(f"{scene.chosen}: {words}")
        yield "files", "wrong", self.plain(scene.problem)
        if isinstance(scene, SaveScene):
            yield "files", "name", self.plain(scene.name)

    def options(self, options: GameOptions, scene: ViewScene) -> Iterator[tuple[str, str, str]]:
        """Yield what is set for a new game."""
        main = scene.view.main
        yield "set up", "opponent", options.rival
        yield "set up", "names", f"{options.name(0)}, {options.name(1)}"
        yield "set up", "in short", options.summary(begins=True)
        yield "set up", "can start", "" if main is None or main.off else main.words

    def settings(self, scene: ViewScene) -> Iterator[tuple[str, str, str]]:
        """Yield what the settings show."""
        yield "settings", "heading", scene.heading
        groups = (button.text for group in scene.form.groups for button in group.buttons)
        yield "settings", "choices", " / ".join(groups)
        yield (
            "settings",
            "switches",
            " / ".join(f"{one.text} {'on' if one.on else 'off'}" for one in widgets(scene, Switch)),
        )
        sliders = (str(one.words(one.stops[one.at])) for one in widgets(scene, Slider))
        yield "settings", "sliders", ", ".join(sliders)
        yield "settings", "fields", ", ".join(one.text for one in widgets(scene, TextField))
        yield "settings", "focus", scene.focused.text if scene.focused else ""
        yield "settings", "scale", f"{scene.theme.scale:.2f}"

    def games(self, scene: ViewScene, screen: YourRecord) -> Iterator[tuple[str, str, str]]:
        """Yield what the record shows, of its list the newest game."""
        yield "record", "list", f"{len(screen.games)} games, {len(screen.aside)} set aside"
        newest = next(iter(self.rows), None)
        words = (newest.text, newest.note, newest.aside) if newest else ()
        yield "record", "newest", self.plain(" | ".join(words))
        named = [one.text for one in offered(scene) if not one.note and not one.is_grey]
        yield "record", "buttons", " / ".join(named)
        yield "record", "proofs", queue_words(self.pilot.app.prover)
        games = screen.games if len(screen.games) < 3 else []
        proven = (f"from move {one.exact_from}" if one.exact_from else "not" for one in games)
        yield "record", "proven", ", ".join(proven)

    @property
    def rows(self) -> list[Button]:
        """The games of the record that are shown."""
        return [one for one in self.pilot.scene.buttons if one.note]

    def exercise(self, scene: TaskScene | TaskCard) -> Iterator[tuple[str, str, str]]:
        """Yield what is asked of the person, what is said of the answer, and what can be done."""
        buttons = (seen(one) for one in offered(scene) if not one.is_grey)
        yield "exercise", "buttons", " / ".join(buttons)
        if isinstance(scene, TaskScene):
            said = scene.task.title, *map(words_of, (*scene.about.blocks, *scene.words.blocks))
            yield "exercise", "words", " / ".join(filter(None, said))
            yield "exercise", "board", str(scene.shown_board.position)
            yield "exercise", "selected", str(scene.board.selected or "")
            yield "exercise", "status", scene.status()[0]

    def study(self, scene: StudyScene) -> Iterator[tuple[str, str, str]]:
        """Yield what is looked at in Analyse, what is known of it, and what the solver does."""
        study, board = scene.study, scene.shown_board
        node, position = study.node, study.position
        yield "study", "line", " ".join(str(node.move) for node in study.line()[1:])
        yield "study", "move", str(len(node.path()))
        yield (
            "study",
            "other moves",
            ", ".join(str(one.move) for one in (node.parent.children if node.parent else ())[:9]),
        )
        yield "study", "comment", node.comment
        yield "study", "position", str(position)
        yield "study", "replayed", str(board.position) * (board.position != position)
        yield "study", "selected", str(scene.board.selected or "")
        yield "study", "cursor", str(scene.board.cursor or "")
        known = study.values.known(position)
        yield "study", "known", f"from {known.lower} to {known.upper}"
        yield "study", "status", (scene.said or ("",))[0]
        analyst = scene.analyst
        works = self.pilot.app.scheduler.failure or "works" * analyst.is_busy
        yield "study", "solver", ", ".join(filter(None, ("on" * analyst.on, works)))
        progress = (words_of(block) for block in scene.sheet.blocks if isinstance(block, Progress))
        yield "study", "progress", " / ".join(progress)

    def table(self) -> Iterator[tuple[str, str, str]]:
        """Yield how the game at the table stands."""
        table, session = self.pilot.table, self.pilot.session
        yield (
            "table",
            "players",
            ", ".join(
                session.name(player) + " (you)" * (session.person == player) for player in (1, 2)
            ),
        )
        tags, begun = {**session.record().tags}, session.setup.start
        told = (f"{name} {tags[name]}" for name in tags if name not in VARYING)
        yield "table", "tags", ", ".join(told)
        yield "table", "start", str(begun) * (begun.tiles_left <= 36)
        yield "table", "moves", " ".join(map(str, session.game.moves))
        yield "table", "points", ":".join(map(str, session.points))
        yield "table", "level", session.level
        yield "table", "clock", str(session.setup.control or "")
        match = session.series.duplicate
        yield "table", "match", "" if match is None else f"{match.length} games"
        yield "table", "ending", session.result_text if session.ending else ""
        asked = session.pending
        yield "table", "asked", "" if asked is None else f"{asked.kind} by player {asked.by}"
        yield "table", "help", ", ".join(session.help_used)
        yield "table", "states", ", ".join(table.game.states(player)[0] for player in (1, 2))
        yield "table", "status", table.status[0]
        yield "table", "held", str(table.board.held or "")
        yield "table", "selected", str(table.board.selected or "")
        yield "table", "hints", ":".join(map(str, session.hints)) if any(session.hints) else ""
        told = table.hints_page.blocks if table.help.hints.is_open else ()
        yield "table", "told", " / ".join(filter(None, map(words_of, told)))
        yield "table", "captions", " / ".join(filter(None, map(table.game.caption, (1, 2))))
        yield "table", "pointed out", str(table.board.listed or "")
        listed = [block for block in table.pairs.blocks if block.target is not None]
        yield "table", "list", f"{table.pairs.title} ({len(listed)})"
        tools = table.tools.items()
        alive = [name for name, button in tools if not button.is_grey and button.visible]
        yield "table", "tools", " ".join(sorted(alive))
        kept = map(read_game, sorted(self.pilot.app.places.saves.glob("*.mjb")))
        yield "record", "saved", ", ".join(f"game {one.series.number} of a match" for one in kept)
        games = self.pilot.app.records.games()
        yield "record", "games", f"{len(games)}, for a level {len(own_games(games))}" * bool(games)

    # What is done

    def go_on(self, sentence: str) -> None:
        """Let what is kept be written, and be reported."""
        self.pilot.app.autosave.wait()
        self.pilot.run(FRAME)

    @step(
        r"a game: seats (\w+), (\w+)(?:; deal (\d+))?(?:; clock (\d+) min)?"
        r"(; points named)?(?:; position (.+))?"
    )
    def sit(self, first: str, second: str, number: str, clock: str, named: str, grid: str) -> None:
        seats = [
            Seat("", True, name * (name != "solver")) if name.islower() else Seat(name)
            for name in (first, second)
        ]
        number, how = int(number or 4711), {}
        start = position(grid) if grid else None
        if clock:
            how["control"] = TimeControl(60 * int(clock))
        if named:
            how["named_by"], start = 2, Pie(deal(number), 1).naming(8).choosing(first=True).start
        seated(self.pilot, tuple(seats), start, number, **how)

    @step(r"set up(?: (.+))?")
    def set_up(self, changes: str | None) -> None:
        options: dict[str, Any] = {
            name: literal_eval(value)
            for name, value in re.findall(r"(\w+)=(\S.*?)(?=; |$)", changes or "")
        }
        self.pilot.app.replace(StartScene(self.pilot.app))
        self.pilot.app.go("new_game", GameOptions(**{"drawn": 17, "lot": True} | options))
        self.pilot.run(0.1)

    @step(r"press (.+)")
    def press(self, keys: str) -> None:
        self.pilot.press(*(key.replace("_", " ") for key in keys.split()))
        self.pilot.run(FRAME)

    @step(r"click (?!on )(.+)")
    def click(self, words: str) -> None:
        texts = [button.text for button in self.pilot.scene.buttons]
        (pick if words in texts else Pilot.press_button)(self.pilot, words)

    @step(r"click on tile (\w+)")
    def click_tile(self, name: str) -> None:
        self.pilot.click_cell(cell(name))

    @step(r"click on row (\d)")
    def click_row(self, number: str) -> None:
        self.pilot.click(widgets(self.pilot.scene, Switch)[int(number) - 1].rect.center)

    @step(r"close the window and start the program again")
    def restart(self) -> None:
        self.opened.close()
        self.open_window()

    @step(r"click on “(.+)”")
    def click_block(self, words: str) -> None:
        """Click on the first block of a page that says some words, or leads to a move."""
        flows = [one for one in vars(self.pilot.scene).values() if isinstance(one, Flow)]
        flow, row = next(
            (flow, row)
            for flow in flows
            for row, block in enumerate(flow.blocks)
            if words in f"{words_of(block)} {block.target}"
        )
        flow.choose(row)
        self.pilot.click(flow.rect_of(row).center)

    @step(r"type (.+)")
    def type(self, words: str) -> None:
        self.pilot.type(words)
        self.pilot.run(0.1)

    @step(r"go to slider (\d)")
    def go_to_slider(self, number: str) -> None:
        self.pilot.scene.focus(widgets(self.pilot.scene, Slider)[int(number) - 1])

    @step(r"go into field (\d)")
    def go_into_field(self, number: str) -> None:
        self.pilot.click(widgets(self.pilot.scene, TextField)[int(number) - 1].rect.center)

    @step(r"take the best pair")
    def take(self) -> None:
        for tile in best_move(self.pilot.session):
            self.pilot.click_cell(tile)
        self.pilot.settle()

    @step(r"player (\d) resigns")
    def resign(self, player: str) -> None:
        self.pilot.session.resign(int(player))
        self.pilot.settle()

    @step(r"play (\d+ pairs?|to the end)(, who is to win)?")
    def play(self, count: str, wins: str | None) -> None:
        """Take the best pairs; the solver takes the worst where a person is to win."""
        session, end = self.pilot.session, self.pilot.session.game.ply
        end = end + int(count.split()[0]) if count[0].isdigit() else 1000
        while session.ending is None and session.game.ply < end:
            choose = min if wins and not session.person_to_move else max
            session.play(choose(session.position.legal_moves, key=session.position.worth))
        self.pilot.run(FRAME)
        self.pilot.app.autosave.wait()
        self.pilot.settle()

    @step(r"a match of two friends on deals ([\d ]+)")
    def begin_match(self, numbers: str) -> None:
        deals = tuple(map(int, numbers.split()))
        setup = Setup((Seat("Ada"), Seat("Ben")), deal(deals[0]), deals[0])
        series = Series((), duplicate(deals))
        self.pilot.app.replace(
            TableScene(self.pilot.app, Session(setup, series, now=self.pilot.app.now))
        )

    @step(r"the solver (proves|guesses) everything")
    def prove(self, how: str) -> None:
        seat_twin(self.pilot, blind=how == "guesses").error = 0.5 if how == "guesses" else None

    @step(r"choose (\w\d)(\w\d)")
    def choose(self, *tiles: str) -> None:
        for tile in tiles:
            self.pilot.click_cell(cell(tile))
        self.pilot.run(FRAME)

    @step(r"the deck has (?:exercises? ([\d ]+)|the problem (.+))")
    def fill_deck(self, numbers: str | None, line: str) -> None:
        problems = [SOME[int(number)] for number in numbers.split()] if numbers else [problem(line)]
        self.deck_clock, _twin = seat(self.pilot, problems)

    @step(r"train")
    def train(self) -> None:
        train(self.pilot)

    @step(r"answer with the (best|worst) pair")
    def answer(self, which: str) -> None:
        scene = self.pilot.shows(TaskScene)
        click_pair(self.pilot, scene, best_and_worst(scene)[which == "worst"])

    @step(r"(\d+) (minutes|days) go by")
    def go_by(self, count: str, unit: str) -> None:
        self.deck_clock.wait(**{unit: int(count)})
        self.pilot.run(6.0)

    @step(r"game (\d+) with mistakes is analysed(?: and (reviewed))?(?:: (.+))?")
    def analyse(self, number: str, is_reviewed: str | None, tags: str | None) -> None:
        named = dict(re.findall(r"(\w+) (\w+)", tags or ""))
        (reviewed if is_reviewed else analysed)(self.pilot, bad_game(int(number)), **named)

    @step(r"games? ([\d ]+) with mistakes (?:is|are) played")
    def play_badly(self, numbers: str) -> None:
        for number in numbers.split():
            played(self.pilot, bad_game(int(number)))

    @step(r"(?:the sample game|position (.+?)(?: after ([\w ]+))?) is analysed")
    def study_position(self, grid: str | None, moves: str | None) -> None:
        study, session = sample_study(self.pilot.app, 200)
        if grid:
            study, session = Study(Game(position(grid))), None
            for text in (moves or "").split():
                study.play(move(text))
        self.pilot.app.push(StudyScene(self.pilot.app, study, session))
        self.pilot.run(2 * FRAME)

    @step(r"let all come to rest")
    def settle(self) -> None:
        self.pilot.settle()

    @step(r"wait ([\d.]+) s")
    def wait(self, seconds: str) -> None:
        self.pilot.run(float(seconds))

    @step(r"(leave|come back to) the window")
    def look_away(self, how: str) -> None:
        self.pilot.focus(how != "leave")

    @step(r"the solver (thinks on|answers again|breaks down)")
    def engine(self, how: str) -> None:
        engine = self.pilot.app.scheduler.engine
        engine.silent = how != "answers again"
        if how == "breaks down":
            engine.fail("the engine stopped: out of luck")
            self.pilot.run(0.1)

    @step(r"the clipboard has (the picture of )?(.+)")
    def clipboard(self, picture: str | None, text: str) -> None:
        pygame.scrap.put_text(position(text).picture if picture else text)

    @step(r"(\w+) is set to (.+)")
    def change(self, name: str, value: str) -> None:
        self.settled[name] = literal_eval(value)
        self.pilot.app.change(**{name: self.settled[name]})
        self.pilot.run(FRAME)

    @step(r"(no deal|deals .+) (?:is|are) solved")
    def solve(self, pars: str) -> None:
        solved = literal_eval(f"{{{pars.removeprefix('deals ')}}}") if pars != "no deal" else {}
        self.pilot.app.pars = Pars(self.pilot.app.database, solved)

    @step(r"(\d) won games? against (\w+) (?:is|are) recorded")
    def record(self, count: str, level: str) -> None:
        for number in range(int(count)):
            self.pilot.app.records.put(kept_game(10, opponent=level, days=number))

    @step(r"the sample's games( of friends)? are recorded")
    def record_sample(self, of_friends: str | None) -> None:
        now = NOON.replace(tzinfo=None).astimezone()
        self.pilot.app.moment = lambda: now
        for game in sample_games(now):
            if game.person is None or not of_friends:
                self.pilot.app.records.put(game)

    @step(r"(choose|delete) game (\d) of the list")
    def take_row(self, how: str, number: str) -> None:
        for edit in [one for one in self.pilot.scene.buttons if one.tip == "Edit"]:
            if how == "delete":
                self.pilot.click(edit.rect.center)
        deleting = [one for one in self.pilot.scene.buttons if one.tip == "Delete"]
        self.pilot.click((self.rows if how == "choose" else deleting)[int(number) - 1].rect.center)

    @step(r"lots draw player (\d)")
    def draw(self, player: str) -> None:
        lots = "battle.profile.options.random.randrange"
        self.monkeypatch.setattr(lots, lambda stop: int(player) - 1)

    @step(r"a game(?: (\d) with mistakes)? lies unfinished(, in another window)?")
    def leave(self, number: str | None, elsewhere: str | None) -> None:
        session = sample_session(self.pilot.app, 9)
        if number:
            session = Session.from_record(Record({}, bad_game(int(number))))
        self.other = Autosave(self.pilot.app.places)
        self.other.save(session)
        if not elsewhere:
            self.other.release()

    @step(r"the file (.+?) has (the sample game after )?(.+)")
    def write(self, name: str, sample: str | None, text: str) -> None:
        if sample:
            games = (sample_session(self.pilot.app, int(plies)) for plies in text.split())
            text = "\n".join(game.record().text for game in games)
        (self.files / name).parent.mkdir(parents=True, exist_ok=True)
        (self.files / name).write_text(text.replace("\\n", "\n").replace("\\0", "\0"), "utf-8")

    @step(r"drop (.+)")
    def drop(self, name: str) -> None:
        self.post(pygame.DROPFILE, file=str(self.files / name))
        self.pilot.until(lambda: not isinstance(self.pilot.scene, WorkDialog))

    @step(r"(left|middle|right) button on (\w\d)(?: to (\w\d))?(?: and (\w\d))?")
    def draw_over(self, button: str, *over: str | None) -> None:
        board = self.pilot.shows(EditorScene).layout.board
        points = [board.rect_of(cell(name)).center for name in over if name]
        number = ["left", "middle", "right"].index(button) + 1
        for point in points:
            self.pilot.hover(point)
            if point == points[0]:
                self.post(pygame.MOUSEBUTTONDOWN, pos=point, button=number, touch=False)
        self.post(pygame.MOUSEBUTTONUP, pos=points[-1], button=number, touch=False)

    def post(self, kind: int, **what: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **what))
        self.pilot.run(FRAME)

    @step(r"take (\d\w) from the palette")
    def take_kind(self, name: str) -> None:
        self.pilot.click(self.pilot.shows(EditorScene).layout.slots[kind(name)].center)

    @step(r"today is (.+)")
    def set_day(self, day: str) -> None:
        moment = datetime.fromisoformat(f"{day} 12:00").astimezone()
        self.pilot.app.moment = lambda: moment
        self.has_set_day = True

    @step(r"click on day (.+)")
    def click_day(self, day: str) -> None:
        (calendar,) = widgets(self.pilot.scene, CalendarPanel)
        number = str(date.fromisoformat(day).day)
        self.pilot.click(next(at for one, at in calendar.places if one.number == number).center)

    @step(r"go to the calendar")
    def go_to_calendar(self) -> None:
        self.pilot.scene.focus(widgets(self.pilot.scene, CalendarPanel)[0])

    @step(r"open (.+)")
    def open(self, screen: str) -> None:
        self.pilot.app.go(*screen.split())
        self.pilot.run(0.1)

    @step(r"start the program(?: against (\w+))?(?: on the day (.+))?")
    def start(self, level: str | None = None, day: str | None = None) -> None:
        there = None if day is None else date.fromisoformat(day)
        begins = first_scene(self.pilot.app, level or "", there)
        self.pilot.app.replace(begins if level or there else StartScene(self.pilot.app))
        self.pilot.run(0.1)


@pytest.mark.parametrize("file", stories("window"), ids=lambda file: file.stem)
def test_a_story_of_the_window(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step, each screen shows what was approved."""
    window = Window(tmp_path, monkeypatch)
    with window.opened:
        check_story(file, window)
