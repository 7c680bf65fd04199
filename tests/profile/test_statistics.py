"""What games tell of a person: results, usual loss, the level and head start that suit, turns."""

from __future__ import annotations

import dataclasses
import random
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from itertools import groupby
from random import Random
from statistics import mean

import pytest

from battle.game.session import Seat, Session, Setup
from battle.game.setup import ladder
from battle.profile.records import (
    Outcome,
    OwnGame,
    PlayedGame,
    Streaks,
    SuggestionReason,
    average_lost,
    by_level,
    head_start,
    judged,
    loss_words,
    nearest_level,
    next_beginner,
    own_games,
    streaks,
    suggest,
    tells_of_strength,
    usual_loss,
    usual_losses,
)
from battle.rules.position import Player, deal
from battle.rules.record import Ending, Reason

# -- statistics -----------------------------------------------------------------------------------

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def game(
    margin: int = 0,
    *,
    person: Player | None = 1,
    opponent: str = "club",
    lost: tuple[int, int] | None = None,
    days: float = 0,
    hints: tuple[int, int] = (0, 0),
    exact_from: int | None = None,
) -> PlayedGame:
    """Return a game played out with a margin from player 1's side."""
    return PlayedGame(
        key=f"{days} {margin}",
        ended=NOON + timedelta(days=days),
        seats=("Ada", "Solver"),
        opponent=opponent,
        start="9s/9s 1 0-0",
        points=(135 + margin, 135),
        ending=Ending(Reason.PLAYED_OUT, None if margin == 0 else 1 if margin > 0 else 2),
        person=person,
        lost=lost,
        proven=lost,
        exact_from=exact_from,
        hints=hints,
    )


def test_results_are_from_the_persons_side():
    """The second player has won when the margin is negative; an ending counts before points."""
    resigned = dataclasses.replace(game(20), ending=Ending(Reason.RESIGNED, 2))
    second, lost = own_games([game(1, person=None), game(-5, person=2, lost=(9, 4)), resigned])
    assert (second.outcome, second.margin, second.lost) == (Outcome.WON, 5, 4)
    assert (lost.outcome, lost.margin, judged([lost])) == (Outcome.LOST, 20, [])


def test_skill_is_what_par_does_not_explain():
    """Who loses by 5 on a seat that par gives −9 did better by 4; without par nothing is said."""
    lost = dataclasses.replace(game(-5), par=-9, par_exact=True)
    guessed = dataclasses.replace(lost, par_exact=False)
    assert [own.skill for own in own_games([lost, guessed, game(-5)])] == [4, None, None]
    (second,) = own_games([dataclasses.replace(lost, person=2)])
    assert second.skill == -4
    resigned = dataclasses.replace(lost, ending=Ending(Reason.RESIGNED, 2))
    assert own_games([resigned])[0].skill is None


def test_results_by_level():
    """Wins, draws, losses, margins and points lost are counted for every opponent apart."""
    games = [
        game(10, lost=(20, 9)),
        game(0, lost=(10, 9)),
        game(-4, hints=(2, 0)),
        game(-6, opponent="strong", person=2),
    ]
    club, strong = by_level(own_games(games))
    assert (club.opponent, *(club.ended(outcome) for outcome in Outcome)) == ("club", 1, 1, 1)
    assert (len(club.own), club.score, club.margin) == (3, 0.5, 2.0)
    assert average_lost(judged(club.own)) == 15.0
    assert (strong.opponent, strong.ended(Outcome.WON), strong.margin) == ("strong", 1, 6.0)
    assert average_lost(judged(strong.own)) is None
    assert by_level([]) == []


def test_streaks_of_results():
    """Runs of wins, and of games that ended alike, are as long as counting groups finds."""
    random = Random(2)
    for length in range(40):
        margins = [random.choice([5, 5, 5, 0, -5]) for _ in range(length)]
        found = streaks(own_games([game(margin) for margin in margins]), NOON)
        runs = [(margin, len(list(run))) for margin, run in groupby(margins)]
        assert found.won == max((many for margin, many in runs if margin == 5), default=0)
        if runs:
            sort = {5: Outcome.WON, 0: Outcome.DRAWN, -5: Outcome.LOST}[runs[-1][0]]
            assert (found.sort, found.current) == (sort, runs[-1][1])
    assert streaks([], NOON) == Streaks()


