"""Every screen by name, for pictures of it and for tests that look at all of them.

Sample games and studies are valued without the solver: the end of a game is worked out move by
move, what comes before gets made-up estimates.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from itertools import cycle
from operator import sub
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from battle.analysis.costs import ProblemTheme, move_cost
from battle.analysis.study import Study, study_of
from battle.analysis.values import MoveInfo, Values
from battle.friend.friends import Friends
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.meeting import Invitation, Terms
from battle.friend.watching import Watcher
from battle.game.pie import Pie
from battle.game.session import Seat, Session, Setup
from battle.game.setup import Duplicate, Series, TimeControl
from battle.page.rules import rules_pages
from battle.profile.autosave import Autosave
from battle.profile.options import BY_NUMBER, DAYS, FAIR, LIVE, PASTED, GameOptions
from battle.profile.records import FRIEND, SOLVER, PlayedGame, game_of
from battle.reviews.background import TableStudy
from battle.rules.position import ALL_POINTS, Move, Player, Position, cell, deal, kind, winner_at
from battle.rules.quick import QUICK
from battle.rules.record import record
from battle.rules.tree import Ending, Node, Reason
from battle.screens.daily import Daily
from battle.screens.days import DayDeal, shared_day
from battle.screens.friend_table import company_of
from battle.screens.lesson import Lesson
from battle.screens.pie import PieHere
from battle.screens.review import Step
from battle.screens.room import InThisRoom
from battle.screens.screen import do
from battle.screens.share import shared_position
from battle.screens.trainer import Trainer
from battle.screens.view import act
from battle.storage import Places
from battle.training.deck import AddedFile, Deck, shipped_problems
from battle.training.first_game import COUNT, small_game
from battle.training.sitting import RUN, Stage
from battle.window.card_view import ViewScene, WindowShell
from battle.window.editor import EditorScene
from battle.window.exercise import TaskScene
from battle.window.files import OpenProblemsScene, report_added, save_game
from battle.window.help import HelpScene
from battle.window.result import ResultScene
from battle.window.routes import KEYS, card_scene, first_scene, task_scene
from battle.window.study import LINE, StudyScene
from battle.window.table import TableScene
from battle.window.table_panels import TeacherDialog
from tests.support.memory_channel import Meeting

if TYPE_CHECKING:
    from battle.services import Services
    from battle.window.main import App
    from battle.window.scene import Scene

_PROVEN: Final = 9
"""The number of positions at the end that are solved."""
_COSTS: Final = (0, 0, 2, 0, 0, 1, 0, 4, 0, 0, 0, 1, 8, 0, 0, 0, 3, 0, 2)


def sample_session(app: Services, plies: int, *, solver: bool = False) -> Session:
    """Return a game some moves old, always the same."""
    random = Random(plies)
    seats = (Seat("Ada"), Seat("Solver", solver=True) if solver else Seat("Benedikt"))
    session = Session(Setup(seats, deal(4711), 4711), now=app.now)
    for _ in range(plies):
        if session.ending is None:
            session.play(random.choice(session.position.legal_moves))
    return session


def sample_study(app: Services, plies: int) -> tuple[Study, Session]:
    """Return the study of a sample game, its end proven, with a branch; no solver is needed."""
    session = sample_session(app, plies)
    return studied(session), session


def studied(session: Session) -> Study:
    """Return the study of a finished sample game, with a branch, near its end."""
    study = study_of(session.game)
    line = study.line()
    costs = cycle(_COSTS)
    for node in reversed(line):
        if node.position.is_over:
            continue
        if node in line[-_PROVEN:]:
            study.values.learn(node.position, _findings(node.position))
        else:
            _estimate(study, node, next(costs))
    _try_out(study, line)
    return study


def known(session: Session) -> Study:
    """Return the study of a finished game of which everything is known, with costs as made up."""
    study, costs, best, told = study_of(session.game), cycle(_COSTS), 0, dict[object, int]()
    for node in reversed(study.line()[:-1]):
        played = next(node.main_line()).move
        assert played is not None
        value = node.position.worth(played) - best
        others = [move for move in node.position.legal_moves if move != played]
        best = value + next(costs) * bool(others)
        worths = {played: value, **dict.fromkeys(others, value - 3)} | dict.fromkeys(
            others[:1], best
        )
        for move in others:  # no more than is left; what is reached in two ways has one value
            gain, after = node.position.worth(move), node.position.play(move)
            left = 0 if after.is_over else after.points_left
            made = max(-left, min(left, gain - worths[move]))
            worths[move] = gain - told.setdefault(after.grid, made)
        best = told[node.position.grid] = max(worths.values())
        found = [MoveInfo(move, n, n, n, 1, (move,)) for move, n in worths.items()]
        study.values.learn(node.position, found)
    return study


def _try_out(study: Study, line: list[Node]) -> None:
    """Try something else a few moves before the end, and look at the place before it."""
    place = line[-_PROVEN + 1]
    study.go_to(place)
    played = [move for move in place.position.legal_moves if place.child(move) is None]
    for move in played[:1]:
        study.play(move)
        study.rename(study.node, "what if …")
        if not study.position.is_over:
            study.play(study.position.legal_moves[0])
    study.go_to(line[-1])
    study.go_to(place)


def _estimate(study: Study, node: Node, cost: int) -> None:
    """Guess that the move played after a node cost this many points."""
    played = next(node.main_line())
    assert played.move is not None
    value = study.values.of_move(node.position, played.move).guess or 0
    study.values.guess(node.position, value + cost)


def _findings(position: Position) -> list[MoveInfo]:
    found = [(move, *_worth(position, move)) for move in position.legal_moves]
    return [MoveInfo(move, value, value, value, 1, line) for move, value, line in found]


def prove_all(values: Values, position: Position) -> None:
    """Prove all moves of a position near the end, and the replies to them."""
    for place in (position, *map(position.play, position.legal_moves)):
        if not place.is_over:
            values.learn(place, _findings(place))


def costliest(values: Values, position: Position) -> Move:
    """Return the move that costs most."""
    return min(position.legal_moves, key=lambda move: values.of_move(position, move).upper)


def guessed(position: Position) -> list[MoveInfo]:
    """Return made-up estimates of all moves of a position, without any proof."""
    return [
        MoveInfo(move, -ALL_POINTS, ALL_POINTS, position.worth(move) - number % 5, 1, (move,), 3.6)
        for number, move in enumerate(position.legal_moves)
    ]


def _worth(position: Position, move: Move) -> tuple[int, tuple[Move, ...]]:
    value, line = _search(Position(position.play(move).columns))
    return position.worth(move) - value, (move, *line)


@lru_cache(maxsize=100_000)
def _search(position: Position) -> tuple[int, tuple[Move, ...]]:
    """Return the value for the player to move, and the play; points made before do not matter."""
    found = (_worth(position, move) for move in position.legal_moves)
    return max(found, key=lambda one: one[0], default=(0, ()))


# --- a sample record -----------------------------------------------------------------------------
#
# A sample record for pictures of the screens: games of a few weeks, always the same.

_COURSE: Final = (
    ("novice", 4, -6, 62),
    ("casual", 9, 0, 50),
    (FRIEND, 2, 3, 44),
    ("casual", 8, 9, 38),
    ("club", 9, -4, 31),
    ("companion", 3, 1, 28),
    (SOLVER, 2, -30, 30),
    ("club", 7, 5, 22),
)
"""Opponent, number of games, margin to expect, points lost to expect; in the order played."""


def sample_games(now: datetime) -> list[PlayedGame]:
    """Return the games of somebody who gets better, the last of them ended just before `now`."""
    random = Random(4711)
    course = [(who, margin, lost) for who, count, margin, lost in _COURSE for _ in range(count)]
    games = []
    for number, (opponent, margin, lost) in enumerate(course):
        ended = now - timedelta(hours=1 + 13 * (len(course) - 1 - number))
        games.append(_game(random, f"sample-{number}", ended, opponent, margin, lost))
    return games


def _game(
    random: Random, key: str, ended: datetime, opponent: str, margin: int, lost: int
) -> PlayedGame:
    person: Player = random.choice((1, 2))
    ahead = margin + round(random.gauss(0, 9))
    own = max(0, round(random.gauss(lost, 9)))
    others = max(0, own + ahead)
    points, losses = (132 + ahead // 2, 132 + ahead // 2 - ahead), (own, others)
    seats = ("Ada", opponent.capitalize())
    if person == 2:
        points, losses, seats = points[::-1], losses[::-1], seats[::-1]
    number, par = random.randint(1, 99_999), round(random.gauss(0, 6))
    found = None if random.random() < 0.08 else losses
    return PlayedGame(
        key=key,
        ended=ended,
        seats=seats,
        opponent=opponent,
        start=str(deal(number)),
        points=points,
        ending=Ending(Reason.PLAYED_OUT, winner_at(points[0] - points[1])),
        person=None if opponent == FRIEND else person,
        deal=number,
        par=par,
        lost=found,
        proven=found,
        exact_from=None if found is None else 1,
        hints=(2, 0) if random.random() < 0.12 and person == 1 else (0, 0),
        record=f'[Deal "{number}"]\n\n*\n',
    )


# --- the screens ---------------------------------------------------------------------------------

Maker: TypeAlias = Callable[["App"], "Scene"]
"""Makes the scene that a picture shows; it may have shown it and others below it already."""

Shown = TypeVar("Shown", bound="Scene")


def _shown(app: App, scene: Shown) -> Shown:
    """Show a scene over the others."""
    app.push(scene)
    return scene


def _analyse(app: App) -> StudyScene:
    return StudyScene(app, *sample_study(app, 200))


def _new_game(options: GameOptions, app: App) -> Scene:
    return card_scene(app, "new_game", replace(options))


def _match_settings(options: GameOptions, app: App) -> Scene:
    """Set up a game, with all that can be chosen."""
    scene = _shown(app, card_scene(app, "new_game", replace(options)))
    scene.act(act("more"))
    return app.scene


def _pie(app: App) -> ViewScene:
    options = GameOptions(names=("Ada", "Benedikt"), begins="pie", drawn=4711)
    scene = card_scene(app, "pie", options)
    assert isinstance(scene.screen, PieHere)
    scene.screen.talks.pie = Pie(scene.screen.talks.pie.start, 0)
    return scene


def _pie_seats(app: App) -> Scene:
    scene = _pie(app)
    assert isinstance(scene.screen, PieHere)
    scene.screen.talks.pie = scene.screen.talks.pie.naming(6)
    return scene


def _first_game(step: int, app: App) -> Scene:
    app.change(first_game=step)
    return task_scene(app, "first_game")


def _lesson_of(step: int, app: App) -> Scene:
    return task_scene(app, "lessons", step)


def _first_game_tried(right: bool, app: App, step: int = 4, name: str = "first_game") -> Scene:
    """Return a step of the first game after a wrong pair with its answer, or done.

    With a step in which every pair is taken it is done with the pairs that score most.
    """
    app.change(animation=False, first_game=0)
    scene = _shown(app, task_scene(app, name))
    assert isinstance(scene, TaskScene)
    assert isinstance(scene.screen, Lesson)
    scene.act(act("go_to", place=step))
    game = scene.screen.game
    is_long = right or game.step.open
    while game.stage is not Stage.OVER and (is_long or not game.moves):
        best = game.best()
        scene.take(best[0] if right else max(game.position.legal_moves, key=game.position.worth))
        if game.awaits_reply:
            game.reply()
    scene.refresh()
    return scene


def _help(app: App) -> Scene:
    app.push(TableScene(app, sample_session(app, 24)))
    return HelpScene(app, KEYS, "table")


def _rules_page(page: int, app: App) -> Scene:
    scene = card_scene(app, "rules")
    do(scene.screen, act("turn", by=page))
    return scene


def _sample_end(app: App) -> Session:
    """Return the second game of a series at its end."""
    session = sample_session(app, 200)
    session.series = Series(((118, 152),))
    session.hints = (2, 0)
    return session


def _small_game(app: App) -> Session:
    """Return the small game of the first game as it begins."""
    return small_game(GameOptions.against("novice", app.settings, (), {})).session(app.now)


def _first_game_play(app: App) -> Scene:
    app.change(teacher="points")
    return TableScene(app, _small_game(app))


def _first_game_result(app: App) -> Scene:
    """Play the small game to its end with the highest pairs."""
    session = _small_game(app)
    while session.ending is None:
        session.play(max(session.position.legal_moves, key=session.position.worth))
    return _result(app, session, studied(session))


def _result(app: App, session: Session, study: Study | None = None) -> ResultScene:
    """Return the result over its table; `study` is what is known of the game already."""
    app.push(TableScene(app, session))
    found = TableStudy(app, session, study)
    if study is not None:
        found.reviewed()
    return ResultScene(app, found)


_CASUAL: Final = (Seat("Ada"), Seat(solver=True, level="casual"))
_CLOCK: Final = Setup(_CASUAL, deal(4711), 4711, TimeControl(300, 3))


def _match() -> Session:
    """Return the second of four games of a match against a level."""
    setup = Setup((_CASUAL[1], _CASUAL[0]), deal(4711), 4711)
    return Session(setup, Series(((118, 152),), Duplicate("5a3e", (4711, 815))))


def _play_level(session: Session, app: App) -> Scene:
    """Show a game against a level, the program to move."""
    for _ in range(21):
        session.play(session.position.legal_moves[0])
    return TableScene(app, session)


def _result_match(app: App) -> Scene:
    session = _match()
    while session.ending is None:
        session.play(session.position.legal_moves[-1])
    return _result(app, session)


def _result_reviewed(app: App) -> ResultScene:
    session = _sample_end(app)
    return _result(app, session, studied(session))


def _walk(app: App, step: Step) -> Scene:
    """Show a step of the walk through the costly pairs of a game."""
    result = _result_level_reviewed(app)
    moment = result.screen.played.moment
    assert moment is not None
    app.push(result)
    scene = task_scene(app, "review", result.screen.study, moment.ply)
    assert isinstance(scene, TaskScene)
    if step != "taken":
        scene.act(act(step))
    return scene


def _walk_tried(app: App) -> Scene:
    """Show the board as it is tried, after a pair."""
    scene = _walk(app, "taken")
    assert isinstance(scene, TaskScene)
    scene.act(act("try"))
    return scene


def _result_level_reviewed(app: App) -> ResultScene:
    """Show a game against a level whose end is proven."""
    session = Session(Setup(_CASUAL, deal(4711), 4711), now=app.now)
    while session.ending is None:
        moves = sorted(session.position.legal_moves, key=session.position.worth)
        session.play(moves[-1])
    app.records.put(game_of(session, app.moment()))
    return _result(app, session, studied(session))


def _details(app: App) -> Scene:
    result = _result_level_reviewed(app)
    app.push(result)
    result.act(act("details"))
    return app.scenes.pop()


def _result_proving(app: App) -> Scene:
    result = _result_reviewed(app)
    assert result.screen.study.review is not None
    app.prover.take(result.screen.study.review)
    app.prover.update()
    return result


def _result_level(app: App) -> Scene:
    """Show a game won against a level for the second time."""
    session = Session(Setup(_CASUAL, deal(4711), 4711), now=app.now)
    while session.ending is None:
        moves = sorted(session.position.legal_moves, key=session.position.worth)
        session.play(moves[-1 if session.to_move == 1 else 0])
    for _won in range(2):
        app.records.put(game_of(session, app.moment()))
    app.pars.keep(4711, 17)
    return _result(app, session)


def _panel(name: str, app: App) -> StudyScene:
    app.change(analyse_panels=(name,))
    return _analyse(app)


def _review_proving(app: App) -> Scene:
    scene = _panel("review", app)
    scene.proofs.turn(LINE, scene.front)
    return scene


def _review_offers(app: App) -> Scene:
    """Show the end of the review's page."""
    scene = _shown(app, _panel("review", app))
    scene.sheet.scroller.scroll(10_000)
    return scene


