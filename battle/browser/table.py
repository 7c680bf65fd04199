"""The table of the page: a game against a level or between two people, and its result.

take ──► session ──version──► kept, followed ──► view
▲
Opponent ──┘    Hints, Teacher look on while a person thinks; the end begins the review
"""

from __future__ import annotations

from typing import ClassVar

from battle.analysis.costs import MoveCost, MoveReview, move_cost
from battle.browser import links
from battle.browser.screens import Program, Screen
from battle.browser.views import (
    NEEDED,
    Act,
    View,
    blocks,
    board,
    button,
    cost_class,
    face,
    pair_of,
    person,
)
from battle.coach.hints import Hints, hint_page, no_further_hint
from battle.coach.reasons import HELP, Teacher
from battle.engine.jobs import PONDER_SECONDS, Analyst
from battle.game.engine_move import not_legal_words
from battle.game.opponent import Opponent
from battle.game.session import WITHOUT_HELP, Session
from battle.game.setup import clock_text, level_name
from battle.language import _, explain, ngettext
from battle.rules.position import ALL_POINTS, PLAYERS, Cell, Move, Player, RulesError, other
from battle.rules.record import move_number
from battle.training.background import BackgroundReview, TableStudy
from battle.training.result_page import result_page, review_finding
from battle.words import label, no_answer_words, points, tile_words

_LOOK_SECONDS = 1.0
"""The engine's seconds after which the teacher says what it knows."""


def seats(session: Session, opponent: Opponent | None = None) -> list[View]:
    """Return both players as they sit there."""
    found = []
    for player in PLAYERS:
        seat, level = session.seat(player), session.seat(player).level
        is_program = seat.solver
        name = person(level) if is_program else label(session.name(player))
        moves = session.ending is None and session.to_move == player
        state = level_name(level) if level else _("Solver") if is_program else ""
        if moves and not is_program:
            state = _("Your turn")
        elif moves and opponent is not None and opponent.seconds > 0.6:
            state = _("thinks …")
        remaining = session.remaining(player)
        found.append(
            {
                "player": player,
                "name": name,
                "sub": state if remaining is None else f"{clock_text(remaining)}  {state}",
                "score": session.points[player - 1],
                "face": face(level) if is_program else "you",
                "moves": moves,
                "won": session.ending is not None and session.ending.winner == player,
                "taken": [str(kind) for kind in session.taken(player)],
            }
        )
    return found


def race(session: Session) -> View:
    """Return both scores as shares of all points, and what wins."""
    whole = sum(session.points) + session.position.points_left
    needed = NEEDED if whole == ALL_POINTS else whole // 2 + 1
    return {
        "shares": [score / max(1, whole) for score in session.points],
        "words": _("{points} wins").format(points=needed),
    }


def moves_of(session: Session) -> list[View]:
    """Return the moves played so far."""
    found = []
    node = session.game.root
    for ply, after in enumerate(session.game.node.path(), start=1):
        before, move = node.position, after.move
        assert move is not None
        found.append(
            {
                "number": str(move_number(ply, before.to_move)),
                "player": before.to_move,
                "kind": str(before.kind_of(move)),
                "cells": " ".join(map(str, move)),
            }
        )
        node = after
    return found


