"""Studies of games at the table: made of a copy, brought back with what was found.

session ──copy──► study        the game goes on as it stands, whatever is tried out
session ◄──bring back── study  values, comments, and branches beside moves that were played
"""

from __future__ import annotations

from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.game.session import Session
from battle.rules.game import Game, Node
from battle.rules.record import Record, record


def study_of(session: Session, earlier: Study | None = None, values: Values | None = None) -> Study:
    """Return a study of a copy of a game, at the place where the game stands.

    What an earlier study of the same game knows and tried out is taken over. Without one `values`
    are what is known of the game.
    """
    game = record(session.record().text).game
    node = game.root
    for move in session.game.moves:
        node = node.child(move) or node
    game.go_to(node)
    if earlier is None or earlier.game.start != game.start:
        return Study(game, values)
    _add_branches(game, game.root, earlier.game.root, at_ends=session.ending is None)
    return Study(game, earlier.values)


def bring_back(study: Study, session: Session) -> None:
    """Write into a game what its study found; its main line and its end stay as they are."""
    if session.game is study.game or session.game.start != study.game.start:
        return
    study.save_values()
    _copy_comments(session.game.root, study.game.root)
    _add_branches(session.game, session.game.root, study.game.root, at_ends=False)
    session.version += 1


def saved(study: Study, session: Session) -> Session:
    """Return the game with all that was found, as it goes into a file.

    Where it is begun and not over it stands where it stood at the table.
    """
    study.save_values()
    tags = {name: value for name, value in session.record().tags.items() if name != "Ply"}
    goes_on = session.game is not study.game and session.game.ply and session.ending is None
    if goes_on and session.position != study.game.last.position:
        tags["Ply"] = str(session.game.ply)
    return Session.from_record(record(Record(tags, study.game).text))


def _copy_comments(to: Node, of: Node) -> None:
    to.comment = of.comment
    for child in to.children:
        twin = None if child.move is None else of.child(child.move)
        if twin is not None:
            _copy_comments(child, twin)


def _add_branches(game: Game, to: Node, of: Node, *, at_ends: bool) -> None:
    """Put what is missing below a node after what is there; `at_ends` also where nothing is."""
    for child in of.children:
        if child.move is None or to is game.ended_at:
            continue
        twin = to.child(child.move)
        if twin is None and (to.children or at_ends):
            twin = Node(child.position, child.move, to, child.comment, child.nags)
            to.children.append(twin)
            _add_branches(game, twin, child, at_ends=True)
        elif twin is not None:
            _add_branches(game, twin, child, at_ends=at_ends)
