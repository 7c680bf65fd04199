"""Help, settings and files: the cards beside the table.

Help is the rules, and beside them the keys of the screen it is opened on, which can be changed. The
settings lie on several sheets; every change is in force and kept at once.

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
    ExportScene             offers what can be exported of a game
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pygame

from battle import language
from battle.analysis.costs import Mark
from battle.analysis.study import Study
from battle.analysis.values import Bounds
from battle.coach.reasons import POINTS, explanations
from battle.game.session import Session, naming, read_game
from battle.game.words import players_words
from battle.language import N_, _, explain, ngettext
from battle.page.blocks import (
    Block,
    Command,
    Diagram,
    Ink,
    KeyLine,
    Offer,
    Page,
    Paragraph,
    Space,
    Title,
)
from battle.page.rules import rules_pages
from battle.profile.settings import SETTINGS
from battle.report import board_svg, review_html, review_of_game
from battle.rules import certificate, problem
from battle.rules.files import MOST_OF_TABLE, is_proof, read_text
from battle.rules.position import Cell, FormatError, Position, RulesError, deal
from battle.rules.record import (
    SUFFIX,
    UNFINISHED,
    Record,
    SeveralGamesError,
    found_in,
    read_tags,
    texts_of_games,
)
from battle.storage import cannot_read, cannot_write, write_atomically
from battle.training.deck import ADD_PROBLEMS, AddedFile, add_problem_file
from battle.window.board import (
    Board,
    BoardView,
    Miniature,
    Motion,
    board_height,
    board_layout,
    board_png,
)
from battle.window.pages import Flow
from battle.window.scenes import (
    CardScene,
    Choice,
    ChoiceDialog,
    FileExport,
    PagedCardScene,
    Services,
    paint_dialog,
    question,
)
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.keys import EVERYWHERE, KeyTable, Shortcut, pressed
from battle.window.ui.layout import FILL, across, down, share
from battle.window.ui.theme import Role
from battle.window.ui.widgets import ListBox
from battle.words import (
    date_words,
    interval,
    label,
    moves_words,
    number_of,
    person_name,
    share_words,
    shown_name,
    signed,
)


class RulesScene(PagedCardScene):
    """Turns the pages of the rules."""

    tallest: ClassVar[int] = 640
    title = N_("Rules")

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.words, self.pictures = Flow(), Flow()

    def measure(self) -> None:
        """Divide the body into words and diagrams, and fill both."""
        px, theme = self.theme.px, self.theme
        words, room = across(self.body, round(self.body.width * 0.36), FILL, gap=px(36))
        self.words.place(theme, words)
        sheets = [(part, page) for page in rules_pages() for part in self._parts(page)]
        self.page_count = len(sheets)
        self.page = min(self.page, self.page_count - 1)
        part, page = sheets[self.page]
        self.words.fill(part)
        self.pictures.place(theme, room)
        self.pictures.fill([one for one in page if not isinstance(one, Title | Paragraph | Space)])
        self.pictures.place_within(theme, room)

    def _parts(self, page: Page) -> Iterator[list[Block]]:
        """Yield the words of a page in as many parts as large letters ask for."""
        title, *sentences = (one for one in page if isinstance(one, Title | Paragraph | Space))
        part: list[Block] = [title]
        for sentence in sentences:
            self.words.fill([*part, sentence])
            if self.words.is_longer and len(part) > 1:
                yield part
                part = [title]
            part.append(sentence)
        yield part

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the words and the diagrams of the open page."""
        self.words.paint(surface, self.theme)
        self.pictures.paint(surface, self.theme)


# --- the choice of a key -------------------------------------------------------------------------
#
# A dialog over the keys that waits for the new key of an action.

_WORKING_KEYS: Final = (
    pygame.K_TAB,
    pygame.K_RETURN,
    pygame.K_KP_ENTER,
    pygame.K_SPACE,
    pygame.K_ESCAPE,
    pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_LEFT,
    pygame.K_RIGHT,
)
"""The keys that work every dialog, and so are not taken as the new key without Ctrl."""


