"""Studies, what they show, and positions that are set up."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.costs import Thresholds
from battle.analysis.study import ExpectedLines, Snapshot, Study, decided, study_of
from battle.analysis.values import Bounds, MoveInfo, Values
from battle.rules.position import (
    PLAYERS,
    IllegalMoveError,
    deal,
    move,
    position,
)
from battle.rules.record import Record, evaluation_in, record, without_commands
from battle.rules.tree import Ending, Game, Reason
from tests.support.endgames import Truth, endgame_games, played, prove
from tests.support.trees import line_text, tree_text

# -- study ----------------------------------------------------------------------------------------

SMALL = position("5m5p/5p5m/9s/9s")


def proven(game: Game) -> Study:
    """Return a study of a game, looked at from the start, in which every move is proven."""
    study = Study(game)
    prove(study.values, study.nodes())
    study.to_start()
    return study


def after(steps: str, *moves: str) -> Study:
    """Return a study of a small game, at its start and wholly proven, after steps.

    A move is played; a number are steps along the line; `start` and `end` go to its ends, `main` to
    the first move of the main line; a verb and a move are done to that move of the start.
    """
    game = Game(SMALL)
    for text in moves:
        game.play(move(text))
    study = proven(game)
    for word in steps.split():
        verb, _, first = word.partition(":")
        if first:
            child = study.game.root.child(move(first))
            (study.delete if verb == "delete" else study.promote)(child)
        elif word.lstrip("-").isdigit():
            study.step(int(word))
        elif word == "main":
            study.go_to(study.game.root.children[0])
        elif word in ("start", "end"):
            (study.to_start if word == "start" else study.to_end)()
        else:
            study.play(move(word))
    return study


def text_of(study: Study) -> str:
    return str(Record({}, study.game))


# Going through the tree


@pytest.mark.parametrize(
    ("steps", "tree"),
    [
        ("", "@ a1b2 c1d1"),
        ("2", "a1b2 c1d1@"),
        ("2 -1", "a1b2@ c1d1"),
        ("100 1", "a1b2 c1d1@"),
        ("2 -100 -1", "@ a1b2 c1d1"),
        ("2 start", "@ a1b2 c1d1"),
        ("start end", "a1b2 c1d1@"),
        pytest.param("a2b1", "a1b2 (a2b1@) c1d1", id="a move tried out is a branch"),
        pytest.param("a2b1 start a1b2", "a1b2@ (a2b1) c1d1", id="a known move is followed"),
        pytest.param("end a2b1", "a1b2 c1d1 a2b1@", id="at its end the main line goes on"),
        pytest.param("c1d1 a1b2 delete:c1d1", "@ a1b2 c1d1", id="deleted where one looked"),
        pytest.param("c1d1 a1b2 main delete:c1d1", "a1b2@ c1d1", id="deleted elsewhere"),
        pytest.param(
            "c1d1 a2b1 main 1 promote:c1d1",
            "c1d1 (a1b2 c1d1@) a2b1",
            id="a promoted branch comes first",
        ),
    ],
)
def test_what_is_done_to_a_tree(steps: str, tree: str) -> None:
    """Going, trying out, deleting and promoting change the tree and the place as they should."""
    study = after(steps, "a1b2", "c1d1")
    assert tree_text(study.game.root, study.node) == tree


@pytest.mark.parametrize(
    ("steps", "line"), [("c1d1 a2b1 start", "c1d1 a2b1"), ("c1d1 a2b1 main", "a1b2 c1d1")]
)
def test_the_line_looked_at_goes_on_where_it_went_last(steps: str, line: str) -> None:
    """Back from a branch and forward again leads into the branch, not into the main line."""
    study = after(steps, "a1b2", "c1d1")
    assert (study.line()[0], line_text(study.line())) == (study.game.root, line)


def test_what_cannot_be_done_changes_nothing() -> None:
    """An illegal move and the deletion of the start are refused, and the tree stays as it is."""
    study = after("", "a1b2")
    before, version = text_of(study), study.version
    with pytest.raises(IllegalMoveError):
        study.play(move("a1c1"))
    with pytest.raises(IllegalMoveError):
        study.delete(study.game.root)
    assert (text_of(study), study.version) == (before, version)


# Branches


def test_renaming_keeps_what_programs_wrote() -> None:
    """Words replace words, braces too; values and clocks stay, and no commands come in."""
    study = after("", "a1b2")
    node = study.game.root.children[0]
    node.comment = "[%clk 0:01:00] old words [%eval =1]"
    study.rename(node, "  a {better}\n idea [%eval =99] ")
    assert without_commands(node.comment) == "a {better} idea"
    assert str(evaluation_in(node.comment)) == "=1"
    assert "[%clk 0:01:00]" in node.comment
    study.rename(node, "")
    assert without_commands(node.comment) == ""
    assert str(record(text_of(study))) == text_of(study)


def test_a_resigned_game_goes_on_in_its_study_and_stays_resigned() -> None:
    """What is played after the end is in the study alone; an illegal move leaves the end there."""
    game = Game(SMALL)
    game.play(move("c1d1"))
    game.end(Ending(Reason.RESIGNED, 1))
    study = study_of(game)
    with pytest.raises(IllegalMoveError):
        study.play(move("c1d1"))
    assert study.game.ending == game.ending
    study.play(study.position.legal_moves[0])
    study.bring_back(game)
    assert (study.game.ply, game.ply, game.last) == (2, 1, game.ended_at)


def test_deleting_the_end_of_a_resigned_game_takes_its_ending_back() -> None:
    """A game whose last move is deleted is no longer resigned there, and its record can be read."""
    game = Game(SMALL)
    game.play(move("a1b2"))
    game.end(Ending(Reason.RESIGNED, 2))
    study = Study(game)
    study.delete(game.root.children[0])
    assert game.ended_at is None
    assert record(text_of(study)).result == "*"


def test_everything_done_to_a_tree_lands_in_its_record() -> None:
    """After any moves, branches, names, promotions and deletions the record is read as printed."""
    for seed in range(20):
        random = Random(seed)
        study = Study(played(deal(seed + 1), random, 12))
        for _ in range(30):
            node = random.choice(list(study.nodes()))
            study.go_to(node)
            match random.randrange(5):
                case 0 | 1 if not study.position.is_over:
                    study.play(random.choice(study.position.legal_moves))
                case 2:
                    study.rename(node, random.choice(["", "hm", "a (b) {c}"]))
                case 3:
                    study.promote(node)
                case 4 if node.parent is not None and random.random() < 0.3:
                    study.delete(node)
        study.save_values()
        assert str(record(text_of(study))) == text_of(study)
        assert study.node in study.line()


def test_the_version_grows_with_every_change() -> None:
    """Whoever draws a study can tell that it has to be drawn again."""
    study = after("", "a1b2", "c1d1")
    versions = [study.version]
    for change in (
        lambda: study.step(1),
        lambda: study.play(move("a2b1")),
        lambda: study.rename(study.node, "words"),
        lambda: study.promote(study.node),
        lambda: study.delete(study.node),
        study.save_values,
        lambda: study.values.guess(SMALL, 3),
    ):
        change()
        versions.append(study.version)
    assert versions == sorted(set(versions))


# Mistakes


def test_the_review_is_of_the_line_looked_at() -> None:
    """Looking at a branch reviews the branch; nothing is computed twice while nothing changes."""
    unknown = Study(played(deal(1), Random(1), 54))
    assert (unknown.review(), unknown.mistakes()) == (None, [])
    study = after("", "a1b2", "c1d1", "a2b1")
    first = study.review()
    assert (first.lost, study.review() is first) == ((8, 0), True)
    study.play(move("c1d1"))
    assert study.review().lost == (0, 0)


def test_mistakes_are_found_before_and_after_the_place() -> None:
    """The next mistake lies after the place, the previous one before."""
    for study in proven_studies(30, 300):
        study.judge_by(Thresholds(inaccuracy=2))
        line, review = study.line(), study.review()
        costly = [
            line[made.ply] for made in review.moves if made.cost.value >= 2 or made.changed_outcome
        ]
        assert study.mistakes() == costly
        for ply, node in enumerate(line):
            study.go_to(node)
            after = [one for one in costly if one in line[ply + 1 :]]
            before = [one for one in costly if one in line[:ply]]
            assert study.mistake_beside(after=True) is (after[0] if after else None)
            assert study.mistake_beside(after=False) is (before[-1] if before else None)


def test_a_game_opens_at_the_persons_costliest_mistake() -> None:
    """Without a person, or for one without mistakes, where the winner changed last.

    Without any mistake it opens at the last move with a choice.
    """
    for study in proven_studies(30, 300):
        mistakes = [(node, cost) for node in study.mistakes() if (cost := study.cost(node))]
        turns = [node for node, cost in mistakes if cost.changed_outcome]
        plain = study.telling_move()
        chosen = [
            node
            for node in study.line()[1:]
            if node.parent is not None and len(node.parent.position.legal_moves) > 1
        ]
        told = turns[-1:] or [node for node, _cost in mistakes[:1]] or chosen[-1:]
        assert [plain] == (told or [None])
        for player in PLAYERS:
            own = [(node, cost.cost.value) for node, cost in mistakes if cost.player == player]
            opened = study.telling_move(player)
            if own:
                assert (opened, max(cost for _node, cost in own)) in own
            else:
                assert opened is plain


# The record


@pytest.mark.parametrize(
    ("comment", "known"),
    [
        ("[%eval =-11]", Bounds(-1, 19, 9, 0.0)),
        ("[%eval >=-7]", Bounds(-1, 19)),
        ("[%eval <=-7]", Bounds(-1, 19)),
        ("[%eval ~-5]", Bounds(-1, 19, 3)),
        ("[%eval ~-5] [%err 3.2]", Bounds(-1, 19, 3, 3.2)),
        ("[%err 3.2] [%eval ~-5]", Bounds(-1, 19, 3, 3.2)),
        ("[%eval ~-5] [%err inf]", Bounds(-1, 19, 3)),
        ("[%eval =7]", Bounds(-1, 19)),
        ("[%eval =999]", Bounds(-1, 19)),
        ("no value", Bounds(-1, 19)),
    ],
)
def test_what_a_comment_claims_is_a_guess(comment: str, known: Bounds) -> None:
    """Margins of the record, from player 1's side, are guesses for the player to move, no proofs.

    Of the 19 points left the player to move takes 9 at least, so that claims of less are false.
    """
    start = position("5m5p/5p5m/9s/9s 2 3-5")
    game = Game(start)
    game.root.comment = comment
    assert Study(game).values.known(start) == known


def test_values_saved_are_the_values_read() -> None:
    """What a study writes into its record is what the next study of that record begins with."""
    for game, random in endgame_games(40, 320):
        truth, study = Truth(), Study(game)
        for node in study.nodes():
            study.values.learn(node.position, truth.look(random, node.position))
        study.save_values()
        again = Study(record(text_of(study)).game)
        for node, same in zip(study.nodes(), again.nodes(), strict=True):
            before, after = study.values.margin(node.position), again.values.margin(same.position)
            assert same.comment == node.comment
            assert before.guess == after.guess
        told, review = again.review(), study.review()
        for new, old in zip(told.moves if told else (), review.moves if told else (), strict=True):
            assert (new.cost.guess, new.after.guess) == (old.cost.guess, old.after.guess)


def test_bounds_alone_are_saved_as_bounds() -> None:
    """A value of which only a bound is proven is written as that bound, from player 1's side."""
    start = position("5m5p/5p5m/9s/9s/8m/8m 2 3-5")
    for lower, upper, text in ((9, 27, "<=-11"), (-27, 4, ">=-6")):
        values = Values()
        values.prove(start, lower, upper)
        study = Study(Game(start), values)
        study.save_values()
        assert study.game.root.comment == f"[%eval {text}]"


