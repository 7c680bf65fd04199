"""The rules of a table that all surfaces share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from battle.coach.hints import HintStep
from battle.engine.client import EngineState
from battle.game.session import Seat, Session, Setup
from battle.game.setup import Series
from battle.profile.settings import Settings
from battle.rules.position import PLAYERS, Cell, Move, deal, move, position
from battle.rules.quick import quick_deal
from battle.screens.screen import do
from battle.screens.table import TableCompany, TableGame, table_again
from battle.screens.view import act
from battle.services import Services
from tests.support.engines import TwinEngine
from tests.support.pilot import bad_game
from tests.support.services import FakeServices
from tests.support.shell import FakeShell
from tools.reference import move_values


@pytest.mark.parametrize("is_wanted", [True, False])
@pytest.mark.parametrize("is_daily", [True, False])
@pytest.mark.parametrize("plays", [True, False])
@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize("is_over", [True, False])
def test_a_finished_game_with_moves_is_reviewed_for_who_played_it(
    *, is_wanted: bool, is_daily: bool, plays: bool, moves: int, is_over: bool
) -> None:
    """It is, if games are to be reviewed when they end, or it is the deal of the day."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), position("5m/5m/9s/9s 1 0-0"), None))
    if is_daily:
        session.tags["Event"] = "Deal of the day 2026-11-25"
    if moves:
        session.play(session.position.legal_moves[0])
    if is_over:
        session.resign(1)
    app = SimpleNamespace(settings=Settings(auto_review=is_wanted))
    company = TableCompany(cast("Services", app), session)
    company.plays = plays
    expected = is_over and moves > 0 and plays and (is_wanted or is_daily)
    assert company.wants_review == expected


PAIRS = position("5m1m/5m1m/9s/9s 1 0-0")
FRIENDS = (Seat("Ada"), Seat("Ben"))
WITH_SOLVER = (Seat("Ada"), Seat(solver=True))


def table(home: Path, setup: Setup, series: Series | None = None) -> TableGame:
    """Return a table whose solver says nothing."""
    shell = FakeShell(home)
    session = Session(setup, *([] if series is None else [series]), now=shell.services.now)
    return TableGame(shell, session)


def test_a_table_can_be_heard(home: Path) -> None:
    """Columns say how many tiles they have, tiles where they are, seats which player has what."""
    view = table(home, Setup(FRIENDS, position("5m1m5m/1m/9s/9s 2 1-4"), None)).view()
    assert view.board is not None
    assert view.board.columns[:2] == ("column a, 3 tiles", "column b, 1 tile")
    assert {*view.board.columns[4:]} == {""}
    assert [tile.name for tile in view.board.tiles[:3]] == [
        "5 of characters, column a, row 1, top, has 1 partner",
        "1 of characters, column a, row 2, blocked",
        "5 of characters, column a, row 3, bottom, has 1 partner",
    ]
    assert [seat.says for seat in view.seats] == [
        "Ada, player 1: 1 point",
        "Ben, player 2: 4 points",
    ]


def test_the_board_shows_the_same_cells_during_a_game(home: Path) -> None:
    """Whatever has been taken it has room for the deal, also when the game is opened again."""
    game = table(home, Setup(FRIENDS, position("5m/./9s1p/1p/3s/9s3s/./././././5m"), None))
    boards = [game.view().board]
    game.play(move("a1l1"))
    boards += [game.view().board, table_again(game.shell, game.session.text).view().board]
    assert [board and board.box for board in boards] == 3 * [(0, 0, 11, 1)]


def test_the_board_grows_where_two_outer_columns_are_empty(home: Path) -> None:
    """It grows with the next pair, so that the places of the last one are seen."""
    game, boxes = table(home, Setup(FRIENDS, position("5m/5m/1p/2s/3s/4s/4s/3s/2s/1p"), None)), []
    for pair in ("a1b1", "d1i1", "c1j1"):
        game.play(move(pair))
        board = game.view().board
        boxes.append(board and board.box)
    assert boxes == [(0, 0, 9, 0), (2, 0, 9, 0), (2, 0, 9, 0)]


def test_what_players_do_is_said(home: Path) -> None:
    """Who is to move, who waits; who wins and who loses once it is over."""
    game = table(home, Setup(WITH_SOLVER, deal(7), 7))
    assert [game.states(player) for player in PLAYERS] == [("your turn",) * 2, ("waits",) * 2]
    assert game.progress(2) is None
    game.session.resign(1)
    assert [game.states(player)[0] for player in PLAYERS] == ["loses", "wins"]


def test_what_a_hint_costs_is_said_before_it(home: Path) -> None:
    """A first one asked for shows whose circle is at stake, and counts only if asked again."""
    for start, words in ((quick_deal(36, 1), "Mo’s circle stays empty."), (PAIRS, "")):
        seats = Seat("Ada"), Seat(solver=True, level="casual")
        game = table(home, Setup(seats, start))
        do(game, act("hint"))
        assert words in game.dock.words
        assert game.help.hints.is_waiting == (not words)
        assert game.session.hints == (0, 0)
        do(game, act("hint"))
        assert game.help.hints.is_waiting


