"""What is said everywhere: dates, endings, moves, numbers, plain texts, times."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from math import log, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle import language
from battle.analysis.proof_cost import Forecast
from battle.analysis.values import Bounds, Cost
from battle.game.session import Session
from battle.language import _
from battle.profile.options import GameOptions
from battle.rules.position import EMPTY_COLUMN, Position, cell, deal, kind, move, position
from battle.rules.record import Record
from battle.rules.tree import Ending, Game, Reason
from battle.words import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    Named,
    You,
    about_time,
    cells_words,
    cost_figure,
    cost_words,
    date_words,
    day_words,
    ending_headline,
    ending_reason,
    ending_sentence,
    ending_summary,
    ending_title,
    estimate,
    interval,
    label,
    last_pairs_words,
    lost_figure,
    margin_figure,
    named,
    names_in,
    number_of,
    numbered,
    outcome,
    pair_words,
    parted,
    plain,
    points,
    proven_words,
    running_words,
    share_words,
    short_date_words,
    short_day_words,
    shown_comment,
    shown_name,
    signed,
    spelled,
    taken_words,
    winner_name,
    wins_by_words,
)
from tests.support.texts import LANGUAGES
from tools.reference import small_positions

# -- dates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "words"), [("en", "3 May 2026"), ("de", "3. Mai 2026")])
def test_dates_as_people_write_them(code: str, words: str) -> None:
    """A record's date in each language."""
    language.use(code)
    assert date_words("2026.05.03") == words


@pytest.mark.parametrize(
    "date",
    ["", "????.??.??", "2026.13.01", "2026.01.32", "today", "2026.05", f"{'1' * 5000}.1.1"],
)
def test_what_is_no_date_is_left_out(date: str) -> None:
    """Unknown dates are not shown at all."""
    assert date_words(date) == ""


def test_a_day_is_that_where_the_person_is() -> None:
    """A moment is reported as the day the system's clock had then."""
    moment = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
    local = datetime.fromtimestamp(moment.timestamp())
    assert day_words(moment).endswith(f"{local:%B} 2026")
    assert short_day_words(moment) == f"{local:%Y-%m-%d}"


def test_a_date_in_figures() -> None:
    """The date of a record is written in figures, and nothing where it is not known."""
    assert short_date_words("2026.11.21") == "2026-11-21"
    assert short_date_words("2026.??.??") == short_date_words("") == ""


# -- endings --------------------------------------------------------------------------------------

NAMES = ("Ada", "Ben")
STUCK = position("1m2m/2m1m1m/1m 2 140-100")
EMPTY = Position((EMPTY_COLUMN,) * 12, 1, (135, 135))

PLAYED, DRAWN = Ending(Reason.PLAYED_OUT, 1), Ending(Reason.PLAYED_OUT, None)
RESIGNED, LATE = Ending(Reason.RESIGNED, 2), Ending(Reason.TIME, 1)
AGREED = Ending(Reason.AGREED, None)


@pytest.mark.parametrize(
    ("ending", "last", "card", "sentence", "summary", "title"),
    [
        (
            PLAYED,
            STUCK,
            ("Ada won", "Ben had no pair to take."),
            "Ada won 140 to 100.",
            "Ada won by 40",
            "Ada beat Ben, 140 – 100",
        ),
        (
            DRAWN,
            EMPTY,
            ("A draw", "The table is empty."),
            "A draw, 135 to 135.",
            "A draw",
            "Ada and Ben drew, 135 – 135",
        ),
        (
            RESIGNED,
            STUCK,
            ("Ben won", "Ada resigned."),
            "Ben won. Ada resigned.",
            "Ada resigned",
            "Ada resigned: Ben won, 100 – 140",
        ),
        (
            LATE,
            STUCK,
            ("Ada won", "Ben ran out of time."),
            "Ada won. Ben ran out of time.",
            "Ben ran out of time",
            "Ben ran out of time: Ada won, 140 – 100",
        ),
        (
            AGREED,
            STUCK,
            ("A draw", "Both agreed to a draw."),
            "A draw by agreement.",
            "A draw",
            "Ada and Ben drew, 140 – 100",
        ),
    ],
)
def test_how_a_game_ended(
    ending: Ending, last: Position, card: tuple[str, str], sentence: str, summary: str, title: str
) -> None:
    """The card says who won and why, the table in a sentence, the review briefly, a page above."""
    assert (ending_headline(ending, NAMES), ending_reason(ending, last, NAMES)) == card
    assert ending_sentence(ending, last, NAMES) == sentence
    assert ending_summary(ending, last, NAMES) == summary
    assert ending_title(ending, last, NAMES) == title


