"""Links: what is written is read again, and nothing else is read."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.friend.meeting import Invitation, invitation
from battle.rules.links import (
    Today,
    bare_deal,
    deal_link,
    game_link,
    held_in,
    is_link,
    position_link,
    topic_in,
)
from battle.rules.position import ALL_TILES, LAST_DEAL, Position, RulesError
from battle.rules.quick import QUICK
from battle.rules.record import Record, SeveralGamesError
from battle.rules.tree import Game


def game_of(number: int, choices: list[int]) -> Game:
    """Return a game on a deal, each move chosen by a number."""
    game = Game(Position.of_deal(number))
    for choice in choices:
        if moves := game.position.legal_moves:
            game.play(moves[choice % len(moves)])
    return game


@given(st.integers(1, LAST_DEAL), st.lists(st.integers(0, 999), max_size=54), st.text())
def test_links_are_read_as_they_were_written(number: int, choices: list[int], name: str) -> None:
    """A position, a game and a deal are the same after a way through a link, whatever its page."""
    game = game_of(number, choices)
    record = Record({"First": "".join(filter(str.isprintable, name))}, game)
    for page in ("", "https://example.org/a/", "http://127.0.0.1:8000/"):
        assert held_in(page + position_link(game.position)) == game.position
        assert held_in(page + game_link(record)) == record
        found = held_in(page + deal_link(number))
        assert isinstance(found, Record)
        assert found.game.start == Position.of_deal(number)
    assert game_link(record).isascii()


PAGE = "https://example.org/play/"


def mailed(text: str, width: int = 72) -> str:
    """Return a text as a mail program quotes it, its long lines broken anywhere."""
    lines = [
        line[at : at + width] for line in text.split("\n") for at in range(0, len(line), width)
    ]
    return "\n".join(f"> {line}" for line in lines)


def around(link: str) -> list[str]:
    """Return texts with a link as people pass it on."""
    sent = f"Mahjong Battle 23 Nov · won 140:130\n🟩🟩🟨⬜🟥\n{link}"
    signed = f"Hi Ben,\n{sent}\n\nBye\nAnna\n-- \n12"
    ways = [sent, signed, mailed(sent), mailed(signed), mailed(mailed(signed)), f"look <{link}>."]
    return [
        *ways,
        f"({link})",
        f"[look]({link})",
        f"{link}\r\nAnna",
        f"  {link}  \n",
        f"\ufeff{link}",
    ]


@given(st.integers(1, LAST_DEAL), st.lists(st.integers(0, 999), max_size=54))
def test_links_are_found_in_any_text(number: int, choices: list[int]) -> None:
    """A title above, words beside, brackets, quotes and line breaks of mails change nothing."""
    game = game_of(number, choices)
    record = Record({"First": "Ada", "Second": "Ben"}, game)
    for text in around(PAGE + position_link(game.position)):
        assert held_in(text) == game.position, text
        assert is_link(text)
    for text in around(PAGE + game_link(record)):
        assert held_in(text) == record, text
    for text in around(f"{PAGE}#deal={number}"):
        found = held_in(text)
        assert isinstance(found, Record)
        assert bare_deal(found) == number, text


@pytest.mark.parametrize(("link", "tiles"), [("#day", ALL_TILES), ("#quick", QUICK)])
def test_links_to_a_deal_of_the_day_are_links(link: str, tiles: int) -> None:
    """Alone or with a page in any text; a word in a text that looks like one is none."""
    for text in (link, f" {link}\n", *around(PAGE + link)):
        assert held_in(text) == Today(tiles), text
    for text in (f"have a nice {link}", f"{PAGE}{link}light", f"{PAGE}{link}-1"):
        assert not is_link(text)
        with pytest.raises(RulesError, match="expected a link"):
            held_in(text)


@pytest.mark.parametrize("tiles", [ALL_TILES, QUICK])
@pytest.mark.parametrize("told", [(), (12,), (0, "Anna"), (345, "Jürgen"), (7, "王小明")])
def test_a_link_tells_of_which_day_a_deal_is_and_who_gave_away_how_much(
    tiles: int, told: tuple[Any, ...]
) -> None:
    """As it was written, in any text; a long name is left out, a day that is none with all else."""
    today = Today(tiles, date(2026, 2, 28), *told)
    for text in around(PAGE + today.link):
        assert held_in(text) == today, text
    assert held_in(today._replace(name="Maximiliane Müller").link) == today._replace(name="")
    assert held_in(PAGE + today.link.replace("0228", "0230")) == Today(tiles)


def test_what_a_text_is_comes_before_what_it_mentions() -> None:
    """A record with a link in it is that record, a bad one is refused; so are several games."""
    link = f"{PAGE}#deal=7"
    record = f'[Site "{link}"]\n[Deal "5"]\n\n*\n'
    found = held_in(record)
    assert isinstance(found, Record)
    assert found.tags["Deal"] == "5"
    with pytest.raises(RulesError, match="tag"):
        held_in(record.replace("[Deal", "[Site"))
    with pytest.raises(SeveralGamesError):
        held_in(record * 2)


def test_a_bad_link_in_a_text_is_what_is_wrong() -> None:
    """It is said what is wrong with the link, and a position that was cut off is none."""
    for said, words in (("deal=0", "bad deal number 0"), ("game=AAAA", "damaged")):
        with pytest.raises(RulesError, match=words):
            held_in(f"look\n{PAGE}#{said}")
    link = PAGE + position_link(Position.of_deal(7))
    with pytest.raises(RulesError):
        held_in(f"look\n{link[: len(link) // 2]}")


def test_invitations_are_found_where_mails_break_them() -> None:
    """A line or a link of an invitation is read with quotes and breaks in it."""
    where = Invitation.new("mqtts://broker.example:8883,mqtts://other.example", lan=True)
    for one in (str(where), where.link(PAGE, "Ada\nlive")):
        for text in around(one):
            assert invitation(text) == where, text
            assert held_in(text) == text


@given(st.sampled_from(["position", "game", "deal"]), st.text(max_size=300))
def test_any_other_link_is_refused_by_the_rules(name: str, said: str) -> None:
    """Whatever stands in a link, it is read or refused as the rules refuse."""
    with suppress(RulesError):
        held_in(f"#{name}={said}")


def test_a_capital_before_an_invitation_makes_no_difference() -> None:
    """Phones write the first letter of a line large."""
    topic = "A" * 22
    assert topic_in(f"Mahjong-battle:1.{topic}.key") == topic
