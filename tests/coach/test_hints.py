"""Hints: their ladder, asking for them, their page, and that they never deceive."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from battle import language
from battle.analysis.costs import Mark, Review, move_cost, review_line
from battle.analysis.study import study_of
from battle.analysis.values import MoveInfo, Values
from battle.coach.hints import (
    LINE_MOVES,
    STEPS,
    HintLadder,
    Hints,
    HintStep,
    hint_page,
    reason_intro,
    search_line,
)
from battle.coach.table import TableHelp
from battle.coach.teacher import RESULT, Teacher
from battle.engine.jobs import PONDER_SECONDS, Analyst, QuestionSearch, Scheduler
from battle.game.session import Seat, Session, Setup
from battle.page.blocks import Button, Paragraph, flat
from battle.page.text import news
from battle.rules.position import Move, Position, deal, move, played_down, position
from battle.rules.record import is_hinted
from battle.rules.tree import Game
from battle.words import (
    pair_in_full,
    points,
)
from tests.support.endgames import Truth
from tests.support.engines import FakeEngine, TwinEngine
from tests.support.pilot import bad_game
from tests.support.texts import check_page
from tools.reference import move_values

# -- hints ----------------------------------------------------------------------------------------

PLACE = played_down(Random(3), deal(3), 30)


@cache
def places() -> tuple[Position, ...]:
    """Return endgames with a choice."""
    random = Random(8)
    found = [played_down(random, deal(number), 16) for number in range(1, 60)]
    return tuple(place for place in found if len(set(move_values(place).values())) > 1)


def told(place: Position) -> Values:
    """Return a store that knows a position's moves."""
    values = Values()
    exact = [MoveInfo(pair, worth, worth, worth) for pair, worth in move_values(place).items()]
    values.learn(place, exact)
    return values


def guessed(place: Position, favourite: Move) -> Values:
    """Return a store that guesses one move to be the best."""
    values = Values()
    left = place.points_left
    values.learn(
        place,
        [MoveInfo(one, -left, left, int(one == favourite), 9, (one,)) for one in place.legal_moves],
    )
    return values


def best_of(place: Position) -> set[Move]:
    """Return the moves that keep the value."""
    worth = move_values(place)
    return {one for one, value in worth.items() if value == max(worth.values())}


def test_the_steps_are_about_one_best_pair() -> None:
    """Worth, columns, pair and line of a ladder all belong to one pair that keeps the value."""
    assert len(places()) > 20
    for place in places():
        ladder = HintLadder(place, told(place))
        assert (ladder.steps, ladder.next) == ((), HintStep.WORTH)
        while ladder.climb():
            pass
        assert (ladder.steps, ladder.next) == (STEPS, None)
        assert ladder.move in best_of(place)
        assert set(ladder.columns) == {cell.column for cell in ladder.move}
        assert ladder.line[0] == ladder.move
        assert len(ladder.line) <= LINE_MOVES
        assert ladder.is_proven
        assert ladder.others == len(best_of(place)) - 1


def test_nothing_is_told_before_a_pair_is_known() -> None:
    """Without a value of any move no step is taken."""
    ladder = HintLadder(PLACE, Values())
    assert not ladder.climb()
    assert (ladder.steps, ladder.move, ladder.line, ladder.columns) == ((), None, (), ())
    assert (ladder.is_proven, ladder.others, ladder.tempting) == (False, None, None)


def test_the_pair_stays_while_estimates_change() -> None:
    """A later estimate does not change what the hints are about."""
    first, other = PLACE.legal_moves[:2]
    values, left = guessed(PLACE, first), PLACE.points_left
    ladder = HintLadder(PLACE, values)
    ladder.climb()
    later = [MoveInfo(one, -left, left, 7 * (one == other), 99) for one in PLACE.legal_moves]
    values.learn(PLACE, later)
    assert values.best_moves(PLACE) == (other,)
    assert ladder.climb()
    assert (ladder.move, bool(ladder.given_up), ladder.is_proven) == (first, False, False)