def _lesson(app: App) -> Scene:
    study, session = sample_study(app, 200)
    names = (session.name(1), session.name(2))
    app.go("learn_from", study, names, (1, 2), study.go_to)
    scene = app.scene
    assert isinstance(scene, TaskScene)
    scene.act(act("hint"))
    return scene


def _editor_bad(app: App) -> Scene:
    scene = EditorScene(app, sample_session(app, 34).position)
    for name, tile in (("c9", "5m"), ("l1", "1p"), ("l4", "1p")):
        scene.editor.place(cell(name), kind(tile))
    scene.editor.give(1, 250)
    return scene


def _record(app: App) -> Scene:
    for game in sample_games(app.moment()):
        app.records.put(game)
    sample = sample_session(app, 24).record().text
    app.places.saves.mkdir(parents=True, exist_ok=True)
    (app.places.saves / "A game unfinished.mjb").write_text(sample, "utf-8")
    return card_scene(app, "record")


def _record_proving(app: App) -> Scene:
    scene = _record(app)
    text = _sample_end(app).record().text
    for game in app.records.games()[-3:]:
        app.records.put(replace(game, record=text))
    app.prover.prove_all(app.records.games()[-3:])
    app.prover.update()
    return scene


def _daily(app: App) -> Scene:
    """Show the deal of today after a game on it, with some weeks before it."""
    now, random = app.moment(), Random(27)
    for back in (33, 21, 20, 18, 17, 16, 12, 9, 6, 4, 3, 2, 1, 0):
        day = now.date() - timedelta(back)
        options = GameOptions("level", ("Ada", ""), level=random.choice(("casual", "club")))
        session = DayDeal(day).session(options.name(0), day if back != 12 else now.date(), app.now)
        while session.ending is None and (back != 9 or session.game.ply < 20):
            session.play(random.choice(session.position.legal_moves))
        if session.ending is None:
            session.resign(1)
        study = known(session) if back == 0 else study_of(session.game)
        session.take_in(study)
        app.proofs.keep(study)
        game, review = game_of(session, now - timedelta(back)), study.review()
        lost = review.lost if review else (random.choice((0, 4, 9, 17, 26)), 9)
        app.records.put(replace(game, lost=lost, proven=lost, exact_from=1 + (back == 1)))
    return card_scene(app, "daily")


