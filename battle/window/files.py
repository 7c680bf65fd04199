"""Files: games, problems and proofs to open, and what is saved of a game.

    FileScene               the list of a directory, or of the games in a file, and the preview

    +--------------------------------+
    |  path                          |
    |  list          |  preview      |
    |  name, where one is saved      |
    +--------------------------------+
    |  ! problem          [ Open ]   |
    +--------------------------------+

      OpenScene             opens the chosen game
        OpenProblemsScene   adds a file of problems to the trainer
      SaveScene             saves a file under a name; asks before one is replaced
    WorkDialog              works in a thread: checks a proof, reads an export

A file that is dropped on the window goes through `open_dropped`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

import pygame

from battle.analysis.values import Bounds
from battle.game.session import Session, naming, read_game
from battle.game.words import players_words
from battle.language import N_, _, explain, ngettext
from battle.profile import everything
from battle.rules import certificate, problem
from battle.rules.files import EXPORT, MOST_OF_TABLE, is_proof, read_text
from battle.rules.links import held_in
from battle.rules.position import RulesError
from battle.rules.record import (
    SUFFIX,
    UNFINISHED,
    SeveralGamesError,
    read_tags,
    texts_of_games,
)
from battle.screens import captions
from battle.screens.export import is_forbidden, suggested_name
from battle.storage import cannot_read, cannot_write, write_atomically
from battle.training.deck import AddedFile, add_problem_file, read_problem_file
from battle.window.board_view import Miniature
from battle.window.cards import CardScene, Choice, ChoiceDialog, question
from battle.window.keys import ADD_PROBLEMS
from battle.window.scene import FileExport, Services, attempt
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role
from battle.window.ui.widgets import ListBox
from battle.words import (
    date_words,
    interval,
    moves_words,
    person_name,
    shown_name,
    signed,
)

Result = TypeVar("Result")

MOST_SHOWN: Final = 2000
"""Of more names the rest is left out."""


def names_in(place: Path, suffix: str = SUFFIX) -> list[str]:
    """Return the names of the directories and files in a directory, or of the games in a file.

    Directories end in `/`, files in `suffix`.
    """
    if place.is_file():
        texts = texts_of_games(read_text(place, MOST_OF_TABLE))
        return [_title(number, text) for number, text in enumerate(texts[:MOST_SHOWN], start=1)]
    seen = [path for path in place.iterdir() if not path.name.startswith(".")]
    directories = [f"{path.name}/" for path in seen if path.is_dir()]
    files = [path.name for path in seen if path.suffix.lower() == suffix and not path.is_dir()]
    return [*sorted(directories, key=str.casefold), *sorted(files, key=str.casefold)][:MOST_SHOWN]


def _title(number: int, text: str) -> str:
    """Return a game's number in its file, who played, and how it ended, from its tags."""
    try:
        tags = read_tags(text)[0]
    except RulesError:
        words = _("cannot be read")
        return f"{number}.  {words}"
    names = [person_name(tags.get(tag, "")) or "?" for tag in ("First", "Second")]
    return f"{number}.  {' – '.join(names)}  ·  {shown_name(tags.get('Result', UNFINISHED))}"


