"""Opening and saving games: a directory's games as a list, and what is in the chosen one.

ListScene           names of which one is chosen, and the button that does it
  FileScene         the list of a directory, the way to its parent, the preview
    OpenFileScene   takes the chosen file
      OpenScene     opens the chosen game
      OpenProblemsScene adds a file of problems to the trainer
    SaveScene       saves a game under a name; asks before a file is replaced
  GamesScene        one of the games in a file
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import pygame

from battle.analysis.study import Study
from battle.coach.reason_words import explanations
from battle.game import session_study as studies
from battle.game.session import Session
from battle.game.words import players_words
from battle.language import N_, _, explain, ngettext
from battle.report.export import review_html, review_of_game
from battle.report.svg import board_svg
from battle.rules import problem
from battle.rules.files import MOST_OF_TABLE, read_text
from battle.rules.position import Position, RulesError
from battle.rules.record import (
    SUFFIX,
    UNFINISHED,
    Record,
    SeveralGamesError,
    one_game,
    read_tags,
    record,
    texts_of_games,
)
from battle.storage import cannot_read, cannot_write, write_atomically
from battle.training.problems import ADD_PROBLEMS, AddedFile, add_problem_file
from battle.window.board.view import Miniature, board_png
from battle.window.scenes.card_scene import CardScene, Choice, ChoiceDialog, FileExport, question
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role
from battle.window.ui.widgets import ListBox
from battle.words.dates import date_words
from battle.words.plain import shown_name

# --- lists ---------------------------------------------------------------------------------------
#
# A card with a list of names, one of which is chosen, and the button that does it.
#
# +--------------------------------+
# |  line above the list           |
# |  list                          |
# +--------------------------------+
# |  ! problem          [ Open ]   |
# +--------------------------------+

MOST_SHOWN: Final = 2000
"""Of more names the rest is left out."""


class ListScene(CardScene):
    """Shows `names`; `chosen` is the row that is chosen, empty for none; `problem` what is wrong.

    A subclass puts `add_list` and `add_confirm` on the card; `confirm` is what the button does.
    """

    foot_height: ClassVar[int] = 52
    tallest: ClassVar[int] = 680

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.names: list[str] = []
        self.chosen = ""
        self.problem = ""

    def line_above(self) -> pygame.Rect:
        """Return the place of the line above the list."""
        return down(self.body, self.theme.px(26))[0]

    def add_list(self, place: pygame.Rect) -> None:
        """Put the list on the card."""
        self._list = self.add(
            ListBox(place, self.theme, self.names, self.chosen, self.choose, self.activate)
        )

    def add_confirm(self, words: str, icon: str) -> None:
        """Put the button into the foot."""
        self._do = self.add_primary(words, self.confirm, icon, width=200)

    # --- events ---------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Take in that a row was chosen."""
        self.chosen, self.problem = name, ""

    def activate(self) -> None:
        """Do what Enter or a double click on the chosen row means."""
        self.confirm()

    def refuse(self, problem: str) -> None:
        """Say what is wrong with the choice."""
        self.problem = problem
        self.app.sound.play("refuse")

    # --- painting -------------------------------------------------------------------------------

    def paint_problem(self, surface: pygame.Surface) -> None:
        """Paint what is wrong beside the button."""
        if self.problem:
            self.paint_note(surface, self.problem, look.REFUSED, "warning", self._do)


# --- files ---------------------------------------------------------------------------------------

_FORBIDDEN: Final = '<>:"/\\|?*'


def read_game(path: Path, number: int | None = None) -> Session:
    """Return the game in a file, of several the one with a number, from 1.

    Raises SeveralGamesError for several without a number, RulesError, with one line, if there is
    none.
    """
    try:
        return Session.from_record(one_game(read_text(path, MOST_OF_TABLE), number))
    except SeveralGamesError:
        raise
    except OSError as error:
        raise RulesError(cannot_read(path.name, error)) from None
    except ValueError as error:
        raise RulesError(f"{path.name}: {explain(error)}") from None


def games_in(directory: Path, suffix: str = SUFFIX) -> list[str]:
    """Return the names of the directories and games in `directory`; directories end in `/`.

    With another `suffix` the files are those that end in it.
    """
    directories, games = [], []
    for path in directory.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            directories.append(f"{path.name}/")
        elif path.suffix.lower() == suffix:
            games.append(path.name)
    return sorted(directories, key=str.casefold) + sorted(games, key=str.casefold)


