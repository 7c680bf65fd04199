"""The start screen: the title, what to do first, and the table waiting in its light.

While it is shown the trainer's problems are taken in, a few a frame, so that it opens at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pygame
from pygame import Color, Rect

from battle.game.session import NotNowError, Seat, Session, Setup
from battle.game.setup import draw_deal, face, level_words
from battle.game.words import game_words, players_words
from battle.language import _, ngettext
from battle.profile.records import Rung
from battle.rules.links import is_for_moving, is_for_watching
from battle.rules.position import FormatError, Position, deal, kind, other
from battle.screens.days import today_of
from battle.screens.home import Day, First, Home, going_words
from battle.training.first_game import first_game_note
from battle.training.sitting import theme_of
from battle.window.board_view import Miniature
from battle.window.cards import Choice, ChoiceDialog, backdrop
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.scene import Scene, Services, attempt
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.keys import action_of
from battle.window.ui.layout import FILL, across, centred, down, grid, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArt
from battle.window.ui.widgets import Button, Point
from battle.words import label, sentences

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
        from battle.friend.words import MOVE_RULES, WATCH_LINK, ways_words

        if is_for_watching(line):
            words = _(WATCH_LINK)
        if is_for_moving(line):
            words = _(MOVE_RULES)
        words = sentences(words, ways_words(invitation(line)))
    app.push(ChoiceDialog(app, _("An invitation"), words, choices, on_escape=1))


# --- start ---------------------------------------------------------------------------------------

_SHOWN_DEAL: Final = 27
_SHOWN_MOVES: Final = 11
_HEADS: Final = ("1s", "5p", "8m")
_WIDTH: Final = 476
_GAPS: Final = (16, 8)
"""Between the rows: where there is room, and at the least."""
_PREPARED: Final = 4
"""The number of the trainer's problems loaded per frame."""
_WAYS: Final = {"new": "new_game", "open": "open_game"}
"""The screens that keys of the table lead to from here too."""
_MOST_FAR: Final = 2
"""The most games with friends that have a button of their own beside the one that stands out."""
_TOOLS: Final = 5
"""Ways to other screens in a row."""


class _Row(NamedTuple):
    """A row of the start screen: its height, the least height, what puts it there."""

    height: int
    least: int
    build: Callable[[Rect], object]


