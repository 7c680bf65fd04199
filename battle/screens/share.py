"""What a player passes on: a text of a result, and a picture of it or of any position.

    Mahjong Battle · won 140:130 against Mo (Casual) · 10 points given away  what came of it
    🟩🟩🟨🟩🟩🟥                                     a sign for each own pair, once all are known
    https://…                                         no more than a short link

The picture is laid out here, as boxes, words and tiles on a square of 1080; a surface only paints
these pieces, the window by pygame, the page on a canvas. The text says nothing of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from battle.analysis.costs import USUAL
from battle.game.setup import is_level, level_name
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Signs
from battle.page.text import columns_of
from battle.profile.records import GameRecorder, Outcome, OwnGame, PlayedGame
from battle.reviews.background import TableStudy
from battle.rules.links import deal_link, position_link
from battle.rules.position import Kind, Player, Position, RulesError, for_player, kind
from battle.rules.record import evaluation_in, record
from battle.rules.tree import Reason
from battle.screens.screen import Screen, Shell
from battle.screens.view import CardView
from battle.words import (
    date_words,
    ending_headline,
    given_away_words,
    hint_count,
    score_words,
    sign_legend,
    signs_text,
)

AS_PICTURE: Final = N_("Position as a picture")
PAGE: Final = "Mahjong Battle"
_LONGEST_LINK: Final = 100
"""How long an address with a link has to stay below, to be passed on with a result."""

_RESULTS: Final = {
    Outcome.WON: (N_("won {score}"), N_("Won")),
    Outcome.DRAWN: (N_("drawn {score}"), N_("Drawn")),
    Outcome.LOST: (N_("lost {score}"), N_("Lost")),
}


# --- the signs ------------------------------------------------------------------------------------


def costs_of(game: PlayedGame, player: Player = 1) -> list[int | None]:
    """Return the points that each move of a player lost, None while that is not proven.

    The margins are those that its review and its proof have left in the record; without a record
    that can be read there are none.
    """
    try:
        root = record(game.record).game.root
    except RulesError:
        return []
    nodes = [root, *root.main_line()]
    margins: list[int | None] = []
    for node in nodes:
        evaluation = evaluation_in(node.comment)
        margin = evaluation.margin if evaluation is not None and evaluation.is_proven else None
        margins.append(node.position.margin if node.position.is_over else margin)
    return [
        None if before is None or after is None else for_player(before - after, player)
        for node, (before, after) in zip(nodes, pairwise(margins), strict=False)
        if node.position.to_move == player
    ]


def own_signs(own: OwnGame) -> Signs:
    """Return a sign for each own pair, by the class of what it cost, if that is known."""
    marks = (
        None if cost is None else USUAL.mark(cost).degree for cost in costs_of(own.game, own.person)
    )
    return Signs(tuple(marks), sign_legend())


def ended_words(own: OwnGame, score: str) -> str:
    """Return how a game that was played out ended for the person: `won 47 : 43`."""
    return _(_RESULTS[own.outcome][0]).format(score=score)


def run_words(days: int) -> str:
    """Return how many days in a row were played, empty below two."""
    words = ngettext("{n} day in a row", "{n} days in a row", days)
    return words.format(n=days) if days > 1 else ""


@dataclass(frozen=True)
class Shared:
    """What is passed on: the board of `position`, and of a result what came of it.

    `head` begins the text, `when` stands on the picture; `said` is the result in a line, `lines`
    are its words on the picture. `run` is the number of days in a row. `link` is a hash that leads
    to it in a page; that of a result is left out where it makes the address too long.
    """

    position: Position
    head: str = PAGE
    when: str = ""
    said: str = ""
    lines: tuple[str, ...] = ()
    run: int = 0
    signs: Signs | None = None
    link: str = ""

    @property
    def marks(self) -> tuple[int | None, ...]:
        """The class of each pair's cost, none before all are known."""
        return () if self.signs is None else self.signs.marks

    def text(self, page: str) -> str:
        """Return the text; `page` is the address of the page, empty without one."""
        signs = signs_text(self.marks)
        first = " · ".join(filter(None, (self.head, self.said, run_words(self.run))))
        is_short = not self.said or len(page + self.link) < _LONGEST_LINK
        address = page and page + self.link * is_short
        return "\n".join(filter(None, (first, signs, address)))


