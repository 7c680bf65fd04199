"""Reasons why moves cost, facts seen from the rules alone, and the page of a move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from types import SimpleNamespace

import pytest

from battle import language
from battle.analysis.costs import (
    different_moves,
    resistance,
    review_line,
    tension,
    unknown_replies,
)
from battle.analysis.study import Study
from battle.analysis.values import Bounds, MoveInfo, Values
from battle.coach.answer import difference_words
from battle.coach.reasons import (
    ReasonSearch,
    explanations,
    insight_page,
    insights,
    move_facts,
    move_page,
    position_facts,
    questions,
    reasons,
)
from battle.engine.jobs import Analyst, Scheduler
from battle.page.blocks import Block, Button
from battle.rules.position import (
    Move,
    Position,
    deal,
    for_player,
    move,
    played_down,
    position,
    sign_of,
)
from battle.rules.tree import Game
from battle.words import You, spelled
from tests.support.endgames import Truth, endgame_games, prove
from tests.support.engines import TwinEngine
from tests.support.pilot import bad_game
from tests.support.texts import check_page
from tools import reference
from tools.reference import Memo, move_values, small_positions, value
from tools.sentences import PAIR, check, known, pair_in
from tools.sentences import Truth as Claims

# -- reasons --------------------------------------------------------------------------------------

NAMES = ("Ada", "Ben")
ENDS = position("4p6s4p6s/6s6s")
SHUT = position("1m9p1m/9p/1m/1m")


@cache
def places() -> tuple[Position, ...]:
    """Return endgames in which moves differ."""
    random = Random(4)
    deals = [played_down(random, deal(number), 18) for number in range(1, 41)]
    small = [Position(place.columns, random.choice((1, 2))) for place in small_positions(150, 9)]
    return tuple(place for place in [ENDS, SHUT, *deals, *small] if len(place.legal_moves) > 1)


def everything(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply."""
    return known(place, {}, None)


def costly(place: Position) -> list[Move]:
    """Return the moves of a position that cost something."""
    values = move_values(place)
    return [one for one, worth in values.items() if worth < max(values.values())]


def test_every_reason_is_true() -> None:
    """With everything known or some bounds all reasons are true; of best moves there are none."""
    kinds: Counter[str] = Counter()
    explained = total = 0
    random = Random(8)
    for place in places():
        for values in (everything(place), known(place, {}, random)):
            for played in place.legal_moves:
                found = reasons(values, place, played)
                kinds.update(check(Claims(place, played, {}), one.words) for one in found)
                if played not in costly(place):
                    assert (found, questions(values, place, played)) == ((), [])
                else:
                    total, explained = total + 1, explained + bool(found)
    assert {*kinds} == {
        *("ends", "uncovers", "keeps_shut", "leaves"),
        *("other_tiles", "other_tiles_open", "trap", "passing"),
    }
    assert explained > 0.5 * total > 100


_ALSO_OF_BEST = ("other_tiles", "other_tiles_open", "passing")


def test_no_reason_is_as_true_of_a_best_move() -> None:
    """On 600 endgames nothing that is said of a costly move holds for one that costs none."""
    count: Counter[str] = Counter()
    random = Random(21)
    for small in small_positions(600, 33, 12):
        place, memo = Position(small.columns, random.choice((1, 2))), {}
        values, worth = everything(place), move_values(place)
        best = [one for one in worth if worth[one] == max(worth.values())]
        for played in costly(place):
            for reason in reasons(values, place, played):
                kind = check(Claims(place, played, memo), reason.words)
                count[kind] += 1
                for one in best if kind not in _ALSO_OF_BEST else ():
                    with pytest.raises((AssertionError, KeyError, ValueError)):
                        check(Claims(place, one, memo), reason.words)
    assert len(count) == 8


