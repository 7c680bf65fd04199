"""A finished game in the page: who won and how well one played, and where its points went.

TableStudy ──► BackgroundReview ──► GameProver: costs are filled in as they are proven
└► Result ──► Review (three steps: what was taken, the answer, a better pair) ──► Analyse
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from battle.analysis.costs import MoveReview, review_line
from battle.browser.app import App, Screen
from battle.browser.company import Company
from battle.browser.views import (
    View,
    answer_to,
    blocks,
    board,
    button,
    button_block,
    cost_class,
    seat,
    seats,
)
from battle.game.session import Session
from battle.game.setup import played_by
from battle.game.words import next_game
from battle.language import _, ngettext
from battle.page.blocks import Block, Ink, Line, Title
from battle.profile.records import own_games
from battle.rules.links import game_link
from battle.rules.position import Kind, Move, Player, Position, other
from battle.rules.record import Reason
from battle.training.background import ProofProgress, TableStudy
from battle.training.daily import day_games, day_of, share_line
from battle.training.result_page import level_advice, par_of, result_page, review_finding
from battle.words import (
    address,
    cost_figure,
    ending_headline,
    ending_reason,
    points,
    tile_words,
)

_COSTLY = 2
"""The least cost of a pair that is shown as the moment of a game."""


class Reviewed(Screen):
    """What screens share that show a finished game, from the side of one player."""

    def __init__(self, app: App, study: TableStudy) -> None:
        super().__init__(app)
        self.study = study
        self.session: Session = study.session
        ending = self.session.ending
        winner = ending.winner if ending is not None else None
        self.player: Player = self.session.person or (other(winner) if winner is not None else 1)
        """Whose pairs are shown: the person's, of two people the loser's."""
        self._seen: tuple[int, list[MoveReview]] = -1, []

    @property
    def own(self) -> list[MoveReview]:
        """The player's moves, from the first on from which all are reviewed."""
        review, values = self.study.review, self.study.values
        if review is not None and self._seen[0] != values.version:
            line = review.study.line()
            first = len(line) - 1
            while first and values.margin(line[first - 1].position).guess is not None:
                first -= 1
            part = review_line(line[first:], values)
            moves = [replace(one, ply=one.ply + first) for one in part.moves] if part else []
            self._seen = values.version, [one for one in moves if one.player == self.player]
        return self._seen[1]

    @property
    def costly(self) -> list[MoveReview]:
        """The player's pairs that are proven to have cost something, the costliest first."""
        costly = [one for one in self.own if one.exact and one.cost.value]
        return sorted(costly, key=lambda one: (-one.cost.value, -one.ply))

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.app.scheduler.is_busy

    def signs(self, at: int = 0) -> list[View]:
        """Return a sign for each of the player's pairs, hollow where its cost is not known."""
        unknown = len(self.session.taken(self.player)) - len(self.own)
        return [{"cost": None, "says": _("not known yet")}] * unknown + [
            {
                "cost": cost_class(one.cost.value) if one.exact else None,
                "at": one.ply == at,
                "do": {"do": "review", "ply": one.ply},
                "says": _("Pair {n}: {cost}").format(
                    n=number, cost=points(one.cost.value) if one.exact else _("not known yet")
                ),
            }
            for number, one in enumerate(self.own, start=unknown + 1)
        ]

    def gave_away(self, name: str, words: str, yours: str, number: int) -> str:
        """Say how many points the player gave away: `words` for a name, `yours` for you."""
        own = self.player == self.session.person
        return (yours if own else words).format(name=name, n=number)

    def acts(self) -> dict[str, Callable[..., object]]:
        return {"analyse": self._analyse}

    def _analyse(self, ply: int = 1) -> None:
        """Open the game in Analyse, before one of its moves."""
        study = self.study.reviewed().study
        study.go_to(study.game.main_line()[ply - 1])
        self.app.go("analyse", self.session, study)