@pytest.mark.parametrize(
    ("claim", "learned", "saved"),
    [
        pytest.param("=9", {}, "=9", id="a claim stays"),
        pytest.param("=3", {"c1d1": 9, "a1b2": 1, "a2b1": 1}, "=9", id="a false one does not"),
    ],
)
def test_a_claim_stays_in_the_record_until_it_is_contradicted(
    claim: str, learned: dict[str, int], saved: str
) -> None:
    """What a record says is proven is written again, though not proven here, unless it is false."""
    game = Game(SMALL)
    game.root.comment = f"[%eval {claim}] words"
    study = Study(game)
    known = study.values.known(SMALL)
    assert (known.is_exact, known.guess) == (False, int(claim[1:]))
    for text, worth in learned.items():
        study.values.learn(
            SMALL, [MoveInfo(move(text), worth if worth == 9 else -19, worth, worth)]
        )
    study.save_values()
    assert game.root.comment == f"[%eval {saved}] words"


# -- snapshot -------------------------------------------------------------------------------------


def proven_studies(number: int, seed: int) -> list[Study]:
    """Return studies of small games, at their start, in which every move is proven."""
    return [proven(game) for game, _random in endgame_games(number, seed)]


def test_it_says_what_the_study_says() -> None:
    """Place, line, margins and costs are the study's."""
    costly = False
    for study in proven_studies(10, 250):
        study.to_end()
        shown = Snapshot(study)
        assert shown.line[shown.place] is study.node
        assert shown.margins == [study.values.margin(node.position) for node in shown.line]
        assert shown.margin == shown.margins[shown.place]
        assert shown.costs == {node: study.cost(node) for node in shown.line[1:]}
        costly |= any(cost.cost.value for cost in shown.costs.values())
    assert costly


