"""Two hundred games with hints at random moves: none speaks against itself, all places agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from battle.analysis.costs import Mark, MoveReview, Review, move_cost, review_line
from battle.analysis.study import Snapshot, Study
from battle.analysis.values import Values
from battle.coach.hints import STEPS, move_words, reason_intro
from battle.coach.move_page import RESULT, Teacher, move_page
from battle.commands.analyse import review_text
from battle.engine.client import Query
from battle.engine.jobs import Scheduler
from battle.game.session import Seat, Session, Setup, study_of
from battle.page.blocks import MoveLine, Page, Paragraph, Sum, flat
from battle.page.review import review_page
from battle.profile.records import game_of
from battle.protocol import BestMove, Info, Limit
from battle.report.html import review_html
from battle.rules.position import Move, deal
from battle.rules.record import is_hinted
from battle.training.result_page import review_equation
from battle.window.board.tree import marked_cost
from battle.window.table.help import TableHelp
from battle.words import cost_figure, lost_figure, margin_figure
from solver.api import ALL_LINES, Solver
from solver.reviews import review
from tests.support.endgames import Truth
from tests.support.engines import FakeEngine, TwinEngine, position_of
from tests.support.pilot import bad_game

SHARES = 8
MORE = [pytest.param(share, marks=pytest.mark.slow) for share in range(1, SHARES)]


@pytest.mark.parametrize("share", [0, *MORE])
def test_endgames_with_hints(share: int) -> None:
    """160 endgames: what the engine guessed is not marked, and what is proven later is blamed."""
    truth, blamed = Truth(), 0
    for seed in range(20 * share, 20 * share + 20):
        lot = Random(seed)
        engine = TwinEngine(lot.randint(1, 4), blind=lot.random() < 0.7)
        engine.error = lot.choice((1.0, 3.0, None))
        session = Session(Setup((Seat("Ada"), Seat("Ben")), bad_game(seed % 40, 14).start))
        help = new_help(engine, session)
        hinted = play(session, help, lot, 60)
        study = study_of(session, values=help.values)
        study.to_end()
        nodes = study.line()
        for node in nodes:
            if not node.position.is_over and lot.random() < 0.4:
                study.values.learn(node.position, truth.look(lot, node.position))
        for proven in (False, True):
            for node in nodes if proven else nodes[-3:]:
                study.values.learn(node.position, truth.proof(node.position))
            made = review_line(nodes, study.values)
            if made is not None:
                blamed += check_hinted(session, hinted, made)
                check_places(study, session, made)
    assert blamed


@pytest.mark.slow
def test_whole_games_with_hints_of_the_real_engine() -> None:
    """40 games on full deals, hints after 200 nodes, reviewed with as few and then with more."""
    with Solver(1, 16, known_deals=False) as solver:
        for seed in range(40):
            lot = Random(seed)
            session = Session(Setup((Seat("Ada"), Seat("Ben")), deal(7000 + seed), 7000 + seed))
            help = new_help(QuickEngine(solver, 200), session)
            hinted = play(session, help, lot, 60)
            study = study_of(session, values=help.values)
            for nodes in (100, 500):
                made = review(session.game, solver, Limit(nodes=nodes), values=study.values)
                study.to_end()
                check_hinted(session, hinted, made)
                check_places(study, session, made)


# --- hinted games --------------------------------------------------------------------------------
#
# Games in which hints were asked for at random moves, and every place that tells of their moves.
#
# The hints are those of the table, over an engine that answers in no time: the slow twin for small
# starts, or `QuickEngine`, the real search with few nodes.

FRAMES = 12
FOLLOWS = 0.7
"""How often the pair that was hinted is played."""


_TYPED = re.compile(r"player \d  \S+ .. +(\S(?:.*?\S)?)  +(\S+(?: ± \d+)?)")
"""Cost and margin of a move in what `review` prints."""


class QuickEngine(FakeEngine):
    """The real search, with so many nodes for every question."""

    def __init__(self, solver: Solver, nodes: int) -> None:
        super().__init__()
        self._solver, self._nodes = solver, nodes

    def ask(self, query: Query) -> int:
        """Answer at once."""
        number = super().ask(query)
        found = self._solver.analyse(position_of(query), Limit(nodes=self._nodes), ALL_LINES)
        lines = [
            Info(
                id=number,
                depth=found.depth,
                rank=rank,
                value=line.value.points,
                lower=(found if rank == 1 else line).lower.points,
                upper=(found if rank == 1 else line).upper.points,
                nodes=found.nodes,
                nodes_per_second=1000,
                hashfull=1,
                time=1.0,
                pv=line.pv,
                error=line.error,
            )
            for rank, line in enumerate(found.lines, start=1)
        ]
        self.say(*lines, BestMove(number, found.lines[0].move, found.value.points, found.exact))
        return number


def play(session: Session, help: TableHelp, lot: Random, plies: int) -> dict[int, Move]:
    """Play a game with hints; return which pairs they were about, by ply."""
    hinted: dict[int, Move] = {}
    for ply in range(1, plies + 1):
        if session.ending is not None:
            break
        if lot.random() < 0.3:
            for _step in range(lot.randint(1, len(STEPS))):
                help.hints.ask()
                for _frame in range(FRAMES):
                    help.look_on()
                    help.pondering.scheduler.poll()
                    help.hints.update()
            subject = help.hints.subject
            if subject is not None:
                hinted[ply] = subject
                check_ladder(help, subject)
            help.hints.close()
            help.look_away()
        wished = hinted.get(ply)
        if wished is None or lot.random() > FOLLOWS:
            wished = lot.choice(session.position.legal_moves)
        session.play(wished)
    return hinted


def check_ladder(help: TableHelp, subject: Move) -> None:
    """No hint names its own pair as costly, nor is it marked or objected to before a proof."""
    ladder = help.hints.ladder
    assert ladder is not None
    assert help.hints.worse != subject
    assert ladder.tempting != subject
    here = help.session.position
    intro = reason_intro(here, ladder.tempting, help.values)
    assert not intro.startswith(move_words(here, subject))
    cost = move_cost(help.values, here, subject)
    assert cost is None or not (cost.cost.proven or Teacher(RESULT).objects(cost))


def check_hinted(session: Session, hinted: dict[int, Move], review: Review) -> int:
    """Check that what was hinted and played is noted, and marked only when it is proven worse.

    Returns how many hints are blamed.
    """
    blamed = 0
    for ply, node in enumerate(session.game.root.main_line(), start=1):
        assert is_hinted(node.comment) == (hinted.get(ply) == node.move)
        move = review.moves[ply - 1]
        assert move.hinted == is_hinted(node.comment)
        if move.hinted and (move.mark is not Mark.NONE or move.changed_outcome):
            assert move.cost.proven > 0
            assert not move.cost.doubt
            assert move.blames_hint
        blamed += move.blames_hint
    return blamed


def check_places(study: Study, session: Session, review: Review) -> None:
    """No two places show different numbers for one move, or for the game."""
    names = ("Ada", "Ben")
    page = re.sub(r"<svg.*?</svg>", "", review_html(session.record(), review), flags=re.DOTALL)
    rows = re.findall(r'<tr id="move-\d+">(.*?)</tr>', page, re.DOTALL)
    lines = [
        line for line in review_text(review, {}).splitlines() if re.match(r" *\d+\. player", line)
    ]
    told = review.as_dict()
    assert len(rows) == len(lines) == len(review.moves)
    for move, node in zip(review.moves, study.line()[1:], strict=True):
        study.go_to(node)
        assert node.parent is not None
        shown = {*_figures_of_move(study, move, names)}
        cells = [_text(cell) for cell in re.findall(r"<td.*?>(.*?)</td>", rows[move.ply - 1])]
        shown.add(_bare(cells[4]))
        typed = _TYPED.search(lines[move.ply - 1])
        assert typed is not None
        shown.add(_as_figure(typed[1]))
        figure = _bare(cost_figure(move.cost))
        assert shown <= {figure}, (shown, figure)
        margin = margin_figure(move.after)
        assert cells[5] == margin == margin_figure(Snapshot(study).margin)
        assert _numbers(margin) == _numbers(typed[2])
        as_dict = told["moves"][move.ply - 1]
        assert (as_dict["cost"], as_dict["margin"]) == (move.cost.value, move.after.value)
        blame = "hint was wrong"
        blocks = [*_move_page(study, move, names)]
        words = " ".join(one.words for one in blocks if isinstance(one, Paragraph))
        for place in (words, rows[move.ply - 1], lines[move.ply - 1]):
            assert (blame in place) == move.blames_hint
    _check_sums(study, session, review, page, names)


def _figures_of_move(study: Study, move: MoveReview, names: tuple[str, str]) -> Iterator[str]:
    """Yield a move's cost as tree, board and panel write it."""
    cost = study.cost(study.node)
    assert cost is not None
    assert (cost.cost, cost.mark) == (move.cost, move.mark)
    if cost.cost.points:
        yield _bare(marked_cost(cost))
    yield from (
        _bare(one.cost) for one in _move_page(study, move, names)[:2] if isinstance(one, MoveLine)
    )