@pytest.mark.parametrize(
    ("place", "played", "words"),
    [
        (
            SHUT,
            "a1c1",
            "Right kind, wrong tiles: 1 of characters on c1 and d1 is better."
            " It uncovers a2: the other player can take 9 of dots on a2 and b1 for 9 points."
            " Any other answer would cost them at least 16 points."
            " 1 of characters on c1 and d1 keeps a2 blocked, so this pair cannot be"
            " taken: 9 of dots on a2 and b1.",
        ),
        (
            ENDS,
            "b1b2",
            "It leaves no pair and ends the game. 6 of bamboo on a4 and b1 scores 2 points more.",
        ),
    ],
)
def test_words(place: Position, played: str, words: str) -> None:
    """What is uncovered, what would have kept it shut, and what ends the game, in sentences."""
    found = reasons(everything(place), place, move(played))
    assert " ".join(spelled(one.words) for one in found).startswith(words)


def test_no_better_pair_is_named_discreetly() -> None:
    """Before a pair is taken no reason names a pair of the same turn that keeps the value."""
    met = Counter[bool]()
    for place in places():
        why = SimpleNamespace(before=place, _values=everything(place), _read=(None, ()))
        for played in costly(place):
            why.move = played
            every = ReasonSearch.reasons(why)
            shown = ReasonSearch.reasons(why, discreetly=True)
            met.update(one in shown for one in every)
            for one in shown:
                pairs = [pair_in(place, words)[0] for words in re.findall(PAIR, spelled(one.words))]
                assert not {*pairs} & {*place.legal_moves} - {*costly(place)}
    assert len(met) == 2


def test_why_asks_what_is_missing() -> None:
    """With little known, a ReasonSearch asks until the reasons are those of full knowledge."""
    for place in places()[:25]:
        for played in costly(place)[:2]:
            study = Study(Game(place))
            analyst = Analyst(Scheduler(TwinEngine()), study.game, study.values)
            worth, after = move_values(place), place.play(played)
            exact = [MoveInfo(one, -99, max(worth.values()), 0) for one in worth]
            study.values.learn(place, exact)
            study.values.prove(place, value(place), value(place))
            study.values.prove(after, value(after), value(after))
            why = ReasonSearch(analyst, study.values, place, played)
            for _ in range(100):
                analyst.scheduler.poll()
                if why.is_done:
                    break
            assert why.is_done
            assert why.reasons() == reasons(everything(place), place, played)


def test_lines_show_what_reasons_speak_of() -> None:
    """A line begins with a best move or reply, can be played, and keeps the value as it goes."""
    random, replies = Random(3), Counter[bool]()
    for number in range(1, 25):
        place = played_down(random, deal(number), 18)
        values = everything(place)
        for played in place.legal_moves:
            for reason in reasons(values, place, played):
                start, moves = reason.line(place, played, values)
                assert start == (place.play(played) if reason.is_reply else place)
                assert moves[0] == reason.move
                assert start.worth(moves[0]) - value(start.play(moves[0])) == value(start)
                for pair in moves:
                    start = start.play(pair)
                replies[reason.is_reply] += 1
    assert len(replies) == 2


def test_costly_moves_have_reasons_where_they_are_proven_and_facts_elsewhere() -> None:
    """No other move is spoken of, and no costly one is passed over."""
    has_reasons = 0
    for game, _ in endgame_games(20, 300):
        nodes = game.main_line()
        values = prove(Values(), nodes)
        review = review_line(nodes, values)
        found = explanations(review, values, NAMES)
        assert sorted(found) == [move.ply for move in review.moves if move.cost.value]
        for ply, sentences in found.items():
            made = review.moves[ply - 1]
            proven = reasons(values, made.position, made.move)
            has_reasons += bool(proven)
            assert sentences[0] == spelled(difference_words(made, values, NAMES))
            assert sentences[1:] == tuple(spelled(one.words) for one in proven) or (
                not proven
                and sentences[1:] == tuple(map(spelled, move_facts(made.position, made.move)))
            )
    assert has_reasons


# -- facts ----------------------------------------------------------------------------------------


def positions() -> Iterator[Position]:
    """Yield small positions, many with long columns, and what random play leaves of deals."""
    yield from small_positions(150, 3)
    random = Random(4)
    for number in range(1, 60):
        yield played_down(random, deal(number), random.choice((24, 60, 96, 108)))