def shared_result(own: OwnGame, start: Position, **more: Any) -> Shared:
    """Return what is passed on of a game of one's own."""
    headline = _(_RESULTS[own.outcome][1])
    against, opponent = _("against {name}").format(name=own.rival), own.game.opponent
    if is_level(opponent):
        against = f"{against} ({level_name(opponent)})"
    if own.game.ending.reason is not Reason.PLAYED_OUT:
        said = ended_words(own, against)
        return Shared(start, said=said, lines=(headline, against), **more)
    score, hints = own.game.points, own.game.hints[own.person - 1]
    signs, notes = own_signs(own), list[str]()
    if is_known := bool(signs.marks) and None not in signs.marks:
        notes.append(given_away_words(own.lost or 0, exact=True))
    notes += [hint_count(hints)] * bool(hints)
    won = ended_words(own, f"{score_words(score, own.person, ':')} {against}")
    return Shared(
        start,
        said=" · ".join((won, *notes)),
        lines=(headline, score_words(score, own.person), against, *notes),
        signs=signs if is_known else None,
        **more,
    )


def shared_position(position: Position) -> Shared:
    """Return what is passed on of a position: its board, whose turn it is, and its link."""
    turn = _("To move: player {number}").format(number=position.to_move)
    first, second = position.points
    lines = _("Which pair?"), f"{first} : {second}", turn
    return Shared(position, lines=lines, link=position_link(position))


def shared_game(study: TableStudy, recorder: GameRecorder) -> Shared:
    """Return what is passed on of a finished game, as the record has it by now."""
    session, game = study.session, recorder.game(study.session)
    number, start = session.setup.deal, session.game.start
    is_whole = number is not None and start == Position.of_deal(number)
    link = deal_link(number) if number is not None and is_whole else position_link(start)
    when = date_words(session.tags.get("Date", ""))
    if game is not None and game.person is not None:
        own = OwnGame(game, game.person)
        return shared_result(own, session.game.start, when=when, link=link)
    (first, second), headline = session.points, ending_headline(session.ending, session.names)
    return Shared(
        session.game.start,
        when=when,
        said=session.result_text,
        lines=(headline, f"{first} : {second}"),
        link=link,
    )


# --- the picture ----------------------------------------------------------------------------------

SIDE: Final = 1080
"""The side of the picture."""

_ROOM, _WELL, _FRAME, _RIM, _CLOTH = "#12302b", "#0b211e", "#4a2c1c", "#c99a4a", "#14504a"
_INK, _MUTED, _GOLD, _LINE = "#f6efdd", "#abbdb2", "#ffc53d", "#2c4a43"
_COSTS: Final = ("#8fe3b0", "#f3e6b3", "#ffb35c", "#ff7a6b")
_HEIGHTS: Final = (16, 28, 42, 56)
_PITCH: Final = (0.985, 1.2867)
"""The distance of tiles beside and below one another, in widths of a tile."""


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: str
    piece: Literal["box"] = "box"


@dataclass(frozen=True)
class Words:
    """A line around the height `y`: from `x` on, or up to it. It is shrunk to `width`."""

    x: float
    y: float
    width: float
    size: int
    colour: str
    words: str
    strong: bool = False
    right: bool = False
    piece: Literal["words"] = "words"


@dataclass(frozen=True)
class Tile:
    """A tile by its upper left corner, a blocked one darker."""

    x: float
    y: float
    width: float
    kind: Kind
    free: bool = True
    piece: Literal["tile"] = "tile"


Piece: TypeAlias = Box | Words | Tile


def picture(shared: Shared, page: str) -> tuple[Piece, ...]:
    """Return the pieces of the picture, the lowest first; `page` is an address or empty."""
    return tuple(_pieces(shared, page))