class Table(Screen):
    """A game; when it is over its result lies over it."""

    name: ClassVar[str] = "table"

    def __init__(self, program: Program, session: Session) -> None:
        super().__init__(program)
        self._begin(session)

    def _begin(self, session: Session) -> None:
        services = self.services
        self.session = session
        self.study = TableStudy(services, session)
        self._version = session.version
        self._opponent = Opponent(services.player_in(session), session, services.now)
        self._pondering = Analyst(services.scheduler, session.game, self.study.values)
        self._hints = Hints(session, self._pondering)
        self._held: Move | None = None
        self._objection: MoveCost | None = None
        self._asks = ""
        for words in services.autosave.claim(session):
            self.program.tell(words)
        services.recorder.follow(session)
        session.run_clock()

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> View:
        session, position = self.session, self.session.position
        marks: dict[Cell, str] = {}
        if self._hints.is_open and self._hints.pair is not None:
            marks = dict.fromkeys(self._hints.pair, "hint")
        for column in self._hints.columns:
            marks |= {cell: "hint" for cell in position.free_cells if cell.column == column}
        is_live = session.person_to_move and session.ending is None and self._objection is None
        found: View = {
            "state": "over" if session.ending else "ready" if is_live else "thinking",
            "position": str(position),
            "turn": session.to_move,
            "below": session.person or 1,
            "live": is_live,
            "seats": seats(session, self._opponent),
            "race": race(session),
            "board": board(position, ghosts=self._ghosts(), marks=marks),
            "dock": self._dock(),
            "pairs": [
                pair_of(position, move, do={"do": "take", "move": str(move)})
                for move in position.legal_moves
                if is_live
            ],
            "pairs_title": _("Pairs to take"),
            "moves": moves_of(session),
            "moves_title": _("Moves"),
            "actions": self._actions(),
            "more": self._more(),
            "back": False,
        }
        if self._hints.is_open and self._hints.ladder is not None:
            page = blocks(hint_page(self._hints, session.names))
            found["sheet"] = {
                "title": _("Hint"),
                "page": page,
                "main": button(_("Next hint"), "hint", "hint"),
            }
        elif self._asks:
            found["sheet"] = {
                "title": session.request_text or _("Resign the game?"),
                "main": button(_("Yes"), "check", self._asks),
                "buttons": [button(_("No"), "close", "close")],
            }
        if session.ending is not None:
            found["dock"] = {
                "kind": "say",
                "words": session.result_text,
                "sub": "",
            }
            found["main"] = button(_("Result"), "trophy", "result")
        return found

    def _ghosts(self) -> list[tuple[Cell, Player]]:
        node = self.session.game.node
        if node.parent is None or node.move is None:
            return []
        return [(cell, node.parent.position.to_move) for cell in node.move]

    def _dock(self) -> View:
        session = self.session
        if self._objection is not None:
            cost = self._objection
            words = _("This gives away {points}").format(points=cost.cost.value)
            sub = _("You would still win.") if not cost.changed_outcome else ""
            return {
                "kind": "teacher",
                "words": words,
                "sub": sub,
                "kinds": [str(cost.kind)],
                "main": button(_("Choose another"), "undo", "withdraw"),
                "buttons": [button(_("Take it anyway"), "play", "insist")],
            }
        node = session.game.node
        if node.parent is None or node.move is None:
            return {
                "kind": "say",
                "words": _("Your turn") if session.person_to_move else "",
                "sub": "",
            }
        before = node.parent.position
        kind, player = before.kind_of(node.move), before.to_move
        seat = session.seat(player)
        name = person(seat.level) if seat.solver else session.name(player)
        took = _("You took") if player == session.person else _("{name} took").format(name=name)
        return {
            "kind": "last",
            "player": player,
            "kinds": [str(kind)],
            "sub": took,
            "words": tile_words(kind),
            "worth": f"+{kind.rank}",
        }

    def _actions(self) -> list[View]:
        session = self.session
        return [
            button(_("Take back"), "undo", "undo", key="Backspace", off=not self._can_undo),
            button(_("Hint"), "hint", "hint", key="h", off=not session.person_to_move),
        ]

    @property
    def _can_undo(self) -> bool:
        session = self.session
        if session.has_solver:
            return session.can_take_back
        return session.ending is None and session.game.can_undo

    def _more(self) -> list[View]:
        over = self.session.ending is not None
        return [
            button(_("Resign"), "flag", "ask_resign", off=over),
            button(_("Offer a draw"), "handshake", "draw", off=over or self.session.has_solver),
            button(_("Analyse"), "analyse", "analyse", key="a"),
            button(_("Copy link"), "copy", "link"),
            button(_("Home"), "home", "home"),
        ]

    # --- what is done ---------------------------------------------------------------------------

    def do_take(self, act: Act) -> None:
        """Take a pair, unless the teacher objects first."""
        move = Move.parse(str(act["move"]))
        self.session.position.check(move)
        if self._rule.is_on and self.session.has_solver and self.session.help_allowed:
            cost = move_cost(self.study.values, self.session.position, move)
            if cost is not None and self._rule.objects(cost):
                self._objection = cost
                self.session.note_help(HELP)
                return
        self._play(move)

    @property
    def _rule(self) -> Teacher:
        return Teacher(self.services.settings.teacher, self.services.settings.teacher_points)

    def do_withdraw(self, _act: Act) -> None:
        self._objection = None

    def do_insist(self, _act: Act) -> None:
        if self._objection is not None:
            move, self._objection = self._objection.move, None
            self._play(move)

    def _play(self, move: Move) -> None:
        self._hints.close()
        self.session.play(move)

    def do_undo(self, _act: Act) -> None:
        self._objection = None
        if self.session.has_solver:
            self.session.take_back()
        else:
            self.session.request_take_back(self.session.last_mover)
            self._asks = "agree"

    def do_draw(self, _act: Act) -> None:
        self.session.offer_draw(self.session.own)
        self._asks = "agree"

    def do_agree(self, _act: Act) -> None:
        self._asks = ""
        self.session.answer(True)

    def do_ask_resign(self, _act: Act) -> None:
        self._asks = "resign"

    def do_resign(self, _act: Act) -> None:
        self._asks = ""
        self.session.resign(self.session.person or self.session.own)

    def do_close(self, _act: Act) -> None:
        """Close what lies over the table; a question is declined."""
        if self._asks == "agree":
            self.session.answer(False)
        self._asks = ""
        self._hints.close()

    def do_hint(self, _act: Act) -> None:
        if not self.session.help_allowed:
            raise RulesError(_(WITHOUT_HELP))
        if not self._hints.ask():
            raise RulesError(no_further_hint())

    def do_analyse(self, _act: Act) -> None:
        from battle.browser.study import Analyse

        self.session.note_help("analysis") if self.session.ending is None else None
        self.program.go(Analyse(self.program, self.session, self.study.studied()))

    def do_link(self, _act: Act) -> None:
        link = links.of_record(self.session.record())
        self.program.effect("copy", self.program.address + link)

    def do_result(self, _act: Act) -> None:
        self.program.go(Result(self.program, self))

    def do_rematch(self, _act: Act) -> None:
        self._leave_game()
        self._begin(self.session.next_game())

    # --- time -----------------------------------------------------------------------------------

    def beat(self) -> None:
        """Let the program move, the clock run, hints and review go on; keep what has changed."""
        session = self.session
        session.check_clock()
        if session.solver_to_move and session.ending is None:
            self._let_the_program_move()
        self._ponder()
        if self._version != session.version:
            self._version = session.version
            self._follow()

    def _let_the_program_move(self) -> None:
        if self._opponent.failure:
            return
        try:
            answer = self._opponent.ask()
            if answer is None:
                return
            if answer.move not in self.session.position.legal_moves:
                raise RulesError(not_legal_words(answer.move))
            self.session.play(answer.move)
        except RulesError as error:
            self.program.tell(no_answer_words(explain(error)))

    def _ponder(self) -> None:
        """Look at the position for the hints and the teacher."""
        hints, session = self._hints, self.session
        if hints.is_outdated:
            hints.close()
        wanted = session.person_to_move and (hints.is_open or self._rule.is_on)
        self._pondering.analyse(session.position if wanted else None, PONDER_SECONDS)
        hints.update()

    def _follow(self) -> None:
        """Keep the game as it is now; with its end begins the review."""
        self._objection = None
        self.services.recorder.follow(self.session)
        self.services.autosave.save_soon(self.session)
        self.study.follow()
        if self.session.ending is not None and self.session.game.ply:
            self.review.begin()
            if self.services.settings.prove_games != "never":
                self.services.prover.take(self.review)
            self.program.go(Result(self.program, self))

    @property
    def review(self) -> BackgroundReview:
        """The review of the finished game."""
        return self.study.reviewed()

    def leave(self) -> None:
        self._leave_game()

    def _leave_game(self) -> None:
        self._opponent.cancel()
        self._pondering.stop()
        self.session.pause_clock()
        self.services.autosave.save_soon(self.session)