class FileScene(ListScene):
    """Shows a directory; `chosen` is the name of the row that is chosen, empty for none."""

    suffix = SUFFIX
    """What the names of the files end in."""

    def __init__(self, app: Services, directory: Path) -> None:
        super().__init__(app)
        self.directory = directory
        self._session: Session | None = None
        self._several = 0
        self._look_around()

    # --- the directory --------------------------------------------------------------------------

    def _look_around(self) -> None:
        """Read the directory's names; a directory that cannot be read is an empty one."""
        self.problem = ""
        try:
            self.names = games_in(self.directory, self.suffix) if self.directory.exists() else []
        except OSError as error:
            self.names = []
            self.problem = cannot_read(self.directory, error)
        self.names = self.names[:MOST_SHOWN]
        above = self.directory.parent
        self.upwards = _("Up to {directory}").format(directory=above.name or above)
        if above != self.directory:
            self.names.insert(0, self.upwards)

    def go_to(self, directory: Path) -> None:
        """Show another directory."""
        self.directory, self.chosen = directory, ""
        self._session, self._several = None, 0
        self._look_around()
        self.refresh()
        self.focus(self._list)

    def go_up(self) -> None:
        """Show the directory above."""
        self.go_to(self.directory.parent)

    @property
    def chosen_path(self) -> Path | None:
        """The chosen game; None if a directory or nothing is chosen."""
        if not self.chosen or self.chosen == self.upwards or self.chosen.endswith("/"):
            return None
        return self.directory / self.chosen

    def activate(self) -> None:
        """Do what Enter or a double click on the chosen row means."""
        if self.chosen == self.upwards:
            self.go_up()
        elif self.chosen.endswith("/"):
            self.go_to(self.directory / self.chosen.rstrip("/"))
        elif self.chosen:
            self.confirm()

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the path above, the list on the left, the preview on the right."""
        px = self.theme.px
        self._path_line = self.line_above()
        above = self._path_line.height + px(8)
        place = down(self.body, above, FILL, self.body.bottom - self._list_bottom())[1]
        self._preview: pygame.Rect | None = None
        self._miniature: Miniature | None = None
        if place.width >= px(640):
            place, self._preview = across(place, round(place.width * 0.55), FILL, gap=px(28))
            self._miniature = Miniature(self.theme, down(self._preview, FILL, px(92))[0])
        self.add_list(place)
        self._below()
        self.begin_at(self._list)

    def _list_bottom(self) -> int:
        return self.body.bottom

    def _below(self) -> None:
        """Put into the foot what is done with the choice."""
        self.add_confirm(*self._confirm_button())

    def _confirm_button(self) -> tuple[str, str]:
        raise NotImplementedError

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Go up with Backspace in the list."""
        if self.focused is self._list and event.key == pygame.K_BACKSPACE:
            self.go_up()
            return True
        return super().handle_key(event)

    def choose(self, name: str) -> None:
        """Look into the chosen file, if it is a game."""
        super().choose(name)
        path = self.chosen_path
        self._session, self._several = None, 0
        if path is not None and self.suffix == SUFFIX:
            try:
                self._session = read_game(path)
            except SeveralGamesError as error:
                self._several = error.count
            except RulesError as error:
                self.problem = explain(error)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint path, preview and problem."""
        font = self.theme.font(Role.SMALL)
        path = _shortened(font, str(self.directory), self._path_line.width)
        draw.text(surface, font, path, look.MUTED, self._path_line)
        CUT_TEXTS.note(surface, self._path_line, str(self.directory), path)
        if self._preview is not None and self._miniature is not None:
            self._paint_preview(surface, self._preview, self._miniature)
        self.paint_problem(surface)

    def _paint_preview(
        self, surface: pygame.Surface, place: pygame.Rect, miniature: Miniature
    ) -> None:
        px, theme = self.theme.px, self.theme
        session = self.shown
        if session is None:
            draw.box(surface, place, look.WELL, radius=px(12), border=look.LINE)
            words = self._empty_words()
            draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, place, "centre")
            return
        miniature.draw(surface, self.shown_position() or session.position)
        players, rest = preview_words(session)
        filled = miniature.rect.bottom + px(14) - place.top
        _picture, upper, lower = down(place, filled, px(26), px(26))
        draw.text(surface, theme.font(Role.STRONG), players, look.INK, upper, "centre")
        draw.text(surface, theme.font(Role.SMALL), rest, look.MUTED, lower, "centre")

    @property
    def has_files(self) -> bool:
        """Whether a file is in the list, and not directories alone."""
        return any(name != self.upwards and not name.endswith("/") for name in self.names)

    @property
    def shown(self) -> Session | None:
        """The game in the preview."""
        return self._session

    def shown_position(self) -> Position | None:
        """Return the position in the preview."""
        return None if self.shown is None else self.shown.position

    def _empty_words(self) -> str:
        if self._several:
            return ngettext("{n} game", "{n} games", self._several).format(n=self._several)
        if self.has_files:
            return _("Choose a game to see it here.")
        return _("There are no games in this directory.")

    def _remember(self) -> None:
        self.app.change(directory=str(self.directory))


class OpenFileScene(FileScene):
    """Chooses a file; what it is wanted for is the subclass's own, in `take`."""

    def confirm(self) -> None:
        """Take the chosen file, or go into the chosen directory."""
        path = self.chosen_path
        if path is not None:
            try:
                self.take(path)
            except RulesError as error:
                self.refuse(explain(error))
        elif self.chosen:
            self.activate()
        else:
            self.problem = self._no_choice()

    def take(self, path: Path) -> None:
        """Do what the chosen file is wanted for; raise RulesError if that cannot be done."""
        raise NotImplementedError

    def _no_choice(self) -> str:
        return _("No file is chosen.")