class KeyChoiceDialog(ChoiceDialog):
    """Assigns the next key pressed to a shortcut, unless it is taken or works the dialog."""

    def __init__(self, app: Services, table: KeyTable, shortcut: Shortcut) -> None:
        self._table, self._shortcut = table, shortcut
        self._name = table.name_of(shortcut.action)
        choices = [
            Choice(_("Cancel")),
            Choice(_("Restore default"), lambda: self.app.change(keys=self._others)),
            Choice(_("Restore all defaults"), lambda: self.app.change(keys={})),
        ]
        words = _("Press the key to use instead of {keys}. Tab and Enter work the buttons.")
        words = words.format(keys=shortcut.keys)
        super().__init__(app, _(shortcut.words), words, choices, on_escape=0)

    def handle(self, event: pygame.event.Event) -> None:
        """Take a key for the shortcut; mouse, Tab, arrows and Enter work the buttons."""
        press = pressed(event) if event.type == pygame.KEYDOWN else None
        if press is None or (press.key in _WORKING_KEYS and not press.ctrl):
            super().handle(event)
            return
        other = self._table.refusal(self._shortcut.action, press)
        if other is not None:
            self.text = _("{key} is already in use: {words}. Press another key.").format(
                key=press.words, words=_(other.words)
            )
            self.resize(self.size)
            return
        self.app.change(keys={**self._others, self._name: press.code})
        self.app.pop()

    @property
    def _others(self) -> dict[str, str]:
        """The keys chosen for other actions."""
        return {k: v for k, v in self.app.settings.keys.items() if k != self._name}


# --- help ----------------------------------------------------------------------------------------

_SCROLLED: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}
_TURNED: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}


class HelpScene(CardScene):
    """The rules, and beside them the keys of the screen `first`; both scroll.

    Up, Down and Page keys scroll the rules. Tab goes to a key that can be changed, and from there
    they walk through the keys; the left arrow goes back to the rules.
    """

    title = N_("Help")
    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, tables: Sequence[KeyTable], first: str = "") -> None:
        super().__init__(app)
        self._tables = sorted(tables, key=lambda table: table.screen != first)
        self.shows_all = False
        self.rules, self.keys = Flow(), Flow(follow=self.follow)

    def fill(self) -> None:
        """Put the rules on the left and the keys on the right."""
        places = across(self.body, share(0.46), share(0.54), gap=self.theme.px(32))
        rules = [
            replace(block, small=True) if isinstance(block, Diagram) else block
            for page in rules_pages()
            for block in (*page, Space(18))
        ]
        for flow, place, page in zip(
            (self.rules, self.keys), places, (rules, self.page()), strict=True
        ):
            flow.place(self.theme, place)
            flow.fill(page)
            self.add(flow, walked=False)

    def page(self) -> list[Block]:
        """Return the keys of the screen, or of all screens, and what they do."""
        words = _("To change a key, click it, or go to it with Tab and press Enter.")
        page: list[Block] = [Paragraph(words, Ink.FAINT)]
        for table in self._tables if self.shows_all else self._tables[:1]:
            page.append(Title(_(table.title), large=True, ink=Ink.GOLD))
            for one in table:
                name = table.name_of(one.action) if table.can_change(one.action) else None
                page.append(KeyLine(tuple(one.keys.split(", ")), _(one.words), name))
            page.append(Space(12))
        page.append(Title(_("On the other screens"), large=True, ink=Ink.GOLD))
        page += [KeyLine(tuple(one.keys.split(", ")), _(one.words)) for one in EVERYWHERE]
        if not self.shows_all:
            page += [Space(8), Offer(_("Keys of all screens"), "keyboard", "all")]
        return page

    def follow(self, target: Any) -> None:
        """Ask for another key, or show the keys of all screens."""
        if isinstance(target, Command):
            self.shows_all = True
            self.refresh()
            return
        table, shortcut = next(
            (table, one)
            for table in self._tables
            for one in table
            if table.name_of(one.action) == target
        )
        self.app.push(KeyChoiceDialog(self.app, table, shortcut))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Scroll, walk through the keys, and change the one that is chosen."""
        key, walks = event.key, self.keys.chosen is not None
        if key == pygame.K_TAB or (walks and key in _SCROLLED):
            back = event.mod & pygame.KMOD_SHIFT if key == pygame.K_TAB else key == pygame.K_UP
            self.keys.step(-1 if back else 1)
        elif key in _SCROLLED:
            self.rules.scroll(_SCROLLED[key])
        elif key in _TURNED:
            (self.keys if walks else self.rules).turn(_TURNED[key])
        elif key == pygame.K_LEFT:
            self.keys.choose(None)
        elif walks and key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.follow(self.keys.chosen_target)
        else:
            return super().handle_key(event)
        return True

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Dim the screen below, and paint the card over it."""
        paint_dialog(surface, self.theme, self.card)