class StartScene(Scene):
    """What to do first, in one yellow button; what else waits, and the table it is about."""

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.home: Home
        self.is_elsewhere = False
        self._unprepared = True
        self._looks_at_clipboard = True
        self._far: list[FarGame] = []

    def focus_gained(self) -> None:
        """Look whether an invitation was copied meanwhile."""
        self._looks_at_clipboard = True

    def resume(self) -> None:
        """Look again at what is known of the person.

        A copy of an unfinished game at another window's table can be continued too.
        """
        app = self.app
        self._begun = False
        app.autosave.release()
        unfinished, messages = app.autosave.load()
        self.is_elsewhere = unfinished is None
        self.home = Home.of(
            app.records.games(),
            unfinished or app.autosave.elsewhere(),
            today=today_of(app.moment()),
            first_game=app.settings.first_game,
            due=app.deck.due_about(theme_of(app.settings.trainer_theme)),
        )
        self._position = self.home.position or _shown_position()
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
        """Put the person's things on the left, below one another, and the table on the right."""
        px, (width, height) = self.theme.px, self.size
        self._far = far_games(self.app)  # opened a moment after the start
        left = max(px(44), (width - px(1440)) // 3)
        column = Rect(left, px(14), min(px(_WIDTH), width // 2 + px(40)), height - 2 * px(14))
        for row, room in self._laid(self._rows, column):
            row.build(room)
        right = column.right + px(44)
        room = Rect(right, px(24), width - px(24) - right, height - px(48))
        self._table = Miniature(self.theme, room)
        self.begin_at(self.order[0])

    def _laid(self, rows: list[_Row], column: Rect) -> list[tuple[_Row, Rect]]:
        """Return the rows with their places: as high as there is room, the last but one if any."""
        px = self.theme.px
        gaps = len(rows) - 1
        most = sum(px(row.height) for row in rows) + gaps * px(_GAPS[0])
        least = sum(px(row.least) for row in rows) + gaps * px(_GAPS[1])
        if least > column.height:
            return self._laid([*rows[:-2], rows[-1]], column)
        share = min(1.0, (column.height - least) / max(1, most - least))
        heights = [px(row.least + share * (row.height - row.least)) for row in rows]
        gap = px(_GAPS[1] + share * (_GAPS[0] - _GAPS[1]))
        top = column.top + max(0, column.height - sum(heights) - gaps * gap) // 2
        places = down(Rect(column.left, top, column.width, column.height), *heights, gap=gap)
        return list(zip(rows, places, strict=True))

    @property
    def _rows(self) -> list[_Row]:
        """What stands below one another; who has played nobody is offered the first game alone."""
        first = self.home.first(is_awaited=self._awaited is not None)
        rows = [_Row(60, 42, self._add_title), _Row(92, 56, partial(self._add_first, first))]
        if self._others:
            rows.append(_Row(60, 42, self._add_friends))
        if self.home.lesson is None or self._far:
            if first is First.FRIEND and self.home.unfinished is not None:
                rows.append(_Row(60, 42, self._add_unfinished))
            rows += [
                _Row(104, 76, self._add_daily),
                _Row(132, 86, self._add_ladder),
                _Row(72, 46, self._add_cards),
            ]
        return [*rows, _Row(112, 84, self._add_tools)]

    @property
    def _awaited(self) -> FarGame | None:
        """The game in which a friend waits for the person's move."""
        return next((game for game in self._far if game.is_my_turn), None)

    @property
    def _others(self) -> list[FarGame]:
        """The other games with friends; many as one."""
        awaited = self._awaited
        games, count = [one for one in self._far if one is not awaited], len(self._far)
        if len(games) <= _MOST_FAR:
            return games
        waiting = sum(game.is_my_turn for game in self._far)
        words = ngettext("{n} game", "{n} games", count).format(n=count)
        if waiting:
            words = ngettext("your turn in {n} game", "your turn in {n} games", waiting)
            words = words.format(n=waiting)
        unread = sum(game.unread for game in games)
        return [FarGame(_("Games with friends"), words, waiting > 0, unread)]

    def _add_title(self, row: Rect) -> None:
        heads = TileArt(row.height * 3 // 5, self.theme, rank_digits=False)
        width = round(heads.width * 1.04)
        tiles, title = across(row, len(_HEADS) * width + self.theme.px(16), FILL)

        def paint(surface: pygame.Surface) -> None:
            for number, name in enumerate(_HEADS):
                place = tiles.left + number * width, row.centery - heads.size[1] // 2
                surface.blit(heads.tile(kind(name)), place)
            draw.line(surface, self.theme, Role.TITLE, "Mahjong Battle", look.INK, title)

        self.under.append(paint)

    def _add_first(self, first: First, row: Rect) -> None:
        """Add the one button that stands out."""
        app, home, level = self.app, self.home, self.home.next_rung.level
        match first:
            case First.FRIEND:
                assert self._awaited is not None
                self._add_friend(self._awaited, row, "menu_item_primary")
            case First.LESSON:
                note = first_game_note(app.settings.first_game)
                self._add(
                    row, _("Your first game"), note, lambda: app.go("first_game"), icon="learn"
                )
            case First.GO_ON:
                self._add_unfinished(row, "menu_item_primary")
            case First.DAILY:
                words, note = _("Play today’s deal"), home.run_words
                self._add(row, words, note, lambda: app.go("daily"), icon="calendar")
            case First.EXERCISES:
                go = partial(app.go, "trainer")
                self._add(row, home.exercises_words, "", go, icon="trainer")
            case First.RUNG:
                words = _("Play {name}").format(name=home.next_rung.name)
                play = partial(app.go, "play", level.name)
                self._add(row, words, level_words(level), play, person=face(level.name))

    def _add(
        self,
        row: Rect,
        words: str,
        note: str,
        action: Callable[[], object],
        *,
        icon: str = "play",
        person: str = "",
        look_as: str = "menu_item_primary",
    ) -> Button:
        make = partial(_FaceButton, face=person) if person else Button
        button = self.add(make(row, words, partial(self.click, action), look_as=look_as, icon=icon))
        button.note = note
        return button

    def _add_unfinished(self, row: Rect, look_as: str = "menu_item") -> None:
        session, app = self.home.unfinished, self.app
        assert session is not None
        go_on = partial(app.go, "table", session)
        if self.is_elsewhere:
            note = "\n".join((_("Open in another window"), players_words(session)))
            self._add(row, _("Continue a copy"), note, go_on, look_as=look_as)
        elif session.person is None:
            self._add(row, _("Go on"), "\n".join(game_words(session)), go_on, look_as=look_as)
        else:
            them = session.seat(other(session.person))
            words = _("Go on against {name}").format(
                name=label(session.name(other(session.person)))
            )
            shown = face(them.level) if them.solver else ""
            self._add(row, words, going_words(session), go_on, person=shown, look_as=look_as)

    def _add_friends(self, row: Rect) -> None:
        """Put the other games with friends side by side."""
        games = self._others
        places = across(row, *[FILL] * len(games), gap=self.theme.px(12))
        for place, game in zip(places, games, strict=True):
            self._add_friend(game, place, "menu_item" if len(games) == 1 else "")

    def _add_friend(self, game: FarGame, place: Rect, look_as: str) -> None:
        go = partial(self.app.go, "friends")
        if game.game is not None:
            go = partial(self.app.go, "friend_game", game.game)
        button = self._add(place, game.name, game.state, go, icon="people", look_as=look_as)
        button.badge = game.unread

    def _add_daily(self, row: Rect) -> None:
        go = partial(self.click, lambda: self.app.go("daily"))
        button = self.add(_DaysButton(row, _("Deal of the day"), go, days=self.home.days))
        button.note = self.home.daily_words

    def _add_ladder(self, row: Rect) -> None:
        """Put everybody's face into a row, under whom to play next."""
        px, home = self.theme.px, self.home
        ground = partial(draw.box, fill=look.PANEL, radius=px(10), border=look.LINE)
        self.under.append(partial(ground, rect=Rect(row)))
        inner = inset(row, px(18), px(8))
        words = _("Next: {name}").format(name=home.next_rung.name)
        title, faces = down(inner, min(px(34), inner.height // 3), FILL, gap=px(4))
        wide = self.theme.font(Role.STRONG).size(words)[0] + px(14)
        title, note = across(title, wide, FILL)
        self.write(words, title, Role.STRONG, look.INK)
        self.write(level_words(home.next_rung.level), note, align="right")
        for rung, place in zip(home.rungs, across(faces, *[FILL] * len(home.rungs)), strict=True):
            play = partial(self.click, partial(self.app.go, "new_game", rival=rung.level.name))
            self.add(_RungButton(place, rung, play))

    def _add_cards(self, row: Rect) -> None:
        """Put what waits to be done again beside what was done last."""
        home, app = self.home, self.app
        exercises = home.exercises_words if home.due else _("Endgame trainer")
        cards = [(exercises, "", "trainer", lambda: app.go("trainer"))]
        if home.last is not None:
            cards.append((*home.last_words, "trophy", lambda: app.go("record")))
        places = across(row, *[FILL] * len(cards), gap=self.theme.px(12))
        for place, (words, note, icon, action) in zip(places, cards, strict=True):
            self._add(place, words, note, action, icon=icon, look_as="card")

    def _add_tools(self, row: Rect) -> None:
        """Put the ways to all other screens into rows, as signs with words."""
        app = self.app
        tools = [
            (_("New game"), lambda: app.go("new_game"), "new"),
            (_("Learn"), lambda: app.go("learn"), "learn"),
            (_("Analyse"), lambda: app.go("choose_study"), "analyse"),
            (_("Your record"), lambda: app.go("record"), "chart"),
            (_("Join a friend"), lambda: app.go("join"), "join"),
            (_("Open"), lambda: app.go("open_game"), "open"),
            (_("Help"), lambda: app.go("help"), "help"),
            (_("Settings"), lambda: app.go("settings"), "settings"),
            (_("Quit"), app.quit, "quit"),
        ]
        places = grid(row, _TOOLS, 2, gap=self.theme.px(4))
        for (words, action, icon), place in zip(tools, places, strict=False):
            self.add(_Tool(place, words, partial(self.click, action), icon=icon))

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
        """Paint the table; the widgets and what lies under them follow."""
        backdrop(surface, self.theme)
        self._table.draw(surface, self._position)


class _FaceButton(Button):
    """A button with a face before its words."""

    def __init__(self, *given: Any, face: str, **how: Any) -> None:
        super().__init__(*given, **how)
        self._face = face

    def paint_icon(self, surface: pygame.Surface, theme: Theme, centre: Point, ink: Color) -> None:
        size = min(theme.px(46), self.rect.height - theme.px(10))
        draw.face(surface, self._face, size, center=centre)


class _DaysButton(Button):
    """The deal of the day, and below it the last days: a sign where one was played."""

    def __init__(
        self, rect: Rect, words: str, action: Callable[[], object], *, days: Sequence[Day]
    ) -> None:
        super().__init__(rect, words, action, look_as="card", icon="calendar")
        self._days = days

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, ink = theme.px, self.paint_ground(surface, theme)
        small, strong = theme.font(Role.SMALL).get_linesize(), theme.font(Role.STRONG)
        pad = (self.rect.height - strong.get_linesize() - px(36) - small) // 2
        room = inset(self.rect, px(18), max(px(5), min(px(14), pad)))
        tall = min(strong.get_linesize(), room.height - px(22) - small)
        words, _gap, days = down(room, tall, FILL, min(px(30) + small, room.height - tall))
        picture, words = across(words, px(34), FILL)
        draw.sign(surface, self.icon, min(px(20), tall), ink, midleft=picture.midleft)
        words, note = across(words, strong.size(self.text)[0] + px(14), FILL)
        draw.line(surface, theme, Role.STRONG, self.text, ink, words)
        draw.text_within(surface, theme, Role.SMALL, self.note, look.MUTED, note, "right")
        for day, place in zip(self._days, across(days, *[FILL] * len(self._days)), strict=True):
            box, words = down(place, FILL, small)
            size = min(px(28), box.height)
            box = centred(box, size, size)
            fill = look.CHOSEN if day.is_played else look.WELL
            edge, width = (look.GOLD, px(2)) if day.is_today else (look.LINE, 1)
            draw.box(surface, box, fill, radius=px(7), border=edge, width=width)
            if day.is_played:
                draw.sign(surface, "check", size * 3 // 5, look.GOLD, center=box.center)
            ink = look.GOLD if day.is_today else look.MUTED
            room = words.inflate(px(28), 0)  # longer than the days beside it is today alone
            draw.line(surface, theme, Role.SMALL, day.words, ink, room, "centre")


class _RungButton(Button):
    """A face of the ladder with its name: beaten, next, or still far."""

    def __init__(self, rect: Rect, rung: Rung, action: Callable[[], object]) -> None:
        super().__init__(rect, rung.name, action, look_as="quiet", tip=level_words(rung.level))
        self._rung = rung

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, rung = theme.px, self._rung
        self.paint_ground(surface, theme)
        picture, name = down(self.rect, FILL, theme.font(Role.SMALL).get_linesize())
        size = min(px(48), picture.height - px(6))
        if rung.is_next:
            ring = centred(picture, size, size + px(6))
            draw.box(surface, ring, look.CHOSEN, radius=px(12), border=look.GOLD, width=px(2))
        draw.face(surface, face(rung.level.name), size, center=picture.center)
        if rung.is_beaten:
            corner = picture.centerx + size // 2, picture.centery + size // 2 - px(6)
            disc = Rect(0, 0, px(18), px(18)).move_to(center=corner)
            draw.box(surface, disc, look.PROVEN, radius=px(9))
            draw.sign(surface, "check", px(13), look.ON_GOLD, center=corner)
        ink = look.GOLD if rung.is_next else look.INK
        draw.line(surface, theme, Role.SMALL, self.text, ink, name, "centre")


class _Tool(Button):
    """A sign with small words under it."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, look_as="quiet", **how)
        self.style = self.style._replace(role=Role.SMALL)

    def room(self, theme: Theme) -> Rect:
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, ink = theme.px, self.paint_ground(surface, theme)
        line = theme.font(Role.SMALL).get_linesize()
        picture, words, _margin = down(self.rect, FILL, line, px(3))
        draw.sign(surface, self.icon, px(20), look.INK, center=picture.center)
        draw.line(surface, theme, Role.SMALL, self.text, ink, words, "centre")


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