@pytest.mark.parametrize("place", places()[:12])
def test_a_refuted_pair_is_corrected(place: Position) -> None:
    """A pair that is proven to lose points gives way to a best one; the steps stay taken."""
    worth = move_values(place)
    wrong = min(worth, key=lambda one: worth[one])
    values = guessed(place, wrong)
    ladder = HintLadder(place, values)
    ladder.climb()
    assert ladder.move == wrong
    assert not ladder.correct()
    values.learn(place, [MoveInfo(one, value, value, value) for one, value in worth.items()])
    assert ladder.correct()
    assert ladder.move in best_of(place)
    assert (bool(ladder.given_up), ladder.steps, ladder.is_proven) == (
        True,
        (HintStep.WORTH,),
        True,
    )


def test_the_tempting_pair_is_the_highest_that_loses() -> None:
    """What is warned of is the highest pair that does not keep the value, if any does not."""
    for place in places():
        costly = set(place.legal_moves) - best_of(place)
        tempting = HintLadder(place, told(place)).tempting
        assert tempting in costly
        assert place.worth(tempting) == max(map(place.worth, costly))
    same = position("1m1m/1s1s")
    assert HintLadder(same, told(same)).tempting is None


def foreseen(place: Position, engine: TwinEngine) -> tuple[HintLadder, QuestionSearch, Analyst]:
    """Return a ladder of a position whose best pair alone is known, and what looks further."""
    values = told(place)
    ladder = HintLadder(place, values)
    ladder.climb()
    analyst = Analyst(Scheduler(engine), Game(place), values)
    analyst.on = False
    return ladder, search_line(analyst, place, lambda: ladder.line, LINE_MOVES), analyst


def test_the_line_is_found_move_by_move() -> None:
    """The line grows until it is as long as asked for or the game is over; all moves are best."""
    for place in places()[:6]:
        ladder, foresight, analyst = foreseen(place, TwinEngine())
        for _frame in range(200):
            analyst.scheduler.poll()
        assert foresight.is_done
        end = place
        for one in ladder.line:
            assert one in best_of(end)
            end = end.play(one)
        assert len(ladder.line) == LINE_MOVES or end.is_over


# -- asking hints ---------------------------------------------------------------------------------


@pytest.fixture
def engine() -> TwinEngine:
    """Return an engine that proves everything."""
    return TwinEngine()


@pytest.fixture
def help(engine: TwinEngine) -> TableHelp:
    """Return the help in an endgame between friends."""
    setup = Setup((Seat("Ada"), Seat("Ben")), bad_game(1).start)
    return TableHelp(Scheduler(engine), Session(setup), Values())


def let_look(help: TableHelp, frames: int = 20) -> Hints:
    """Let the engine look for some frames; return the hints."""
    for _ in range(frames):
        help.look_on()
        help.pondering.scheduler.poll()
        help.hints.update()
    return help.hints


def test_each_step_grows_the_version(help: TableHelp) -> None:
    """Whoever shows the hints sees by the version that there is more; after the last no more."""
    for number, step in enumerate(STEPS, 1):
        before = help.hints.version
        assert help.hints.ask()
        hints = let_look(help)
        assert hints.version > before
        assert hints.ladder.steps[-1] is step
        assert hints.used == number
    assert not help.hints.ask()


def test_columns_are_lit_until_the_pair_is_shown(help: TableHelp) -> None:
    """The second step lights columns, the third shows a best pair instead."""
    help.hints.climb_to(HintStep.WORTH)
    seen = []
    for _ in range(3):
        help.hints.ask()
        hints = let_look(help)
        seen.append((bool(hints.columns), hints.pair is not None))
    assert seen == [(False, False), (True, False), (False, True)]
    values = move_values(help.session.position)
    assert values[help.hints.pair] == max(values.values())


def test_closed_hints_are_told_again_for_nothing(help: TableHelp) -> None:
    """What was told at a position costs nothing a second time."""
    help.hints.ask()
    let_look(help)
    help.hints.close()
    assert (help.hints.is_open, help.hints.ladder) == (False, None)
    assert help.hints.ask()
    assert help.hints.is_open
    assert (help.hints.is_waiting, help.hints.used) == (False, 1)


def test_the_steps_in_between_are_counted_once(help: TableHelp) -> None:
    """The pair costs three hints, those that were asked for before among them."""
    help.hints.ask()
    let_look(help)
    assert help.hints.used == 1
    assert help.hints.climb_to(HintStep.PAIR)
    assert help.hints.used == 3


