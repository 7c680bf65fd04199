"""Files with several games."""

from __future__ import annotations

import random

import pytest

from battle.rules.deal import deal
from battle.rules.game import Game
from battle.rules.position import RulesError
from battle.rules.record import (
    Record,
    SeveralGamesError,
    all_games,
    one_game,
    record,
    texts_of_games,
)


def games(number: int, seed: int = 1) -> list[Record]:
    """Return short random games with comments that look like tags and tags that look like moves."""
    chance = random.Random(seed)
    found = []
    for one in range(1, number + 1):
        game = Game(deal(one))
        for _ply in range(chance.randint(0, 6)):
            game.play(chance.choice(game.position.legal_moves))
            game.node.comment = chance.choice(
                ["", '[First "x"]', "a\\n[Deal 3", "; (", "[%eval =3]"]
            )
        found.append(
            Record({"First": chance.choice(['{"a"}', "A; [b]", "\\\\"]), "Deal": str(one)}, game)
        )
    return found


@pytest.mark.parametrize("between", ["", "\n", "\r\n\r\n"])
def test_games_one_after_the_other_are_read_as_they_were_written(between: str) -> None:
    """Joined and taken apart again they are the same, whatever stands in comments and tags."""
    wanted = games(40)
    text = between.join(one.text for one in wanted)
    assert [record(part) for part in texts_of_games(text)] == wanted
    assert one_game(text, 7) == wanted[6]


def test_one_of_several_has_to_be_named() -> None:
    """Without a number, and with one there is none of, it is said how many games there are."""
    text = "".join(one.text for one in games(3))
    with pytest.raises(SeveralGamesError) as several:
        one_game(text)
    assert several.value.count == 3
    with pytest.raises(RulesError, match="bad number 4: the file has 3 games"):
        one_game(text, 4)


def test_a_bad_game_spoils_no_other() -> None:
    """It is told by its number; the only game of a file raises what is wrong with it."""
    texts = [one.text for one in games(3)]
    texts[1] = texts[1].replace('[Deal "2"]', "[Deal two]")
    told: list[int] = []
    found = [number for number, _one in all_games("".join(texts), lambda *bad: told.append(bad[0]))]
    assert (found, told) == ([1, 3], [2])
    with pytest.raises(RulesError, match="bad tag"):
        list(all_games(texts[1], lambda *bad: None))


def test_what_is_no_game_is_one_text() -> None:
    """So that whoever reads it says what is wrong with it."""
    for text in ("", "x", "[", "[[[", '[Deal "1"', '[Deal "1"] {never closed', "1. a1c9 [x"):
        assert texts_of_games(text) == [text]


def test_lines_that_look_like_tags_begin_a_game_that_is_none() -> None:
    """However many there are, they are one text by themselves; what is in a line stays in it."""
    one, other = (game.text for game in games(2))
    assert texts_of_games(f"{one}[x\n[y\n[z\n{other}") == [one, f"[x\n[y\n[z\n{other}"]
    assert texts_of_games(f"{one}; [x\n[y\n[z\n") == [f"{one}; [x\n", "[y\n[z\n"]


def test_a_comment_without_an_end_hides_what_follows() -> None:
    """Nothing after a brace that is never closed begins a game."""
    text = '[Deal "1"]\n\n1. a9g9 {open\n[Deal "2"]\n\n*\n'
    assert texts_of_games(text) == [text]
