"""The review on the result card: a sum that fills in, the move that decided it, the progress.

┌───────────────────────────────────────────┐
│  +31   −   34   +   33   =   +30      [x] │  place and size are the same before, while and
│  Par      Ada      Ben      Margin        │  after the review runs: nothing jumps
│  Move 47 decided it: …                    │
│  ~ estimated before move 47               │
└───────────────────────────────────────────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from battle.analysis.ledger import Review
from battle.language import _
from battle.page.review import proof_words, sum_sign, turning_words
from battle.rules.position import PLAYERS
from battle.training.background_review import BackgroundReview
from battle.training.game_prover import ProofProgress, Standing
from battle.window.pages.painters import paint_progress
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme
from battle.words.numbers import MINUS, lost_figure, margin_words
from battle.words.proving import battery_words, no_answer_words, running_words, waiting_words

HEIGHT: Final = 112
LOW: Final = 62
"""The heights of the strip at 1280 x 800, and where there is little room."""
_UNKNOWN: Final = "…"


@dataclass(frozen=True)
class ReviewSummary:
    """What the strip shows: four numbers, what stands below each, words, and a share if it runs.

    `proof` says what is proven; while that becomes more (`is_proving`), also how long it will take.
    `sign` stands in the sum before the last number.
    """

    numbers: tuple[str, str, str, str]
    captions: tuple[str, str, str, str]
    words: str
    proof: str
    share: float | None
    is_proving: bool = False
    sign: str = "="


def review_summary(
    background: BackgroundReview | None,
    names: tuple[str, str],
    progress: ProofProgress | None = None,
) -> ReviewSummary:
    """Return what there is to show of a review, or of none, whose proof is so far."""
    review = background.review if background is not None and background.is_complete else None
    captions = (_("par"), _("lost by {name}"), _("lost by {name}"), _("margin"))
    named = (
        captions[0],
        captions[1].format(name=names[0]),
        captions[2].format(name=names[1]),
        captions[3],
    )
    if review is None:
        words, share = _work(background)
        return ReviewSummary((_UNKNOWN,) * 4, named, words, "", share)
    return ReviewSummary(
        _numbers(review),
        named,
        _decided(review, names),
        _proof(review, progress),
        None,
        is_proving=bool(progress_words(progress)),
        sign=sum_sign(review),
    )


def _proof(review: Review, progress: ProofProgress | None) -> str:
    """Say what is proven, and how the proof goes on."""
    return progress_words(progress) or proof_words(review)


def progress_words(progress: ProofProgress | None) -> str:
    """Say how the proof of a game goes on; empty if it does not."""
    match progress:
        case ProofProgress(Standing.RUNNING, first, seconds, moves):
            return running_words(first, moves, seconds)
        case ProofProgress(Standing.IN_TURN, first, _seconds, moves):
            return waiting_words(first, moves)
        case ProofProgress(Standing.ON_BATTERY, first, _seconds, moves):
            return battery_words(first, moves)
    return ""


def _work(background: BackgroundReview | None) -> tuple[str, float | None]:
    """Say what is being done, and how far it is."""
    if background is None or not background.running:
        if background is not None and background.failure:
            return no_answer_words(background.failure), None
        return _("This game has not been reviewed yet."), None
    words = _("The game is reviewed: position {n} of {count}").format(
        n=min(background.done + 1, background.of), count=background.of
    )
    return words, background.done / max(1, background.of)


def _numbers(review: Review) -> tuple[str, str, str, str]:
    exact, error = review.end_exact, review.end_error
    first, second = (
        lost_figure(lost, exact=review.is_exact_for(player))
        for player, lost in zip(PLAYERS, review.lost, strict=True)
    )
    return (
        margin_words(review.par, exact=review.par_exact, error=review.par_error),
        first,
        second,
        margin_words(review.final_margin, exact=exact, error=error),
    )


def _decided(review: Review, names: tuple[str, str]) -> str:
    """Say which move decided the game, and whether a hint was wrong about it."""
    words, turning = turning_words(review, names), review.turning_point
    if turning is not None and review.moves[turning - 1].blames_hint:
        return f"{words} " + _("The hint was wrong.")
    return words


def trainer_corner(theme: Theme, rect: pygame.Rect, words: str = "") -> pygame.Rect:
    """Return where the button to the trainer is: square, or with room for words if there is any."""
    px = theme.px
    place = pygame.Rect(0, 0, px(26), px(26))
    if words and rect.height >= px(HEIGHT):
        place.width = px(52) + theme.font(Role.TEXT).size(words)[0] + px(14)
    place.bottomright = (rect.right - px(8), rect.bottom - px(4))
    return place


def stop_corner(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
    """Return where the strip's button is that stops or goes on, opposite to the trainer's."""
    px = theme.px
    place = pygame.Rect(0, 0, px(26), px(26))
    place.bottomleft = (rect.left + px(8), rect.bottom - px(4))
    return place


def paint_review_summary(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    shown: ReviewSummary,
    *,
    corner: int = 0,
) -> None:
    """Paint the strip; its button takes so many pixels of the last row, in the corner."""
    px = theme.px
    draw.box(surface, rect, look.WELL, radius=px(12), border=look.LINE)
    inner = rect.inflate(-2 * px(14), -2 * px(6))
    low = rect.height < px(HEIGHT)
    sums = pygame.Rect(inner.left, inner.top, inner.width, px(28 if low else 52))
    _paint_sum(surface, theme, sums, shown, captions=not low)
    rows = (inner.bottom - sums.bottom) // (1 if low else 2)
    line = pygame.Rect(inner.left, sums.bottom, inner.width, rows)
    if low:
        line.inflate_ip(-2 * corner, 0)
    words = shown.proof if low and shown.is_proving else shown.words
    font = draw.fitting_font(theme, Role.TEXT, words, line.width)
    draw.text(surface, font, words, look.INK, line, "centre")
    if low:
        return
    line.top += rows
    beside = min(corner, stop_corner(theme, rect).width)
    line.left += beside
    line.width -= beside + corner
    if shown.share is not None:
        track = pygame.Rect(0, 0, inner.width * 2 // 3, px(7))
        track.center = line.center
        paint_progress(surface, track, shown.share)
    elif shown.proof:
        words = shown.proof
        whole = f"{words}  ·  " + _("≈ until all of the sum is proven")
        if shown.sign == "≈" and theme.font(Role.SMALL).size(whole)[0] <= line.width:
            words = whole
        font = draw.fitting_font(theme, Role.SMALL, words, line.width)
        draw.text(surface, font, words, look.MUTED, line, "centre")


def _paint_sum(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    shown: ReviewSummary,
    *,
    captions: bool,
) -> None:
    """Paint the four numbers with the signs between them."""
    px = theme.px
    step = rect.width / 4
    strong = theme.font(Role.HEADING)
    upper = rect.height * 58 // 100 if captions else rect.height
    for number, words in enumerate(shown.numbers):
        place = pygame.Rect(round(rect.left + number * step), rect.top, round(step), upper)
        ink = look.FAINT if words == _UNKNOWN else look.INK
        draw.text(surface, strong, words, ink, place, "centre")
        if number:
            sign = pygame.Rect(place.left - px(12), place.top, px(24), place.height)
            words = (MINUS, "+", shown.sign)[number - 1]
            draw.text(surface, strong, words, look.GOLD, sign, "centre")
        if captions:
            below = pygame.Rect(place.left, rect.top + upper, place.width, rect.height - upper)
            below.inflate_ip(-px(6), 0)
            font = draw.fitting_font(theme, Role.SMALL, shown.captions[number], below.width)
            draw.text(surface, font, shown.captions[number], look.MUTED, below, "centre")