class FileScene(CardScene):
    """The files of the directory `place`, or the games of the file `place`.

    `chosen` is the name of the row that is chosen, empty for none, and `problem` what is wrong.
    """

    foot_height: ClassVar[int] = 52
    tallest: ClassVar[int] = 680
    suffix = SUFFIX
    """What the names of the files end in."""
    button: ClassVar[tuple[str, str]] = (N_("Open"), "open")
    """What is done with the choice, and its icon."""
    below_list: ClassVar[int] = 0
    """The room between the list and the foot at 1280 x 800."""

    def __init__(self, app: Services, place: Path | None = None) -> None:
        super().__init__(app)
        last = Path(app.settings.directory or app.places.saves)
        is_there = last != app.places.saves and os.path.isdir(last)  # noqa: PTH112  (Path raises)
        self._look_into(place or (last if is_there else app.places.documents))

    # --- what is listed -------------------------------------------------------------------------

    def _look_into(self, place: Path) -> None:
        """Read the names in a place; one that cannot be read is empty."""
        self.place, self._holds_games = place, place.is_file()
        self._forget_choice("")
        above = place.parent
        self.upwards = _("Up to {directory}").format(directory=above.name or above)
        self._ways = {} if above == place else {self.upwards: above}
        aside = self.app.places.saves
        if self.suffix == SUFFIX and place != aside and any(aside.glob(f"*{SUFFIX}")):
            self._ways[_("Games that were kept")] = aside
        self.names: list[str] = []
        try:
            self.names = names_in(place, self.suffix) if place.exists() else []
        except OSError as error:
            self.problem = cannot_read(place, error)
        except RulesError as error:
            self.problem = explain(error)
        self.names = [*self._ways, *self.names]

    def _forget_choice(self, name: str) -> None:
        self.chosen, self.problem = name, ""
        self._session: Session | None = None
        self._several = 0

    def go_to(self, place: Path) -> None:
        """Show another place."""
        self._look_into(place)
        self.refresh()
        self.focus(self.list)

    @property
    def chosen_path(self) -> Path | None:
        """The chosen file, or that of the chosen game; None for a directory or nothing."""
        if not self.chosen or self.chosen in self._ways or self.chosen.endswith("/"):
            return None
        return self.place if self._holds_games else self.place / self.chosen

    def read(self, path: Path) -> Session:
        """Return the game that is chosen."""
        number = self.names.index(self.chosen) - len(self._ways) + 1
        return read_game(path, number if self._holds_games else None)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the path above, the list on the left, the preview on the right."""
        px = self.theme.px
        self._path_line, place, _below = down(
            self.body, px(26), FILL, px(self.below_list), gap=px(8 if self.below_list else 4)
        )
        self._preview: tuple[pygame.Rect, Miniature] | None = None
        if place.width >= px(640):
            place, room = across(place, round(place.width * 0.55), FILL, gap=px(28))
            self._preview = room, Miniature(self.theme, down(room, FILL, px(92))[0])
        self.list = self.add(
            ListBox(place, self.theme, self.names, self.chosen, self.choose, self.activate)
        )
        words, icon = self.button
        self._do = self.add_primary(_(words), self.confirm, icon, width=200)
        self.begin_at(self.list)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Go up with Backspace in the list."""
        if self.focused is self.list and event.key == pygame.K_BACKSPACE:
            self.go_to(self.place.parent)
            return True
        return super().handle_key(event)

    def choose(self, name: str) -> None:
        """Look into the chosen file, if it is a game."""
        self._forget_choice(name)
        path = self.chosen_path
        if path is None or self.suffix != SUFFIX:
            return
        try:
            self._session = self.read(path)
        except SeveralGamesError as error:
            self._several = error.count
        except RulesError as error:
            self.problem = explain(error)

    def activate(self) -> None:
        """Open the chosen row, by Enter or a double click."""
        if self.chosen in self._ways:
            self.go_to(self._ways[self.chosen])
        elif self.chosen_path is not None:
            self.confirm()
        elif self.chosen:
            self.go_to(self.place / self.chosen)

    def refuse(self, problem: str) -> None:
        """Say what is wrong with the choice."""
        self.problem = problem
        self.app.sound.play("refuse")

    # --- painting -------------------------------------------------------------------------------

    @property
    def shown(self) -> Session | None:
        """The game in the preview."""
        return self._session

    def empty_words(self) -> str:
        """Return the words in the preview without a game."""
        if self._several:
            return ngettext("{n} game", "{n} games", self._several).format(n=self._several)
        if self.has_files:
            return _("Choose a game to see it here.")
        return _("There are no games in this directory.")

    @property
    def has_files(self) -> bool:
        """Whether a file is in the list, and not directories alone."""
        return any(name not in self._ways and not name.endswith("/") for name in self.names)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint path, preview and problem."""
        theme, line = self.theme, self._path_line
        font, path = theme.font(Role.SMALL), str(self.place)
        shown = draw.fitted_end(font, path, line.width)
        draw.text(surface, font, shown, look.MUTED, line)
        CUT_TEXTS.note(surface, line, path, shown)
        if self._preview is not None:
            self._paint_preview(surface, *self._preview)
        if self.problem:
            self.paint_note(surface, self.before(self._do), self.problem, look.REFUSED, "warning")

    def _paint_preview(
        self, surface: pygame.Surface, place: pygame.Rect, miniature: Miniature
    ) -> None:
        px, theme, session = self.theme.px, self.theme, self.shown
        if session is None:
            draw.box(surface, place, look.WELL, radius=px(12), border=look.LINE)
            draw.text(
                surface, theme.font(Role.SMALL), self.empty_words(), look.FAINT, place, "centre"
            )
            return
        miniature.draw(surface, session.position)
        _picture, upper, lower = down(
            place, miniature.rect.bottom + px(14) - place.top, px(26), px(26)
        )
        players = players_words(session)
        draw.text(surface, theme.font(Role.STRONG), players, look.INK, upper, "centre")
        moves = moves_words(session.game.ply)
        state = _("over") if session.ending is not None else _("not over")
        words = "  ·  ".join(filter(None, (date_words(session.tags.get("Date", "")), moves, state)))
        draw.text(surface, theme.font(Role.SMALL), words, look.MUTED, lower, "centre")


_MOST_LINES: Final = 4
"""The most lines that are wrong and are shown; the rest are counted."""


def report_added(app: Services, added: AddedFile, *, train: bool = False) -> None:
    """Add the problems of a file to the trainer, and report on its lines.

    `train` opens it with them.
    """
    app.deck.read_files_again()
    if train:
        app.go("trainer")
    words = _problems_words(added)
    if not added.wrong:
        app.say(words)
        return
    lines = [_("Errors in the others:"), *added.wrong[:_MOST_LINES]]
    more = len(added.wrong) - _MOST_LINES
    if more > 0:
        lines.append(ngettext("and {n} more line", "and {n} more lines", more).format(n=more))
    go_on = Choice(_(captions.DONE), look_as="primary")
    app.push(ChoiceDialog(app, words, "\n".join(lines), [go_on], on_escape=0))


def _problems_words(added: AddedFile) -> str:
    words = ngettext("{n} problem from “{name}”", "{n} problems from “{name}”", added.problems)
    return words.format(n=added.problems, name=shown_name(added.name))


class OpenScene(FileScene):
    """Chooses a game to open; `then` names the screen that shows it."""

    title = N_("Open a game")
    no_choice = N_("No game is chosen.")

    def __init__(self, app: Services, place: Path | None = None, then: str = "table") -> None:
        super().__init__(app, place)
        self._then = then

    def _look_into(self, place: Path) -> None:
        super()._look_into(place)
        if self._holds_games and self.names[len(self._ways) :]:
            self.choose(self.names[len(self._ways)])

    def confirm(self) -> None:
        """Take the chosen file, or go into the chosen directory."""
        path = self.chosen_path
        if path is None and self.chosen:
            self.activate()
        elif path is None:
            self.problem = _(self.no_choice)
        else:
            try:
                self.take(path)
            except RulesError as error:
                self.refuse(explain(error))

    def take(self, path: Path) -> None:
        """Use the chosen file; raises RulesError if it cannot be used."""
        if path.parent != self.app.places.saves:
            self.app.change(directory=str(path.parent))
        try:
            self.app.go("opened", self.read(path), self._then)
        except SeveralGamesError:
            self.go_to(path)


class OpenProblemsScene(OpenScene):
    """Chooses a file of problems for the trainer."""

    suffix = problem.SUFFIX
    title = ADD_PROBLEMS
    button = (N_("Add"), "open")
    no_choice = N_("No file is chosen.")

    def empty_words(self) -> str:
        none = _("There are no problems in this directory.")
        return _("Choose a file of problems.") if self.has_files else none

    def take(self, path: Path) -> None:
        added = add_problem_file(path, self.app.places.problems)
        self.app.change(directory=str(path.parent))
        self.app.pop()
        report_added(self.app, added)


_MOST_CHECKED: Final = 8
"""The most MiB of a proof that are checked here, in half a minute; `verify` checks larger ones."""


class WorkDialog(ChoiceDialog, Generic[Result]):
    """Works in a thread, says how far that is, and hands on what came of it.

    `work` calls what it is given with how many parts are done, which ends it once the dialog is
    left; `words` say that number.
    """

    def __init__(
        self,
        app: Services,
        title: str,
        words: Callable[[int], str],
        work: Callable[[Callable[[int], None]], Result],
        then: Callable[[Callable[[], Result]], object],
    ) -> None:
        choices = [Choice(_(captions.CANCEL), icon="close")]
        super().__init__(app, title, "", choices, on_escape=0)
        self._done, self._is_left = 0, False
        self._words, self._then = words, then
        self._pool = ThreadPoolExecutor(1, "dialog")
        self._result = self._pool.submit(work, self._go_on)
        self._pool.shutdown(wait=False)

    def _go_on(self, done: int) -> None:
        """Count parts in the thread; end there once the dialog is left."""
        if self._is_left:
            raise CancelledError
        self._done = done

    def leave(self) -> None:
        super().leave()
        self._is_left = True

    @property
    def ticking(self) -> bool:
        return True

    def update(self, seconds: float) -> None:
        """Report how far it is, and at the end hand on the result or say why there is none."""
        super().update(seconds)
        if self.text != (words := self._words(self._done)):
            self.text = words
            self.resize(self.size)
        if self._result.done():
            self.app.pop()
            try:
                self._then(self._result.result)
            except RulesError as error:
                self.app.say(explain(error), "problem")


def check_proof(app: Services, text: str) -> None:
    """Check a proof, then show its position in Analyse with the proven values."""

    def words(count: int) -> str:
        said = ngettext("{n} position checked", "{n} positions checked", count)
        return said.format(n=count)

    def show(checked: Callable[[], certificate.Certificate]) -> None:
        try:
            proof = checked()
        except certificate.RefutedError as error:
            said = _("The proof does not hold: {reason}").format(reason=explain(error))
            app.say(said, "problem")
            return
        proven = Bounds(*proof.bounds)
        points = signed(proven.lower) if proven.is_exact else interval(proven)
        said = _("The proof holds. Proven for the player to move: {points}").format(points=points)
        app.go("study_position", proof.start)
        app.say(said)

    verify = partial(certificate.verify, text)
    app.push(WorkDialog(app, _("Checking the proof"), words, verify, show))


def ask_to_import(app: Services, text: str) -> None:
    """Say what everything of a person would bring here, and ask; the screen below stays."""

    def ask(checked: Callable[[], everything.Export]) -> None:
        export = checked()
        if export.is_empty:
            app.say(_(everything.NOTHING_NEW))
            return
        title, what = export.question
        bring = partial(_import, app, export)
        app.push(question(app, title, what, _(captions.CANCEL), _(captions.IMPORT), bring))

    read = partial(everything.read, app, text)
    app.push(WorkDialog(app, _("Reading the export"), _games_words, read, ask))


def _games_words(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=count)


def _import(app: Services, export: everything.Export) -> None:
    def done(kept: Callable[[], str]) -> None:
        said = kept()
        app.change(**export.settings)
        app.say(said)

    app.push(WorkDialog(app, _(captions.IMPORT), _games_words, partial(export.keep, app), done))


def ask_to_add(app: Services, file: Path, *, train: bool = False) -> None:
    """Ask whether to add the problems of a file to the trainer; raise RulesError without any."""
    _text, found = read_problem_file(file)
    add = partial(attempt, app.say, partial(_add, app, file, train=train))
    title = _("Add these problems to the trainer?")
    app.push(question(app, title, _problems_words(found), _(captions.CANCEL), _("Add"), add))


def _add(app: Services, file: Path, *, train: bool) -> None:
    report_added(app, add_problem_file(file, app.places.problems), train=train)


def open_dropped(app: Services, file: Path, *, train: bool = False) -> None:
    """Open a file: a game, a position, an invitation, a proof, or problems to train.

    Problems, and everything of a person, are asked about before anything changes. On Analyse a game
    or a position is analysed; `train` opens the trainer.
    """
    then = next((scene.opens for scene in reversed(app.scenes) if not scene.overlay), "table")
    try:
        if is_proof(file):
            check_proof(app, read_text(file, _MOST_CHECKED))
        elif file.suffix.lower() == EXPORT:
            ask_to_import(app, read_text(file, everything.MOST_MEBIBYTES))
        elif file.suffix.lower() == problem.SUFFIX:
            ask_to_add(app, file, train=train)
        else:
            with naming(file):
                held = held_in(read_text(file, MOST_OF_TABLE))
            app.say("")  # what was refused before is done with
            app.go("found", held, studied=then == "study_game")
    except SeveralGamesError:
        app.push(OpenScene(app, file, then))
    except RulesError as error:
        app.say(explain(error), "problem")
    except OSError as error:
        app.say(cannot_read(file.name, error), "problem")


def path_of(directory: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Return the file a game named `name` is saved in; raises ValueError, with a sentence."""
    name = name.strip().removesuffix(suffix).rstrip(". ")
    if not name:
        raise ValueError(_("Give the file a name."))
    bad = sorted({sign for sign in name if is_forbidden(sign)})
    if bad:
        raise ValueError(_("A file name cannot contain {signs}.").format(signs=" ".join(bad)))
    return directory / f"{name}{suffix}"