def _result_day(app: App) -> Scene:
    """Show the result of today's deal."""
    _daily(app)
    session = Session.from_record(record(app.records.games()[-1].record), now=app.now)
    return _result(app, session, known(session))


def _share(app: App) -> Scene:
    """Show what is passed on of the deal of today."""
    scene = _daily(app)
    assert isinstance(scene, ViewScene)
    daily = scene.screen
    assert isinstance(daily, Daily)
    daily.resume()
    assert daily.game is not None
    return card_scene(app, "share", partial(shared_day, daily.game, daily.played, daily.today))


def _start_unfinished(app: App) -> Scene:
    Autosave(app.places).save(sample_session(app, 24))
    return first_scene(app)


def _start_known(app: App) -> Scene:
    """Show the start screen to somebody with games, who has today's deal to play."""
    for game in sample_games(app.moment()):
        app.records.put(game)
    return first_scene(app)


def _start_level(app: App) -> Scene:
    """Show it over a game against a level, with a deal of each of some days."""
    _daily(app)
    session = Session(Setup(_CASUAL, deal(4711), 4711), now=app.now)
    for _number in range(24):
        session.play(session.position.legal_moves[0])
    Autosave(app.places).save(session)
    return first_scene(app)


def _helped(app: App, plies: int) -> TableScene:
    """Return a game against the solver some moves before its end, whose values are known."""
    whole = sample_session(app, 200, solver=True)
    session = Session(whole.setup, now=app.now)
    for move in whole.game.moves[:-plies]:
        session.play(move)
    scene = _shown(app, TableScene(app, session))
    prove_all(scene.help.values, session.position)
    return scene