def test_facts_of_moves_are_what_comes_of_them() -> None:
    """Nothing is left out of the first three: uncovered, new, stays, ruled out; all is true.

    What is said discreetly names no pair that could be taken instead.
    """
    for here in positions():
        for made in here.legal_moves:
            claims, after = Claims(here, made, {}), here.play(made)
            old, new = {*here.legal_moves}, {*after.legal_moves}
            there = {"uncovered": True, "made_available": new - old, "stays": new & old}
            there["ruled_out"] = old - new - {made}
            wanted = [kind for kind, pairs in there.items() if pairs] if new else ["over"]
            assert [check(claims, one) for one in move_facts(here, made)] == wanted[:3]
            for words in move_facts(here, made, discreetly=True):
                pairs = [pair_in(after, one)[0] for one in re.findall(PAIR, words)]
                assert not old & {*pairs}


def test_what_the_rules_say_of_a_position_is_true() -> None:
    """If the turn were passed the same pairs could be taken; what waits never goes first."""
    kinds = Counter[str]()
    for here in (*small_positions(600, 9, 14), *positions()):
        claims, facts = Claims(here, None, {}), position_facts(here)
        if here.tiles_left <= 14:
            kinds.update(check(claims, one) for one in facts)
        assert any("After a pass" in one for one in facts) == (not here.is_over) or len(facts) == 3
        assert not any("pass" in one for one in position_facts(here, of_passing=False))
    assert min(kinds[one] for one in ("block_each_other", "waits", "passed_one")) > 10


def test_a_column_in_turns_is_blocked() -> None:
    """Two kinds in turns block each other; a kind around another is waited for."""
    assert position_facts(position("1s2s1s2s")) == (
        "1 of bamboo and 2 of bamboo block each other in column a: neither can ever be taken.",
    )
    assert "5 of characters waits for 9 of bamboo in column a." in position_facts(
        position("9s5m5m9s")
    )


# -- move page ------------------------------------------------------------------------------------

SMALL = position("5m5p/5p5m/9s/9s 1 0-3")


def test_a_position_that_is_proven() -> None:
    """Of a proven position it is said what hangs on the move, and what the turn is worth."""
    assert [words for words, _move in insights(everything(SMALL), SMALL, NAMES)] == [
        "Only 9s c1–d1 wins.",
        "The best pair is worth 8 points more than any other.",
        "If it were the other player's turn: Ben wins by 12.",
    ]


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_whole_page_of_a_move(code: str) -> None:
    """What is said of a costly move, of a good one, and of where they lead, reads as approved."""
    language.use(code)
    study = Study(bad_game(1))
    prove(study.values, study.nodes())
    line = study.game.main_line()
    page: list[Block] = []
    for ply in (1, 2, 3):
        node = line[ply]
        page += move_page(node, ply, study.values, NAMES, cost=study.cost(node))
        page += insight_page(node, study.values, NAMES)
    check_page(f"move-{code}", page)


@pytest.mark.parametrize(
    ("name", "words"), [("Ben", "Play Ben’s answer"), (You(), "Play the answer")]
)
def test_who_has_given_no_name_is_not_called_you_in_an_offer(name: str, words: str) -> None:
    """The answer of the person here is the answer, that of anybody else is said to be theirs."""
    study = Study(bad_game(1))
    prove(study.values, study.nodes())
    node = study.game.main_line()[1]
    page = move_page(node, 1, study.values, (name, name), cost=study.cost(node))
    assert words in [block.words for block in page if isinstance(block, Button)]


@pytest.mark.parametrize(
    ("code", "kind", "article"),
    [
        ("de", r"(?:Zahlzeichen|Münzen|Bambus)-\d", "[Dd]ie "),
        ("fr", r"\d de (?:caractères|cercles|bambous)", "[Ll]e "),
    ],
)
def test_kinds_have_their_article(code: str, kind: str, article: str) -> None:
    """In a language with articles a kind in a sentence has one; sentences begin with a capital."""
    language.use(code)
    said: list[str] = []
    for game in map(bad_game, range(6)):
        truth = Truth()
        for node in islice(game.root.main_line(), 4):
            before, values = node.parent.position, Values()
            for place in (before, *map(before.play, before.legal_moves)):
                values.learn(place, truth.proof(place))
            said += position_facts(before)
            said += move_facts(before, node.move)
            said += (reason.words for reason in reasons(values, before, node.move))
    said = [*map(spelled, said)]
    text = "\n".join(said)
    assert len(re.findall(article + kind, text)) == len(re.findall(kind, text)) > 50
    assert not [words for words in said if words[0].islower() and not words[1].isdigit()]


