"""The page of a review: result, both players, sum, what decided the game, every move; its plots.

review_page   as shown beside the board, or, with a record, as a document to send
margin_plot   the margin with perfect play after each move
loss_plot     what each player has lost up to each move, in steps
Scale         the places and values of a plot in a rectangle, its curves in stretches, its ticks

`names` are those of players 1 and 2. Margins are shown from the side of the person here, whose name
is an `Own`, else from player 1's; of a plot that side is up. Every number is formatted by
`battle.words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from operator import and_
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from battle.analysis.costs import NARROWED, Mark, MoveCost, MoveReview, PlayerReview, Review
from battle.analysis.study import Snapshot, decided
from battle.analysis.values import Bounds
from battle.language import N_, _, ngettext
from battle.page.blocks import (
    ITEM,
    Block,
    Board,
    Card,
    Code,
    Curve,
    Dot,
    Ink,
    MarkedPair,
    MoveLine,
    MoveTable,
    Page,
    PairLine,
    Paragraph,
    Plot,
    Space,
    Sum,
    Title,
    ToMove,
    Walk,
)
from battle.rules.position import PLAYERS, Move, Player, for_player, other
from battle.rules.record import Record
from battle.rules.tree import Reason, move_number
from battle.words import (
    MINUS,
    Names,
    Own,
    about_points,
    address,
    cells_words,
    cost_figure,
    cost_words,
    ending_summary,
    ending_title,
    estimate,
    from_number,
    given_away_words,
    interval,
    label,
    listed,
    lost_figure,
    margin_figure,
    moves_words,
    named,
    numbered,
    outcome,
    pair_and_points,
    pair_words,
    points,
    proven_words,
    sentences,
    short_date_words,
    shown_name,
    side_of,
    spoken_to,
    wins_by_words,
)

# --- plots ---------------------------------------------------------------------------------------

MARGIN: Final = N_("Margin with perfect play")


Point: TypeAlias = tuple[float, float]

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LONGEST_NAME: Final = 10
_LEAST_LOSS: Final = 10


def margin_plot(
    margins: Sequence[Bounds],
    up: Player,
    *,
    beside: Mapping[int, Bounds] = MappingProxyType({}),
    dots: Sequence[Dot] = (),
) -> Plot:
    """Return the margins of a line by ply, with those of another line `beside` it.

    They are given from player 1's side, as the dots are; in the plot player `up` is ahead above 0.
    """
    curves = [_curve([*beside.values()], up, min(beside), thin=True)] if beside else []
    curves.append(_curve(margins, up))
    known = [value for curve in curves for value in curve.values if value is not None]
    low, high = min(0, *known, 0), max(0, *known, 0)
    room = max(2, (high - low) // 10)
    return Plot(
        title=_(MARGIN),
        curves=tuple(curves),
        low=low - room,
        high=high + room,
        signed=True,
        up=up,
        dots=tuple(replace(dot, value=for_player(dot.value, up)) for dot in dots),
        tall=True,
    )


_LEAST_MARGIN: Final = 10


def line_plot(
    margins: Sequence[Bounds],
    costs: Sequence[MoveCost | None],
    side: Player,
    *,
    at: int,
    beside: Mapping[int, Bounds] = MappingProxyType({}),
) -> Plot:
    """Return who is ahead after each move of a line, with its mistakes; `at` is looked at."""
    dots = [
        Dot(place, margin.guess, cost.player, cost.mark)
        for place, (margin, cost) in enumerate(zip(margins, costs, strict=True))
        if cost is not None
        and margin.guess is not None
        and cost.mark in (Mark.MISTAKE, Mark.BLUNDER)
    ]
    plot = margin_plot(margins, side, beside=beside, dots=dots)
    low, high = plot.low // 5 * 5, -(-plot.high // 5) * 5
    title = _("Who is ahead at the end")
    low, high = min(-_LEAST_MARGIN, low), max(_LEAST_MARGIN, high)
    return replace(plot, title=title, low=low, high=high, cut=at)


def _curve(margins: Sequence[Bounds], side: Player, first: int = 0, *, thin: bool = False) -> Curve:
    values = tuple(margin.for_player(side).guess for margin in margins)
    return Curve(values, tuple(margin.is_exact for margin in margins), first=first, thin=thin)


def loss_plot(review: Review, names: Names) -> Plot:
    """Return the points each player has lost up to each move, in steps."""
    curves = []
    for player, name in zip(PLAYERS, names, strict=True):
        losses = review.losses(player)
        sure = (move.exact or move.player != player for move in review.moves)
        proven = tuple(accumulate(sure, and_, initial=True))
        words = f"{_short(label(name))} {lost_figure(losses[-1], exact=proven[-1])}"
        curves.append(Curve(tuple(losses), proven, player, steps=True, name=words))
    high = max(_LEAST_LOSS, *review.lost)
    turn, first = review.turning_point, review.start.to_move
    return Plot(_("Points given away so far"), tuple(curves), 0, high, cut=turn, first=first)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


@dataclass(frozen=True)
class Scale:
    """The scale of a plot: maps plies and values into a rectangle, y downwards."""

    plot: Plot
    left: float
    right: float
    top: float
    bottom: float

    @property
    def count(self) -> int:
        return max((curve.first + len(curve.values) for curve in self.plot.curves), default=1)

    def x(self, place: float) -> float:
        return self.left + (self.right - self.left) * place / max(1, self.count - 1)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (
            (value - self.plot.low) / (self.plot.high - self.plot.low)
        )

    def place(self, x: float) -> int:
        """Return the ply nearest to an x."""
        share = (x - self.left) / max(1, self.right - self.left)
        return max(0, min(self.count - 1, round(share * (self.count - 1))))

    def ticks(self, most: int = 5) -> range:
        """Return at most `most` round values at equal steps, 0 among them."""
        low, high = self.plot.low, self.plot.high
        step = next((step for step in _STEPS if (high - low) / step <= most), _STEPS[-1])
        return range(-(-low // step) * step, high + 1, step)

    def points(self, curve: Curve) -> list[Point | None]:
        return [
            None if value is None else (self.x(place), self.y(value))
            for place, value in enumerate(curve.values, start=curve.first)
        ]

    def stretches(self, curve: Curve) -> Iterator[tuple[bool, list[Point]]]:
        """Yield the stretches of a curve, each with whether it is proven, hence solid."""
        points, run, was_solid = self.points(curve), list[Point](), True
        for place, (before, after) in enumerate(pairwise(points)):
            is_solid = curve.proven[place] and curve.proven[place + 1]
            if before is None or after is None or is_solid != was_solid:
                if len(run) > 1:
                    yield was_solid, run
                run = []
            was_solid = is_solid
            if before is not None and after is not None:
                run = run or [before]
                run += [(after[0], before[1]), after] if curve.steps else [after]
        if len(run) > 1:
            yield was_solid, run


# --- review --------------------------------------------------------------------------------------

_NOTHING: Final[Mapping[int, Sequence[str]]] = MappingProxyType({})
_MOST_BEST: Final = 3
"""The most best moves that are named in the list of all moves."""
_MOST_COSTLY: Final = 12


NOTHING_TO_REVIEW: Final = N_("There is no move to review.")
YOUR_PAR: Final = N_("The deal gave you {par}.")
REVIEW_ENDED: Final = N_("The review was stopped; its findings are kept.")


def review_page(
    review: Review,
    names: Names,
    why: Mapping[int, Sequence[str]] = _NOTHING,
    record: Record | None = None,
    *,
    is_brief: bool = False,
) -> Page:
    """Return the review of a line; with a `record` as a self-contained document.

    `why` has, by ply, sentences about costly moves. A brief page has no sum that does not add up.
    """
    return tuple(_blocks(review, names, why, record, has_sum=review.is_proven or not is_brief))


def costly_page(review: Review, names: Names) -> Page:
    """Return the worst moves with a proven cost, in game order."""
    costly = review.costliest(*PLAYERS)
    if not costly:
        return (Paragraph(_("No costly move is known.")),)
    count = ngettext("{n} costly move:", "{n} costly moves:", len(costly)).format(n=len(costly))
    return Title(count), *(
        _line(move, names) for move in sorted(costly[:_MOST_COSTLY], key=lambda move: move.ply)
    )


def _blocks(
    review: Review,
    names: Names,
    why: Mapping[int, Sequence[str]],
    record: Record | None,
    *,
    has_sum: bool,
) -> Iterator[Block]:
    last = review.positions[-1]
    headline = ending_title if record is not None else ending_summary
    yield Title(headline(review.ending, last, names), large=True)
    if record is not None:
        yield Paragraph(_facts(record, review))
        if review.moves:
            yield _walk(review, names, why)
    better = review.final_margin.value - review.par.value
    yield Paragraph(against_par(better, review.par, names, over=last.is_over), Ink.PLAIN)
    yield Paragraph(proof_words(review), icon="check" if review.is_proven else "info")
    if record is not None:
        yield Title(_("The players"))
    for player in PLAYERS:
        yield Space(12, rules=True)
        yield Card(tuple(_player(review, names, player)))
    yield Space(6)
    if record is not None:
        yield Title(_("How it adds up"))
    if has_sum:
        yield Card(tuple(_sum(review, names)))
    if record is not None:
        yield Paragraph(_("Par is the margin if both play perfectly."))
        yield from signs_page(is_proven=review.is_proven)
        if review.moves:
            yield Title(_("The game"))
            yield Card((loss_plot(review, names),))
    yield from _turning_point(review, names)
    if review.sharpest:
        yield Space(8)
        yield Title(ngettext("The sharpest moment", "The sharpest moments", len(review.sharpest)))
        yield Card(
            tuple(
                Paragraph(
                    moment_words(move, names), Ink.PLAIN, leads_to=ToMove(move.ply, before=True)
                )
                for move in review.sharpest
            )
        )
    if record is not None:
        yield Title(_("The record"))
        note = _("Paste it into Mahjong Battle to view the game, or save it as a file.")
        yield Card((Paragraph(note), Code(record.text)))


def _walk(review: Review, names: Names, why: Mapping[int, Sequence[str]]) -> Walk:
    """Return the whole line, open at the costliest move of the person here, if there is one."""
    side = side_of(names)
    is_own = isinstance(names[side - 1], Own)
    own = [move for move in review.moves if move.player == side or not is_own]
    critical = {move.ply for player in PLAYERS for move in review.player(player).worst}
    end, last = _("The end"), review.positions[-1]
    came = ending_summary(review.ending, last, names)
    steps = [_moment(move, names, why.get(move.ply, ())) for move in review.moves]
    to = ToMove(review.moves[-1].ply + 1)
    return Walk(
        (
            *(Card(tuple(step)) for step in steps),
            Card((Title(end, leads_to=to), Board(last, (), end), Paragraph(came, Ink.PLAIN))),
        ),
        review_plots(review, names)[0],
        MoveTable(tuple(_line(move, names) for move in review.moves), names),
        max(own or review.moves, key=lambda move: (move.cost.proven, -move.ply)).ply,
        frozenset(critical | {review.turning_point or 0}),
    )


def _sum(review: Review, names: Names) -> Iterator[Block]:
    """Yield the sum that adds up, from par to the final margin."""
    side = side_of(names)
    yield Sum(_("Par"), margin_figure(review.par, side), proven=review.par.is_exact)
    for player, sign in ((side, MINUS), (other(side), "+")):
        lost, exact = review.lost[player - 1], review.is_exact_for(player)
        words = address(names[player - 1], _("{name} gave away"), _("You gave away"))
        yield Sum(words, f"{sign} {lost_figure(lost, exact=exact)}", player, exact)
    words = _("Final margin") if review.positions[-1].is_over else _(MARGIN)
    sign = "=" if review.is_proven else "≈"  # it adds up once all is proven
    number = f"{sign} {margin_figure(review.final_margin, side)}"
    yield Sum(words, number, proven=review.final_margin.is_exact, result=True)
    if not review.is_proven:
        yield Paragraph(_("The sum leaves out what is not known yet."), Ink.FAINT)
    yield Paragraph(margin_note(names), Ink.FAINT)
    for name, given in zip(names, review.positions[0].given, strict=True):
        if given:
            words = ngettext(
                "{name} was given {n} point at the start; par and margins include it.",
                "{name} was given {n} points at the start; par and margins include them.",
                given,
            )
            yield Paragraph(words.format(name=name, n=given), Ink.PLAIN, icon="info")


def margin_note(names: Names) -> str:
    """Say whose points a margin counts as more."""
    side = side_of(names)
    first, second = names[side - 1], names[other(side) - 1]
    return _("Margin: {first} minus {second}, in points.").format(
        first=label(first), second=label(second)
    )


def signs_page(*, is_proven: bool) -> Iterator[Block]:
    """Explain the signs beside moves and in the graph, those of estimates if needed."""
    words = _("−4: the move costs 4 points of the final margin. 0: there is no better one.")
    yield Paragraph(words)
    words = _("?!, ? and ?? are costly moves, from small to large; in the graph they are dots.")
    yield Paragraph(words)
    if not is_proven:
        words = _("✓ is proven. ~, ± and dashed lines are estimates. ≥ is at least, ≤ at most.")
        yield Paragraph(words)
    words = _("5m, 5p, 5s: the 5 of characters, dots and bamboo. c3: column c, third from the top.")
    yield Paragraph(words)


def _turning_point(review: Review, names: Names) -> Iterator[Block]:
    doubt = deciding_words(review)
    if words := ending_words(review, names):
        yield Space(8)
        yield Paragraph(words, Ink.PLAIN, icon="info")
    if not review.moves or review.decided_by_ending:
        return
    yield Space(8)
    if review.turning_point is None:
        yield Paragraph(doubt)
        return
    move = review.moves[review.turning_point - 1]
    yield Title(_("Turning point"))
    yield _line(move, names)
    yield Paragraph(change_words(move, names))
    if doubt:
        yield Paragraph(doubt, icon="info")
    yield from _blame(move)


def _player(review: Review, names: Names, player: Player) -> Iterator[Block]:
    summary, exact = review.player(player), review.is_exact_for(player)
    yield Title(label(names[player - 1]), given_away_words(summary.lost, exact=exact), player)
    if words := marks_words(review, player):
        yield Paragraph(words, Ink.PLAIN)
    if words := winnable_words(summary, review):
        last = summary.last_winnable
        yield Paragraph(words, leads_to=None if last is None else ToMove(last, before=True))
    if summary.worst:
        count = len(summary.worst)
        yield Paragraph(
            ngettext("The worst move", "The worst {n} moves", count).format(n=count), Ink.FAINT
        )
    for move in summary.worst:
        yield _line(move, names)
        yield from _blame(move)


def _blame(move: MoveReview) -> Iterator[Block]:
    """Yield a note if a hint was wrong about a move."""
    if move.blames_hint:
        yield Paragraph(blame_words(move), Ink.PLAIN, icon="hint")


def _line(move: MoveReview, names: Names) -> MoveLine:
    notes = (
        change_words(move, names) if move.changed_outcome else "",
        blame_words(move) if move.blames_hint else "",
    )
    return replace(
        move_line(move, names, said=move_said(move.ply, move, names), leads_to=ToMove(move.ply)),
        number=numbered(move.ply, move.player),
        changed=move.changed_outcome,
        player=move.player,
        better=_better(move),
        notes=tuple(filter(None, notes)),
    )


def _better(move: MoveReview) -> str:
    """Return the moves that keep the value if the one played did not."""
    if move.is_forced:
        return _("forced")
    if not move.cost.points:
        return ""
    named = [
        pair_words(move.position, better).replace(" ", "\u00a0")
        for better in move.best[:_MOST_BEST]
    ]
    return listed(named) + (" …" if len(move.best) > _MOST_BEST else "")


def _moment(move: MoveReview, names: Names, why: Sequence[str]) -> Iterator[Block]:
    """Yield a board with the move played and the better one, and why it is better."""
    before = move.position
    title = f"{numbered(move.ply, move.player)} {label(names[move.player - 1])}"
    cost = cost_figure(move.cost)
    yield Title(title, f"{cost} {move.mark.value}".rstrip(), move.player, ToMove(move.ply))
    best = max(move.best if move.cost.points else (), key=before.worth, default=None)
    look: Literal["played", "better", "unknown"] = "played" if move.cost.points else "better"
    look = "unknown" if move.cost.points is None else look
    shown = [MarkedPair(move.move, look, cost.replace("\u2009", ""))]
    if best is not None:
        shown.append(MarkedPair(best, "better", "0"))
    yield Board(before, tuple(shown), title)
    if move.exact:
        yield Paragraph(taken_words(move, names), Ink.BAD if move.cost.value else Ink.PLAIN)
    else:
        yield PairLine(None, move.kind, cells_words(move.move))
    if best is not None:
        yield Paragraph(best_words(move, best), Ink.GOOD)
    if move.changed_outcome:
        yield Paragraph(change_words(move, names))
    yield from _blame(move)
    if why:
        yield Paragraph(_("Why"))
        yield from (Paragraph(words, Ink.PLAIN, icon=ITEM) for words in why)


def _facts(record: Record, review: Review) -> str:
    """Describe the game: what was played, when and how long."""
    tags = record.tags
    event = shown_name(tags.get("Event", ""))
    facts = [
        _("Casual game") if event == "Casual game" else event,
        short_date_words(tags.get("Date", "")),
        _("Deal {number}").format(number=tags["Deal"]) if "Deal" in tags else "",
        moves_words(len(review.moves)),
    ]
    return " · ".join(filter(None, facts))


# --- plots ---------------------------------------------------------------------------------------


def review_plots(review: Review, names: Names) -> tuple[Plot, Plot]:
    """Return the plots of the margin and of both players' losses."""
    turn, known = review.turning_point, review.turning_point_known
    words = _("turning point") if known else _("turning point, as far as known")
    dots = [
        Dot(
            move.ply,
            move.after.value,
            move.player,
            move.mark,
            f"{numbered(move.ply, move.player)} {cost_figure(move.cost)}",
        )
        for move in review.moves
        if move.mark is not Mark.NONE
    ]
    up = side_of(names)
    above, below = (
        _("{name} ahead").format(name=_short(label(names[player - 1])))
        for player in (up, other(up))
    )
    margins = replace(
        margin_plot(review.margins, up, dots=dots),
        sides=(above, below),
        cut=turn,
        cut_words="" if turn is None else words,
        first=review.start.to_move,
    )
    return margins, loss_plot(review, names)