class Result(Screen):
    """Who won, how well one played, and one moment; behind *Details* every number."""

    name: ClassVar[str] = "result"

    def __init__(self, program: Program, table: Table) -> None:
        super().__init__(program)
        self._table = table
        self._has_details = False

    @property
    def _player(self) -> Player:
        """Whose card it is: the person's, else the loser's."""
        session = self._table.session
        if session.person is not None:
            return session.person
        winner = session.ending.winner if session.ending else None
        return other(winner) if winner is not None else 1

    def view(self) -> View:
        session, background = self._table.session, self._table.review
        review = background.review
        mine = [move for move in review.moves if move.player == self._player] if review else []
        worst = self._moment(mine)
        par = self.services.pars.margin(session.game.start)
        headline = blocks(result_page(session, None, low=True, pictures=False))[0]["words"]
        found: View = {
            "state": "over",
            "position": str(session.position),
            "title": headline,
            "seats": seats(session),
            "signs": [sign(move) for move in mine],
            "page": [],
            "actions": [
                button(_("Rematch"), "rematch", "rematch"),
                button(_("Share"), "export", "share"),
                button(_("Details"), "chevron-up", "details"),
                button(_("Home"), "home", "home"),
            ],
        }
        known = [move for move in mine if move.exact and not move.is_forced]
        best = sum(move.cost.value == 0 for move in known)
        if known:
            words = ngettext(
                "{best} of {n} best pair", "{best} of {n} best pairs", len(known)
            ).format(best=best, n=len(known))
            found["page"].append({"block": "title", "words": words, "ink": "plain", "note": ""})
        if worst is not None:
            found["moment"] = _("Here you gave away {points}").format(points=worst.cost.value)
            if session.person is None:
                found["moment"] = _("Here {name} gave away {points}").format(
                    name=session.name(self._player), points=worst.cost.value
                )
            marks = dict.fromkeys(worst.move, "played")
            found["board"] = board(worst.position, marks=marks, dimmed=True)
            found["main"] = button(_("Show me"), "play", "review", ply=worst.ply)
        else:
            found["main"] = button(_("Rematch"), "rematch", "rematch")
        if self._has_details:
            page = result_page(session, par, review_finding(session, background))
            found["sheet"] = {
                "title": _("Details"),
                "page": blocks(page)[1:],
                "main": button(_("Every number, in Analyse"), "analyse", "analyse"),
            }
        return found

    @staticmethod
    def _moment(mine: list[MoveReview]) -> MoveReview | None:
        """Return the costliest pair that is proven, the later of equals; None if none cost 2."""
        proven = [move for move in mine if move.exact and move.cost.value > 1]
        return max(proven, key=lambda move: (move.cost.value, move.ply), default=None)

    def do_details(self, _act: Act) -> None:
        self._has_details = True

    def do_close(self, _act: Act) -> None:
        self._has_details = False

    def do_rematch(self, act: Act) -> None:
        self.program.back()
        self._table.do_rematch(act)

    def do_analyse(self, act: Act) -> None:
        self._has_details = False
        self._table.do_analyse(act)

    def do_review(self, act: Act) -> None:
        from battle.browser.study import ReviewWalk

        self.program.go(ReviewWalk(self.program, self._table, self._player, int(act["ply"])))

    def do_share(self, _act: Act) -> None:
        session = self._table.session
        link = self.program.address + links.of_record(session.record())
        text = _("Mahjong Battle: {result}").format(result=session.result_text)
        self.program.effect("share", {"title": "Mahjong Battle", "text": text, "url": link})

    def beat(self) -> None:
        self.services.prover.update()


def sign(move: MoveReview, *, at: bool = False) -> View:
    """Return the sign of a pair: its colour once its cost is known."""
    cost = cost_class(move.cost.value) if move.exact else None
    return {
        "cost": cost,
        "at": at,
        "says": f"{move_number(move.ply, move.player)}: {points(move.cost.value)}"
        if cost is not None
        else _("not known yet"),
        "do": {"do": "review", "ply": move.ply},
    }