class OpenScene(OpenFileScene):
    """Chooses a game to open; `then` names the screen that shows it."""

    title = N_("Open a game")

    def __init__(self, app: Services, directory: Path, then: str = "table") -> None:
        self._then = then
        super().__init__(app, directory)

    def _confirm_button(self) -> tuple[str, str]:
        return _("Open"), "open"

    def _no_choice(self) -> str:
        return _("No game is chosen.")

    def take(self, path: Path) -> None:
        """Open the chosen game; of several in a file one is chosen first."""
        try:
            session = read_game(path)
        except SeveralGamesError:
            self._remember()
            self.app.go("choose_game", path, self._then)
            return
        self._remember()
        self.app.go(self._then, session)


class SaveScene(FileScene):
    """Saves a game under a name in a directory."""

    title = N_("Save the game")

    def __init__(self, app: Services, directory: Path, session: Session | None) -> None:
        self.session = session
        self.name = "" if session is None else suggested_name(session)
        super().__init__(app, directory)

    def _confirm_button(self) -> tuple[str, str]:
        return _("Save"), "save"

    def _list_bottom(self) -> int:
        return self.body.bottom - self.theme.px(62)

    def _below(self) -> None:
        px = self.theme.px
        self.form.lay(down(self.body, FILL, px(50))[1], 1, 0.18)
        self._field = self.form.entry(_("Name"), self.name, self._set_name, limit=120)
        self.begin_at(self._field)
        super()._below()

    @property
    def shown(self) -> Session | None:
        """The chosen game, which would be replaced, else the one to save."""
        return self._session or self.session

    def _set_name(self, name: str) -> None:
        self.name, self.problem = name, ""

    def choose(self, name: str) -> None:
        """Let the game be saved under the name of the chosen one."""
        super().choose(name)
        path = self.chosen_path
        if path is not None:
            self.name = path.stem
            self._field.set_text(self.name)
            self.problem = ""

    def confirm(self) -> None:
        """Save, after a question if there is such a file already."""
        try:
            path = path_of(self.directory, self.name, self.suffix)
        except ValueError as error:
            self.refuse(explain(error))
            return
        if os.path.lexists(path):
            title, words = (
                _("Replace the file?"),
                _("{file} exists already.").format(file=path.name),
            )
            keep, replace, save = _("Keep"), _("Replace it"), partial(self._save, path)
            self.app.push(question(self.app, title, words, keep, replace, save))
        else:
            self._save(path)

    def content(self) -> str | bytes:
        """Return what is written into the file."""
        assert self.session is not None
        return self.session.record().text

    def _save(self, path: Path) -> None:
        try:
            write_atomically(path, self.content())
        except OSError as error:
            self.refuse(cannot_write(path.name, error))
            return
        self._remember()
        app = self.app
        app.pop()
        app.say(_("Saved as {file}.").format(file=path.name))