# --- par -----------------------------------------------------------------------------------------


def against_par(better: int, par: Bounds, names: Names, *, over: bool = True) -> str:
    """State par, and who did better than that, if known.

    `better` is by how much player 1 did better; `over` if no pair is left.
    """
    side = side_of(names)
    words, person = margin_figure(par, side), names[side - 1]
    if not par.supports(better):
        return _("Par is estimated: {par}. Who did better is not known yet.").format(par=words)
    start = (
        address(person, _("The deal gave {name} {par}."), _(YOUR_PAR), par=words)
        if isinstance(person, Own)
        else _("Par was {par}.").format(par=words)
    )
    by = about_points(abs(better), exact=par.is_exact, error=par.error)
    end = _("That is how it ended.") if over else _("So far neither player has done better.")
    if better:
        end = _("{name} did {points} better.").format(
            name=label(names[0 if better > 0 else 1]), points=by
        )
    return sentences(start, end)


# --- sentences -----------------------------------------------------------------------------------


def verdict(seen: Snapshot, names: Names) -> str:
    """Say how the game has ended, else who wins with perfect play."""
    if seen.ending is not None:
        return ending_summary(seen.ending, seen.position, names)
    return wins(seen.margin, names)


def wins(margin: Bounds, names: Names) -> str:
    """Say who wins with perfect play, and by how much where that is known."""
    winner = decided(margin)
    if winner is None:
        return _("A draw with perfect play")
    if winner is False and (margin.guess is None or margin.sign is None):
        return _("Who wins is not known yet")
    name = spoken_to(names)[winner - 1 if winner else 0 if margin.sign == 1 else 1]
    if winner is False:
        return wins_by_words(name, estimate(str(abs(margin.value)), margin.error))
    if margin.is_exact:
        return wins_by_words(name, str(abs(margin.lower)))
    return address(name, _("{name} wins"), _("You win"))