def _pieces(shared: Shared, page: str) -> Iterator[Piece]:
    yield Box(0, 0, SIDE, SIDE, 0, _ROOM)
    for number, name in enumerate(("1s", "5p", "8m")):
        yield Tile(56 + 48 * number, 48, 48, kind(name))
    yield Words(224, 82, 480, 40, _INK, PAGE, strong=True)
    yield Words(1024, 82, 320, 30, _MUTED, shared.when, right=True)
    below = 800 if shared.signs is not None else 930
    yield from _board(shared.position, 56, 142, 668, below - 142)
    top = 334 if shared.run > 1 else 424
    for number, words in enumerate(shared.lines[:2]):
        yield Words(765, top + 66 * number, 260, 54, _INK, words, strong=True)
    for number, words in enumerate(shared.lines[2:]):
        yield Words(765, top + 128 + 42 * number, 260, 30, _MUTED, words)
    if shared.run > 1:
        yield Box(765, 584, 222, 2, 0, _LINE)
        yield Words(765, 654, 260, 72, _GOLD, str(shared.run), strong=True)
        yield Words(765, 714, 260, 30, _MUTED, _("days in a row"))
    if shared.signs is not None:
        yield from _signs(shared.signs)
    is_perfect = shared.marks and not any(shared.marks)
    asked = _("Can you do it too?") if is_perfect else _("Can you do better?")
    yield Words(56, 1016, 440, 30, _INK, asked, strong=True)
    yield Words(1024, 1016, 500, 30, _GOLD, page.partition("://")[2].rstrip("/"), right=True)


def _board(place: Position, x: float, y: float, width: float, height: float) -> Iterator[Piece]:
    """Yield the table with its tiles as large as fits."""
    yield Box(x, y, width, height, 16, _FRAME)
    yield Box(x + 16, y + 16, width - 32, height - 32, 4, _RIM)
    yield Box(x + 18, y + 18, width - 36, height - 36, 3, _CLOTH)
    tiles = [*place.tiles()]
    if not tiles:
        return
    columns, rows = [cell.column for cell, _kind in tiles], [cell.row for cell, _kind in tiles]
    wide = (max(columns) - min(columns)) * _PITCH[0] + 1
    tall = (max(rows) - min(rows)) * _PITCH[1] + 4 / 3
    tile = min((width - 64) / wide, (height - 64) / tall, 100)
    left, top = x + (width - tile * wide) / 2, y + (height - tile * tall) / 2
    for cell, face in tiles:
        yield Tile(
            left + (cell.column - min(columns)) * _PITCH[0] * tile,
            top + (cell.row - min(rows)) * _PITCH[1] * tile,
            tile,
            face,
            place.is_free(cell),
        )


def _signs(signs: Signs) -> Iterator[Piece]:
    """Yield a sign for each pair, and below them what they mean."""
    step = min(76.0, (SIDE - 112) / max(1, len(signs.marks)))
    for number, mark in enumerate(signs.marks):
        yield _sign(mark, 56 + number * step, 884, step * 0.86)
    legend = [sign for sign in signs.legend if sign[0] is not None or None in signs.marks]
    rooms = [60 + 14.4 * columns_of(words) for _mark, words in legend]
    share, left = min(1.0, (SIDE - 112) / sum(rooms)), 56.0
    for (mark, words), room in zip(legend, rooms, strict=True):
        yield _sign(mark, left, 946, 14, 0.6)
        yield Words(left + 24, 934, share * room - 36, round(28 * share), _MUTED, words)
        left += share * room


def _sign(mark: int | None, x: float, bottom: float, width: float, size: float = 1) -> Box:
    height = size * _HEIGHTS[mark or 0]
    return Box(x, bottom - height, width, height, 5, _LINE if mark is None else _COSTS[mark])


# --- the screen -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Poster(Block):
    """A picture of a position and a text, and the words of what sends, copies and saves them.

    The surface does that itself, within the press; a file is called by its `name`.
    """

    pieces: tuple[Piece, ...]
    text: str
    share: str
    copy: str
    save: str
    name: str


class Sharing(Screen):
    """What is passed on, as far as it is known by now."""

    def __init__(self, shell: Shell, shared: Callable[[], Shared]) -> None:
        super().__init__(shell)
        self.shared = shared

    @property
    def standing(self) -> object:
        return self.services.prover.version

    def view(self) -> CardView:
        shared, page = self.shared(), self.services.page_address
        words = _("Share"), _("Copy the text"), _("Save picture")
        name = f"mahjong-battle {shared.when}".strip()
        poster = Poster(picture(shared, page), shared.text(page), *words, name)
        return CardView(_("Share"), (poster,))