def _menu(app: App) -> Scene:
    scene = _helped(app, 10)
    scene.open_menu()
    return app.scene


def _files(app: App) -> Scene:
    scene = _helped(app, 10)
    return scene.files_dialog(scene.keys)


def _request(app: App) -> Scene:
    """Ask a player whether a move may be taken back."""
    scene = _shown(app, TableScene(app, sample_session(app, 24)))
    scene.keys["undo"]()
    scene.update(0)
    return app.scene


def _hints(steps: int, app: App) -> Scene:
    scene = _helped(app, 10)
    for _step in range(steps):
        scene.act("hint")
    return app.scene


def _teacher_facts(app: App) -> Scene:
    """Return the teacher's card while nothing is proven."""
    whole = sample_session(app, 200, solver=True)
    scene = _shown(app, TableScene(app, Session(whole.setup, now=app.now)))
    values, position = scene.help.values, scene.session.position
    values.learn(position, guessed(position))
    cost = move_cost(values, position, costliest(values, position))
    assert cost is not None
    scene.game.objection = cost
    scene.update(0)
    return _why(app.scene)


def _why(warning: Scene) -> Scene:
    """Ask the teacher why."""
    assert isinstance(warning, TeacherDialog)
    warning.answer(act("why"))
    return warning


def _review_facts(app: App) -> Scene:
    """Return a place of the game that is only estimated, in the review."""
    scene = _panel("review", app)
    scene.study.go_to(scene.study.line()[12])
    return scene