@pytest.mark.parametrize(
    ("days", "run", "longest"),
    [
        ([0], 1, 1),
        ([-1], 1, 1),
        ([-2], 0, 1),
        ([-5, -4, -3, -1, 0, 0], 2, 3),
        ([-3, -2, -1], 3, 3),
        ([-3, -1], 1, 1),
    ],
)
def test_days_in_a_row(days, run, longest):
    """A run of days lives on until a whole day has passed without a game."""
    found = streaks(own_games([game(1, days=day) for day in days]), NOON, UTC)
    assert (found.days, found.most_days) == (run, longest)


def test_days_are_those_of_the_persons_clock():
    """Two games either side of the person's midnight are two days there, and one elsewhere."""
    games = own_games([game(1, days=-0.1), game(1, days=0)])
    west = timezone(timedelta(hours=-11))
    assert streaks(games, NOON, UTC).days == 1
    assert streaks(games, NOON, west).days == 2


# -- usual loss -----------------------------------------------------------------------------------

START = datetime(2026, 11, 1, tzinfo=UTC)
LOSSES = {label.name: label.points or 0.0 for label in ladder()}


def played(
    number: int,
    opponent: str,
    margin: int,
    lost: int | None = None,
    *,
    exact_from: int | None = None,
    resigned_after: int = 0,
) -> OwnGame:
    """Return a game of player 1, played out or given up after so many moves."""
    reason = Reason.RESIGNED if resigned_after else Reason.PLAYED_OUT
    game = PlayedGame(
        key=str(number),
        ended=START + timedelta(hours=number),
        seats=("Ada", "Program"),
        opponent=opponent,
        start="",
        points=(135 + margin // 2, 135 - margin + margin // 2),
        ending=Ending(reason, 2 if resigned_after or margin < 0 else 1 if margin else None),
        person=1,
        lost=None if lost is None else (lost, 0),
        proven=None if lost is None else (lost, 0),
        exact_from=exact_from,
        record=moves_played(resigned_after) if resigned_after else "",
    )
    return own_games([game])[0]


@cache
def moves_played(count: int) -> str:
    """Return the record of a game that was given up after so many moves."""
    session = Session(Setup((Seat("Ada"), Seat(solver=True, level="perfect")), deal(3), 3))
    for _move in range(count):
        session.play(session.position.legal_moves[0])
    session.resign(1)
    return session.record().text


def career(loss: float, games: int, seed: int, *, proven: bool) -> list[OwnGame]:
    """Return the games of somebody who loses so many points a game, at the levels suggested."""
    lot, found = random.Random(seed), []
    for number in range(games):
        level = suggest(found).level
        own = max(0.0, lot.gauss(loss, loss / 3))
        other = max(0.0, lot.gauss(LOSSES[level], LOSSES[level] / 3))
        margin = round(other - own + lot.gauss(0, 10))
        known = round(own) if proven else round(own / 3)
        found.append(played(number, level, margin, known, exact_from=1 if proven else 30))
    return found


@pytest.mark.parametrize("proven", [True, False])
@pytest.mark.parametrize("loss", [6, 25, 50, 95])
def test_the_loss_found_is_the_loss_there_is(loss: int, *, proven: bool) -> None:
    """Over many careers the mean is right to a quarter, and the error told covers two in three."""
    found = [usual_loss(career(loss, 8, seed, proven=proven)) for seed in range(60)]
    told = [one for one in found if one is not None]
    assert len(told) == 60
    assert mean(one.points for one in told) == pytest.approx(loss, rel=0.25, abs=4)
    assert sum(abs(one.points - loss) <= one.error for one in told) >= 40


def test_the_error_gets_smaller() -> None:
    """Ten games tell more than one, and proven ones more than others."""
    one, ten = (usual_loss([played(n, "casual", 0) for n in range(count)]) for count in (1, 10))
    proven = usual_loss([played(n, "casual", 0, 32, exact_from=1) for n in range(10)])
    assert one.error > 2 * ten.error
    assert ten.error > proven.error


def test_who_gives_up_early_is_told_nothing() -> None:
    """A game given up against the strongest at move 15 leads to no level, and forgets none."""
    resigned = played(1, "perfect", -20, 12, resigned_after=15)
    assert not tells_of_strength(resigned)
    assert suggest([resigned]).level == "casual"
    assert suggest([resigned]).loss is None
    beginner = played(0, "novice", -41, 95, exact_from=1)
    assert suggest([beginner]).level == "novice"
    assert suggest([beginner, resigned]).level == "novice"


def test_how_sure_it_is_is_said() -> None:
    """The words have the points with their error, and the number of games."""
    words = loss_words(usual_loss([played(n, "casual", 0, 32, exact_from=1) for n in range(4)]))
    assert words == "In your last 4 games you lost 32\u2009±\u20098 points per game."
    assert loss_words(None) == ""


def test_the_nearest_level_is_the_one_that_loses_as_much() -> None:
    """Every level is nearest to what it loses itself."""
    assert [nearest_level(points) for points in LOSSES.values()] == list(LOSSES)


# -- level suggestion -----------------------------------------------------------------------------

NAMES = [label.name for label in ladder()]
WHOLE = str(deal(7))
PART = "..." + WHOLE[6:]


def games(text: str):
    """Return games told as `casual+ club- club= companion+`.

    A star marks help, ^ a head start, ~ a close loss, | a start with three tiles gone.
    """
    found = []
    for number, word in enumerate(text.split()):
        mark = word.rstrip("*^|")[-1]
        winner = {"+": 1, "-": 2, "~": 2, "=": None}[mark]
        found.append(
            PlayedGame(
                key=str(number),
                ended=START + timedelta(hours=number),
                seats=("Ada", "Program"),
                opponent=word.rstrip("*^|")[:-1],
                start=PART if word.endswith("|") else WHOLE,
                points={"+": (140, 130), "-": (124, 135), "~": (125, 135), "=": (135, 135)}[mark],
                ending=Ending(Reason.PLAYED_OUT, winner),
                person=1,
                hints=(3, 0) if word.endswith("*") else (0, 0),
                head_start=18 if word.endswith("^") else 0,
            )
        )
    return own_games(found)


@pytest.mark.parametrize(
    ("played", "level", "why"),
    [
        ("", "casual", SuggestionReason.NEW),
        ("friend+ solver- companion-", "casual", SuggestionReason.NEW),
        ("casual+", "casual", SuggestionReason.AGAIN),
        ("casual+ casual+", "club", SuggestionReason.WON),
        ("casual+ companion- casual+", "club", SuggestionReason.WON),
        ("casual+ casual+ club-", "club", SuggestionReason.AGAIN),
        ("casual+ club- club- club-", "casual", SuggestionReason.LOST),
        ("casual+ club- club= club- club-", "club", SuggestionReason.AGAIN),
        ("casual-", "novice", SuggestionReason.LOST),
        ("casual- novice-", "novice", SuggestionReason.LOST),
        ("casual~", "casual", SuggestionReason.AGAIN),
        ("casual~ casual~", "novice", SuggestionReason.LOST),
        ("casual~ casual-", "novice", SuggestionReason.LOST),
        ("casual+ casual- casual~", "casual", SuggestionReason.AGAIN),
        ("casual- novice+", "novice", SuggestionReason.AGAIN),
        ("casual- novice+ novice+", "casual", SuggestionReason.WON),
        ("casual+^ casual+^", "casual", SuggestionReason.NEW),
        ("casual+| casual+|", "casual", SuggestionReason.NEW),
        ("casual+ casual-| casual+", "club", SuggestionReason.WON),
        ("casual+ casual-^ casual+", "club", SuggestionReason.WON),
        ("club+ casual+", "casual", SuggestionReason.AGAIN),
        ("casual+* casual+*", "casual", SuggestionReason.AGAIN),
        ("casual+* casual+", "casual", SuggestionReason.AGAIN),
        ("casual+ casual+ casual+*", "club", SuggestionReason.WON),
        ("perfect+ perfect+", "perfect", SuggestionReason.WON),
    ],
)
def test_the_level_follows_the_results(played, level, why):
    """Two own wins lead up, three losses down, before the first win one that was not close."""
    found = suggest(games(played))
    assert (found.level, found.why) == (level, why)


def test_what_led_there_is_told():
    """The suggestion names the level it comes from and the games in a row."""
    found = suggest(games("novice+ casual+ casual+ casual+"))
    assert (found.before, found.games, found.moves_on) == ("casual", 3, True)
    assert not suggest(games("perfect+ perfect+")).moves_on


@pytest.mark.parametrize("loss", ["-", "~"])
def test_a_beginner_finds_an_opponent_within_three_games(loss):
    """Who beats the weakest level only meets it in the second game, or in the third."""
    played = ""
    for _game in range(3):
        level = suggest(games(played)).level
        played += f" {level}{'+' if level == NAMES[0] else loss}"
    assert "+" in played


# -- head start -----------------------------------------------------------------------------------


def played_of_head_start(number: int, lost: tuple[int, int] | None, **values: object) -> PlayedGame:
    """Return a game of Ada, player 1, and Ben."""
    game = {
        "key": str(number),
        "ended": NOON + timedelta(hours=number),
        "seats": ("Ada", "Ben"),
        "opponent": "friend",
        "start": "",
        "points": (140, 130),
        "ending": Ending(Reason.PLAYED_OUT, 1),
        "lost": lost,
        "exact_from": 1,
    }
    return PlayedGame(**(game | values))  # type: ignore[arg-type]


def test_the_offer_is_what_one_loses_more_than_the_other() -> None:
    """Ada loses 32 a game and Ben 14: Ada is to be 18 ahead, and Ben to be behind."""
    losses = usual_losses([played_of_head_start(1, (30, 14)), played_of_head_start(2, (34, 14))])
    assert losses == {"Ada": 32, "Ben": 14}
    assert head_start(losses["Ada"], losses["Ben"]) == 18
    assert head_start(losses["Ben"], losses["Ada"]) == -18


def test_only_whole_games_of_ones_own_count() -> None:
    """Games without a review, given up, from the middle, with help or proven in part say nothing.

    Nor do a program's moves.
    """
    resigned = Ending(Reason.RESIGNED, 2)
    games = [
        played_of_head_start(1, None),
        played_of_head_start(2, (90, 90), ending=resigned),
        played_of_head_start(3, (90, 90), hints=(1, 0)),
        played_of_head_start(4, (20, 40), person=1, opponent="casual"),
        played_of_head_start(5, (90, 90), start="5m./5p5m/.. 1 0-0"),
        played_of_head_start(6, (2, 3), exact_from=9),
    ]
    assert usual_losses(games) == {"Ada": 20}


def test_the_last_games_count() -> None:
    """Who has become better gets a smaller head start: the last ten games make the average."""
    games = [played_of_head_start(number, (100, 0)) for number in range(10)]
    games += [played_of_head_start(10 + number, (10, 0)) for number in range(10)]
    assert usual_losses(games)["Ada"] == 10


@pytest.mark.parametrize(
    ("losses", "points"), [((None, 14), 0), ((32, None), 0), ((300, 0), 60), ((0, 300), -60)]
)
def test_an_offer_knows_its_limits(losses: tuple[float | None, float | None], points: int) -> None:
    """Of somebody unknown nothing is offered, and never more than 60 points."""
    assert head_start(*losses) == points


# -- turns ----------------------------------------------------------------------------------------


def game_of_turns(
    seats: tuple[str, str], opponent: str, person: Player | None = None
) -> PlayedGame:
    """Return a finished game of two."""
    ended = datetime(2026, 5, 4, tzinfo=UTC)
    return PlayedGame("k", ended, seats, opponent, "", (0, 0), Ending(Reason.RESIGNED, 1), person)


FRIENDS = game_of_turns(("Ada", "Ben"), "friend")
TURNED = game_of_turns(("Ben", "Ada"), "friend")
OTHERS = game_of_turns(("Ada", "Cleo"), "friend")
FIRST = game_of_turns(("Ada", "Casual"), "casual", 1)
SECOND = game_of_turns(("Solver", "Ada"), "solver", 2)


@pytest.mark.parametrize(
    ("games", "opponent", "expected"),
    [
        ([], "friend", None),
        ([OTHERS, FIRST], "friend", None),
        ([FRIENDS], "friend", "second"),
        ([FRIENDS, TURNED, OTHERS, SECOND], "friend", "first"),
        ([FRIENDS], "level", None),
        ([FIRST], "level", "second"),
        ([FIRST, SECOND, TURNED], "solver", "first"),
        ([SECOND, FIRST], "level", "second"),
    ],
)
def test_the_one_begins_who_did_not_begin_the_last_game(
    games: list[PlayedGame], opponent: str, expected: str | None
) -> None:
    """Friends are distinguished by their names; the program is one at all levels."""
    assert next_beginner(games, opponent, ("Ada", "Ben")) == expected