def place_words(ply: int, count: int) -> str:
    """Say after how many of the pairs of a line one is."""
    words = _("After pair {n} of {count}") if ply else _("At the start")
    return words.format(n=ply, count=count) if count else ""


def seen_words(seen: Snapshot, names: Names) -> str:
    """Say which pair of the line is next, if looking back which was taken, or how far one is.

    The pair is named where its cost is the highest, of the person's pairs if one is here.
    """
    side = next((player for player in PLAYERS if isinstance(names[player - 1], Own)), None)
    costs = {
        ply: cost.cost.points or 0
        for ply, node in enumerate(seen.line)
        if (cost := seen.costs.get(node)) is not None and side in (None, cost.player)
    }
    ply, count, most = (
        seen.place + (not seen.looks_back),
        len(seen.line) - 1,
        max(costs.values(), default=0),
    )
    if most and costs.get(ply) == most:
        words = _("Pair {n} of {count}: the one that cost most")
        return address(
            "" if side is None else names[side - 1],
            words,
            _("Pair {n} of {count}: the one that cost you most"),
            n=ply,
            count=count,
        )
    if seen.looks_back and ply:
        return _("Pair {n} of {count}").format(n=ply, count=count)
    return place_words(seen.place, count)


def verdict_notes(margin: Bounds, trivial: Bounds, side: Player = 1) -> tuple[str, ...]:
    """Say how certain the verdict is, first at length, then in short.

    `trivial` is known without a search. The figures are from the `side` of a player.
    """
    if decided(margin) is not False:
        return (_("proven"),)
    if margin.guess is None:
        return ()
    figure = margin_figure(margin, side)
    brief = _("estimated: {margin}").format(margin=figure)
    if margin.upper - margin.lower > NARROWED * (trivial.upper - trivial.lower):
        return (brief,)
    words = _("estimated: {margin}; certain: {bounds}")
    return words.format(margin=figure, bounds=interval(margin, side)), brief