def _teacher(app: App) -> Scene:
    app.change(teacher="points")
    scene = _helped(app, 10)
    scene.take(costliest(scene.help.values, scene.session.position))
    return app.scene


def _teacher_why(app: App) -> Scene:
    return _why(_teacher(app))


def _settings_more(app: App) -> Scene:
    scene = card_scene(app, "settings")
    app.push(scene)
    scene.act(act("more"))
    return app.scenes.pop()


# --- the trainer ---------------------------------------------------------------------------------
#
# Sample decks for pictures of the trainer: problems that come with the game, some answered.

_LOST: Final = (0, 0, 4, 0, 1, 0, 0, 6, 0)
_A_DAY: Final = (4, 9, 0, 12, 7, 3, 10)


def _answered(app: App, days: int) -> None:
    """Let the person have trained on this many days up to today."""
    lost, now, problems = cycle(_LOST), app.moment(), [*shipped_problems()]
    for back, number in zip(range(days - 1, -1, -1), cycle(_A_DAY), strict=False):
        deck = Deck(app.database, partial(sub, now, timedelta(days=back)), lambda: problems)
        for _exercise in range(number):
            exercise = deck.next()
            if exercise is not None:
                move = exercise.problem.best_moves[0]
                deck.answer(exercise, next(lost), move)


def _trainer_answered(app: App, *, right: bool = False, more: bool = False) -> Scene:
    """Answer an exercise, the fourth of its run."""
    scene = _training(app)
    for place in (0, 0, 0):
        _answer(scene, place)
        scene.act(act("go_on"))
    _answer(scene, 0 if right else -1)
    if more:
        scene.keys["more"]()
    return app.scene


def _trainer_done(app: App) -> Scene:
    """Return the end of a run."""
    scene = _training(app)
    for place in (*[0] * 6, -1, *[0] * (RUN - 7)):
        assert isinstance(scene.screen, Trainer)
        if scene.screen.practice.exercise is None:  # the run had begun before
            break
        _answer(scene, place)
        scene.act(act("go_on"))
    return app.scene


def _training(app: App) -> TaskScene:
    """Return the trainer with an exercise."""
    scene = _shown(app, task_scene(app, "trainer"))
    assert isinstance(scene, TaskScene)
    return scene


def _answer(scene: TaskScene, place: int) -> None:
    """Answer with the pair at a place, of those from the best to the worst."""
    assert isinstance(scene.screen, Trainer)
    exercise = scene.screen.practice.exercise
    assert exercise is not None
    scene.take([*exercise.problem.values][place])


def _trainer_theme(app: App) -> Scene:
    """Return the trainer with the question for a theme."""
    app.change(trainer_theme="poisoned-pair")
    _training(app).act(act("theme"))
    return app.scene


