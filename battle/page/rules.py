"""The rules in words and diagrams; the diagrams are checked by tests."""

from __future__ import annotations

from typing import Final

from battle.language import _
from battle.page.blocks import (
    Block,
    Diagram,
    Ink,
    MarkedPair,
    Page,
    Paragraph,
    Race,
    Role,
    Row,
    Space,
    Title,
)
from battle.rules.position import Move, Position
from battle.words import left_to_winner

_SUITS: Final = Position.parse(
    "/".join(f"{rank}m{rank}p{rank}s" for rank in range(1, 10)), paired=False
)
FREE: Final = Position.parse("5m3p9s2m/7s1p6m4s/8p/3s2p9m/1m6s4p7p5s/2s8m3m", paired=False)
PAIRS: Final = Position.parse("4s7m2p8s/6p1s9m/3m5p1p/8s2s5m3p/7p9p4m7p/1m6m2m", paired=False)
ACROSS: Final = Move.parse("a4d1")
WITHIN: Final = Move.parse("e1e4")
BEFORE: Final = Position.parse("9m8p4p/3p8s2s7p/9m8p1s/5p4m6p", paired=False)
TAKEN: Final = Move.parse("a1c1")
OPENED: Final = Move.parse("a2c2")
_SCORED: Final = Position.parse("1s5p9m/1s5p9m", paired=False)
COSTLY: Final = Position.parse("4m9s4m/3p/3p/9s", paired=False)
FOURS, THREES = Move.parse("a1a3"), Move.parse("b1c1")
LEFT: Final = Position.parse("3m/.7p2s/./.9s/1s4p/./.5m", paired=False)


def rules_pages() -> tuple[Page, ...]:
    """Return the pages of the rules: a heading, sentences, and what shows it."""
    across = MarkedPair(ACROSS, "played")
    return (
        _page(
            _("The tiles"),
            [
                _("108 tiles lie face up on the table, 12 columns of 9."),
                _("There are three suits, the ranks 1 to 9 in each, and four tiles of every kind."),
                _(
                    "A pair is worth the number on its tiles. Tiles never move; nothing is hidden"
                    " and nothing drawn."
                ),
            ],
            Diagram(_SUITS, 9, 3, names=(_("Characters"), _("Dots"), _("Bamboo"))),
        ),
        _page(
            _("Free tiles"),
            [
                _("A tile is free if nothing lies above it in its column, or nothing below it."),
                _("Open sides to the left or right do not count."),
                _("So a column has two free tiles at most: its top one and its bottom one."),
            ],
            Diagram(FREE, 6, 5, points_at_free=True),
        ),
        _page(
            _("Taking a pair"),
            [
                _("The players take turns. Each takes one pair: two free tiles of the same kind."),
                _("Both may come from the same column, its top and its bottom."),
                _("A player who can take a pair must take one; passing is not allowed."),
            ],
            Diagram(PAIRS, 6, 4, (across, MarkedPair(WITHIN))),
        ),
        _page(
            _("What a move frees"),
            [
                _(
                    "Taking tiles frees the ones behind them, and then it is the other player's "
                    "turn."
                ),
                _("So the highest pair is often the wrong one."),
                _("Here the pair of nines frees a pair of eights for the other player."),
            ],
            Row(
                (
                    Diagram(BEFORE, 4, 4, (MarkedPair(TAKEN, "played"),)),
                    Diagram(BEFORE.play(TAKEN), 4, 4, (MarkedPair(OPENED),), gone=TAKEN),
                ),
                "chevron-right",
            ),
        ),
        _page(
            _("Points"),
            [
                _("A pair scores the rank of its tiles, 1 to 9 points."),
                _("All 54 pairs together are worth 270 points."),
                _("A player with 136 points has won, whatever happens next."),
            ],
            Diagram(_SCORED, 2, 3, names=("+1", "+5", "+9")),
            Race((143, 101), 26),
        ),
        _page(
            _("The end"),
            [
                _("The game ends when the player to move has no pair to take."),
                _(
                    "Tiles that are left count for neither player. The player with more points "
                    "wins; equal points are a draw."
                ),
                _(
                    "A rematch plays the same deal with seats swapped and adds up both games, so"
                    " that the luck of the deal cancels. A duplicate match does so with several"
                    " deals."
                ),
                left_to_winner(),
            ],
            Diagram(LEFT, 7, 3),
        ),
        _page(
            _("Par and costs"),
            [
                _("Par is the result of a deal if both players always take a best pair."),
                _(
                    "A pair costs the points it gives away in the end: here the fours cost 10, as"
                    " they free a nine."
                ),
                _(
                    "The solver is the part of the program that works this out. What it has not"
                    " proven is an estimate, such as −4 ± 2."
                ),
                _(
                    "A hint asks the solver for a good pair; the teacher asks it before you take"
                    " one."
                ),
            ],
            Diagram(COSTLY, 4, 3, (MarkedPair(FOURS, "played"), MarkedPair(THREES))),
        ),
        _page(
            _("How it is written"),
            [
                _("A tile is written as its rank and its suit: m character, p dot, s bamboo."),
                _("A cell is written as its column, a to l, and its row, 1 to 9 from the top."),
                _("8s on d1 is the eight of bamboo at the top of the fourth column."),
                _("A pair is written as its two cells: here a4d1 takes both eights."),
            ],
            Diagram(PAIRS, 6, 4, (across,), lettered=True),
        ),
    )


def _page(heading: str, sentences: list[str], *diagrams: Block) -> Page:
    page: list[Block] = [Title(heading, large=True, ink=Ink.GOLD)]
    for sentence in sentences:
        page += [Space(8), Paragraph(sentence, Ink.PLAIN, Role.LARGE)]
    return *page, *diagrams
