"""The start screen: the title, what to do first, and the table waiting in its light.

While it is shown the trainer's problems are taken in, a few a frame, so that it opens at once.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

import pygame

from battle.analysis.costs import ProblemTheme
from battle.game.session import NotNowError, Seat, Session, Setup
from battle.game.setup import draw_deal
from battle.game.words import game_words
from battle.language import N_, _, ngettext
from battle.rules.position import FormatError, Position, deal, kind
from battle.rules.record import is_for_watching
from battle.training.first_game import COUNT, first_game_note
from battle.training.trainer_page import LESSON, due_words
from battle.window.board import Board, Motion
from battle.window.board_view import BoardView, board_layout, widest_tile
from battle.window.cards import CardScene, Choice, ChoiceDialog, backdrop
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.scene import Scene, Services, attempt
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.keys import action_of
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import TileArt
from battle.window.ui.widgets import Button
from battle.words import sentences

if TYPE_CHECKING:
    from battle.friend.games import FriendGame
    from battle.friend.watching import Watcher

# --- games with friends --------------------------------------------------------------------------
#
# Nothing here loads what such games need: that is there once one is kept or begun.


class FarGame(NamedTuple):
    """Games with friends in the menu: their title, what they wait for, and unread messages.

    `game` is the one that is opened, None for the list of all.
    """

    name: str
    state: str
    is_my_turn: bool
    unread: int
    game: FriendGame | Watcher | None = None


def far_games(app: Services) -> list[FarGame]:
    """Return the games with friends, those that wait for oneself first."""
    games, watched = app.friends.opened, app.friends.watched
    if not games and not watched:
        return []
    from battle.friend.words import state_words, watch_title, watch_words

    return [
        FarGame(game.friend_name, state_words(game), game.my_turn, app.unread(game), game)
        for game in games
    ] + [
        FarGame(watch_title(one), watch_words(one)[0], is_my_turn=False, unread=0, game=one)
        for one in watched
    ]


def offer_invitation(app: Services) -> None:
    """Ask whether to look at an invitation on the clipboard, once for each."""
    try:
        line = clipboard.text()
    except NotNowError:
        return
    if app.friends.is_new(line) and line not in app.friends.offered:
        ask_to_look(app, line, _("There is an invitation on the clipboard."))


def ask_to_look(app: Services, line: str, words: str) -> None:
    """Say where an invitation was found and how one meets, and ask whether to look at it.

    Nothing connects before.
    """
    app.friends.offered.add(line)
    choices = [
        Choice(_("Look at it"), lambda: app.go("far_start", line), "primary", "eye"),
        Choice(_("Not now"), icon="close"),
    ]
    words = sentences(words, _("You will see its terms before you join."))
    with suppress(FormatError):
        from battle.friend.meeting import invitation
        from battle.friend.words import WATCH_LINK, ways_words

        if is_for_watching(line):
            words = _(WATCH_LINK)
        words = sentences(words, ways_words(invitation(line)))
    app.push(ChoiceDialog(app, _("An invitation"), words, choices, on_escape=1))


# --- start ---------------------------------------------------------------------------------------

_SHOWN_DEAL: Final = 27
_SHOWN_MOVES: Final = 11
_HEADS: Final = ("1s", "5p", "8m")
_MENU_WIDTH: Final = 372
_LEAST_BUTTON: Final = 42
_ITEMS: Final = 8
"""Rows of the menu; the last three are of small buttons."""
_PREPARED: Final = 4
"""The number of the trainer's problems loaded per frame."""
_WAYS: Final = {"new": "new_game", "open": "open_game"}
"""The screens that keys of the table lead to from here too."""
_MOST_FAR: Final = 2
"""The most games with friends that have a row of their own in the menu."""
_CONTINUE: Final = 1.6
"""How much higher than the others the button is that says what is continued."""