def _trainer_theme_done(app: App) -> Scene:
    """Return the trainer where no exercise of the theme is left, and others are due."""
    app.change(trainer_theme="zugzwang")
    theme = ProblemTheme.ZUGZWANG
    deck = Deck(app.database, lambda: app.moment() - timedelta(days=30), shipped_problems)
    for _number in range(5):
        exercise = deck.next(ProblemTheme.ONLY_PAIR)
        if exercise is not None:
            deck.answer(exercise, 4, exercise.problem.best_moves[0])
    while (exercise := app.deck.next(theme)) is not None:
        app.deck.retire(exercise)
    return task_scene(app, "trainer")


def _add_problems(app: App) -> Scene:
    app.places.saves.mkdir(parents=True, exist_ok=True)
    for name in ("Endgames.mbp", "From the club.mbp"):
        (app.places.saves / name).write_text("", encoding="utf-8")
    scene = OpenProblemsScene(app, app.places.saves)
    scene.chosen = "Endgames.mbp"
    return scene


def _added_problems(app: App) -> Scene:
    """Return the report on a file with many bad lines."""
    app.push(task_scene(app, "trainer"))
    wrong = tuple(f"line {n}: bad problem: c2d2 has no value" for n in range(3, 12))
    report_added(app, AddedFile("From the club", 24, wrong))
    return app.scene


def _progress(app: App) -> Scene:
    _answered(app, 24)
    exercise = app.deck.next()
    if exercise is not None:
        app.deck.retire(exercise)
    return card_scene(app, "progress")


# --- games with friends --------------------------------------------------------------------------
#
# The screens of games with friends somewhere else, with friends who answer at once.

LIVE_TERMS: Final = Terms(deal(4711), 4711, control=TimeControl(600, 5))
HELP_TERMS: Final = Terms(deal(4711), 4711, help=True)
FAIR_TERMS: Final = Terms(
    deal(4713).with_given((0, 18)), host=2, control=TimeControl(600, 5), head_start=-12
)
DAYS_TERMS: Final = Terms(deal(4712), 4712, host=2, days=3)
LONG_NAME: Final = "Benedikta von der Wasserkante-Oberhausen"


class Far:
    """A friend somewhere else, with a program and a home of its own."""

    def __init__(self, app: Services) -> None:
        self.app = app
        self.meeting = Meeting()
        home = Path(tempfile.mkdtemp(prefix="friend-"))
        app.friends = Friends(
            Places.below(home / "here"), app.records, self.meeting.open, in_thread=False
        )
        self.games = FriendGames(Places.below(home / "there"), self.meeting.open)

    def meet(self, times: int = 6) -> None:
        """Let both programs take in what has come, until nothing does."""
        for _ in range(times):
            now = datetime.now(UTC)
            self.app.friends.update(now)
            self.games.update(now)

    def begun(self, agreed: Terms, name: str = "Benedikt", moves: int = 0) -> FriendGame:
        """Return a game with the friend, this many moves old."""
        mine = self.app.friends.games.invite(agreed, "Ada", broker="mqtts://broker.example")
        theirs = self.games.join(str(mine.invitation))
        self.meet()
        theirs.join(name)
        self.meet()
        for _ in range(moves):
            for game in (mine, theirs):
                session = game.session
                if session is not None and session.my_turn:
                    move = max(session.position.legal_moves, key=session.position.worth)
                    session.play(move)
                    self.meet(2)
                    break
        self.meet()
        self.theirs = theirs
        return mine


def _with_friend(app: App) -> Scene:
    Far(app)
    app.change(names=("", ""))
    return card_scene(app, "with_friend")


def _invitation(app: App) -> Scene:
    far = Far(app)
    game = app.friends.games.invite(FAIR_TERMS, "Ada", broker="mqtts://broker.example", lan=True)
    far.meet()
    return card_scene(app, "hosting", game)


class _Room(InThisRoom):
    link = (
        "http://192.168.178.23:8109/#1.AAECAwQFBgcICQoLDA0ODw.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBka"
        "GxwdHh8.bGFu.0e9Z2A"
    )


def _room(app: App, loaded: float = 1.0) -> Scene:
    app.page.share, app.page.is_busy, app.page.is_there = loaded, loaded < 1, loaded == 1
    far = Far(app)
    game = app.friends.games.invite(FAIR_TERMS, "Ada", lan=True)
    far.meet()
    return ViewScene(app, _Room(WindowShell(app), game))


def _join_line(app: App) -> Scene:
    Far(app)
    return card_scene(app, "join")


def _friend_join(name: str, agreed: Terms, app: App, *, is_withdrawn: bool = False) -> Scene:
    far = Far(app)
    theirs = far.games.invite(agreed, name, broker="mqtts://broker.example")
    far.meet()
    if is_withdrawn:
        far.games.forget(theirs.invitation.topic)
    scene = card_scene(app, "join", str(theirs.invitation))
    far.meet()
    return scene


def _friend_pie(app: App) -> Scene:
    game = Far(app).begun(Terms(deal(4711), 4711, pie="host"))
    return card_scene(app, "pie_with_friend", game)