def test_what_is_known_of_a_pair_is_found() -> None:
    """A move is found as itself, and is best by cells of its own; snapshots are distinguished."""
    (study,) = proven_studies(1, 251)
    shown = Snapshot(study)
    for value in shown.moves:
        assert shown.of_move(value.move) is value
    for cell, best in shown.best_of.items():
        assert best is next(value for value in shown.moves if cell in value.move)
    assert Snapshot(study).number != shown.number


def test_lines_are_looked_up_when_they_are_wanted() -> None:
    """Before that a line is its move alone; another position forgets all of them."""
    study = next(study for study in proven_studies(20, 253) if len(study.line()) > 3)
    shown, lines = Snapshot(study), ExpectedLines()
    move = shown.moves[0].move
    assert lines.line(move) == (move,)
    for _frame in range(100):
        lines.update(shown, (move,))
    assert lines.line(move) == (move, *study.values.line(study.position.play(move)))
    version = lines.version
    lines.update(shown, (move,))
    assert lines.version == version
    study.step(1)
    lines.update(Snapshot(study), ())
    assert lines.line(move) == (move,)
    assert lines.version > version


def test_who_wins_for_certain() -> None:
    """A margin that is proven on one side of zero has a winner; an open one has none yet."""
    assert [decided(Bounds(*bounds)) for bounds in ((1, 9), (-9, -1), (0, 0), (0, 9))] == [
        1,
        2,
        None,
        False,
    ]