def path_of(directory: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Return the file a game named `name` is saved in; raises ValueError, with a sentence."""
    name = name.strip().removesuffix(suffix).rstrip(". ")
    if not name:
        raise ValueError(_("Give the file a name."))
    bad = sorted({sign for sign in name if sign in _FORBIDDEN or not sign.isprintable()})
    if bad:
        words = _("A file name cannot contain {signs}.")
        raise ValueError(words.format(signs=" ".join(bad)))
    return directory / f"{name}{suffix}"


def suggested_name(session: Session) -> str:
    """Return a name for a game's file: players and date."""
    words = f"{session.name(1)} - {session.name(2)} {session.tags.get('Date', '')}"
    kept = "".join("" if sign in _FORBIDDEN or not sign.isprintable() else sign for sign in words)
    return " ".join(kept.split())[:100]


def preview_words(session: Session) -> tuple[str, str]:
    """Return who played with how many points, and when and how long."""
    ply = session.game.ply
    moves = ngettext("{n} move", "{n} moves", ply).format(n=ply)
    state = _("over") if session.ending is not None else _("not over")
    day = date_words(session.tags.get("Date", ""))
    return players_words(session), "  ·  ".join(part for part in (day, moves, state) if part)


def _shortened(font: pygame.font.Font, path: str, width: int) -> str:
    """Return a path without its beginning where it is too long."""
    if font.size(path)[0] <= width:
        return path
    while path and font.size("…" + path)[0] > width:
        path = path[1:]
    return "…" + path


# --- several games -------------------------------------------------------------------------------
#
# Choosing one of the games in a file: a list of who played and how it ended.


class GamesScene(ListScene):
    """Shows the games of a file; the chosen one is opened by the screen that `then` names."""

    title = N_("Choose a game")

    def __init__(self, app: Services, path: Path, then: str) -> None:
        super().__init__(app)
        self._then = then
        self._path = path
        self.texts = _texts_in(path)
        self.names = [_title(number, text) for number, text in enumerate(self.texts, start=1)]
        self.chosen = self.names[0] if self.names else ""

    def fill(self) -> None:
        """Put the file's name above the list, and the button below it."""
        place = self.body.copy()
        self._name_line = self.line_above()
        place.top = self._name_line.bottom + self.theme.px(8)
        place.height = self.body.bottom - place.top
        self.add_list(place)
        self.add_confirm(_("Open"), "open")
        self.begin_at(self._list)

    def confirm(self) -> None:
        """Open the chosen game."""
        if self.chosen not in self.names:
            self.problem = _("No game is chosen.")
            return
        try:
            session = Session.from_record(record(self.texts[self.names.index(self.chosen)]))
        except ValueError as error:
            self.refuse(explain(error))
            return
        self.app.go(self._then, session)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the file's name, and what is wrong with a game."""
        font = self.theme.font(Role.SMALL)
        draw.text(surface, font, self._path.name, look.MUTED, self._name_line)
        self.paint_problem(surface)


def _texts_in(path: Path) -> list[str]:
    """Return the texts of the games in a file, none if it cannot be read any more."""
    try:
        return texts_of_games(read_text(path, MOST_OF_TABLE))[:MOST_SHOWN]
    except (OSError, RulesError):
        return []


def _title(number: int, text: str) -> str:
    """Return a game's place in its file, who played, and how it ended, by its tags."""
    try:
        tags, _moves = read_tags(text)
    except RulesError:
        words = _("cannot be read")
        return f"{number}.  {words}"
    names = [shown_name(tags.get(tag, "")) or "?" for tag in ("First", "Second")]
    return f"{number}.  {' – '.join(names)}  ·  {shown_name(tags.get('Result', UNFINISHED))}"


# --- problem files -------------------------------------------------------------------------------
#
# Adding a file of problems to the trainer: the choice of the file, and what is said of it.

_MOST_LINES: Final = 4
"""So many lines that are wrong are named; the rest are counted."""


class OpenProblemsScene(OpenFileScene):
    """Chooses a file of problems for the trainer."""

    suffix = problem.SUFFIX

    title = ADD_PROBLEMS

    def _confirm_button(self) -> tuple[str, str]:
        return _("Add"), "open"

    def _empty_words(self) -> str:
        if self.has_files:
            return _("Choose a file of problems.")
        return _("There are no problems in this directory.")

    def take(self, path: Path) -> None:
        """Add the chosen file."""
        added = add_problem_file(path, self.app.places.problems)
        self._remember()
        self.app.pop()
        tell_of_file(self.app, added)


def add_dropped(app: Services, file: Path) -> None:
    """Add a file that was dropped on the window, or say why it cannot be."""
    try:
        added = add_problem_file(file, app.places.problems)
    except RulesError as error:
        app.say(explain(error), "problem")
    else:
        tell_of_file(app, added)


def tell_of_file(app: Services, added: AddedFile) -> None:
    """Let the trainer have what was added, and say what became of every line."""
    app.deck.read_files_again()
    words = added_words(added)
    if not added.wrong:
        app.say(words)
        return
    lines = list(added.wrong[:_MOST_LINES])
    more = len(added.wrong) - len(lines)
    if more:
        lines.append(ngettext("and {n} more line", "and {n} more lines", more).format(n=more))
    text = "\n".join([_("Errors in the others:"), *lines])
    app.push(
        ChoiceDialog(app, words, text, [Choice(_("Continue"), look_as="primary")], on_escape=0)
    )


def added_words(added: AddedFile) -> str:
    """Say how many problems a file has."""
    words = ngettext("{n} problem from “{name}”", "{n} problems from “{name}”", added.problems)
    return words.format(n=added.problems, name=shown_name(added.name))


# --- export --------------------------------------------------------------------------------------
#
# Exporting: the position as text, PNG or SVG, the record with its values, the review as a page.
#
# `ExportScene` offers them; what becomes a file is saved by `ExportFileScene`, which asks before a
# file is replaced and says what went wrong, as saving a game does.


@dataclass(frozen=True)
class _Offer:
    words: str
    note: str
    icon: str
    action: Callable[[], object]
    possible: bool = True


class ExportScene(CardScene):
    """Offers everything that can be exported of a game and of the position looked at."""

    title = N_("Export")
    tallest = 592

    def __init__(self, app: Services, study: Study, session: Session) -> None:
        super().__init__(app)
        self.study = study
        self.session = session
        self.position = study.position
        self.review = review_of_game(study)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the offers on the left, the position on the right where there is room."""
        px = self.theme.px
        left = self.body
        self._miniature: Miniature | None = None
        if left.width >= px(720):
            left, room = across(left, round(left.width * 0.56), FILL, gap=px(28))
            self._miniature = Miniature(self.theme, room)
        offers, gap = self._offers(), px(8)
        height = min(px(68), (left.height - (len(offers) - 1) * gap) // len(offers))
        for offer, rect in zip(offers, down(left, *[height] * len(offers), gap=gap), strict=True):
            button = self.add_button(
                rect, offer.words, offer.action, look_as="menu_item", icon=offer.icon
            )
            button.note, button.enabled = offer.note, offer.possible
        self.begin_at(self.order[1])

    def _offers(self) -> list[_Offer]:
        reviewed = self.review is not None
        page_note = _("One file with boards and graph, to send to the other player")
        if not reviewed:
            page_note = _("The game has to be reviewed first")
        game, save = suggested_name(self.session), self._save
        name = _("{game} move {number}").format(game=game, number=self.study.game.ply)
        picture = partial(board_png, self.position, self.app.settings)
        drawing = partial(board_svg, self.position)
        png = partial(save, _("Save the picture"), name, ".png", picture, self.position)
        svg = partial(save, _("Save the drawing"), name, ".svg", drawing, self.position)
        record = partial(save, _("Save the record"), game, SUFFIX, lambda: self.record.text)
        return [
            _Offer(
                _("Copy the position"),
                self.position.grid,
                "copy",
                partial(clipboard.copy_position, self.position, self.app.say),
            ),
            _Offer(_("Position as a picture"), _("PNG file"), "export", png),
            _Offer(
                _("Position as a drawing"),
                _("SVG file, sharp at any size"),
                "export",
                svg,
            ),
            _Offer(
                _("Copy the record"),
                _("With values and variations"),
                "copy",
                lambda: clipboard.copy_record(self.record, self.app.say),
            ),
            _Offer(_("Record as a file"), _("With values and variations"), "save", record),
            _Offer(_("Review as a web page"), page_note, "review", self._save_page, reviewed),
        ]

    # --- doing ----------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record of the game with all that is known of it."""
        return studies.saved(self.study, self.session).record()

    def _save_page(self) -> None:
        review = self.review
        if review is None:
            return
        name = _("{game} review").format(game=suggested_name(self.session))
        thresholds = self.study.thresholds

        def content() -> str:
            why = explanations(review, self.study.values, self.session.names)
            return review_html(self.record, review, thresholds, why)

        self._save(_("Save the review"), name, ".html", content)

    def _save(
        self,
        title: str,
        name: str,
        suffix: str,
        content: Callable[[], str | bytes],
        position: Position | None = None,
    ) -> None:
        export = FileExport(title, name, suffix, content, position=position)
        self.app.go("save_export", export, self.session)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the position."""
        if self._miniature is not None:
            self._miniature.draw(surface, self.position)


class ExportFileScene(SaveScene):
    """Saves an export under a name in a directory, beside the picture of the game it is from."""

    def __init__(
        self, app: Services, directory: Path, export: FileExport, session: Session | None
    ) -> None:
        self.export = export
        self.suffix = export.suffix
        super().__init__(app, directory, session)
        self.name = export.name

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return self.export.heading

    def content(self) -> str | bytes:
        """Return what is written into the file."""
        return self.export.content()

    def shown_position(self) -> Position | None:
        """Return the position in the preview: of a picture the one that it is of."""
        return super().shown_position() if self.export.position is None else self.export.position

    def _empty_words(self) -> str:
        return self.export.about