def test_analyse_says_that_it_counts_as_help(home: Path) -> None:
    """It opens at once where that costs no circle, else after a question."""
    for start, presses in ((quick_deal(36, 1), 2), (PAIRS, 1)):
        shell = FakeShell(home)
        seats = Seat("Ada"), Seat(solver=True, level="casual")
        game = TableGame(shell, Session(Setup(seats, start), now=shell.services.now))
        for _press in range(presses):
            assert not shell.asked
            do(game, act("analyse"))
        assert shell.asked[0][0] == "study_table"


def test_what_stands_below_a_name(home: Path) -> None:
    """Who began, the solver's time, the points of a series; nothing of how a level plays."""
    start = deal(7)
    assert table(home, Setup(WITH_SOLVER, start, 7)).caption(2).startswith("2 s")
    level = (Seat("Ada"), Seat(solver=True, level="novice"))
    assert table(home, Setup(level, start)).caption(2) == "moves second"
    for first in PLAYERS:
        game = table(home, Setup(FRIENDS, replace(start, to_move=first)))
        said = [game.caption(player) for player in PLAYERS]
        assert said[first - 1], said[2 - first] == ("moves first", "moves second")
    assert "118" in table(home, Setup(FRIENDS, start, 7), Series(((118, 152),))).caption(1)


def test_it_is_said_in_a_sentence_how_a_game_stands(home: Path) -> None:
    """At first how a pair is taken, that the end is near, then the result."""
    begun = table(home, Setup(FRIENDS, deal(7), 7))
    assert begun.situation == "Click a tile, then its partner."
    game = table(home, Setup(FRIENDS, position("5m5m/9s1p9s/1p")))
    assert game.situation.startswith("Last pairs: at most 3 left.")
    game.session.resign(2)
    assert game.situation == game.session.result_text


def test_the_teacher_is_switched_off_and_on_as_before(home: Path) -> None:
    """Switched on again it warns of what it warned of, at first of costly pairs."""
    game = table(home, Setup(FRIENDS, deal(7), 7))
    for mode in ("points", "off", "points"):
        do(game, act("teacher"))
        assert game.services.settings.teacher == mode
    game.services.change(teacher="result")
    for mode in ("off", "result"):
        do(game, act("teacher"))
        assert game.services.settings.teacher == mode


def test_the_teacher_waits_for_the_solver(home: Path) -> None:
    """It warns of a pair however long the solver gets ready, and again after a reload."""
    game, worst, _best = table_of_choice(home)
    shell, engine = game.shell, cast("TwinEngine", game.services.scheduler.engine)
    engine.state, engine.silent = EngineState.COMPILING, True
    game.resume()
    do(game, act("take", move=str(worst)))
    for is_again in (False, True):
        if is_again:
            engine.state, engine.silent = EngineState.COMPILING, True
            _name, _what, held = game.place
            game = table_again(shell, game.session.text, **held)
            game.resume()
        let_look(game)
        assert (game.objection, game.situation) == (None, "Getting ready …")
        engine.state, engine.silent = EngineState.READY, False
        let_look(game)
        assert game.objection is not None
        assert (game.objection.move, game.session.game.ply) == (worst, 0)


def test_a_pair_that_was_bought_is_alone_marked_until_one_is_taken(home: Path) -> None:
    """A better pair takes the place of the one held, and stays when its words are put away."""
    game, worst, best = table_of_choice(home)
    do(game, act("take", move=str(worst)))
    let_look(game)
    assert marked(game) == {"played": {*worst}}
    do(game, act("why"))
    do(game, act("better"))
    let_look(game)
    assert game.view().frames == ()
    for name in ("withdraw", "close"):
        assert marked(game) == {"hint": {*game.help.hints.pair}}
        do(game, act(name))
    assert not game.help.hints.is_open
    assert marked(game) == {"hint": {*game.help.hints.pair}}
    assert game.help.hints.pair in best
    do(game, act("take", move=str(game.help.hints.pair)))
    assert marked(game) == {}


def test_an_answer_to_a_worse_pair_than_the_hint_s_shows_that_pair_first(home: Path) -> None:
    """It is marked on the board, and the words beside it are about it, not about the best one."""
    game, _worst, best = table_of_choice(home)
    game.help.hints.climb_to(HintStep.WORTH)
    let_look(game)
    for _ in HintStep:
        do(game, act("hint"))
        let_look(game)
    worse = game.help.hints.worse
    assert worse not in best
    do(game, act("why"))
    first = game.view().frames[0]
    assert {tile.cell for tile in first.tiles if tile.mark} == {*worse}
    assert {tile.cell for tile in first.tiles if not tile.quiet} == {*worse}
    assert game.dock.words.startswith("Why not")
    assert marked(game) == {"hint": {*game.help.hints.pair}}