def test_a_game_that_goes_on_has_no_result() -> None:
    """Nothing is said of its end, but that it is not over."""
    assert ending_sentence(None, STUCK, NAMES) == ending_reason(None, STUCK, NAMES) == ""
    assert ending_summary(None, STUCK, NAMES) == "Not over yet"
    assert ending_title(None, STUCK, NAMES) == "Ada 140 – 100 Ben, not over"


def test_winners_in_a_list() -> None:
    """The winner is named, or that there is none."""
    named = [winner_name(ending, NAMES) for ending in (PLAYED, RESIGNED, AGREED)]
    assert named == ["Ada", "Ben", "drawn"]


@pytest.mark.parametrize("begun", LANGUAGES)
@pytest.mark.parametrize("shown", LANGUAGES)
def test_a_person_without_a_name_stays_so_in_every_language(begun: str, shown: str) -> None:
    """A game that was begun in one language addresses the person as you in every other one."""
    language.use(begun)
    session = GameOptions("level", level="casual").session()
    kept = session.record()
    language.use(shown)
    session = Session.from_record(kept, own=True)
    assert session.person is not None
    assert label(session.name(session.person)) == _("You")
    assert names_in(kept)[session.person - 1] == _("Player")


def test_a_person_without_a_name_is_addressed() -> None:
    """Sentences suit "You" in both languages, and only the nameless one is called so."""
    names = You("Player"), "Ben"
    ending = Ending(Reason.RESIGNED, 2)
    place = Position((EMPTY_COLUMN,) * 12)
    assert outcome(3, names) == "you win"
    assert outcome(-3, names) == "Ben wins"
    assert wins_by_words(names[0], "32") == "You win by 32"
    assert taken_words(names[0], "5m") == "You take 5m."
    assert ending_sentence(ending, place, names) == "Ben won. You resigned."
    assert (label(names[0]), label(names[1]), label("Player")) == ("You", "Ben", "Player")
    language.use("de")
    try:
        assert wins_by_words(names[0], "32") == "Du gewinnst mit 32 Vorsprung"
        assert ending_sentence(ending, place, names) == "Gewonnen: Ben. Aufgegeben: Du."
    finally:
        language.use("en")


def test_outcomes() -> None:
    """A margin from player 1's side tells who wins."""
    assert [outcome(n, NAMES) for n in (3, 0, -3)] == ["Ada wins", "a draw", "Ben wins"]


# -- moves ----------------------------------------------------------------------------------------


def test_a_pair_is_its_tile_and_its_cells() -> None:
    """Cells are joined by a dash, the tile stands before them."""
    assert cells_words(move("a1b2")) == "a1–b2"
    assert pair_words(position("5m5p/5p5m/9s/9s"), move("a1b2")) == "5m a1–b2"


# -- numbers --------------------------------------------------------------------------------------


def thick(words: str) -> str:
    """Return words with thin spaces left out."""
    return words.replace("\u2009", "")


def test_margins_have_a_sign_and_costs_are_losses() -> None:
    """Nothing is 0 without a sign; what is not known is a question mark."""
    assert [signed(number) for number in (7, 0, -3)] == ["+7", "0", "−3"]
    assert cost_figure(Cost.exactly(3)) == "−3"
    assert cost_figure(Cost.exactly(0)) == "0"
    assert margin_figure(Bounds(3, 3, 3)) == "+3"
    assert margin_figure(Bounds(-9, 9)) == "…"
    assert interval(Bounds(-3, 9)) == "−3 … +9"