def proof_words(review: Review) -> str:
    """Say from which move on everything is proven, and which moves are estimated."""
    if review.is_proven:
        return proven_words(1, len(review.moves))
    if review.is_unproven:
        return _("Nothing is proven yet, so no costs are known.")
    return _("Proven from move {number} on; earlier mistakes are not counted yet.").format(
        number=from_number(review.exact_from, len(review.moves))
    )


def marks_words(review: Review, player: Player) -> str:
    """Say how many of a player's moves have which mark: `? 2 mistakes, ?? 1 blunder`."""
    count = Counter(move.mark for move in review.moves if move.player == player)
    words = {
        Mark.INACCURACY: ngettext("{n} inaccuracy", "{n} inaccuracies", count[Mark.INACCURACY]),
        Mark.MISTAKE: ngettext("{n} mistake", "{n} mistakes", count[Mark.MISTAKE]),
        Mark.BLUNDER: ngettext("{n} blunder", "{n} blunders", count[Mark.BLUNDER]),
    }
    return listed(
        f"{mark.value}\u00a0{text.format(n=count[mark])}"
        for mark, text in words.items()
        if count[mark]
    )


def winnable_words(summary: PlayerReview, review: Review) -> str:
    """Say until when a player could have won; empty for one who could win to the end."""
    if for_player(review.final_margin.value, summary.player) > 0:
        return ""
    if not summary.winnable_known:
        return _("Until when the game could be won is not known yet.")
    if summary.last_winnable is None:
        is_faultless = review.is_exact_for(summary.player) and not summary.lost
        no_chance = _("Could not have won against perfect play.")
        return _("Made no mistake.") if is_faultless else no_chance
    return _("Could still have won before move {number}.").format(
        number=move_number(summary.last_winnable, summary.player)
    )


