"""Where one's points went in a finished game: each pair in three steps, or tried another way.

    the pair that was taken ──► the answer, played ──► a better pair ──► the next mistake
         └──Try it──► the same board, playable: the opponent answers ──► Back to the game
                      a pair that is known to be no better than the game's rests there ──► Again
                      how it ends beside the game's pair and a best one is said once it is certain

It opens at the costliest pair of one's own. What is main goes on; each button keeps its place.
*Mistake* leads to those before and after in the order of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias

from battle.analysis.costs import MoveCost, MoveReview, move_cost
from battle.analysis.study import Study
from battle.coach.answer import (
    Shown,
    answer_offer,
    answered,
    bettered,
    difference_words,
    taken,
    tried_words,
)
from battle.engine.jobs import Job
from battle.game.opponent import LEAST_SECONDS, Opponent
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.language import N_, _, ngettext
from battle.page.blocks import Plot
from battle.page.review import NOTHING_TO_REVIEW, line_plot
from battle.reviews.background import TableStudy
from battle.rules.position import Move, RulesError, other
from battle.screens import captions
from battle.screens.board_view import (
    BoardView,
    Dock,
    MoveShown,
    answer_frames,
    board_of,
    move_of,
    price_of,
    seat_of,
    seats_of,
    shown_board,
    signs_of,
)
from battle.screens.played import Played
from battle.screens.screen import Place, Shell, by_act
from battle.screens.task import TaskScreen
from battle.screens.view import Button, act
from battle.words import address, label, no_answer_words, score_words, sentences

Step: TypeAlias = Literal["taken", "answer", "better"]

_BEST: Final = "perfect"
"""The level that answers for a person who is not here."""
_LONG_ENOUGH: Final = 3.0
"""The seconds after which a pair is answered of which it is not known how good it is."""


class Review(TaskScreen):
    """A walk through one player's pairs; `step` of `move` is what is shown, or a `trial` of it."""

    name = "review"
    tab = "open"

    def __init__(self, shell: Shell, study: TableStudy, ply: int = 0) -> None:
        super().__init__(shell)
        self.study, self.session = study, study.session
        self.played = Played(study.session, study)
        own = self.played.own
        if not own:
            raise RulesError(_(NOTHING_TO_REVIEW))
        self.ply = ply or (self.played.costly or own)[0].ply
        self.step: Step = "taken"
        self.times = 0
        """How often an answer was asked for: it is played anew each time."""
        self.trial: Session | None = None
        self._opponent: Opponent | None = None
        self._asked: Job | None = None
        self._answer: Move | None = None
        self._seconds = 0.0
        self._version: object = None
        self._signs: object = None

    @property
    def place(self) -> Place:
        """The result below leads to the pair that is looked at."""
        return by_act("review", ply=self.ply)

    @property
    def inner(self) -> int:  # type: ignore[override]
        return int(self.trial is not None)

    @property
    def standing(self) -> object:
        if (version := self.played.version) != self._version:
            self._version, self._signs = version, tuple(self.played.signs)
        trial = self.trial
        failure = self._opponent and self._opponent.failure
        tried = trial is not None and (trial.version, failure, self.beside_the_game)
        return self.ply, self.step, self.times, self._signs, tried

    @property
    def awaits(self) -> bool:
        """Whether the opponent's answer is looked for."""
        opponent, trial = self._opponent, self.trial
        is_over = trial is None or opponent is None or not trial.solver_to_move or self.is_no_better
        return not (is_over or self._answer is not None or (opponent and opponent.failure))

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self._answer is not None

    # --- what is walked through -----------------------------------------------------------------

    @property
    def move(self) -> MoveReview:
        """The pair that is looked at."""
        return next(move for move in self.played.own if move.ply == self.ply)

    def mistake(self, by: int) -> int | None:
        """Return the ply of the mistake after the pair, or before it; None if there is none."""
        plies = sorted(move.ply for move in self.played.costly)
        beside = [ply for ply in plies if (ply > self.ply if by > 0 else ply < self.ply)]
        return (beside[0] if by > 0 else beside[-1]) if beside else None

    @property
    def shown(self) -> Shown:
        """What is shown now."""
        move, values, names = self.move, self.study.values, self.played.names
        answer = None
        if self.step == "answer":
            answer = answered(move, values, names)
        elif self.step == "better":
            answer = bettered(move, values, names)
        return answer or taken(move, values, names)

    @property
    def _tried_first(self) -> MoveCost | None:
        """What the first pair of the try costs, None while there is none, or nothing is known."""
        trial, place = self.trial, self.move.position
        moves = () if trial is None else trial.game.moves
        return move_cost(self.study.values, place, moves[0]) if moves else None

    @property
    def beside_the_game(self) -> str:
        """How the try ends beside the game's pair and a best one; empty until that is certain."""
        trial, tried, values = self.trial, self._tried_first, self.study.values
        if trial is None or tried is None:
            return ""
        if self.is_no_better and tried.move == self.move.move:
            return difference_words(self.move, values, self.played.names)
        return tried_words(self.move, tried, values, trial.game)

    @property
    def is_no_better(self) -> bool:
        """Whether a single pair is tried that is known to be no better than the game's.

        The opponent leaves it unanswered: another can be tried. A best one is answered.
        """
        trial, tried, played = self.trial, self._tried_first, self.move.cost
        is_known = trial is not None and trial.game.ply == 1 and tried is not None and tried.exact
        return is_known and tried is not None and tried.cost.value >= max(1, played.value)

    @property
    def _ways(self) -> list[Button]:
        """The answer, what leads on from it; the one that most people want next stands out."""
        move, name = self.move, self.session.name(other(self.played.player))
        answer = Button(answer_offer(name), "play", act("answer"), typed=N_("answer"))
        on = Button(_("Show a better pair"), "hint", act("better"), typed=N_("better"))
        if self.step == "better" or not move.cost.value:  # nothing more to show of the pair
            on = self._next
        elif self.step == "answer":
            answer = replace(answer, words=_("Once more"), icon="rematch")
        if answered(move, self.study.values, self.played.names) is None:
            return [replace(on, main=True)]
        is_next = self.step == "taken" and bool(move.cost.value)
        return [replace(answer, main=is_next), replace(on, main=not is_next)]

    @property
    def _next(self) -> Button:
        """What comes once a pair is understood."""
        if self.mistake(1) is None:
            return Button(_(captions.DONE), "check", act("back"))
        return Button(_(captions.NEXT_MISTAKE), "chevron-right", act("next_mistake"))

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> BoardView:
        played, move, is_tried = self.played, self.move, self.trial is not None
        points, name = move.cost.value, played.names[played.player - 1]
        title = address(name, _("{name} gave away {n}"), _("You gave away {n}"), n=points)
        number = [one.ply for one in played.own].index(self.ply) + 1 + played.pairs
        number -= len(played.own)
        before, after = (None if is_tried else self.mistake(by) for by in (-1, 1))
        trial = Button(_("Try it"), "play", act("try"), key="j", typed=N_("try"))
        if is_tried:
            trial = replace(trial, words=_(captions.TO_GAME), icon="undo")
        view = BoardView(
            "review",
            title if points else _("A best pair"),
            move.position,
            note=_("Pair {n} of {count}").format(n=number, count=played.pairs),
            below=self.session.near,
            signs=signs_of(played, self.ply),
            seats=seats_of(self.session),
            moves=self._moves(),
            plot=self._plot(),
            actions=(
                Button(
                    _(captions.MISTAKE_BEFORE),
                    "chevron-left",
                    act("previous_mistake"),
                    key="p",
                    typed=N_("previous"),
                    off=before is None,
                    why=_("There is no mistake before this pair."),
                ),
                Button(
                    _(captions.NEXT_MISTAKE),
                    "chevron-right",
                    act("next_mistake"),
                    key="n",
                    typed=N_("next"),
                    off=after is None,
                    why=_("There is no mistake after this pair."),
                ),
                trial,
                Button(
                    _(captions.ANALYSE), "analyse", act("analyse"), key="a", typed=N_("analyse")
                ),
            ),
        )
        return self._tried(view) if is_tried else self._walked(view)

    def _moves(self) -> tuple[MoveShown, ...]:
        """Return the moves of the game; those of the player can be looked at."""
        own, study = {move.ply for move in self.played.own}, self._reviewed
        return tuple(
            move_of(
                node,
                ply,
                price_of(study.cost(node)),
                act("review", ply=ply) if ply in own else None,
                on=ply == self.ply,
            )
            for ply, node in enumerate(study.line())
            if ply
        )

    def _plot(self) -> Plot:
        """Return who is ahead after each move; the pair that is looked at stands across it."""
        study, values = self._reviewed, self.study.values
        line = study.line()
        margins, costs = [values.margin(node.position) for node in line], map(study.cost, line)
        return line_plot(margins, [*costs], self.played.player, at=self.ply)

    @property
    def _reviewed(self) -> Study:
        assert self.study.review is not None
        return self.study.review.study

    def _walked(self, view: BoardView) -> BoardView:
        """Return a view with the step that is shown; each number is said once."""
        shown, within = self.shown, self.move.position
        if self.step == "taken":
            shown = replace(shown, tag=("", None))
        speaker, is_played = seat_of(self.session, shown.player), bool(shown.in_turn or shown.then)
        return replace(
            view,
            board=shown_board(shown, within=within),
            dock=Dock(
                shown.words,
                kind="speak",
                player=shown.player,
                face=speaker.face,
                initial=speaker.initial,
            ),
            frames=answer_frames(shown, within) if is_played else (),
            once=self.times,
            buttons=tuple(self._ways),
        )

    def _tried(self, view: BoardView) -> BoardView:
        """Return a view with the board as it is tried."""
        trial, opponent, first = self.trial, self._opponent, self._tried_first
        assert trial is not None
        assert opponent is not None
        player = self.played.player
        own, rival = (label(self.played.names[one - 1]) for one in (player, other(player)))
        words = f"{own} {score_words(trial.points, player)} {rival}"
        beside = self.beside_the_game
        is_found = first is not None and first.exact and not first.cost.value
        if is_found and trial.game.ply <= 2:
            words, beside = sentences(_("The best pair."), beside or words), ""
        turn = _(captions.YOUR_TURN) if trial.game.moves else _("Find a better pair.")
        sub = turn if trial.ending is None else trial.result_text
        if trial.solver_to_move:
            thinks = _(captions.SOMEBODY_THINKS).format(name=trial.name(trial.to_move))
            sub = no_answer_words(opponent.failure) if opponent.failure else thinks
        is_new = not trial.game.moves
        again = Button(_("Again"), "undo", act("again"), typed=N_("again"), off=is_new)
        if self.is_no_better:
            words, sub, again = self._verdict, "", replace(again, main=True)
        sub = sentences(beside, sub)
        return replace(
            view,
            title=_("Try it"),
            position=trial.position,
            board=board_of(
                trial.position,
                after=trial.game.node,
                dimmed=self.is_no_better,
                within=self.move.position,
            ),
            state="thinking" if self.awaits else "ready",
            live=trial.person_to_move,
            dock=Dock(words, sub),
            buttons=(again, *[replace(self._next, main=True)] * is_found),
        )

    @property
    def _verdict(self) -> str:
        """Say how much worse the tried pair is than the game's."""
        tried = self._tried_first
        worse = 0 if tried is None else tried.cost.value - self.move.cost.value
        if tried is not None and tried.move == self.move.move:
            return _("The same pair as in the game.")
        words = ngettext(
            "{n} point worse than in the game.", "{n} points worse than in the game.", worse
        )
        return words.format(n=worse) if worse else _("As good as in the game.")

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "answer": partial(self._show, "answer"),
            "better": partial(self._show, "better"),
            "review": self.go_to,
            "previous_mistake": partial(self._go_beside, -1),
            "next_mistake": partial(self._go_beside, 1),
            "try": self._try,
            "again": self._try_again,
            "take": self._take,
            "hurry": self.hurry,
            "analyse": self._analyse,
        }

    def back(self) -> None:
        """End the trial; without one leave."""
        self._end_trial() if self.trial is not None else super().back()

    def leave(self) -> None:
        if self._opponent is not None:
            self._opponent.cancel()
        if self._asked is not None:
            self._asked.cancel()

    def tick(self, seconds: float) -> None:
        """Let the opponent answer in a trial, once there was time to see the pair."""
        trial, opponent = self.trial, self._opponent
        if trial is None or opponent is None or not trial.solver_to_move or opponent.failure:
            return
        if self.is_no_better:
            return
        self._seconds += seconds
        found = opponent.ask()
        self._answer = None if found is None else found.move
        is_judged = self._asked is None or not self._asked.is_open or self._seconds >= _LONG_ENOUGH
        if (
            self._answer in trial.position.legal_moves
            and self._seconds >= LEAST_SECONDS
            and is_judged
        ):
            trial.play(self._answer)
            self._answer = None

    def go_to(self, ply: int) -> None:
        """Look at another pair."""
        if any(move.ply == ply for move in self.played.own):
            self._end_trial()
            self.ply, self.step = ply, "taken"

    def _go_beside(self, by: int) -> None:
        if (ply := self.mistake(by)) is not None:
            self.go_to(ply)

    def _show(self, step: Step) -> None:
        self._end_trial()
        self.step, self.times = step, self.times + 1

    def _try(self) -> None:
        """Make the board playable from here, or go back to the game."""
        if self.trial is not None:
            self._end_trial()
            return
        session, person = self.session, self.played.player
        first, second = (
            Seat(session.name(player))
            if player == person
            else session.seat(player)
            if session.seat(player).solver
            else Seat(session.name(player), solver=True, level=_BEST)
            for player in (1, 2)
        )
        services = self.services
        self.trial = Session(Setup((first, second), self.move.position), now=services.now)
        self._opponent = Opponent(services.player_in(self.trial), self.trial, services.now)

    def _try_again(self) -> None:
        """Put the tried pairs back."""
        if self.trial is not None:
            self._end_trial()
            self._try()

    def _end_trial(self) -> None:
        self.leave()
        self.trial = self._opponent = self._answer = self._asked = None

    def _take(self, move: str) -> None:
        if self.trial is None or not self.trial.person_to_move:
            raise RulesError(_("Try it first."))
        self.trial.play(Move.parse(move))
        self._seconds = 0.0
        if self.trial.game.ply == 1 and not self.beside_the_game:
            assert self.study.review is not None
            self._asked = self.study.review.analyst.ask(self.trial.position)

    def _analyse(self) -> None:
        """Open Analyse before the pair."""
        study = self.study.reviewed().study
        study.go_to(study.game.main_line()[self.ply - 1])
        self.shell.go("study_table", self.study)
