"""The review of a game as one page of HTML that needs nothing else: to send to the other player.

It says who won, shows the sum from par to the result, the graph, what each player lost, the moves
that decided the game on boards, every move with its cost, what is proven, and the record itself.
Everything is written out in the page: no script, no font, no image from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from battle.analysis.ledger import USUAL, Mark, MoveReview, PlayerReview, Review, Thresholds
from battle.language import _, current, ngettext
from battle.report.graph import graph
from battle.report.markup import Markup, joined, tag
from battle.report.style import STYLE
from battle.report.svg import Shown, board_element, definitions
from battle.report.words import names_in, number_of
from battle.rules.game import Ending, Reason
from battle.rules.position import PLAYERS, Move, Player, Position, winner_at
from battle.rules.record import Record
from battle.words import endings
from battle.words.dates import short_date_words
from battle.words.insights import moment_words
from battle.words.moves import cells_words, pair_words
from battle.words.numbers import cost_figure, lost_figure, margin_words, share_words
from battle.words.plain import shown_name
from battle.words.reviews import (
    GamePar,
    against_par,
    blame_words,
    deciding_words,
    margin_note,
    sum_sign,
)

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
GENERATOR: Final = tag("meta", name="generator", content="Mahjong Battle")
"""What stands in the head of every page, and in no page of another program."""

_NOTHING: Final[Mapping[int, Sequence[str]]] = MappingProxyType({})
_MOST_BEST: Final = 3
"""Of the best moves so many are named in the list of all moves."""


def review_page(
    record: Record,
    review: Review,
    thresholds: Thresholds = USUAL,
    why: Mapping[int, Sequence[str]] = _NOTHING,
) -> str:
    """Return the review of a record's line as a page of HTML, in the language in use.

    `review` is of the moves from the record's start on; `why` has, by ply, what is to be said of
    moves that were costly, in sentences.
    """
    return _Page(record, review, thresholds, why).text


@dataclass(frozen=True)
class _Page:
    record: Record
    review: Review
    thresholds: Thresholds
    why: Mapping[int, Sequence[str]]

    # --- what everything refers to --------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, str]:
        return names_in(self.record)

    def name(self, player: Player) -> str:
        return self.names[player - 1]

    @cached_property
    def positions(self) -> list[Position]:
        """The start, and the position after each move."""
        found = [self.review.start]
        for move in self.review.moves:
            found.append(found[-1].play(move.move))
        return found

    @cached_property
    def ending(self) -> Ending | None:
        """How the line ended, None if it goes on."""
        game, last = self.record.game, self.positions[-1]
        if game.last.position == last:
            return game.ending_at(game.last)
        if not last.is_over:
            return None
        winner = winner_at(last.margin)
        return Ending(Reason.PLAYED_OUT, winner)

    def tile(self, ply: int, move: Move) -> Markup:
        """Return the tiles of a move at `ply` in small and in letters, with their cells."""
        kind = self.positions[ply - 1].kind_of(move)
        picture = "".join(f'<use href="#{name}"/>' for name in ("free", f"k{kind}"))
        svg = Markup(f'<svg class="tile" viewBox="0 0 36 51" aria-hidden="true">{picture}</svg>')
        return joined(svg, pair_words(self.positions[ply - 1], move))

    def badge(self, player: Player) -> Markup:
        return joined(tag("span", str(player), class_=f"badge player-{player}"), " ")

    # --- the page -------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        head = tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            GENERATOR,
            tag("title", f"{self.headline} · Mahjong Battle"),
            tag("style", Markup(STYLE)),
        )
        drawings = tag("svg", Markup(definitions()), width=0, height=0, style="position:absolute")
        body = tag("body", drawings, tag("main", *self.sections()))
        return f"<!DOCTYPE html>\n{tag('html', head, body, lang=current())}\n"

    def sections(self) -> Iterator[Markup]:
        yield from self.head()
        yield self.section(_("How it adds up"), self.ledger(), self.proof())
        if self.review.moves:
            drawing = graph(self.review, self.names, self.thresholds)
            card = tag("div", drawing, class_="card")
            yield self.section(_("The game"), card, *self.decided())
        players = tag("div", *map(self.player, PLAYERS), class_="two")
        yield self.section(_("The players"), players)
        if self.review.sharpest:
            yield self.section(_("The sharpest moments"), self.sharpest())
        if self.critical:
            boards = tag("div", *map(self.moment, self.critical), class_="two boards")
            yield self.section(_("The moves that counted"), boards)
        if self.review.moves:
            moves = tag("div", self.move_list(), class_="card scroll")
            yield self.section(_("Every move"), moves)
        yield self.section(_("The record"), self.record_text())

    @staticmethod
    def section(heading: str, *parts: str) -> Markup:
        return tag("section", tag("h2", heading), *parts)

    # --- headline -------------------------------------------------------------------------------

    def head(self) -> Iterator[Markup]:
        yield tag("p", "Mahjong Battle", class_="muted")
        yield tag("h1", self.headline)
        yield tag("p", " · ".join(part for part in self.facts() if part), class_="muted")
        yield tag("p", self.against_par())

    @cached_property
    def headline(self) -> str:
        """Who won and how, in one line."""
        return endings.title(self.ending, self.positions[-1], self.names)

    def facts(self) -> Iterator[str]:
        """Yield what was played, when and how long."""
        tags, count = self.record.tags, len(self.review.moves)
        event = shown_name(tags.get("Event", ""))
        yield _("Casual game") if event == "Casual game" else event
        yield short_date_words(tags.get("Date", ""))
        if "Deal" in tags:
            yield _("Deal {number}").format(number=tags["Deal"])
        yield ngettext("{n} move", "{n} moves", count).format(n=count)

    def against_par(self) -> str:
        """Return the result against par: the luck of the deal apart from the play."""
        review, over = self.review, self.positions[-1].is_over
        par = GamePar(review.par, review.par_exact, review.par_error)
        return against_par(review.final_margin - review.par, par, self.names, over=over)

    # --- the ledger -----------------------------------------------------------------------------

    def ledger(self) -> Markup:
        """Return the sum that adds up, from par to the final margin."""
        review = self.review
        lost = [
            lost_figure(points, exact=self.review.is_exact_for(player))
            for player, points in zip(PLAYERS, review.lost, strict=True)
        ]
        over = self.positions[-1].is_over
        par = margin_words(review.par, exact=review.par_exact, error=review.par_error)
        end = margin_words(review.final_margin, exact=review.end_exact, error=review.end_error)
        result = _("Final margin") if over else _("Margin with perfect play")
        rows = [
            (_("Par, the margin if both play perfectly"), par),
            (_("Points {name} lost").format(name=self.name(1)), f"− {lost[0]}"),
            (_("Points {name} lost").format(name=self.name(2)), f"+ {lost[1]}"),
            (result, f"{sum_sign(review)} {end}"),
        ]
        lines = [tag("tr", tag("td", what), tag("td", how, class_="num")) for what, how in rows]
        table = tag("table", tag("tbody", *lines), class_="sum")
        note = tag("p", tag("small", margin_note(self.names)))
        return tag("div", table, note, class_="card")

    def proof(self) -> Markup:
        """Return what is proven and what is not."""
        review = self.review
        if review.is_proven:
            words = _("Every number on this page is proven: the game was computed to its end.")
        elif review.is_unproven:
            words = _("Nothing is proven yet: only a proof would tell what a move costs.")
        else:
            words = _(
                "Proven from move {move} on. Numbers with ± and the dashed lines before it are"
                " estimates; what a move cost there only a proof would tell."
            ).format(move=review.exact_from)
        return tag("p", words, class_="muted")

    def decided(self) -> Iterator[Markup]:
        """Yield that no move turned the game, or what is not known of the one that did."""
        words = deciding_words(self.review)
        if words:
            yield tag("p", words, class_="muted decided")

    # --- the players ----------------------------------------------------------------------------

    def player(self, player: Player) -> Markup:
        """Return the card of one player."""
        summary = self.review.player(player)
        points = self.positions[-1].points[player - 1]
        head = tag("h3", self.badge(player), self.name(player), tag("span", f" · {points}"))
        rows = [joined(tag("dt", what), tag("dd", how)) for what, how in self.player_rows(summary)]
        return tag("div", head, tag("dl", *rows), class_="card")

    def player_rows(self, summary: PlayerReview) -> Iterator[tuple[str, str]]:
        exact = self.review.is_exact_for(summary.player)
        yield _("Points lost"), lost_figure(summary.lost, exact=exact)
        if summary.share is not None:
            words = _("{kept} of {n}, {share}").format(
                kept=summary.kept, n=summary.judged, share=share_words(summary.share)
            )
            yield _("Best moves, where there was a choice"), words
        if summary.worst:
            yield _("Worst moves"), tag("ul", *map(self.worst, summary.worst))
        if not self.review.is_won_by(summary.player):
            yield _("Could win until move"), self.last_winnable(summary)
        turn = self.turning_point
        if turn is not None and turn.player == summary.player:
            yield _("Turning point"), self.turn(turn)

    def worst(self, move: MoveReview) -> Markup:
        words = f"{number_of(move.ply)} {self.tile_name(move)}"
        return tag("li", self.link(move, words), joined(" ", self.cost(move)))

    def tile_name(self, move: MoveReview) -> str:
        return pair_words(self.positions[move.ply - 1], move.move)

    def link(self, move: MoveReview, words: str) -> Markup:
        return tag("a", words, href=f"#{self.anchor(move)}")

    def anchor(self, move: MoveReview) -> str:
        return f"{'moment' if move in self.critical else 'move'}-{move.ply}"

    def last_winnable(self, summary: PlayerReview) -> str:
        """Return the last move before which the player could still have won."""
        if not summary.winnable_known:
            return _("not known yet")
        ply = summary.last_winnable
        return _("never") if ply is None else number_of(ply)

    @property
    def turning_point(self) -> MoveReview | None:
        """The move with which the game turned for the last time."""
        ply = self.review.turning_point
        return None if ply is None else self.review.moves[ply - 1]

    def turn(self, move: MoveReview) -> Markup:
        words = f"{number_of(move.ply)} {self.outcomes(move)}"
        if not self.review.turning_point_known:
            words = _("{move}, as far as is known").format(move=words)
        return self.link(move, words)

    def turned(self, move: MoveReview) -> Markup:
        """Return, below a move that changed who wins, from whom to whom."""
        if not move.changed_outcome:
            return Markup("")
        return tag("div", self.outcomes(move), class_="turned")

    def blame(self, move: MoveReview) -> Markup:
        """Return, below a move that a hint had named and that lost points, whose fault it was."""
        if not move.blames_hint:
            return Markup("")
        return tag("div", blame_words(self.tile_name(move), move.told), class_="blame")

    def outcomes(self, move: MoveReview) -> str:
        """Return who wins with perfect play before a move and after it."""
        margins = self.review.margins[move.ply - 1], move.margin
        return " → ".join(endings.outcome(margin, self.names) for margin in margins)

    def sharpest(self) -> Markup:
        """Return the moments at which most hung on one pair."""
        rows = [
            tag("li", self.link(move, moment_words(move, self.names)))
            for move in self.review.sharpest
        ]
        return tag("div", tag("ul", *rows), class_="card")

    # --- the moves that counted -----------------------------------------------------------------

    @cached_property
    def critical(self) -> tuple[MoveReview, ...]:
        """The worst moves of both players and the one that turned the game, as they came."""
        found = {move.ply: move for p in PLAYERS for move in self.review.player(p).worst}
        turn = self.turning_point
        if turn is not None:
            found[turn.ply] = turn
        return tuple(found[ply] for ply in sorted(found))

    def moment(self, move: MoveReview) -> Markup:
        """Return a board with the move played and the better one."""
        before = self.positions[move.ply - 1]
        best = next((one for one in move.best if one != move.move), None)
        cost = cost_figure(move.told).replace("\u2009", "")  # a tag is narrow
        shown = [Shown(move.move, "played", cost)]
        if best is not None:
            shown.append(Shown(best, "better", "0"))
        title = f"{number_of(move.ply)} {self.name(move.player)}"
        lines = [self.told(move, move.move, "played", _("Played"), self.margin(move))]
        if best is not None:
            lines.append(self.told(move, best, "better", _("Better"), self.before(move)))
        return tag(
            "div",
            tag("h3", self.badge(move.player), f"{title} ", self.cost(move)),
            Markup(board_element(before, shown, title=title)),
            *lines,
            self.blame(move),
            *self.reasons(move),
            class_="card",
            id_=f"moment-{move.ply}",
        )

    def reasons(self, move: MoveReview) -> Iterator[Markup]:
        """Yield why a move cost what it cost."""
        sentences = self.why.get(move.ply, ())
        if sentences:
            items = (tag("li", sentence) for sentence in sentences)
            yield tag("p", _("Why"), class_="muted")
            yield tag("ul", *items, class_="why")

    def before(self, move: MoveReview) -> str:
        """Return the margin before a move."""
        review = self.review
        if move.ply == 1:
            return margin_words(review.par, exact=review.par_exact, error=review.par_error)
        return self.margin(review.moves[move.ply - 2])

    def told(self, at: MoveReview, move: Move, style: str, label: str, margin: str) -> Markup:
        """Return one line below a board: the move, and the margin it leads to."""
        key = tag("span", "", class_="key")
        led_to = _("margin {margin}").format(margin=margin)
        name = tag("span", key, label, class_=style)
        return tag("p", name, ": ", self.tile(at.ply, move), f", {led_to}")

    # --- all moves ------------------------------------------------------------------------------

    def move_list(self) -> Markup:
        """Return the table of all moves."""
        heads = [("", ""), (_("Player"), "who"), (_("Pair"), ""), (_("Points"), "num points")]
        heads += [(_("Cost"), "num"), (_("Margin"), "num"), (_("Best"), "best")]
        cells = [tag("th", words, class_=name or None) for words, name in heads]
        rows = map(self.move_row, self.review.moves)
        return tag("table", tag("thead", tag("tr", *cells)), tag("tbody", *rows), class_="moves")

    def move_row(self, move: MoveReview) -> Markup:
        before = self.positions[move.ply - 1]
        columns = [
            tag("td", number_of(move.ply), class_="num"),
            tag("td", self.badge(move.player), tag("span", self.name(move.player)), class_="who"),
            tag("td", self.tile(move.ply, move.move), class_="pair"),
            tag("td", str(before.worth(move.move)), class_="num points"),
            tag("td", self.cost(move), class_="num"),
            tag("td", self.margin(move), class_="num"),
            tag("td", self.best(move), self.turned(move), self.blame(move), class_="best"),
        ]
        return tag("tr", *columns, id_=f"move-{move.ply}")

    def margin(self, move: MoveReview) -> str:
        """Return the margin after a move."""
        return margin_words(move.margin, exact=move.margin_exact, error=move.margin_error)

    def cost(self, move: MoveReview) -> Markup:
        """Return what a move cost, with its mark; a dot for nothing."""
        if move.told.points == 0:
            return tag("span", "·")
        mark = move.mark(self.thresholds)
        words = f"{cost_figure(move.told)} {mark.value}".rstrip()
        return tag("span", words, class_="mark" if mark is not Mark.NONE else None)

    def best(self, move: MoveReview) -> str:
        """Return the moves that keep the value, as far as there is room."""
        if move.is_forced:
            return _("forced")
        if not move.told.points:
            return ""
        before = self.positions[move.ply - 1]
        named = [f"{before.kind_of(one)}\u00a0{cells_words(one)}" for one in move.best[:_MOST_BEST]]
        return ", ".join(named) + (" …" if len(move.best) > _MOST_BEST else "")

    # --- the record -----------------------------------------------------------------------------

    def record_text(self) -> Markup:
        note = _("Paste it into Mahjong Battle to look at the game, or keep it as a file.")
        return tag("div", tag("small", note), tag("pre", self.record.text), class_="card")