def move_line(
    move: MoveCost, names: Names, *, said: str, leads_to: ToMove | None = None
) -> MoveLine:
    """Return a move with its cost and the margin after it."""
    return MoveLine(
        "",
        move.kind,
        cells_words(move.move),
        cost_figure(move.cost),
        move.mark,
        move.exact,
        leads_to=leads_to,
        said=said,
        margin=margin_figure(move.after, side_of(names)),
    )


def taken_words(move: MoveCost, names: Names) -> str:
    """Say which pair was taken."""
    words = _("{name} took {tile}."), _("You took {tile}.")
    if not move.cost.value and move.exact:
        words = _("{name} took {tile}, a best pair."), _("You took {tile}, a best pair.")
    return address(names[move.player - 1], *words, tile=named(move.kind, *move.move))


def best_words(move: MoveCost, best: Move) -> str:
    """Say which pair was best in place of the one taken."""
    kind = move.position.kind_of(best)
    words = _("Best was {tile}.")
    if kind == move.kind and best != move.move:
        words = _("Best was {tile} too, but other tiles.")
    return words.format(tile=named(kind, *best))


def change_words(move: MoveCost, names: Names) -> str:
    """Say how a move changed who wins with perfect play."""
    words = (
        _("Changed the outcome: {before} → {after}.")
        if move.exact
        else _("Probably changed the outcome: {before} → {after}.")
    )
    before, after = outcome(move.before.value, names), outcome(move.after.value, names)
    return words.format(before=before, after=after)