class SaveScene(FileScene):
    """Saves a file under a name in a directory, beside the picture of the game it is from."""

    button = (N_("Save"), "save")
    below_list = 50

    def __init__(self, app: Services, export: FileExport, place: Path | None = None) -> None:
        self.export = export
        self.suffix = export.suffix
        self.name = export.name
        super().__init__(app, place)

    @property
    def heading(self) -> str:
        return self.export.heading

    @property
    def shown(self) -> Session | None:
        """The chosen game, which would be replaced, else the one to save."""
        return self._session or self.export.session

    def empty_words(self) -> str:
        return ""

    def fill(self) -> None:
        """Put the name below the list."""
        super().fill()
        self.form.lay(down(self.body, FILL, self.theme.px(50))[1], 1, 0.18)
        place, font = self.form.space(_("Name")), self.theme.font(Role.BUTTON)
        place, ending = across(place, FILL, font.size(self.suffix)[0], gap=self.theme.px(8))
        self._field = self.form.field(place, self.name, self._set_name, limit=120)
        self.write(self.suffix, ending, Role.BUTTON)
        self._begun = False
        self.begin_at(self._field)

    def _set_name(self, name: str) -> None:
        self.name, self.problem = name, ""

    def choose(self, name: str) -> None:
        """Save under the name of the chosen file."""
        super().choose(name)
        if self.chosen_path is not None:
            self._set_name(self.chosen_path.stem)
            self._field.set_text(self.name)

    def confirm(self) -> None:
        """Save, after a question if there is such a file already."""
        try:
            path = path_of(self.place, self.name, self.suffix)
        except ValueError as error:
            self.refuse(explain(error))
            return
        if os.path.lexists(path):
            title = _("Replace the file?")
            words = _("{file} exists already.").format(file=path.name)
            keep, replace, save = _(captions.KEEP), _("Replace it"), partial(self._save, path)
            self.app.push(question(self.app, title, words, keep, replace, save))
        else:
            self._save(path)

    def _save(self, path: Path) -> None:
        try:
            write_atomically(path, self.export.content())
        except OSError as error:
            self.refuse(cannot_write(path.name, error))
            return
        self.app.change(directory=str(self.place))
        self.app.pop()
        self.app.say(_(captions.SAVED).format(file=path.name))


def save_game(app: Services, session: Session) -> SaveScene:
    """Return the screen that saves a game under a name."""
    title, name = _(captions.SAVE_GAME), suggested_name(session)
    return SaveScene(app, FileExport(title, name, SUFFIX, lambda: session.text, session=session))
