"""Tests of which level is suggested to whom."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from battle.game.levels import ladder
from battle.profile.records import PlayedGame
from battle.profile.statistics import SuggestionReason, own_games, suggest
from battle.rules.deal import deal
from battle.rules.game import Ending, Reason

NAMES = [label.name for label in ladder()]
WHOLE = str(deal(7))
PART = "..." + WHOLE[6:]
START = datetime(2026, 11, 1, tzinfo=UTC)


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
