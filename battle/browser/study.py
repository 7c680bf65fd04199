"""Analyse in the page, and the walk through where points went."""

from __future__ import annotations

from typing import ClassVar

from battle.analysis.costs import MoveReview, move_costs
from battle.analysis.study import ExpectedLines, Snapshot, Study, study_of
from battle.analysis.values import Bounds, Values
from battle.browser import links
from battle.browser.screens import Program, Screen
from battle.browser.table import Table, seats, sign
from battle.browser.views import (
    Act,
    View,
    block,
    board,
    button,
    cost_class,
    face,
    pair_of,
    person,
    priced,
)
from battle.engine.jobs import Analyst
from battle.game.session import Session
from battle.language import _
from battle.page.review import margin_plot
from battle.report import board_svg
from battle.rules.position import Cell, FormatError, Kind, Move, Player, Position, other
from battle.rules.record import Record
from battle.words import cost_figure, label, outcome, tile_words

_LINE = 4
"""The moves of expected play beside a pair."""


class Analyse(Screen):
    """A position and its pairs, each with what it costs; lines can be walked."""

    name: ClassVar[str] = "analyse"

    def __init__(self, program: Program, session: Session, study: Study | None = None) -> None:
        super().__init__(program)
        self._session = session
        self._study = study or study_of(session.game)
        self.services.proofs.recall(self._study)
        self._analyst = Analyst(self.services.scheduler, self._study.game, self._study.values)
        self._analyst.start()
        self._lines = ExpectedLines()
        self._shares = False

    @property
    def _position(self) -> Position:
        return self._study.position

    def view(self) -> View:
        study, position = self._study, self._position
        margin = study.values.margin(position)
        costs = move_costs(study.values, position, study.thresholds)
        tags: dict[Cell, tuple[str, int | None]] = {}
        for cost in reversed(costs):
            if cost.is_known:
                tags |= dict.fromkeys(
                    cost.move, (cost_figure(cost.cost), cost_class(cost.cost.value))
                )
        players = seats(self._session)
        for seat in players:
            seat["score"] = position.points[seat["player"] - 1]
            seat["moves"] = seat["player"] == position.to_move and not position.is_over
        proven = _("✓ proven") if margin.is_exact else _("estimate")
        pairs = [
            pair_of(
                position,
                cost.move,
                **priced(cost),
                play=self._play(position, cost.move),
                do={"do": "take", "move": str(cost.move)},
            )
            for cost in costs
        ]
        snapshot = Snapshot(study)
        found: View = {
            "state": "thinking" if self._analyst.is_busy else "ready",
            "position": str(position),
            "turn": position.to_move,
            "lower": margin.lower,
            "upper": margin.upper,
            "title": self._title(margin),
            "note": proven if margin.guess is not None else _("thinking …"),
            "live": not position.is_over,
            "seats": players,
            "board": board(position, tags=tags, ghosts=self._ghosts(), analysed=True),
            "pairs": pairs,
            "pairs_title": _("Pairs, best first"),
            "moves": self._moves(),
            "moves_title": _("Moves"),
            "actions": [
                button(_("Start"), "first", "start", key="Home", off=study.node.parent is None),
                button(
                    _("Back"),
                    "chevron-left",
                    "step",
                    by=-1,
                    key="ArrowLeft",
                    off=study.node.parent is None,
                ),
                button(
                    _("Forward"), "chevron-right", "step", by=1, off=study.line()[-1] is study.node
                ),
                button(_("Share"), "export", "shares"),
            ],
            "more": [
                button(_("Paste"), "paste", "paste"),
                button(_("Open a file"), "open", "open_file"),
                button(_("Home"), "home", "home"),
            ],
        }
        if len(snapshot.line) > 1 and any(one.guess is not None for one in snapshot.margins):
            found["plot"] = block(margin_plot(snapshot.margins, self._session.person or 1))
        if self._shares:
            found["sheet"] = {
                "title": _("Share"),
                "buttons": [
                    button(_("Link to this position"), "copy", "copy", what="position"),
                    button(_("Link to the game"), "copy", "copy", what="game"),
                    button(_("Copy as text"), "copy", "copy", what="text"),
                    button(_("Save a picture"), "save", "picture"),
                    button(_("Save the game"), "save", "save"),
                ],
            }
        return found

    def _title(self, margin: Bounds) -> str:
        if self._position.is_over:
            return outcome(self._position.margin, self._session.names)
        if margin.guess is None:
            return _("Analyse")
        return outcome(margin.value, self._session.names)

    def _play(self, position: Position, move: Move) -> list[View]:
        """Return what is expected after a pair."""
        steps, here = [], position.play(move)
        for following in self._lines.line(move)[1 : _LINE + 1]:
            steps.append({"player": here.to_move, "kind": str(here.kind_of(following))})
            here = here.play(following)
        return steps

    def _ghosts(self) -> list[tuple[Cell, Player]]:
        node = self._study.node
        if node.parent is None or node.move is None:
            return []
        return [(cell, node.parent.position.to_move) for cell in node.move]

    def _moves(self) -> list[View]:
        study, found = self._study, []
        for ply, node in enumerate(study.line()[1:], start=1):
            assert node.parent is not None
            assert node.move is not None
            before, cost = node.parent.position, study.cost(node)
            found.append(
                {
                    "number": str((ply + 1) // 2),
                    "player": before.to_move,
                    "kind": str(before.kind_of(node.move)),
                    "cells": " ".join(map(str, node.move)),
                    "on": node is study.node,
                    "do": {"do": "go", "ply": ply},
                }
                | (
                    {"cost": cost_figure(cost.cost), "class": cost_class(cost.cost.value)}
                    if cost is not None and cost.cost.proven
                    else {}
                )
            )
        return found

    def do_take(self, act: Act) -> None:
        move = Move.parse(str(act["move"]))
        self._position.check(move)
        self._study.play(move)

    def do_go(self, act: Act) -> None:
        line = self._study.line()
        self._study.go_to(line[max(0, min(len(line) - 1, int(act["ply"])))])

    def do_step(self, act: Act) -> None:
        self._study.step(int(act["by"]))

    def do_start(self, _act: Act) -> None:
        self._study.to_start()

    def do_shares(self, _act: Act) -> None:
        self._shares = True

    def do_close(self, _act: Act) -> None:
        self._shares = False

    def do_paste(self, _act: Act) -> None:
        self.program.effect("paste", True)

    def do_open_file(self, _act: Act) -> None:
        self.program.effect("open", True)

    def _record(self) -> Record:
        return Record(self._session.record().tags, self._study.game)

    def do_copy(self, act: Act) -> None:
        self._shares = False
        match act.get("what"):
            case "position":
                text = self.program.address + links.of_position(self._position)
            case "game":
                text = self.program.address + links.of_record(self._record())
            case _:
                text = str(self._position)
        self.program.effect("copy", text)

    def do_picture(self, _act: Act) -> None:
        self._shares = False
        picture = {"name": "mahjong-battle.svg", "text": board_svg(self._position)}
        self.program.effect("save", picture)

    def do_save(self, _act: Act) -> None:
        self._shares = False
        self.program.effect("save", {"name": "mahjong-battle.mjb", "text": self._record().text})

    def beat(self) -> None:
        self._analyst.analyse(None if self._position.is_over else self._position)
        snapshot = Snapshot(self._study)
        self._lines.update(snapshot, self._position.legal_moves)

    def leave(self) -> None:
        self._analyst.stop()
        self.services.proofs.keep(self._study)


class ReviewWalk(Screen):
    """Where one's points went, the costliest pair first: what was taken, the answer, what is better."""

    name: ClassVar[str] = "review"

    def __init__(self, program: Program, table: Table, player: Player, ply: int) -> None:
        super().__init__(program)
        self._table, self._player = table, player
        self._ply, self._step = ply, 0
        self._shown = 0

    @property
    def _mine(self) -> list[MoveReview]:
        review = self._table.review.review
        return [move for move in review.moves if move.player == self._player] if review else []

    def _costly(self) -> list[MoveReview]:
        """Return the pairs that are proven to have cost something, the costliest first."""
        costly = [move for move in self._mine if move.exact and move.cost.value > 0]
        return sorted(costly, key=lambda move: (-move.cost.value, -move.ply))

    def view(self) -> View:
        session = self._table.session
        move = next((one for one in self._mine if one.ply == self._ply), None)
        if move is None:
            raise FormatError(_("There is no such move."))
        before, values = move.position, self._table.study.values
        after = before.play(move.move)
        reply = _best(values, after)
        better = move.best[0] if move.best else move.move
        answer = _best(values, before.play(better))
        seat = session.seat(other(self._player))
        name = person(seat.level) if seat.solver else label(session.name(other(self._player)))
        own = _("You") if self._player == session.person else label(session.name(self._player))
        place = [one.ply for one in self._costly()]
        at = place.index(self._ply) if self._ply in place else -1
        found: View = {
            "state": "ready",
            "title": _("Where points went"),
            "note": _("costliest first"),
            "signs": [sign(one, at=one.ply == self._ply) for one in self._mine],
            "actions": [
                button(_("Previous"), "mistake-back", "beside", by=-1, off=at < 1),
                button(_("Analyse"), "analyse", "analyse"),
                button(_("Next"), "mistake-next", "beside", by=1, off=at + 1 >= len(place)),
            ],
        }
        cost = move.cost.value
        if self._step == 0:
            tags = dict.fromkeys(move.move, (cost_figure(move.cost), cost_class(cost)))
            found["board"] = board(before, tags=tags, marks=dict.fromkeys(move.move, "played"))
            spans = _spans(
                _("{who} took {tile} {kind}. It gave away {points}."),
                who=own,
                tile=move.kind,
                points=str(cost),
            )
            speaker = self._speaker(self._player, spans)
            show = button(_("Play {name}’s answer").format(name=name), "play", "answer")
            speaker["main"] = (
                show if reply is not None else button(_("Show a better pair"), "hint", "better")
            )
            if reply is not None:
                speaker["buttons"] = [button(_("Show a better pair"), "hint", "better")]
        elif self._step == 1 and reply is not None:
            ghosts = [(cell, self._player) for cell in move.move]
            framed = board(after, ghosts=ghosts, marks=dict.fromkeys(reply, "answer"), dimmed=True)
            bubble = {"words": f"+{after.worth(reply)}", "player": other(self._player)}
            found["frames"] = [board(after, ghosts=ghosts), {**framed, "bubble": bubble}]
            found["board"], found["once"] = framed, self._shown
            kind = after.kind_of(reply)
            spans = _spans(
                _("{who} answers with {tile} {kind}: {points} points."),
                who=name,
                tile=kind,
                points=str(kind.rank),
            )
            speaker = self._speaker(other(self._player), spans)
            speaker["main"] = button(_("Show a better pair"), "hint", "better")
            speaker["buttons"] = [button(_("Once more"), "rematch", "answer")]
        else:
            marks = dict.fromkeys(better, "best")
            if answer is not None:
                marks |= dict.fromkeys(answer, "answer")
            tags = dict.fromkeys(better, (_("best"), 0))
            found["board"] = board(before, marks=marks, tags=tags, dimmed=True)
            kind = before.kind_of(better)
            spans = _spans(
                _("Best was {tile} {kind}: {points} points."), tile=kind, points=str(kind.rank)
            )
            speaker = self._speaker(self._player, spans)
            speaker["main"] = (
                button(_("Next"), "chevron-right", "beside", by=1)
                if at + 1 < len(place)
                else button(_("Done"), "check", "back")
            )
            if reply is not None:
                speaker["buttons"] = [
                    button(_("Play {name}’s answer").format(name=name), "play", "answer")
                ]
        found["dock"] = speaker
        found["position"], found["turn"] = str(before), before.to_move
        return found

    def _speaker(self, player: Player, spans: list[View]) -> View:
        seat = self._table.session.seat(player)
        return {
            "kind": "speak",
            "face": face(seat.level) if seat.solver else "you",
            "player": player,
            "spans": spans,
        }

    def do_answer(self, _act: Act) -> None:
        self._step, self._shown = 1, self._shown + 1

    def do_better(self, _act: Act) -> None:
        self._step = 2

    def do_review(self, act: Act) -> None:
        self._ply, self._step = int(act["ply"]), 0

    def do_beside(self, act: Act) -> None:
        places = [one.ply for one in self._costly()]
        if self._ply in places:
            at = max(0, min(len(places) - 1, places.index(self._ply) + int(act["by"])))
            self._ply, self._step = places[at], 0

    def do_analyse(self, _act: Act) -> None:
        study = self._table.study.studied()
        study.to_start()
        study.step(self._ply - 1)
        self.program.go(Analyse(self.program, self._table.session, study))

    def beat(self) -> None:
        self.services.prover.update()


def _best(values: Values, position: Position) -> Move | None:
    """Return the best pair of a position as far as is known."""
    costs = move_costs(values, position)
    return costs[0].move if costs and costs[0].is_known else None


def _spans(words: str, tile: Kind, **parts: str) -> list[View]:
    """Return a sentence in parts: `{tile}` is a little tile that lights up, `{kind}` its name."""
    found: list[View] = []
    for number, text in enumerate(words.replace("{kind}", "{tile}").split("{tile}")):
        if number == 1:
            found.append({"kind": str(tile), "lit": True})
        if number == 2:
            found.append({"words": tile_words(tile), "strong": True})
        found.append({"words": text.format(**parts)})
    return found
