"""A player's box on the result card: name, points, and how they were made."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from battle.coach.help_words import player_help_words
from battle.game.session import Session
from battle.language import _, ngettext
from battle.rules.position import Player
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


@dataclass(frozen=True)
class PlayerScore:
    """What a player's box shows: `notes` stand below the name.

    `order` is the note that is left out first where there is no room for all, empty if none is.
    """

    player: Player
    name: str
    points: int
    is_winner: bool
    notes: tuple[str, ...]
    order: str = ""

    def notes_in(self, lines: int) -> tuple[str, ...]:
        """Return the notes that are shown where there is room for so many lines."""
        if len(self.notes) <= lines:
            return self.notes
        return tuple(note for note in self.notes if note != self.order)


def player_score(session: Session, player: Player) -> PlayerScore:
    """Return what is told of a player when the game is over."""
    pairs = len(session.taken(player))
    taken = ngettext("{n} pair", "{n} pairs", pairs).format(n=pairs)
    order = _("moved first") if player == session.setup.start.to_move else ""
    given = session.position.given[player - 1]
    begun = ngettext("{n} point given", "{n} points given", given).format(n=given)
    notes = (taken, begun if given else "", order, player_help_words(session, player))
    return PlayerScore(
        player=player,
        name=session.name(player),
        points=session.points[player - 1],
        is_winner=session.ending is not None and session.ending.winner == player,
        notes=tuple(filter(None, notes)),
        order=order,
    )


def paint_score(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, score: PlayerScore
) -> None:
    """Paint a player's box; the winner's is framed in gold."""
    px = theme.px
    border = look.GOLD if score.is_winner else look.LINE
    ground = look.PANEL_RAISED if score.is_winner else look.WELL
    width = px(2) if score.is_winner else px(1)
    draw.box(surface, rect, ground, radius=px(12), border=border, width=width)
    inner = rect.inflate(-2 * px(18), 0)
    badge = pygame.Rect(inner.left, 0, px(38), px(38))
    badge.centery = rect.centery
    draw.badge(surface, theme, score.player, badge)
    figures = theme.font_of_size(Role.SCORE, px(52))
    place = draw.text(surface, figures, str(score.points), look.INK, inner, "right")
    words = pygame.Rect(badge.right + px(14), 0, 0, theme.font(Role.HEADING).get_linesize())
    words.width = place.left - words.left - px(10)
    small = theme.font(Role.SMALL)
    room = rect.height - px(10) - words.height
    notes = score.notes_in(room // small.get_linesize())
    words.top = rect.centery - (words.height + len(notes) * small.get_linesize()) // 2
    font = draw.fitting_font(theme, Role.HEADING, score.name, words.width)
    draw.text(surface, font, score.name, look.INK, words)
    for note in notes:
        words = pygame.Rect(words.left, words.bottom, words.width, small.get_linesize())
        draw.text(surface, small, note, look.MUTED, words)