def marked(game: TableGame) -> dict[str, set[Cell]]:
    """Return the tiles with each mark on a board."""
    tiles = [tile for tile in game.view().board.tiles if tile.mark]
    return {mark: {t.cell for t in tiles if t.mark == mark} for mark in {t.mark for t in tiles}}


def table_of_choice(home: Path) -> tuple[TableGame, Move, list[Move]]:
    """Return a table where the teacher warns of everything, the worst pair and the best ones."""
    values = move_values(start := bad_game().start)
    shell = FakeShell(home)
    shell.services.change(teacher="points", teacher_points=1)
    seats = WITH_SOLVER if start.to_move == 1 else WITH_SOLVER[::-1]
    game = TableGame(shell, Session(Setup(seats, start), now=shell.services.now))
    worst = min(values, key=lambda pair: values[pair])
    return game, worst, [pair for pair, worth in values.items() if worth == max(values.values())]


def let_look(game: TableGame) -> None:
    """Let minutes pass at a table, and the solver say what it has to say."""
    for _ in range(20):
        cast("FakeServices", game.services).seconds += 10
        game.beat()
        game.services.scheduler.poll()


def test_a_result_is_shown_once(home: Path) -> None:
    """Whoever went back from it to the table stays there when the review has found something."""
    shell = FakeShell(home, can=frozenset())
    session = Session(Setup(FRIENDS, position("5m5m/9s1p9s/1p")), now=shell.services.now)
    game = TableGame(shell, session)
    session.resign(1)
    for _time in range(2):
        game.beat()
        assert [name for name, *_what in shell.asked] == ["result"]
        session.version += 1


def test_resigning_and_requests_are_asked_about(home: Path) -> None:
    """A question lies over the table; only its answer does what it says."""
    game = table(home, Setup(FRIENDS, position("5m5m/9s1p9s/1p")))
    do(game, act("resign"))
    assert game.sheet is not None
    do(game, game.sheet().buttons[0].do)
    assert game.session.ending is None
    do(game, act("draw"))
    assert game.sheet is not None
    assert game.sheet().title == "Ada offers a draw."
    do(game, game.sheet().buttons[0].do)
    assert game.session.pending is None
    do(game, act("resign"))
    do(game, game.sheet().main.do)  # type: ignore[misc, union-attr]
    assert game.session.ending is not None


def test_until_a_person_moves_another_opponent_is_one_press_away(home: Path) -> None:
    """Who begins is said beside it; a game in which the program alone has moved is kept."""
    start, another = position("5m5p/5p5m/9s/9s"), ["Another opponent"]
    program, person = Seat(solver=True, level="novice"), Seat("Ada")
    for seats, begins in (((person, program), "You begin"), ((program, person), "Pip begins")):
        game = table(home, Setup(seats, start))
        assert (game.dock.words, [one.words for one in game.dock.buttons]) == (begins, another)
    do(game, game.dock.buttons[0].do)
    assert isinstance(game.shell, FakeShell)
    assert game.shell.asked == [("new_game",)]
    for is_untouched in (True, False):
        game.play(game.session.position.legal_moves[0])
        assert (game.session.is_untouched, game.change is not None) == (is_untouched,) * 2
        kept, _messages = game.services.autosave.load()
        assert kept is not None
    assert game.dock.buttons == ()


def test_what_is_settled_offers_no_other_opponent(home: Path) -> None:
    """Neither does the deal of the day, nor a rematch."""
    day = table(home, Setup(WITH_SOLVER, deal(7), 7))
    day.session.tags["Event"] = "Deal of the day 2026-11-25"
    again = table(home, Setup(WITH_SOLVER, deal(7), 7), Series(((118, 152),)))
    assert (day.change, again.change) == (None, None)


def test_a_game_that_is_decided_goes_on_for_the_margin(home: Path) -> None:
    """The pair that wins says so, until both have moved again; the score goes on saying it."""
    game = table(home, Setup(FRIENDS, position("9s9s/1m1m/2p2p/1p1p 1 0-0"), None))
    said = "Ada has won; what is left decides by how much."
    seen = []
    for pair in ("a1a2", "b1b2", "c1c2"):
        game.play(move(pair))
        view = game.view()
        assert view.dock is not None
        seen.append((view.dock.words == said, view.seats[0].aim))
    assert seen == [(True, "has won"), (True, "has won"), (False, "has won")]


def test_what_is_off_says_why(home: Path) -> None:
    """A tool that does nothing now tells it when it is pressed, in place of its act."""
    game = table(home, Setup(WITH_SOLVER, deal(1), 1, no_help=True))
    buttons = [button for side in game.view().sides for button in side if button.off]
    assert [(button.words, button.target) for button in buttons] == [
        ("Take back", act("say", words="There is no move to take back.")),
        ("Hint", act("say", words="This game is played without help.")),
        ("Teacher", act("say", words="This game is played without help.")),
    ]
    shell = game.shell
    assert isinstance(shell, FakeShell)
    assert buttons[0].target is not None
    do(game, buttons[0].target)
    assert shell.said == ["There is no move to take back."]