# --- settings ------------------------------------------------------------------------------------

if TYPE_CHECKING:
    from battle.friend.ways.mqtt import BrokerTrial

SHEETS: Final = {
    "general": (
        N_("General"),
        ("language", "text_scale", "animation_speed", "sound", "sound_volume", "notifications"),
    ),
    "table": (
        N_("Table"),
        ("tile_set", "table", "cost_colours", "rank_digits", "highlight_free", "show_pairs"),
    ),
    "play": (
        N_("Playing"),
        ("teacher", "teacher_points", "auto_review", "relative_values", "ways", "talk"),
    ),
    "advanced": (
        N_("Advanced"),
        ("threads", "hash_mb", "prove_games", "thresholds", "brokers"),
    ),
}
"""The sheets: what each is called, and the settings on it."""
_TEACHER: Final = N_(
    "In a game against the program the teacher checks your pair before it is taken, as far as the "
    "solver can tell in a second. If it speaks up, it says what the pair costs and why, and you "
    "take it back or play it anyway."
)
_OWN_BROKER: Final = N_(
    "Your own can be any MQTT broker, such as Mosquitto; Test says whether it can be used."
)
_BROKERS_SEE: Final = N_(
    "A broker holds your messages for each other. It sees random topics, sizes, times and both "
    "network addresses, but not who you are, what you play or what you write. In one network "
    "the programs talk directly, and listen only while an invitation or a game is open."
)
_MARKS: Final = (N_("Inaccuracy ?! from"), N_("Mistake ? from"), N_("Blunder ?? from"))
_MOST_ROWS: Final = 7
_BELOW: Final = {"table": 60, "play": 60, "advanced": 100}
"""The least room below the rows of a sheet."""
_LONGEST_BROKERS: Final = 1000
_SHOWN_DEAL: Final = 7
_SHOWN_COSTS: Final = ("0", "−2", "−4", "−9")