# -- insights -------------------------------------------------------------------------------------


def positions_move_page(number: int, seed: int) -> list[Position]:
    """Return small positions that are not over, with a few points between the players."""
    random = Random(seed)
    found = []
    for start in reference.small_positions(3 * number, seed):
        if start.legal_moves:
            margin = random.randint(0, 6)
            points = random.choice([(0, 0), (margin, 0), (0, margin)])
            found.append(Position(start.columns, random.choice((1, 2)), points))
    return found[:number]


def results(here: Position, memo: Memo) -> list[int]:
    """Return who wins after each of the different moves, 1 for the player to move."""
    ahead, worth = for_player(here.margin, here.to_move), reference.move_values(here, memo)
    return [sign_of(ahead + worth[moves[0]]) for moves in different_moves(here)]


def replies(here: Position, move: Move, memo: Memo) -> tuple[int, int]:
    """Return how many of the different replies to a move win, and how many there are."""
    after = results(here.play(move), memo)
    return (sum(one > 0 for one in after), len(after)) if after else (1, 1)


@pytest.mark.parametrize("seed", range(100, 103))
def test_every_insight_is_there_where_all_is_proven(seed: int) -> None:
    """All is said that brute force finds, and resistance is what fewest replies win against."""
    for here in positions_move_page(100, seed):
        memo: Memo = {}
        truth, values = Claims(here, None, memo), known(here, memo, None)
        kinds = [check(truth, words) for words, _move in insights(values, here, NAMES)]
        different = different_moves(here)
        worth = sorted(truth.values[moves[0]] for moves in different)
        best = [moves for moves in different if truth.is_best(moves[0])]
        wins = results(here, memo)
        kept = [moves for moves, result in zip(different, wins, strict=True) if result == max(wins)]
        between = tension(values, here)
        assert between == (Bounds(*2 * (worth[-1] - worth[-2],)) if worth[1:] else None)
        highest = max(map(here.worth, truth.values))
        assert ("only" in kinds) == (len(kept) == 1 < len(wins) and len(kept[0]) == 1)
        is_single = len(best) == 1 and len(best[0]) == 1
        assert ("tension" in kinds) == bool(worth[1:] and is_single and worth[-1] > worth[-2])
        is_poison = max(map(here.worth, (moves[0] for moves in best))) < highest
        assert ("poisoned" in kinds) == is_poison
        assert kinds[-1] == "turned"
        found, loses = resistance(values, here), max(wins) < 0 and len(wins) > 1
        assert ((found is not None), unknown_replies(values, here)) == (loses, ())
        if found is not None:
            shares = [won / count for won, count in (replies(here, m[0], memo) for m in best)]
            assert truth.is_best(found[0])
            assert found[1:] == replies(here, found[0], memo)
            assert found[1] / found[2] == min(shares)
            assert ("resistance" in kinds) == (found[1] < found[2])


@pytest.mark.parametrize("seed", range(5))
def test_half_a_proof_says_nothing_wrong(seed: int) -> None:
    """Where some is proven and some bounded, what is said is true, and bounds hold."""
    random = Random(seed)
    for here in positions_move_page(60, seed):
        memo: Memo = {}
        truth, values = Claims(here, None, memo), known(here, memo, random)
        for words, _move in insights(values, here, NAMES):
            check(truth, words)
        worth = sorted(truth.values[moves[0]] for moves in different_moves(here))
        between = tension(values, here)
        assert (between is None) == (len(worth) < 2)
        assert between is None or between.lower <= worth[-1] - worth[-2] <= between.upper


def test_nothing_is_said_of_nothing() -> None:
    """Of a position that was not looked at nothing is said."""
    here = position("5m5p/5p5m/9s/9s")
    assert list(insights(Values(), here, NAMES)) == []
    assert tension(Values(), here) == Bounds(0, 28)