def _move_page(study: Study, move: MoveReview, names: tuple[str, str]) -> Page:
    node = study.node
    return move_page(node, move.ply, study.values, names, cost=study.cost(node))


def _check_sums(
    study: Study, session: Session, review: Review, page: str, names: tuple[str, str]
) -> None:
    """Par, losses and final margin on panel, card, page and in the record are the same."""
    blocks = [*flat(review_page(review, names))]
    panel = [block.number.lstrip("−+= ") for block in blocks if isinstance(block, Sum)]
    card = review_equation(session, cast(Any, SimpleNamespace(review=review, is_complete=True)))
    losses = [
        lost_figure(lost, exact=review.is_exact_for(player))
        for player, lost in ((1, review.lost[0]), (2, review.lost[1]))
    ]
    assert list(card.numbers[1:3]) == losses == panel[1:3]
    assert [_numbers(words) for words in (card.numbers[0], card.numbers[3])] == [
        _numbers(words) for words in (panel[0], panel[3])
    ]
    for words in (card.numbers[0], *losses, card.numbers[3]):
        assert words in _text(page)
    for block in blocks:
        if isinstance(block, MoveLine) and block.number:
            move = review.moves[block.leads_to.ply - 1]
            assert (block.cost, block.mark) == (cost_figure(move.cost), move.mark)
    if session.ending is not None:
        kept = game_of(session, datetime.now(UTC)).reviewed(review)
        assert (kept.proven, kept.par) == (review.lost, review.par.value)


def _text(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip()


def _bare(words: str) -> str:
    """Return a cost without its mark; nothing and a dot are 0."""
    words = words.strip("?! ") if words.strip() != "?" else "?"
    return "0" if words in ("·", "") else words


def _as_figure(words: str) -> str:
    """Return a cost of the command line as the window writes it."""
    if words in (".", "unknown"):
        return "0" if words == "." else "?"
    if words.startswith(">="):
        return f"≤\u2009−{words[2:]}"
    return "−" + words[1:].replace(" ± ", "\u2009±\u2009")


def _numbers(words: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", words)]


def new_help(engine: FakeEngine, session: Session) -> TableHelp:
    """Return the help at a table of which nothing is known."""
    return TableHelp(Scheduler(engine), session, Values())