def friend_table(app: App, game: FriendGame | Watcher) -> TableScene:
    """Return the table of the newest game with a friend, or of others."""
    assert game.session is not None
    return TableScene(app, game.session, company_of(WindowShell(app), game))


def _friend_table(name: str, moves: int, agreed: Terms, app: App) -> Scene:
    far = Far(app)
    scene = friend_table(app, far.begun(agreed, name, moves))
    far.theirs.say("Good luck!")
    far.meet()
    return scene


def _watched(app: App) -> Scene:
    far = Far(app)
    mine = far.begun(LIVE_TERMS, LONG_NAME, 7)
    watcher = app.friends.games.watch(str(mine.let_watch()))
    far.meet()
    return friend_table(app, watcher)


def _looked_for(app: App) -> Scene:
    Far(app)
    where = replace(Invitation.new("mqtts://broker.example"), watches=True)
    return card_scene(app, "look_on", str(where))


def _question(app: App) -> TableScene:
    far = Far(app)
    table = friend_table(app, far.begun(LIVE_TERMS, LONG_NAME, 5))
    session = far.theirs.session
    assert session is not None
    session.request_take_back(session.own)
    far.meet()
    return table


def _decision(app: App) -> Scene:
    table = _shown(app, _question(app))
    table.act("decide")
    return app.scenes.pop()


def _talk(app: App) -> Scene:
    far = Far(app)
    game = far.begun(LIVE_TERMS, "Benedikt", 3)
    app.push(friend_table(app, game))
    for number in range(3):
        game.say("Hello! Nice that it worked out.")
        far.theirs.say(f"Hello Ada, game {number + 1}. " + "I have been waiting for this. " * 4)
        far.meet()
    return card_scene(app, "talk", game.invitation.topic)


def _helped_result(app: App) -> Scene:
    far = Far(app)
    game = far.begun(HELP_TERMS, LONG_NAME, 9)
    for one in (game, far.theirs):
        assert one.session is not None
        one.session.note_help("analysis")
        one.session.note_help("hint")
    assert far.theirs.session is not None
    far.theirs.session.resign(far.theirs.session.own)
    far.meet()
    table = _shown(app, friend_table(app, game))
    return ResultScene(app, table.study, table.company)


def _friend_result(app: App) -> Scene:
    far = Far(app)
    game = far.begun(LIVE_TERMS, "Benedikt", 200)
    far.theirs.ask_rematch()
    far.meet()
    table = _shown(app, friend_table(app, game))
    return ResultScene(app, table.study, table.company)


def _friend_list(app: App) -> Scene:
    far = Far(app)
    app.friends.games.invite(LIVE_TERMS, "Ada", broker="mqtts://broker.example")
    far.begun(DAYS_TERMS, LONG_NAME, 2)
    far.begun(LIVE_TERMS, "Ben", 1)
    far.theirs.say("Are you there?")
    far.meet()
    far.begun(LIVE_TERMS, "Cleo", 200)
    return card_scene(app, "friends")


def _friend_start(count: int, app: App) -> Scene:
    far = Far(app)
    for number in range(count):
        far.begun(LIVE_TERMS, ("Benedikt", LONG_NAME, "Cleo")[number], number + 1)
        far.theirs.say("Are you there?")
        far.meet()
    return first_scene(app)