def test_hints_of_another_position_or_a_game_that_is_over_are_outdated(help: TableHelp) -> None:
    """After a move or the end the open hints are not of the table; without values there are none.

    Their pair is not told there.
    """
    assert not help.hints.climb_to(HintStep.PAIR)
    assert help.hints.used == 0
    help.hints.ask()
    let_look(help)
    assert not help.hints.is_outdated
    assert help.hints.subject is not None
    help.session.play(help.session.position.legal_moves[0])
    assert (help.hints.is_outdated, help.hints.subject) == (True, None)
    help.hints.close()
    help.hints.ask()
    assert not let_look(help).is_outdated
    help.session.resign(1)
    assert help.hints.is_outdated


def test_a_step_is_waited_for_until_the_solver_is_back(help: TableHelp, engine: TwinEngine) -> None:
    """What was asked for stays so while the solver has failed; asking again starts it."""
    engine.silent = True
    help.hints.ask()
    let_look(help, 1)
    engine.fail("it broke")
    let_look(help, 1)
    assert (help.hints.is_waiting, help.pondering.scheduler.failure) == (True, "it broke")
    engine.silent, started = False, engine.started
    help.hints.ask()
    assert engine.started == started + 1
    assert not let_look(help).is_waiting


# -- hint page ------------------------------------------------------------------------------------

PLACE_OF_HINT_PAGE = position("5m5p/5p5m/9s/9s")


def climbed(place: Position, steps: int) -> Hints:
    """Return the hints of a game at `place` after some steps, with an engine that knows all."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), place))
    pondering = Analyst(Scheduler(TwinEngine()), session.game, Values())
    hints = Hints(session, pondering)
    for _step in range(steps):
        assert hints.ask()
        for _frame in range(200):
            pondering.analyse(place, PONDER_SECONDS)
            pondering.scheduler.poll()
            hints.update()
    return hints


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("steps", [1, len(STEPS)])
def test_the_whole_page(code: str, steps: int) -> None:
    """The page reads as approved after the first step and after the last."""
    language.use(code)
    check_page(
        f"hints-{steps}-{code}", hint_page(climbed(bad_game(1).start, steps), ("Ada", "Ben"))
    )


def test_a_step_that_is_awaited() -> None:
    """Before the engine has looked the page says that it does, and offers nothing."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), PLACE_OF_HINT_PAGE))
    hints = Hints(session, Analyst(Scheduler(TwinEngine(silent=True)), session.game, Values()))
    assert hint_page(hints, session.names) == ()
    hints.ask()
    page = hint_page(hints, session.names)
    assert "Looking for a good pair …" in [getattr(block, "words", "") for block in page]
    assert not any(isinstance(block, Button) for block in page)


def test_the_reason_begins_with_what_a_pair_costs() -> None:
    """The cost is that of the slow twin; where no pair is known to cost anything that is said."""
    found, values = move_values(PLACE_OF_HINT_PAGE), told(PLACE_OF_HINT_PAGE)
    worst: Move = min(found, key=lambda one: found[one])
    best: Move = max(found, key=lambda one: found[one])
    cost = found[best] - found[worst]
    words = reason_intro(PLACE_OF_HINT_PAGE, worst, values)
    assert words == f"{pair_in_full(PLACE_OF_HINT_PAGE, worst)} costs {points(cost)}."
    assert cost > 0
    none = "Which pairs are worse is not known yet."
    for one in (None, move("a1b2"), best):
        assert reason_intro(PLACE_OF_HINT_PAGE, one, Values()) == none


@pytest.mark.parametrize("text", ["1m1m/1s1s", "3p3p"])
def test_where_no_pair_is_worse_there_is_no_reason(text: str) -> None:
    """The page says that no pair is worse after the line, at the latest; no hint is counted."""
    place, words = position(text), "No pair is worse than another."
    assert reason_intro(place, None, told(place)) == words
    hints = climbed(place, len(STEPS) - 1)
    page = hint_page(hints, ("Ada", "Ben"))
    assert [block.words for block in flat(page) if isinstance(block, Paragraph)].count(words) == 1
    assert not any(isinstance(block, Button) for block in page)
    assert (hints.ask(), hints.used) == (False, len(STEPS) - 1)