@pytest.mark.parametrize(
    ("cost", "words", "figure"),
    [
        (Cost.exactly(1), "1 point", "−1"),
        (Cost.exactly(2), "2 points", "−2"),
        (Cost(0, 20, 8, 3.4), "8±3 points", "−8±3"),
        (Cost(1, 20, 3, 3.4), "at least 1 point", "≤−1"),
        (Cost(0, 20), "not known yet", "…"),
    ],
)
def test_costs(cost: Cost, words: str, figure: str) -> None:
    """What is proven stands alone, the rest says how sure it is; one point is singular."""
    assert (thick(cost_words(cost)), thick(cost_figure(cost))) == (words, figure)
    assert points(2) == "2 points"


def test_estimates_have_their_error() -> None:
    """The error follows, at least one point; without one a wave stands before the number."""
    assert [thick(margin_figure(Bounds(low, -3, -3))) for low in (-3, -9)] == ["−3", "~−3"]
    assert thick(margin_figure(Bounds(-9, 9, 4, 3.7))) == "+4±4"
    assert thick(margin_figure(Bounds(-9, 9, 4, 0.2))) == "+4±1"
    assert [thick(estimate("7", error)) for error in (None, 2.0)] == ["~7", "7±2"]


def test_losses_that_are_not_all_known_are_the_least() -> None:
    """Costs are never negative, so what is proven is the least."""
    assert [lost_figure(0, exact=exact) for exact in (True, False)] == ["0", "…"]
    assert [thick(lost_figure(5, exact=exact)) for exact in (True, False)] == [
        "5",
        "≥5",
    ]


def test_shares_are_whole_percents() -> None:
    """The sign does not break away from its number."""
    assert share_words(2 / 3) == "67\u00a0%"


# -- plain ----------------------------------------------------------------------------------------


@given(st.text())
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    """Only what can be read is left, besides the ends of lines and tabs."""
    found = plain(text + "\x1b]0;title\x07\x9b2J\u202e\udcff\r")
    assert len(found) == len(text) + 16
    assert not [char for char in found if ord(char) < 32 and char not in "\n\t"]
    assert not {*found} & {*"\x7f\x9b\u202e\u2066\udcff"}
    assert plain(found) == found


def test_what_is_fit_stays() -> None:
    """Letters of every script, signs and pictures stay as they are."""
    text = "Zoë 王 · ½ −3 …\n\t🀇"
    assert plain(text) == text


@pytest.mark.parametrize("shown", [shown_name, shown_comment])
@given(text=st.text() | st.text(st.sampled_from("a \n\t\0\u200b\u202e\ud800王"), max_size=50))
def test_what_is_shown_is_one_line_of_bounded_length(
    shown: Callable[[str], str], text: str
) -> None:
    """Nothing of it moves what stands around it, and showing it again changes nothing."""
    found = shown(text)
    assert len(found) <= {shown_name: LONGEST_NAME, shown_comment: LONGEST_COMMENT}[shown]
    assert found == " ".join(found.split()) == shown(found) == plain(found)


def test_a_long_name_tells_that_it_is_cut() -> None:
    """Forty characters are shown as they are, of more than that as many with an ellipsis."""
    assert shown_name("x" * 40) == "x" * 40
    assert shown_name("x" * 41) == shown_name("x" * 10**6) == "x" * 39 + "…"
    assert shown_name(" Ada \n Lovelace\0 ") == "Ada Lovelace"
    assert shown_name("e" + "\u0301" * 50) == "\u00e9\u0301\u0301"
    assert shown_name("\u200b\u3164\u0301") == ""


