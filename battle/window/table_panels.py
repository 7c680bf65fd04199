"""What others say at the table: the teacher of a pair that is held, a friend below their panel.

While the teacher speaks the board stays in sight with the pair on it. The card stands where player
2 and the moves are, or below the table in a tall window:

    what it costs, whether the result changes
    once asked why: the checked reasons, first those that do not name a better pair
    [A better pair] [Choose another] [Play it anyway] [Show why]

A tile that is clicked beside the card takes the pair back too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import pygame
from pygame import Rect

from battle.language import _
from battle.page.blocks import Page
from battle.rules.position import PLAYERS, other
from battle.screens import captions
from battle.screens.board_view import RequestShown
from battle.screens.table import Presence, TableCompany, TableGame
from battle.screens.view import Act, Button, Field, act
from battle.window.board_scene import BoardScene
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
from battle.window.table_view import TableView, table_layout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import drop_shadow
from battle.window.ui.layout import FILL, across, down, grid, inset
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import ASPECT, kept_art, paint_pair
from battle.window.ui.widgets import TextField, list_rows

# --- the teacher ----------------------------------------------------------------------------------

_LEAST_WIDTH: Final = 240
_FIRST_ANSWERS: Final = 3
_MOST_ANSWERS: Final = 4
_SHADOW: Final = 18


class TeacherDialog(Scene):
    """Says what a pair would give away, and asks whether to play it; answers are acts."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, app: Services, game: TableGame, table: BoardScene, act: Callable[[str], object]
    ) -> None:
        super().__init__(app, unasked=True)
        self.game, self._table, self._act = game, table, act
        self._wants_answer = False
        self._answers: tuple[Button, ...] = ()
        self.flow = Flow()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Put the words above and the answers below."""
        theme, px = self.theme, self.theme.px
        self._layout = table_layout(self.size, theme.scale)
        self.box = self._place()
        inner, gap = inset(self.box, px(16)), px(8)
        beside = inner.width > 2 * inner.height
        tall = min(px(44), inner.height // (2 if beside else 7))
        answers = self._answers = self.game.answers
        rows, columns = (1, _MOST_ANSWERS) if beside else (len(answers), 1)
        words, foot = down(inner, FILL, rows * (tall + gap) - gap, gap=gap)
        rects = grid(foot, columns, rows, gap)
        rects = [*rects[-_FIRST_ANSWERS:], *rects[:-_FIRST_ANSWERS]]
        self.flow.place(theme, words)
        self.add(self.flow, walked=False)
        self._shadow = drop_shadow(self.box.size, px(_SHADOW))
        for rect, answer in zip(rects, answers, strict=False):
            look_as, press = "primary" * answer.main, partial(self.answer, answer.do)
            button = self.add_button(rect, answer.words, press, icon=answer.icon, look_as=look_as)
            button.enabled = not answer.off
        self._fill()
        self.begin_at(self.order[0])

    def _place(self) -> pygame.Rect:
        """Return the place beside the table, or below it in a tall window."""
        layout = self._layout
        if layout.said.left < layout.board.outer.right:
            return layout.asked.union(layout.said)
        box = layout.players[1].union(layout.said)
        right, width = box.right, max(box.width, self.theme.px(_LEAST_WIDTH))
        return pygame.Rect(right - width, box.top, width, box.height)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show what has been proven meanwhile; go where there is nothing to object to any more."""
        super().update(seconds)
        self.game.beat()
        if self.game.objection is None:
            self._leave()
            return
        self._fill()
        self._table.showing.update(seconds * self.app.settings.animation_speed)
        self._table.board.named = self.flow.named
        if self._wants_answer and (answer := self.game.answer) is not None:
            self._wants_answer = False
            self._table.show_answer(answer)

    @property
    def ticking(self) -> bool:
        return super().ticking or self._table.showing.moving

    # --- answers --------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Leave the pair on the table."""
        self.answer(self._answers[0].do)

    def answer(self, act: Act) -> None:
        """Leave with an answer, unless it lets the teacher say more."""
        self._act(act.name)
        if self.game.objection is None:
            self._leave()
        elif act.name == "why":
            self._wants_answer = True
            self.resize(self.size)
        elif self.game.better is not None:
            self._wants_answer = False
            self._table.showing.drop()
            self.resize(self.size)
            self.flow.to_end()

    def _leave(self) -> None:
        self._table.showing.drop()
        self.app.pop()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Scroll the words; show the keys for F1 and `?`, as everywhere."""
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.flow.turn(1 if event.key == pygame.K_PAGEDOWN else -1)
            return True
        return self.handle_common_key(event)

    def on_event(self, event: pygame.event.Event) -> None:
        """Take the pair back with a click on the table."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button != pygame.BUTTON_MIDDLE:
            point, board = self.app.point(event.pos), self._layout.board.outer
            if board.collidepoint(point) and not self.box.collidepoint(point):
                self.cancel()

    def _fill(self) -> None:
        self.flow.fill(self.game.objected)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies around the table, and paint the card."""
        px, board = self.theme.px, self._layout.board.outer
        above, level, below = down(surface.get_rect(), board.top, board.height, FILL)
        left, _board, right = across(level, board.left, board.width, FILL)
        for rect in (above, below, left, right):
            surface.set_clip(rect)
            draw.shade(surface, look.SCRIM)
        surface.set_clip(None)
        surface.blit(self._shadow, self.box.move(-px(_SHADOW), -px(_SHADOW) + px(4)))
        draw.box(surface, self.box, look.PANEL, radius=px(16), border=look.GOLD, width=px(2))


# --- a friend -------------------------------------------------------------------------------------

_DOT: Final = 14
_TILE: Final = 25
"""How wide the tiles of a request are."""
_ROOM: Final = 120
"""How much room messages with a line to write need at least."""
_LONGEST: Final = 4000
"""How long a message is at most."""
_INKS: Final[dict[Presence, pygame.Color]] = {
    "here": look.HERE,
    "away": look.FAINT,
    "lost": look.REFUSED,
}


class FriendPanel:
    """A request with the tiles it is about, and the last messages with a line to write one.

    Only the line takes keys, from when the person goes to it until it is left.
    """

    def __init__(self, act: Callable[[Act], object]) -> None:
        self._act = act
        self.talk = Flow()
        self._is_writing = self._is_called = False
        self._text = ""
        self.request: RequestShown | None = None
        self._page: Page = ()
        self._card = Rect(0, 0, 0, 0)

    def join(self, scene: BoardScene) -> None:
        """Add the widgets to a table that is laid out."""
        self.scene, nowhere = scene, Rect(0, 0, 0, 0)
        self.no, self.yes = (
            scene.add_button(nowhere, "", partial(self._answer, is_yes)) for is_yes in (False, True)
        )
        scene.add(self.talk, walked=False)
        self.all = scene.add_button(
            nowhere, "", partial(self._act, act("talk")), icon="menu", tip=_("All messages")
        )
        self.line = TextField(nowhere, scene.theme, self._text, self._keep, limit=_LONGEST)
        scene.add(self.line)

    def _keep(self, text: str) -> None:
        self._text = text

    def _answer(self, is_yes: bool) -> None:
        if self.request is not None:
            answer = self.request.yes if is_yes else self.request.no
            assert answer is not None
            self._act(answer.do)

    def has_changed(self, company: TableCompany) -> bool:
        """Take in what is asked and said now; return whether it is something else."""
        before = self.request, self._page
        self.request, self._page = company.request, company.talk
        self._own, self._company = company.session.own, company
        return before != (self.request, self._page)

    @property
    def _field(self) -> Field | None:
        """What can be written, None where nothing can be."""
        told = self._company.conversation
        page = () if told is None else told.page
        return next((block for block in page if isinstance(block, Field)), None)

    @property
    def speaks(self) -> bool:
        """Whether anything is asked or was said, or is being written."""
        return self.request is not None or bool(self._page) or self._is_writing

    def place(self, room: Rect) -> None:
        """Put the request at the top of a room, messages below it."""
        theme, gap = self.scene.theme, self.scene.theme.px(12)
        self._put_request(room)
        if self.request is not None:
            room = down(room, self._card.height, FILL, gap=gap)[1]
        is_open, field = bool(self._page) or self._is_writing, self._field
        self.line.visible = is_open and field is not None and room.height >= theme.px(_ROOM)
        self.all.visible = self.line.visible
        if self.line.visible and field is not None:
            self.line.placeholder = field.hint
            room, foot = down(room, FILL, theme.px(44), gap=theme.px(8))
            self.line.rect, self.all.rect = across(foot, FILL, theme.px(44), gap=theme.px(6))
        self.talk.visible = bool(self._page)
        self.talk.title = _(captions.TALK)
        self.talk.place(theme, list_rows(theme, room), room)
        self.talk.fill(self._page)
        self.talk.to_end()

    # --- writing --------------------------------------------------------------------------------

    def begin_to_write(self) -> bool:
        """Make room for the line if there is one; its key is not part of the message."""
        self._is_writing = self._is_called = self._field is not None
        return self._is_writing

    def heed_call(self) -> bool:
        """Go to the line if it was asked for; return whether there is no room for it here."""
        if not self._is_called:
            return False
        self._is_called = False
        if self.line.visible:
            self.scene.focus(self.line)
        return not self.line.visible

    def key(self, event: pygame.event.Event) -> bool:
        """Send the line, or leave it; all other keys are written."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if text := self.line.text.strip():
                self.line.set_text("")
                self._text = ""
                self._act(act("say", text=text))
        elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self._is_writing = False
            self.scene.focus(None)
        else:
            return event.key in (pygame.K_UP, pygame.K_DOWN)
        return True

    def _put_request(self, room: Rect) -> None:
        px, request = self.scene.theme.px, self.request
        answers: list[Button | None] = [None, None]
        if request is not None:
            answers = [request.no, request.yes]
            theme, wide = self.scene.theme, room.width - 2 * px(14)
            longest = max(request.words.split(), key=len)
            self._font = draw.fitting_font(theme, Role.STRONG, longest, wide)
            self._words = draw.wrapped(self._font, request.words, wide)
            line = self._font.get_linesize()
            tiles = (px(_TILE * ASPECT) + px(14)) * bool(request.pairs)
            tall = 2 * px(12) + len(self._words) * line + px(8) + tiles + px(38)
            self._card = Rect(room.left, room.top, room.width, min(tall, room.height))
        shown = [(button, one) for button, one in zip((self.no, self.yes), answers, strict=True)]
        inner = inset(self._card, px(14), px(12))
        foot = down(inner, FILL, px(38))[1]
        places = across(foot, *[FILL] * max(1, sum(one is not None for one in answers)), gap=px(8))
        for number, (button, one) in enumerate(shown):
            button.visible = one is not None
            if one is not None:
                button.text, button.rect = one.words, places[number]

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the request; its buttons and the messages are widgets."""
        if (request := self.request) is None:
            return
        theme, px = self.scene.theme, self.scene.theme.px
        edge, width = look.PLAYERS[other(self._own)], px(2)
        draw.box(surface, self._card, look.PANEL, radius=px(14), border=edge, width=width)
        inner = inset(self._card, px(14), px(12))
        end = draw.lines(surface, self._font, self._words, look.INK, inner)
        art = kept_art(px(_TILE), theme)
        for number, kind in enumerate(request.pairs):
            corner = inner.left + number * px(_TILE * 1.7), end + px(6)
            paint_pair(surface, art, kind, corner)


def paint_presence(surface: pygame.Surface, view: TableView, game: TableGame) -> None:
    """Paint a dot on the sign of who plays elsewhere, and beside one's own caption who looks on."""
    px, company = view.theme.px, game.company
    for player, parts in zip(PLAYERS, view.players, strict=True):
        if presence := company.presence(player):
            dot = Rect(0, 0, px(_DOT), px(_DOT))
            dot.topright = parts["face"].right + px(3), parts["face"].top - px(3)
            pygame.draw.circle(surface, look.PANEL, dot.center, dot.width * 0.66)
            pygame.draw.circle(surface, _INKS[presence], dot.center, dot.width // 2)
        elif company.seen_by and player == company.session.own:
            font, place = view.theme.font(Role.SMALL), parts["caption"]
            left = place.left + font.size(game.caption(player))[0] + px(8)
            surface.blit(draw.icon("eye", place.height, look.MUTED), (left, place.top))
            words = Rect(left + place.height + px(4), place.top, 0, place.height)
            words.width = max(0, place.right - words.left)
            draw.line(surface, view.theme, Role.SMALL, company.seen_by, look.MUTED, words)