class Result(Reviewed):
    """Who won, the share of best pairs, and one moment; behind *Details* every number."""

    def __init__(self, app: App, study: TableStudy, company: Company | None = None) -> None:
        super().__init__(app, study)
        self.company = company or Company(app, study.session)

    def beat(self) -> None:
        """Go to the next game when the friend does."""
        self.company.moves_on()

    def resume(self) -> None:
        games = own_games(self.app.records.games())
        self._advice = level_advice(self.session, games)
        settings = self.app.settings
        if self.session.game.ply and (settings.auto_review or self.session.is_daily):
            self._begin_review()

    def back(self) -> None:
        self.app.home()

    def view(self) -> View:
        session = self.session
        rematch = button(next_game(session)[0], "rematch", "rematch")
        if session.is_daily:
            rematch = button(_("Deal of the day"), "calendar", "replace", name="daily")
        found: View = {
            "state": "over",
            "position": str(session.position),
            "turn": session.to_move,
            "title": self._headline,
            "seats": seats(session),
            "signs": self.signs(),
            "page": blocks(self._lines()),
            "main": rematch,
            "actions": [
                button(_("Share result"), "export", "share"),
                button(_("Details"), "chevron-up", "details"),
                button(_("Table"), "table", "table"),
            ],
        }
        moment = next(iter(self.costly), None)
        if moment is not None and moment.cost.value >= _COSTLY:
            here = _("Here {name} gave away {n}"), _("Here you gave away {n}")
            name = session.name(self.player)
            marks = dict.fromkeys(moment.move, "played")
            found |= {
                "moment": self.gave_away(name, *here, moment.cost.value),
                "board": board(moment.position, marks=marks, dimmed=True),
                "main": button(_("Show me"), "play", "review", ply=moment.ply),
                "actions": [rematch, *found["actions"]],
            }
        if self.company.wish:
            agree = button(_("Agree"), "check", "grant", agreed=True)
            decline = button(_("Decline"), "close", "grant", agreed=False)
            found |= {"title": self.company.wish, "main": agree, "buttons": [decline]}
        return found

    @property
    def _headline(self) -> str:
        ending, own = self.session.ending, self.session.person
        if own is None or ending is None or ending.winner is None:
            return ending_headline(ending, self.session.names)
        return _("You won") if ending.winner == own else _("You lost")

    def _lines(self) -> list[Block]:
        """Return what is said below the scores: best pairs, how it ended, where it leads."""
        session = self.session
        found: list[Block] = []
        known = [one for one in self.own if one.exact]
        best = sum(not one.cost.value for one in known)
        if known:
            words = ngettext("{best} of {n} best pair", "{best} of {n} best pairs", len(known))
            found.append(Title(words.format(best=best, n=len(known))))
        worst = max((one.cost.value for one in known), default=0)
        if known and len(known) == len(session.taken(self.player)) and worst < _COSTLY:
            none = _("No pair of {name} cost more than 1"), _("No pair cost you more than 1")
            found.append(Line(self.gave_away(session.name(self.player), *none, worst), Ink.PLAIN))
        if session.ending is not None and session.ending.reason is not Reason.PLAYED_OUT:
            found.append(Line(ending_reason(session.ending, session.position, session.names)))
        if self._advice is not None:
            found.append(Line(self._advice.words))
        return found

    @property
    def _progress(self) -> ProofProgress | None:
        review = self.study.review
        if review is None or not review.is_complete:
            return None
        return self.app.prover.progress_of(review)

    def _details(self) -> View:
        """Return the sheet with every number, as far as it is known."""
        review, session = self.study.review, self.session
        known = self.app.pars.margin(session.game.start)
        par = par_of(known, review.review if review is not None and review.is_complete else None)
        page = result_page(session, par, review_finding(session, review, self._progress))
        more = [button_block(_("Every number, in Analyse"), "analyse", "analyse")]
        if review is None:
            more = [button_block(_("Review"), "review", "begin")]
        advice = self._advice
        if advice is not None and advice.level:
            words = _("Play {name}").format(name=played_by(advice.level))
            more.append(button_block(words, "play", "replace", name="new", rival=advice.level))
        return {"title": _("Details"), "page": [*blocks(page), *more]}

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        app = self.app
        return super().acts() | {
            "begin": self._begin_review,
            "details": partial(setattr, self, "sheet", self._details),
            "review": partial(app.go, "review", self.study),
            "rematch": self.company.go_on,
            "grant": self.company.grant,
            "replace": app.replace,
            "table": self.company.table,
            "share": self._share,
        }

    def _begin_review(self) -> None:
        """Review the game and then prove it, once."""
        if self.study.review is None:
            review = self.study.reviewed()
            review.begin()
            self.app.prover.take(review)

    def _share(self) -> None:
        """Share the line of the day, or the result with a link to the whole game."""
        day, session = day_of(self.session), self.session
        self.app.prover.bring_up_to_date()
        game = None if day is None else day_games(self.app.records.games()).get(day)
        if game is not None:
            self.app.share(share_line(game))
            return
        text = _("Mahjong Battle: {result}").format(result=session.result_text)
        self.app.share(text, game_link(session.with_findings(self.study.studied()).record()))