def move_said(ply: int, move: MoveCost, names: Names) -> str:
    """Say which pair was taken, and its cost."""
    # Translators: {number} is “4.”, or “4…” for the second player's move.
    return _("{number} {name}: {pair}; cost: {cost}").format(
        number=numbered(ply, move.player),
        name=label(names[move.player - 1]),
        pair=pair_and_points(move.position, move.move),
        cost=cost_words(move.cost),
    )


def moment_words(move: MoveReview, names: Names) -> str:
    """Say how sharp a moment was, and whether the best pair was found."""
    assert move.tension is not None
    words = (
        _("Move {number}: one pair was worth {points} more than any other. {name} missed it.")
        if move.cost.value
        else _("Move {number}: one pair was worth {points} more than any other. {name} found it.")
    )
    worth = points(move.tension.lower)
    if not move.tension.is_exact:
        # Translators: “at least 4 points”.
        worth = _("at least {points}").format(points=worth)
    name, number = label(names[move.player - 1]), move_number(move.ply, move.player)
    return words.format(name=name, number=number, points=worth)


def blame_words(move: MoveCost) -> str:
    """Say that a hint was wrong about a pair, whose cost is proven."""
    return _("The hint was wrong: {pair} costs {points}.").format(
        pair=pair_words(move.position, move.move), points=cost_words(move.cost)
    )


def deciding_words(review: Review) -> str:
    """Say that no move changed who wins, or that the turning point is uncertain.

    Empty if the turning point is known.
    """
    if review.turning_point is None and review.turning_point_known:
        return _("No move changed who wins with perfect play.")
    if review.turning_point is None:
        return _("The decisive move is not known until the game is proven.")
    if not review.turning_point_known:
        return _("Whether a later move was decisive is not known until the game is proven.")
    return ""


def ending_words(review: Review, names: Names) -> str:
    """Say what ended a game while there were pairs left, and whether that decided it."""
    ending = review.cut_short
    if ending is None:
        return ""
    decided = {
        Reason.RESIGNED: _("Resigning decided it: {outcome} with perfect play from there."),
        Reason.TIME: _("The clock decided it: {outcome} with perfect play from there."),
        Reason.FORKED: _("The second version decided it: {outcome} with perfect play from there."),
    }.get(ending.reason, _("Agreeing decided it: {outcome} with perfect play from there."))
    if review.decided_by_ending is None:
        return _("Who wins with perfect play from where the game ended is not known yet.")
    if not review.decided_by_ending:
        decided = _("The result is that of perfect play from there: {outcome}.")
    return decided.format(outcome=outcome(review.final_margin.value, names))