class StartScene(Scene):
    """What to do first: continue, play, train, analyse, look back, set, quit."""

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.unfinished: Session | None = None
        self.is_elsewhere = False
        self.is_newcomer = False
        self.due = 0
        self._unprepared = True
        self._position = _shown_position()
        self._begun = False
        self._looks_at_clipboard = True
        self._far: list[FarGame] = []

    def focus_gained(self) -> None:
        """Look whether an invitation was copied meanwhile."""
        self._looks_at_clipboard = True

    def resume(self) -> None:
        """Look for the unfinished game again; what is due may have been answered.

        A copy of one at another window's table can be continued too.
        """
        app = self.app
        self._begun = False
        app.autosave.release()
        self.unfinished, messages = app.autosave.load()
        self.is_elsewhere = self.unfinished is None
        if self.is_elsewhere:
            self.unfinished = app.autosave.elsewhere()
        begins = app.settings.first_game < COUNT and app.records.is_empty
        self.is_newcomer = begins and self.unfinished is None
        theme = app.settings.trainer_theme
        self.due = app.deck.due_about(ProblemTheme(theme) if theme else None)
        for message in messages:
            app.say(message, "problem")

    def update(self, seconds: float) -> None:
        """Let the widgets move on, and take some problems in."""
        super().update(seconds)
        if self._far != far_games(self.app):
            self.resize(self.size)
        if self._looks_at_clipboard:
            self._looks_at_clipboard = False
            offer_invitation(self.app)
        if self._unprepared:
            self._unprepared = self.app.deck.prepare(_PREPARED)

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Put the title and the menu on the left, the table on the right."""
        px = self.theme.px
        width, height = self.size
        left = max(px(44), (width - px(1440)) // 3)
        self.column = pygame.Rect(left, 0, min(px(_MENU_WIDTH), width // 2 - px(30)), height)
        gap = px(10)
        self._far = far_games(self.app)  # opened a moment after the start
        self.is_newcomer = self.is_newcomer and not self._far
        lines = _ITEMS + _CONTINUE + bool(self._far)
        head = px(196)
        self._has_art = (height - head - px(40)) / lines - gap >= px(_LEAST_BUTTON)
        if not self._has_art:
            head = px(112)
        button = min(px(54), round((height - head - px(40)) / lines) - gap)
        heights = [button] * (_ITEMS + bool(self._far))
        heights.insert(0, round(button * _CONTINUE))
        menu = sum(heights) + len(heights) * gap
        parts = (max(px(12), (height - head - menu) // 2), head, FILL)
        _above, self.head, rest = down(self.column, *parts)
        rows = down(rest, *heights, gap=gap)
        if self.unfinished is None and not self.is_newcomer:
            self.head.top += rows.pop(0).height // 2  # the others keep their places
        self._build_menu(rows, gap)
        self._build_table()
        if not self._begun:
            self._begun = True
            self.focus(self.order[0])

    def _build_menu(self, rows: list[pygame.Rect], gap: int) -> None:
        app = self.app
        if self.unfinished is not None:
            words, notes = _("Continue"), game_words(self.unfinished)
            if self.is_elsewhere:
                words, notes = _("Continue a copy"), (_("Open in another window"), notes[0])
            go_on = partial(app.go, "table", self.unfinished)
            look_as = "menu_item_primary"
            button = self.add_button(rows.pop(0), words, go_on, look_as=look_as, icon="play")
            button.note = "\n".join(notes)
        elif self.is_newcomer:
            words, go_on = _("Your first game"), partial(app.go, "first_game")
            look_as = "menu_item_primary"
            button = self.add_button(rows.pop(0), words, go_on, look_as=look_as, icon="learn")
            button.note = first_game_note(app.settings.first_game)
        if self._far:
            self._build_friends(rows.pop(0), gap)
        items = [
            (_("New game"), lambda: app.go("new_game"), "new"),
            (_("Deal of the day"), lambda: app.go("daily"), "calendar"),
            (_("Learn"), lambda: app.go("learn"), "learn"),
            (_("Analyse"), lambda: app.go("choose_study"), "analyse"),
            (_("Your record"), lambda: app.go("history"), "trophy"),
        ]
        for number, (words, action, icon) in enumerate(items):
            first = number == 0 and len(self.order) == 0
            look_as = "menu_item_primary" if first else "menu_item"
            button = self.add_button(rows[number], words, action, look_as=look_as, icon=icon)
            if icon == "learn" and self.due:
                button.aside = due_words(self.due)
        small = [
            (_("Join a friend"), lambda: app.go("join"), "join"),
            (_("Open a game"), lambda: app.go("open_game"), "open"),
            (_("Help"), lambda: app.go("help"), "help"),
            (_("Settings"), lambda: app.go("settings"), "settings"),
            (_("Quit"), app.quit, "quit"),
        ]
        *halved, last = rows[len(items) :]
        places = [*(half for row in halved for half in across(row, FILL, FILL, gap=gap)), last]
        for (words, action, icon), rect in zip(small, places, strict=True):
            self.add_button(rect, words, action, icon=icon)

    def _build_friends(self, row: pygame.Rect, gap: int) -> None:
        """Put the games with friends into a row: one or two by themselves, more as a list."""
        games, count = self._far, len(self._far)
        if count > _MOST_FAR:
            waiting, unread = (
                sum(game.is_my_turn for game in games),
                sum(game.unread for game in games),
            )
            words = ngettext("{n} game", "{n} games", count).format(n=count)
            if waiting:
                words = ngettext("your turn in {n} game", "your turn in {n} games", waiting)
                words = words.format(n=waiting)
            games = [FarGame(_("Games with friends"), words, waiting > 0, unread)]
        looks = ("menu_item", "menu_item_primary") if len(games) == 1 else ("", "primary")
        stands_out = not self.order
        for rect, game in zip(across(row, *[FILL] * len(games), gap=gap), games, strict=True):
            go = partial(self.app.go, "friends")
            if game.game is not None:
                go = partial(self.app.go, "friend_game", game.game)
            button = self.add_button(
                rect, game.name, go, look_as=looks[game.is_my_turn and stands_out], icon="people"
            )
            stands_out &= not game.is_my_turn
            button.note, button.badge = game.state, game.unread

    def _build_table(self) -> None:
        """Lay the table out so that it fills the right and runs out of the window."""
        width, height = self.size
        room = width - self.column.right - self.theme.px(56)
        tile = max(widest_tile((room, height)), round(height * 0.093))
        layout = board_layout(tile, (0, 0))
        left = self.column.right + self.theme.px(56)
        centre = left + layout.outer.width // 2 + max(0, (width - left - layout.outer.width) // 2)
        layout = board_layout(tile, (centre, height // 2))
        self._view = BoardView(
            layout, self.theme, rank_digits=self.app.settings.rank_digits, highlight_free=False
        )
        self._heads = TileArt(self.theme.px(52), self.theme, rank_digits=False)

    # --- doing ----------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Leave the program only by its button: Esc is pressed too easily."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what keys of the table do here too."""
        action = action_of(event, TABLE_SHORTCUTS) or ""
        if action == "paste":
            attempt(self.app.say, partial(self.app.go, "paste"))
            return True
        if action in _WAYS:
            self.app.go(_WAYS[action])
            return True
        return self.handle_common_key(event)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint table and title."""
        backdrop(surface, self.theme)
        self._view.draw(surface, Board(self._position), Motion(), seconds=0.0, pairs=False)
        self._paint_title(surface)

    def _paint_title(self, surface: pygame.Surface) -> None:
        px, head = self.theme.px, self.head
        if self._has_art:
            off, left = self._heads.shadow_offset, head.left
            for number, name in enumerate(_HEADS):
                place = (left, head.top + (px(8) if number == 1 else px(14)))
                surface.blit(self._heads.shadow(), (place[0] + off[0], place[1] + off[1]))
                surface.blit(self._heads.tile(kind(name)), place)
                left += round(self._heads.width * 1.1)
        font = draw.largest_font(
            self.theme, Role.DISPLAY, range(px(52), 15, -2), "Mahjong Battle", head.width
        )
        _art, title, line, _below = down(head, FILL, font.get_linesize(), px(24), px(22))
        draw.text(surface, font, "Mahjong Battle", look.INK, title)
        words = _("Two players, 108 tiles, nothing hidden")
        draw.text(surface, self.theme.font(Role.TEXT), words, look.MUTED, line)


# --- learn ---------------------------------------------------------------------------------------

_TALLEST_ROW: Final = 88


class LearnScene(CardScene):
    """Everything to learn from: the first game, the rules, exercises, and one's own mistakes."""

    title = N_("Learn")
    tallest: ClassVar[int] = 520
    widest: ClassVar[int] = 720

    def resume(self) -> None:
        """Look again for what is due and for the last game."""
        super().resume()
        autosave = self.app.autosave
        self.last = autosave.game_in(autosave.last_file)

    def fill(self) -> None:
        """Put one large button for each below one another."""
        app = self.app
        mistakes = _("Finish a game first: its costly moves are put to you again.")
        if self.last is not None:
            mistakes = _("Find better pairs in your last game.")
        step = app.settings.first_game
        items = [
            (
                _("First game"),
                first_game_note(step),
                "play",
                partial(app.go, "first_game"),
            ),
            (_("Rules"), _("Short pages with pictures"), "rules", partial(app.go, "rules")),
            (
                _("Endgame trainer"),
                _("Your own mistakes, then endgames, the short ones first"),
                "trainer",
                partial(app.go, "trainer"),
            ),
            (_(LESSON), mistakes, "mistake-next", partial(app.go, "mistakes", self.last)),
        ]
        gap = self.theme.px(12)
        tall = min(self.theme.px(_TALLEST_ROW), (self.body.height + gap) // len(items) - gap)
        rows = down(self.body, *[tall] * len(items), gap=gap)
        buttons: list[Button] = []
        for (words, note, icon, action), row in zip(items, rows, strict=True):
            is_first = not buttons and step < COUNT
            look_as = "menu_item_primary" if is_first else "menu_item"
            button = self.add_button(row, words, action, look_as=look_as, icon=icon)
            button.note = note
            buttons.append(button)
        buttons[-2].aside = due_words(app.deck.due)
        buttons[-1].enabled = self.last is not None
        self.begin_at(buttons[0])


# --- what to analyse -----------------------------------------------------------------------------


def study_choices(app: Services) -> ChoiceDialog:
    """Return the question what to analyse."""
    choices = []
    autosave = app.autosave
    unfinished, _messages = autosave.load()
    if unfinished is not None and unfinished.help_allowed:
        go = partial(app.go, "study_unfinished", unfinished)
        choices.append(Choice(_("The unfinished game"), go, "", "play"))
    for words, kept, icon in (
        (_("The last game"), autosave.game_in(autosave.last_file), "trophy"),
        (_("The last analysis"), autosave.game_in(autosave.analysis_file), "analyse"),
    ):
        if kept is not None:
            choices.append(Choice(words, partial(app.go, "study_game", kept), "", icon))
    number = draw_deal()
    drawn = Session(Setup((Seat(), Seat()), deal(number), number), now=app.now)
    choices += [
        Choice(_("Open a game"), lambda: app.go("open_game", then="study_game"), "", "open"),
        Choice(_("A new deal"), lambda: app.go("study_game", drawn), "", "random"),
        Choice(_("Set up a position"), lambda: app.go("editor"), "", "edit"),
        Choice(_("Cancel"), lambda: None, "", "close"),
    ]
    choices[0] = dataclasses.replace(choices[0], look_as="primary")
    return ChoiceDialog(app, _("What to analyse?"), "", choices)


def _shown_position() -> Position:
    """Return the position on the table: a game some moves old, always the same."""
    position = deal(_SHOWN_DEAL)
    for number in range(_SHOWN_MOVES):
        moves = position.legal_moves
        position = position.play(moves[number * 7 % len(moves)])
    return position