class Review(Reviewed):
    """Where one's points went, the costliest pair first.

    Three steps for each: what was taken; the answer, played; a better pair.
    """

    def __init__(self, app: App, study: TableStudy, ply: int) -> None:
        super().__init__(app, study)
        self._ply, self._step, self._shown = ply, "taken", 0

    def view(self) -> View:
        move = next(one for one in self.own if one.ply == self._ply)
        places = [one.ply for one in self.costly]
        at = places.index(self._ply) if self._ply in places else -1
        is_last = at + 1 >= len(places)
        following = button(_("Next"), "chevron-right", "beside", by=1, key="n", off=is_last)
        steps = {"taken": self._taken, "answer": self._answer, "better": self._better}
        shown = steps[self._step](move)
        return {
            "title": _("Where points went"),
            "note": _("costliest first"),
            "position": str(move.position),
            "turn": self.player,
            "signs": self.signs(self._ply),
            "actions": [
                button(_("Previous"), "mistake-back", "beside", by=-1, key="p", off=at < 1),
                button(_("Try it"), "undo", "analyse", ply=move.ply, key="a"),
                button(_("Next"), "mistake-next", "beside", by=1, key="n", off=is_last),
            ],
            **shown,
            "dock": {"kind": "speak", **shown["dock"], **self._ways(move, following)},
        }

    def _ways(self, move: MoveReview, following: View) -> View:
        """Return the buttons: what most people want next, and the others."""
        name = self.session.name(other(self.player))
        answer = button(_("Play {name}’s answer").format(name=name), "play", "answer")
        better = button(_("Show a better pair"), "hint", "better")
        once_more = button(_("Once more"), "rematch", "answer")
        if self._step == "better" or not move.cost.value:
            end = button(_("Done"), "check", "back")
            return {"main": end if following["off"] else following, "buttons": [answer]}
        if self._step == "answer" or self._reply(move.position.play(move.move)) is None:
            return {"main": better, "buttons": [once_more] * (self._step == "answer")}
        return {"main": answer, "buttons": [better]}

    # --- the three steps ------------------------------------------------------------------------

    def _taken(self, move: MoveReview) -> View:
        cost = move.cost.value
        tag = cost_figure(move.cost), cost_class(cost) if move.exact else None
        tags, marks = dict.fromkeys(move.move, tag), dict.fromkeys(move.move, "played")
        words = _("{name} took {tile}. It gave away {n}."), _("You took {tile}. It gave away {n}.")
        if not cost and move.exact:
            words = _("{name} took {tile}, a best pair."), _("You took {tile}, a best pair.")
        return {
            "board": board(move.position, marks=marks, tags=tags),
            "dock": self._said(self.player, *words, move.kind, cost),
        }

    def _answer(self, move: MoveReview) -> View:
        after = move.position.play(move.move)
        reply = self._reply(after)
        if reply is None:
            return self._taken(move)
        node = self.session.game.main_line()[move.ply]
        marks, worth = dict.fromkeys(reply, "answer"), after.worth(reply)
        marks |= {cell: "lit" for cell in reply if not move.position.is_free(cell)}
        bubble = {"words": f"+{worth}", "player": after.to_move}
        framed = board(after, after=node, marks=marks, dimmed=True)
        words = (
            _("{name} takes {tile}, for {n}: the best answer."),
            _("You take {tile}, for {n}: the best answer."),
        )
        if "lit" in marks.values():
            words = (
                _("It uncovered a tile. {name} takes {tile}, for {n}."),
                _("It uncovered a tile. You take {tile}, for {n}."),
            )
        return {
            "frames": [board(after, after=node), {**framed, "bubble": bubble}],
            "once": self._shown,
            "board": framed,
            "dock": self._said(after.to_move, *words, after.kind_of(reply), worth),
        }

    def _better(self, move: MoveReview) -> View:
        position, better = move.position, next(iter(move.best), move.move)
        reply = self._reply(position.play(better))
        marks = dict.fromkeys(reply or (), "answer") | dict.fromkeys(better, "best")
        tags = dict.fromkeys(better, (_("best"), 0))
        words = _("Best was {tile}: {n} for {name}."), _("Best was {tile}: {n} for you.")
        kind = position.kind_of(better)
        if kind == move.kind and better != move.move:
            words = (
                _("Best was {tile} too, but other tiles: {n} for {name}."),
                _("Best was {tile} too, but other tiles: {n} for you."),
            )
        return {
            "board": board(position, marks=marks, tags=tags, dimmed=True),
            "dock": self._said(self.player, *words, kind, kind.rank),
        }

    def _reply(self, after: Position) -> Move | None:
        """Return the expected answer at a position."""
        return answer_to(self.study.values, after)

    def _said(self, player: Player, words: str, yours: str, kind: Kind, number: int) -> View:
        """Return a sentence with a tile in it, said by a player."""
        shown = seat(self.session, player)
        text = address(self.session.name(player), words, yours, tile="\0", n=number)
        if player == self.session.person:
            text = yours.format(tile="\0", n=number)
        before, _tile, after = text.partition("\0")
        spans = [
            {"words": before},
            {"kind": str(kind), "lit": True},
            {"words": f" {tile_words(kind)}", "strong": True},
            {"words": after},
        ]
        return {"face": shown["face"], "player": player, "spans": spans}

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        return super().acts() | {
            "answer": partial(self._show, "answer"),
            "better": partial(self._show, "better"),
            "review": self._go_to,
            "beside": self._beside,
        }

    def _show(self, step: str) -> None:
        self._step, self._shown = step, self._shown + 1

    def _go_to(self, ply: int) -> None:
        self._ply, self._step = ply, "taken"

    def _beside(self, by: int) -> None:
        """Go to the next costly pair, or the one before."""
        places = [one.ply for one in self.costly]
        at = places.index(self._ply) + by if self._ply in places else 0
        self._go_to(places[max(0, min(len(places) - 1, at))])
