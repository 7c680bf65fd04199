"""Blocks of the pages around an exercise: verdicts with their signs, hints, lines, offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from battle.coach.reason_lines import Line
from battle.language import _
from battle.training.exercise import STEPS, Hint, Stage
from battle.window.pages.blocks import INK, Command, Offer, Paragraph, Sum
from battle.window.pages.flow import Block
from battle.window.ui import theme as look
from battle.window.ui.keys import Shortcut
from battle.window.ui.theme import Role

GOOD: Final = tuple(look.PROVEN)
FAIR: Final = tuple(look.GOLD)
BAD: Final = tuple(look.REFUSED)

Sign = tuple[str, tuple[int, ...]]
"""An icon and its ink."""

STAGE_SIGNS: Final[dict[Stage, Sign]] = {
    Stage.RIGHT: ("check", GOOD),
    Stage.SHOWN: ("eye", FAIR),
    Stage.WRONG: ("close", BAD),
    Stage.CHECKING: ("clock", FAIR),
    Stage.UNKNOWN: ("help", FAIR),
}

Shortcuts = Sequence[Shortcut]


def told_block(words: str, sign: Sign, ink: tuple[int, ...] | None = None) -> Paragraph:
    """Return what became of an answer, in the ink of its sign unless another is given."""
    icon, icon_ink = sign
    return Paragraph(words, icon_ink if ink is None else ink, Role.STRONG, icon, icon_ink)


def hint_block(words: str) -> Paragraph:
    """Return a hint that was given."""
    return Paragraph(words, INK, icon="hint")


def line_block(words: str, line: Line) -> Paragraph:
    """Return what leads to a line that is shown on the board."""
    return Paragraph(words, INK, icon="play", leads_to=line)


def offer_block(
    words: str, icon: str, action: str, keys: Shortcuts, *, primary: bool = False
) -> Offer:
    """Return what can be done, with its key."""
    return Command(action).offer(words, icon, keys, primary=primary)


def help_offers(given: Sequence[Hint], keys: Shortcuts, *, solution: bool) -> Iterator[Block]:
    """Offer one more hint, or say that there is none, and the `solution`; each keeps its place."""
    if len(given) < len(STEPS):
        words = _("Hint ({n} of {count})").format(n=len(given) + 1, count=len(STEPS))
        yield offer_block(words, "hint", "hint", keys)
    else:
        yield Offer(_("There is no further hint."), "hint", None)
    if solution:
        yield offer_block(_("Show the solution"), "eye", "solution", keys)


def count_blocks(rows: Iterable[tuple[str, int]]) -> Iterator[Block]:
    """List numbers with what they count."""
    for words, number in rows:
        yield Sum(words, str(number), proven=None)