SCREENS: Final[dict[str, Maker]] = {
    "start": first_scene,
    "start-unfinished": _start_unfinished,
    "start-known": _start_known,
    "start-level": _start_level,
    "opening": lambda app: TableScene(app, sample_session(app, 0)),
    "play": lambda app: TableScene(app, sample_session(app, 24)),
    "new-game": partial(_new_game, GameOptions("level", ("Ada", ""))),
    "new-game-quick": partial(_new_game, GameOptions("level", tiles=QUICK, drawn=7)),
    "new-game-solver": partial(_new_game, GameOptions("solver", ("Ada", ""))),
    "new-game-friend": partial(_new_game, GameOptions(names=("Ada", ""))),
    "new-game-far": partial(_new_game, GameOptions(elsewhere=True)),
    "new-game-more": partial(
        _match_settings,
        GameOptions(
            "level", ("Ada", ""), deal_by=BY_NUMBER, number="4711", clock_minutes=10, duplicate=2
        ),
    ),
    "new-game-number": partial(_match_settings, GameOptions(deal_by=BY_NUMBER)),
    "new-game-fair": partial(
        _new_game,
        GameOptions(names=("Ada", "Benedikt"), begins="random", deal_by=FAIR, head_start=18),
    ),
    "new-game-bad": partial(
        _new_game, GameOptions("solver", deal_by=PASTED, pasted="5m5p/5p5m/9s/9x")
    ),
    "new-game-pie": partial(_match_settings, GameOptions("level", begins="pie")),
    "new-game-far-live": partial(
        _match_settings,
        GameOptions(names=("Ada", ""), elsewhere=True, timing=LIVE, clock_minutes=10, no_help=True),
    ),
    "new-game-far-days": partial(
        _match_settings, GameOptions(names=(LONG_NAME, ""), elsewhere=True, timing=DAYS)
    ),
    "pie": _pie,
    "pie-seats": _pie_seats,
    "settings": partial(card_scene, name="settings"),
    "settings-more": _settings_more,
    **{f"rules-{page + 1}": partial(_rules_page, page) for page in range(len(rules_pages()))},
    "learn": partial(card_scene, name="learn"),
    **{f"first-game-{step + 1}": partial(_first_game, step) for step in range(COUNT)},
    "first-game-wrong": partial(_first_game_tried, False),
    "first-game-right": partial(_first_game_tried, True),
    "first-game-end": partial(_first_game_tried, True, step=3),
    "first-game-play": _first_game_play,
    "first-game-result": _first_game_result,
    **{f"lesson-{step + 1}": partial(_lesson_of, step) for step in range(3)},
    "lesson-below": partial(_first_game_tried, False, step=2, name="lessons"),
    "help": _help,
    "play-level": lambda app: _play_level(_match(), app),
    "play-level-clock": lambda app: _play_level(Session(_CLOCK), app),
    "result": lambda app: _result(app, _sample_end(app)),
    "result-match": _result_match,
    "result-costly": _result_level_reviewed,
    "result-day": _result_day,
    "result-details": _details,
    "walk-taken": partial(_walk, step="taken"),
    "walk-answer": partial(_walk, step="answer"),
    "walk-better": partial(_walk, step="better"),
    "walk-tried": _walk_tried,
    "result-reviewed": _result_reviewed,
    "result-proving": _result_proving,
    "result-level": _result_level,
    "record-empty": partial(card_scene, name="record"),
    "record": _record,
    "record-proving": _record_proving,
    "daily": _daily,
    "daily-new": partial(card_scene, name="daily"),
    "daily-quick": partial(card_scene, name="daily", tiles=QUICK),
    "share": _share,
    "play-quick": lambda app: TableScene(
        app, GameOptions("level", tiles=QUICK, drawn=7).session(app.now)
    ),
    "share-position": lambda app: card_scene(
        app, "share", partial(shared_position, sample_session(app, 24).position)
    ),
    "save": lambda app: save_game(app, sample_session(app, 24)),
    "analyse": _analyse,
    "analyse-more": partial(_panel, "more"),
    "review": partial(_panel, "review"),
    "review-proving": _review_proving,
    "review-offers": _review_offers,
    "lesson": _lesson,
    "menu": _menu,
    "files": _files,
    "request": _request,
    "hints": partial(_hints, 2),
    "hints-all": partial(_hints, 5),
    "teacher": _teacher,
    "teacher-why": _teacher_why,
    "teacher-facts": _teacher_facts,
    "review-facts": _review_facts,
    "editor": lambda app: EditorScene(app, sample_session(app, 34).position),
    "editor-bad": _editor_bad,
    "export": lambda app: card_scene(app, "export", *sample_study(app, 200)),
    "trainer": lambda app: task_scene(app, "trainer"),
    "trainer-right": partial(_trainer_answered, right=True),
    "trainer-missed": _trainer_answered,
    "trainer-more": partial(_trainer_answered, more=True),
    "trainer-done": _trainer_done,
    "trainer-theme": _trainer_theme,
    "trainer-theme-done": _trainer_theme_done,
    "trainer-add": _add_problems,
    "trainer-added": _added_problems,
    "progress": _progress,
    "progress-empty": partial(card_scene, name="progress"),
    "invitation": _invitation,
    "with-friend": _with_friend,
    "room": _room,
    "room-loads": partial(_room, loaded=0.4),
    "join-line": _join_line,
    "join": partial(_friend_join, "Ada", LIVE_TERMS),
    "join-long-name": partial(_friend_join, LONG_NAME, FAIR_TERMS),
    "join-withdrawn": partial(_friend_join, LONG_NAME, LIVE_TERMS, is_withdrawn=True),
    "friend-pie": _friend_pie,
    "friend-table": partial(_friend_table, "Benedikt", 7, LIVE_TERMS),
    "friend-table-days": partial(_friend_table, LONG_NAME, 6, DAYS_TERMS),
    "watch": _looked_for,
    "watch-table": _watched,
    "friend-question": _question,
    "friend-decision": _decision,
    "friend-talk": _talk,
    "friend-result": _friend_result,
    "friend-result-helped": _helped_result,
    "friends": _friend_list,
    "start-friend": partial(_friend_start, 1),
    "start-friends": partial(_friend_start, 2),
    "start-many-friends": partial(_friend_start, 3),
}
"""Add a line for each new screen; `python -m tools.screens.screenshot` renders them all."""


def show(app: App, name: str) -> None:
    """Show a screen by its name in place of all that is shown."""
    app.scenes.clear()
    scene = SCREENS[name](app)
    if scene not in app.scenes:
        app.push(scene)