class SettingsScene(CardScene):
    """What a person can choose; `sheet` is the sheet that is open.

    `brokers` are as typed, and kept if they are some; `tested` says what a test has found.
    """

    title = N_("Settings")

    def __init__(self, app: Services, sheet: str = "general") -> None:
        super().__init__(app)
        self.sheet = sheet
        self.brokers = app.settings.brokers
        self.tested = ""
        self._is_refused = False
        self._trial: BrokerTrial | None = None

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the sheets' names above and the rows of the open sheet below."""
        px = self.theme.px
        tabs, rows = down(self.body, px(44), FILL, gap=px(14))
        names = [(name, _(words)) for name, (words, _rows) in SHEETS.items()]
        self.begin_at(self.form.group(tabs, names, self.sheet, self._turn_to))
        rows, _rest = down(rows, FILL, px(_BELOW.get(self.sheet, 0)))
        self.form.lay(rows, _MOST_ROWS)
        for name in SHEETS[self.sheet][1]:
            self._add_row(name)
        rest = down(self.body, self.form.bottom + px(12) - self.body.top, FILL)[1]
        if self.sheet == "table":
            self._add_corner(rest)
        elif self.sheet == "play":
            self.add_notice(down(rest, min(rest.height, px(100)))[0], "teacher", _(_TEACHER))
        elif self.sheet == "advanced":
            ink = Ink.BAD if self._is_refused else Ink.GOLD
            tested = Paragraph(self.tested, ink) if self.tested else Paragraph(_(_OWN_BROKER))
            self.add_page(rest, [tested, Paragraph(_(_BROKERS_SEE))])

    def _turn_to(self, sheet: str) -> None:
        self._keep_brokers()
        self.sheet = sheet
        self.refresh()

    def _add_row(self, name: str) -> None:
        """Add what asks for a setting."""
        chosen, form = self.app.settings, self.form
        value, change = getattr(chosen, name, None), partial(self._change, name)
        if name == "language":
            codes = [(language.SYSTEM, _("System")), *language.available()]
            form.segments(_(SETTINGS[name].label), codes, value, change)
        elif name == "text_scale":  # no slider: the whole screen changes its size with it
            sizes = [(one, share_words(one)) for one in SETTINGS[name].stops_with(value)]
            form.segments(_(SETTINGS[name].label), sizes, value, change)
        elif name == "animation_speed":
            self.ask(name, value if chosen.animation else 0.0, change)
        elif name == "thresholds":
            for number, words in enumerate(_MARKS):
                points = chosen.thresholds[number]
                stops, set_one = (
                    SETTINGS[name].stops_with(points),
                    partial(self._set_threshold, number),
                )
                form.slider(_(words), stops, points, SETTINGS[name].words, set_one)
        elif name == "ways":
            ways = [
                ((True, False), _("Over the internet")),
                ((False, True), _("In one network")),
                ((True, True), _("Both")),
            ]
            form.segments(
                _("Meet friends"), ways, (chosen.meet_over_brokers, chosen.local_network), change
            )
        elif name == "brokers":
            place = form.space(_("Broker"), _("mqtts://name; empty: public ones"))
            words = _("Test")
            wide = self.theme.font(Role.TEXT).size(words)[0] + self.theme.px(44)
            place, button = across(place, FILL, wide, gap=self.theme.px(10))
            form.field(
                place, self.brokers, partial(setattr, self, "brokers"), limit=_LONGEST_BROKERS
            )
            self.add_button(button, words, self.test)
        elif name != "teacher_points" or chosen.teacher == POINTS:
            self.ask(name, value, change)

    def _add_corner(self, room: pygame.Rect) -> None:
        """Show a corner of a table as the settings make it look, and a cost of each colour."""
        chosen, tile, clip = self.app.settings, self.theme.px(58), room.clip(self.card)
        middle = (room.centerx, room.top + board_height(tile) // 2)
        view = BoardView(
            board_layout(tile, middle),
            self.theme,
            rank_digits=chosen.rank_digits,
            highlight_free=chosen.highlight_free,
        )
        board = Board(deal(_SHOWN_DEAL))

        def paint(surface: pygame.Surface) -> None:
            before = surface.get_clip()
            surface.set_clip(clip.clip(before))
            view.draw(surface, board, Motion(), seconds=0.0, pairs=chosen.show_pairs)
            for column, (mark, words) in enumerate(zip(Mark, _SHOWN_COSTS, strict=True)):
                rect = view.layout.rect_of(Cell(3 + column, 0))
                picture = draw.tag(self.theme, words, True, mark, view.layout.widest_tag)
                place = picture.get_rect(midbottom=(rect.centerx, rect.bottom - 2))
                surface.blit(picture, place)
            surface.set_clip(before)

        if room.height > 0:
            self.under.append(paint)

    # --- what is chosen -------------------------------------------------------------------------

    def _change(self, name: str, value: Any) -> None:
        """Keep a new value of a setting and show the page with it."""
        self._keep_brokers()
        if name == "animation_speed":
            self.app.change(animation=value > 0, animation_speed=value or 1.0)
        elif name == "ways":
            self.app.change(meet_over_brokers=value[0], local_network=value[1])
        else:
            self.app.change(**{name: value})
        if name in ("sound", "sound_volume"):
            self.app.sound.play("take")
        elif name == "notifications" and value:
            chosen = SETTINGS[name]  # one shows how they look, or that there are none
            self.app.notifications.show(_(chosen.label), _(chosen.note))

    def _set_threshold(self, number: int, points: int) -> None:
        """Keep a threshold; worse marks need no fewer points, better ones no more."""
        before = self.app.settings.thresholds
        lower = [min(one, points) for one in before[:number]]
        upper = [max(one, points) for one in before[number + 1 :]]
        self.app.change(thresholds=(*lower, points, *upper))

    def leave(self) -> None:
        """Keep the brokers that were typed last."""
        self._keep_brokers()

    def quitting(self) -> None:
        """Keep the brokers that were typed last."""
        self._keep_brokers()

    # --- the broker -----------------------------------------------------------------------------

    def _keep_brokers(self) -> bool:
        """Keep what is typed; return whether it is brokers, having said so where it is not."""
        typed = self.brokers.strip()
        if typed != self.app.settings.brokers:
            from battle.friend.ways.broker import parse_brokers

            try:
                parse_brokers(typed)
            except FormatError as error:
                self._show_tested(explain(error), is_refused=True)
                return False
            self.app.change(brokers=typed)
        return True

    def _show_tested(self, words: str, *, is_refused: bool = False) -> None:
        self.tested, self._is_refused = words, is_refused
        self.refresh()

    def test(self) -> None:
        """Begin to test the first broker."""
        from battle.friend.ways.broker import parse_brokers
        from battle.friend.ways.mqtt import BrokerTrial

        if not self._keep_brokers():
            self.app.sound.play("refuse")
            return
        first = parse_brokers(self.brokers)[0]
        self._show_tested(_("Testing {broker} …").format(broker=first.shown))
        self._trial = BrokerTrial(first.url)

    def update(self, seconds: float) -> None:
        """Show what a test has found."""
        super().update(seconds)
        outcome = self._trial and self._trial.outcome
        if outcome:
            self._trial = None
            self._show_tested(outcome.line, is_refused=not outcome.ok)
            self.app.wake()


# --- files ---------------------------------------------------------------------------------------

MOST_SHOWN: Final = 2000
"""Of more names the rest is left out."""
_FORBIDDEN: Final = '<>:"/\\|?*'


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
    """Return a game's place in its file, who played, and how it ended, by its tags."""
    try:
        tags, _moves = read_tags(text)
    except RulesError:
        words = _("cannot be read")
        return f"{number}.  {words}"
    names = [person_name(tags.get(tag, "")) or "?" for tag in ("First", "Second")]
    return f"{number}.  {' – '.join(names)}  ·  {shown_name(tags.get('Result', UNFINISHED))}"


class FileScene(CardScene):
    """Lists the files in `place`, a directory, or the games in it, a file with several.

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
        found = last != app.places.saves and os.path.isdir(last)  # noqa: PTH112  (Path raises)
        self._look_into(place or (last if found else app.places.documents))

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
            self._ways[_("Games kept by the program")] = aside
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
        """The file chosen, or the one whose game is; None if a directory or nothing is chosen."""
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
        """Do what Enter or a double click on the chosen row means."""
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

    def shown_position(self) -> Position | None:
        """Return the position in the preview."""
        return None if self.shown is None else self.shown.position

    def empty_words(self) -> str:
        """Return what the preview says without a game."""
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
            self.paint_note(surface, self.problem, look.REFUSED, "warning", self._do)

    def _paint_preview(
        self, surface: pygame.Surface, place: pygame.Rect, miniature: Miniature
    ) -> None:
        px, theme, session, position = self.theme.px, self.theme, self.shown, self.shown_position()
        if session is None or position is None:
            draw.box(surface, place, look.WELL, radius=px(12), border=look.LINE)
            draw.text(
                surface, theme.font(Role.SMALL), self.empty_words(), look.FAINT, place, "centre"
            )
            return
        miniature.draw(surface, position)
        _picture, upper, lower = down(
            place, miniature.rect.bottom + px(14) - place.top, px(26), px(26)
        )
        players = players_words(session)
        draw.text(surface, theme.font(Role.STRONG), players, look.INK, upper, "centre")
        moves = moves_words(session.game.ply)
        state = _("over") if session.ending is not None else _("not over")
        words = "  ·  ".join(filter(None, (date_words(session.tags.get("Date", "")), moves, state)))
        draw.text(surface, theme.font(Role.SMALL), words, look.MUTED, lower, "centre")


# --- opening -------------------------------------------------------------------------------------


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
        """Do what the chosen file is wanted for; raises RulesError if that cannot be done."""
        if path.parent != self.app.places.saves:
            self.app.change(directory=str(path.parent))
        try:
            self.app.go(self._then, self.read(path))
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


_MOST_LINES: Final = 4
"""The most lines that are wrong and are shown; the rest are counted."""


def report_added(app: Services, added: AddedFile, *, train: bool = False) -> None:
    """Let the trainer have the problems of a file, and say what became of every line.

    `train` opens it with them.
    """
    app.deck.read_files_again()
    if train:
        app.go("trainer")
    words = ngettext("{n} problem from “{name}”", "{n} problems from “{name}”", added.problems)
    words = words.format(n=added.problems, name=shown_name(added.name))
    if not added.wrong:
        app.say(words)
        return
    lines = [_("Errors in the others:"), *added.wrong[:_MOST_LINES]]
    more = len(added.wrong) - _MOST_LINES
    if more > 0:
        lines.append(ngettext("and {n} more line", "and {n} more lines", more).format(n=more))
    go_on = Choice(_("Done"), look_as="primary")
    app.push(ChoiceDialog(app, words, "\n".join(lines), [go_on], on_escape=0))


def open_dropped(app: Services, file: Path, *, train: bool = False) -> None:
    """Open a file: a game, a position, an invitation, a proof, or problems to train.

    On Analyse a game or a position is analysed; `train` opens the trainer.
    """
    then = next((one.opens for one in reversed(app.scenes) if not one.overlay), "table")
    try:
        if is_proof(file):
            app.push(ProofDialog(app, read_text(file, _MOST_CHECKED)))
        elif file.suffix.lower() == problem.SUFFIX:
            report_added(app, add_problem_file(file, app.places.problems), train=train)
        else:
            with naming(file):
                found = found_in(read_text(file, MOST_OF_TABLE))

            def show() -> None:
                app.say("")  # what was refused before is done with
                app.go("found", found, studied=then == "study_game")

            app.scene.leave_for(show)
    except SeveralGamesError:
        app.push(OpenScene(app, file, then))
    except RulesError as error:
        app.say(explain(error), "problem")
    except OSError as error:
        app.say(cannot_read(file.name, error), "problem")


_MOST_CHECKED: Final = 8
"""The most MiB of a proof that are checked here, in half a minute; `verify` checks larger ones."""


class ProofDialog(ChoiceDialog):
    """Checks a proof in a thread, and shows its position in Analyse with what is proven."""

    def __init__(self, app: Services, text: str) -> None:
        choices = [Choice(_("Cancel"), icon="close")]
        super().__init__(app, _("Checking the proof"), "", choices, on_escape=0)
        self._positions, self._is_left = 0, False
        self._pool = ThreadPoolExecutor(1, "proof")
        self._checked = self._pool.submit(certificate.verify, text, self._go_on)
        self._pool.shutdown(wait=False)

    def _go_on(self, positions: int) -> None:
        """Count in the thread; end there once the dialog is left."""
        if self._is_left:
            raise CancelledError
        self._positions = positions

    def leave(self) -> None:
        super().leave()
        self._is_left = True

    @property
    def ticking(self) -> bool:
        return True

    def update(self, seconds: float) -> None:
        """Say how many positions are checked; at the end say and show what is proven."""
        super().update(seconds)
        count = self._positions
        words = ngettext("{n} position checked", "{n} positions checked", count)
        if self.text != words.format(n=count):
            self.text = words.format(n=count)
            self.resize(self.size)
        if self._checked.done():
            self.app.pop()
            try:
                self._show(self._checked.result())
            except certificate.RefutedError as error:
                words = _("The proof does not hold: {reason}").format(reason=explain(error))
                self.app.say(words, "problem")
            except RulesError as error:
                self.app.say(explain(error), "problem")

    def _show(self, found: certificate.Certificate) -> None:
        proven = Bounds(*found.bounds)
        words = signed(proven.lower) if proven.is_exact else interval(proven)
        said = _("The proof holds. Proven for the player to move: {points}").format(points=words)

        def show() -> None:
            self.app.go("study_position", found.start)
            self.app.say(said)

        self.app.scene.leave_for(show)


# --- saving --------------------------------------------------------------------------------------


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

    def shown_position(self) -> Position | None:
        return self.export.position or super().shown_position()

    def empty_words(self) -> str:
        return self.export.about

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
        """Let the file be saved under the name of the chosen one."""
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
            keep, replace, save = _("Keep"), _("Replace it"), partial(self._save, path)
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
        self.app.say(_("Saved as {file}.").format(file=path.name))


def save_game(app: Services, session: Session) -> SaveScene:
    """Return the screen that saves a game under a name."""
    title, name = _("Save the game"), suggested_name(session)
    return SaveScene(
        app, FileExport(title, name, SUFFIX, lambda: session.record().text, session=session)
    )


def path_of(directory: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Return the file a game named `name` is saved in; raises ValueError, with a sentence."""
    name = name.strip().removesuffix(suffix).rstrip(". ")
    if not name:
        raise ValueError(_("Give the file a name."))
    bad = sorted({sign for sign in name if _is_forbidden(sign)})
    if bad:
        raise ValueError(_("A file name cannot contain {signs}.").format(signs=" ".join(bad)))
    return directory / f"{name}{suffix}"


def _is_forbidden(sign: str) -> bool:
    return sign in _FORBIDDEN or not sign.isprintable()


def suggested_name(session: Session) -> str:
    """Return a name for a game's file: players and date."""
    first, second = map(label, session.names)
    words = f"{first} - {second} {session.tags.get('Date', '')}"
    kept = "".join("" if _is_forbidden(sign) else sign for sign in words)
    return " ".join(kept.split())[:100]


# --- export --------------------------------------------------------------------------------------
#
# The position as text, PNG or SVG, the record with its values, the review as a page.


class ExportScene(CardScene):
    """Offers everything that can be exported of a game and of the position looked at."""

    title = N_("Export")
    tallest = 592

    def __init__(
        self, app: Services, study: Study, session: Session, position: Position | None = None
    ) -> None:
        super().__init__(app)
        self.study = study
        self.session = session
        self.position = position or study.position
        self.review = review_of_game(study)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the offers on the left, the position on the right where there is room."""
        px = self.theme.px
        left = self.body
        if left.width >= px(720):
            left, room = across(left, round(left.width * 0.56), FILL, gap=px(28))
            self.under.append(partial(Miniature(self.theme, room).draw, position=self.position))
        offers, gap = self._offers(), px(8)
        height = min(px(68), (left.height - (len(offers) - 1) * gap) // len(offers))
        rects = down(left, *[height] * len(offers), gap=gap)
        for (words, note, icon, action), rect in zip(offers, rects, strict=True):
            button = self.add_button(rect, words, action, look_as="menu_item", icon=icon)
            button.note = note
        button.enabled = self.review is not None
        self.begin_at(self.order[1])

    def _offers(self) -> list[tuple[str, str, str, Callable[[], object]]]:
        """Return the words, the note, the icon and the action of each; the page comes last."""
        game, say = suggested_name(self.session), self.app.say
        name = _("{game} move {number}").format(game=game, number=number_of(self.study.game.node))
        picture = partial(board_png, self.position, self.app.settings)
        drawing = partial(board_svg, self.position)
        png = partial(self._save, _("Save the picture"), name, ".png", picture, self.position)
        svg = partial(self._save, _("Save the drawing"), name, ".svg", drawing, self.position)
        record = partial(self._save, _("Save the record"), game, SUFFIX, lambda: self.record.text)
        page_name = _("{game} review").format(game=game)
        page = partial(self._save, _("Save the review"), page_name, ".html", self._page)
        page_note = _("One file with boards and graph, to send to the other player")
        if self.review is None:
            page_note = _("The game has to be reviewed first")
        with_values = _("With values and variations")
        copy = partial(clipboard.copy_position, self.position, say)
        return [
            (_("Copy the position"), self.position.grid, "copy", copy),
            (_("Position as a picture"), _("PNG file"), "export", png),
            (_("Position as a drawing"), _("SVG file, sharp at any size"), "export", svg),
            (
                _("Copy the record"),
                with_values,
                "copy",
                lambda: clipboard.copy_record(self.record, say),
            ),
            (_("Record as a file"), with_values, "save", record),
            (_("Review as a web page"), page_note, "review", page),
        ]

    # --- doing ----------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record of the game with all that is known of it."""
        return self.session.with_findings(self.study).record()

    def _page(self) -> str:
        """Return the review as a page."""
        assert self.review is not None
        why = explanations(self.review, self.study.values, self.session.names)
        return review_html(self.record, self.review, why, self.session.person)

    def _save(
        self,
        title: str,
        name: str,
        suffix: str,
        content: Callable[[], str | bytes],
        position: Position | None = None,
    ) -> None:
        self.app.go(
            "save_export", FileExport(title, name, suffix, content, "", self.session, position)
        )