# -- proving --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "less than a minute"),
        (44.0, "less than a minute"),
        (60.0, "about 1 minute"),
        (185.0, "about 3 minutes"),
        (460.0, "about 8 minutes"),
        (3200.0, "about 50 minutes"),
        (3500.0, "about 1 hour"),
        (9000.0, "about 2 hours"),
    ],
)
def test_times_are_rounded_to_what_they_are_worth(seconds: float, words: str) -> None:
    """Short times are minutes, long ones hours, none with more figures than it deserves."""
    assert about_time(Forecast(seconds)) == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (1, 40, "less than a minute"),
        (10, 70, "less than 2 minutes"),
        (20, 3200, "less than 60 minutes"),
        (20, 3500, "less than 2 hours"),
        (60, 130, "about 1 to 2 minutes"),
        (170, 730, "about 3 to 12 minutes"),
        (590, 615, "about 10 minutes"),
        (1200, 7200, "about 20 minutes to 2 hours"),
        (1200, 3500, "about 20 minutes to 1 hour"),
        (7000, 36000, "about 2 to 10 hours"),
        (7000, 7300, "about 2 hours"),
    ],
)
def test_a_range_is_told_as_one(low: float, high: float, words: str) -> None:
    """From the least to the most that is likely; next to nothing at least is not told."""
    spread = log(high / low) / 2 / NormalDist().inv_cdf(0.9)
    assert about_time(Forecast(sqrt(low * high), spread)) == words


def test_two_moves_share_a_number() -> None:
    """Moves are numbered as chess does, also where the second player begins, and as in a record."""
    for start, words in (("5m/5m/9s/9s/1p/1p 1", "1. 1… 2."), ("5m/5m/9s/9s/1p/1p 2", "1… 2. 2…")):
        game = Game(position(f"{start} 0-0"))
        while game.ending is None:
            game.play(game.position.legal_moves[0])
        line = game.main_line()[1:] if game.main_line()[0].parent is None else game.main_line()
        movers = [node.parent.position.to_move for node in line if node.parent is not None]
        shown = [numbered(ply, player) for ply, player in enumerate(movers, 1)]
        assert " ".join(shown) == words
        assert [number_of(node) for node in line] == [int(one.rstrip(".…")) for one in shown]
        assert f"{words.split()[0].replace('…', '...')} {line[0].move}" in Record({}, game).text


def test_how_far_it_is() -> None:
    """A proof that goes on says from which move on it stands, and how long it will take."""
    assert (
        running_words(9, 54, Forecast(185.0)) == "Proven from move 5 on; move 1 in about 3 minutes"
    )
    assert (
        running_words(55, 54, Forecast(30.0))
        == "Nothing is proven yet; move 1 in less than a minute"
    )


def test_a_proof_that_is_done_says_so() -> None:
    """When the first move is proven everything is."""
    assert proven_words(1, 54) == "Everything is proven, from the first move on."


def test_a_sentence_names_tiles() -> None:
    """Its parts are words and tiles with their cells; in words alone these follow the tile."""
    tile, cells = kind("5p"), (cell("a1"), cell("c9"))
    words = f"It leaves {named(tile, *cells)}, and {named(tile, cells[0], is_bare=True)}."
    before, pair, middle, bare, end = parted(words)
    assert (before, middle, end) == ("It leaves ", ", and ", ".")
    assert pair == Named(tile, cells, False, "5 of dots")
    assert bare == Named(tile, cells[:1], True, "5 of dots")
    assert spelled(words) == "It leaves 5 of dots on a1 and c9, and a1."


@pytest.mark.parametrize("seed", range(3))
def test_the_last_pairs_are_announced_when_they_are_the_last(seed: int) -> None:
    """The number is that of the longest way to play on, from three on; before, nothing is said."""

    def longest(place: Position) -> int:
        return max((1 + longest(place.play(pair)) for pair in place.legal_moves), default=0)

    counts = Counter()
    for place in small_positions(60, seed, most_tiles=12):
        most, words = longest(place), last_pairs_words(place)
        found = re.findall(r"\d+", words)
        assert found == ([str(most)] if 0 < most <= 3 else [])
        assert words.endswith("What stays counts for nobody.") is bool(found)
        counts[most] += 1
    assert counts[2]
    assert any(counts[most] for most in range(4, 7))
    assert last_pairs_words(deal(1)) == ""