def test_a_line_that_has_changed_is_printed_whole() -> None:
    """Where the expected play is another one its heading and all its pairs are news."""
    pair, left = PLACE.legal_moves[0], PLACE.points_left
    reply, values = PLACE.play(pair).legal_moves[0], guessed(PLACE, pair)
    session = Session(Setup((Seat("Ada"), Seat("Ben")), PLACE))
    hints = Hints(session, Analyst(Scheduler(TwinEngine(silent=True)), session.game, values))
    assert hints.climb_to(HintStep.LINE)
    before = hint_page(hints, session.names)
    values.learn(PLACE, [MoveInfo(pair, -left, left, 1, 99, (pair, reply))])
    heading, first, second, _looking = news(before, hint_page(hints, session.names))
    assert heading == "Expected play:"
    assert (first[:9], second[:9]) == ("Ben takes", "Ada takes")


# -- pondering ------------------------------------------------------------------------------------

PLACE_OF_PONDERING = played_down(Random(5), deal(5), 14)


def table(engine: TwinEngine, start: Position = PLACE_OF_PONDERING) -> tuple[Session, Analyst]:
    """Return a game from an endgame and the watch at it."""
    session = Session(Setup((Seat("Ada"), Seat("", solver=True)), start))
    return session, Analyst(Scheduler(engine), session.game, Values())


def run(watch: Analyst, frames: int = 50) -> None:
    """Let frames pass."""
    for _ in range(frames):
        watch.scheduler.poll()


def spent_on(analyst: Analyst) -> float:
    """Return the engine's seconds for the position in front."""
    return analyst._front.spent


def test_it_counts_the_engines_seconds() -> None:
    """A look that proves nothing is long enough after so many seconds of the engine."""
    session, watch = table(TwinEngine(reports=400, blind=True))
    watch.analyse(session.position, PONDER_SECONDS)
    run(watch, 4)
    assert 0.0 < spent_on(watch) < 3.0
    assert watch.has_analysed(PLACE_OF_PONDERING, 0.0)
    assert not watch.has_analysed(PLACE_OF_PONDERING, 3.0)
    run(watch, 20)
    assert watch.has_analysed(PLACE_OF_PONDERING, 3.0)


def test_it_does_not_look_for_ever() -> None:
    """The engine is asked for no more than the longest time, also when it was interrupted."""
    engine = TwinEngine(reports=10_000, blind=True)
    session, watch = table(engine)
    watch.analyse(session.position, PONDER_SECONDS)
    run(watch, 40)
    spent = spent_on(watch)
    watch.analyse(None)
    watch.analyse(session.position, PONDER_SECONDS)
    run(watch, 1)
    limits = [question.limit.time for question in engine.queries]
    assert limits[0] == PONDER_SECONDS
    assert limits[1] <= PONDER_SECONDS - spent + 0.01


def test_it_looks_at_nothing_when_told_so() -> None:
    """Without a position, and at a game that is over, the engine is left alone."""
    engine = TwinEngine()
    _session, watch = table(engine)
    watch.analyse(None)
    run(watch)
    over = PLACE_OF_PONDERING
    while not over.is_over:
        over = over.play(over.legal_moves[0])
    watch.analyse(over, PONDER_SECONDS)
    run(watch)
    assert engine.queries == []


# --- hinted games ---------------------------------------------------------------------------------
#
# Two hundred games with hints at random moves: none speaks against itself, all places agree.


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
        study = study_of(session.game, values=help.values)
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
    assert blamed


# --- hinted games --------------------------------------------------------------------------------
#
# Games in which hints were asked for at random moves, and what their review says of them.
#
# The hints are those of the table, over an engine that answers in no time: the slow twin for small
# starts, or `QuickEngine`, the real search with few nodes.

FRAMES = 12
FOLLOWS = 0.7
"""How often the pair that was hinted is played."""


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
    assert help.hints.worse != subject
    assert ladder.tempting != subject
    here = help.session.position
    intro = reason_intro(here, ladder.tempting, help.values)
    assert not intro.startswith(pair_in_full(here, subject))
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
            assert move.blames_hint
        blamed += move.blames_hint
    return blamed


def new_help(engine: FakeEngine, session: Session) -> TableHelp:
    """Return the help at a table of which nothing is known."""
    return TableHelp(Scheduler(engine), session, Values())
