"""The first game: short steps on the board, then a small whole game; and lessons for later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from battle.language import N_, _
from battle.page.blocks import Board, Ink, Run
from battle.rules.position import Cell, Move
from battle.screens import captions
from battle.screens.board_view import (
    YOU,
    BoardShown,
    BoardView,
    Bubble,
    Dock,
    Frame,
    SeatShown,
    TileShown,
    board_of,
    ghosts,
    seat_words,
)
from battle.screens.screen import Place, Shell
from battle.screens.task import TaskScreen, leads
from battle.screens.view import Button, CardView, act
from battle.training.first_game import (
    COURSE,
    LESSONS,
    SMALL,
    WHOLE,
    FirstGame,
    given_lines,
    lessons_done,
    steps_done,
    task_words,
    whole_game,
)
from battle.training.sitting import Stage
from battle.words import named, sentences, tile_words


class Lesson(TaskScreen):
    """The steps, continued where they were left; each is over when its task is done."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.game = self.begun()
        self.game.continue_from(self.services.settings.step)
        self._hint = False

    def begun(self) -> FirstGame:
        """Return the way through the steps, as far as it was gone; all done, it begins again."""
        return FirstGame(steps_done(self.services.settings.first_game) % len(COURSE))

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.game.awaits_reply or self.game.stage is Stage.WRONG

    @property
    def standing(self) -> object:
        game = self.game
        return game.index, game.stage, len(game.moves), game.said, self._hint

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> CardView | BoardView:
        game = self.game
        if game.step is WHOLE:
            words = _("Play {name}").format(name=game.name)
            page = self._run, Board(SMALL), *whole_game(self.services.settings.teacher_points)
            play = Button(words, "play", act("go_on"), key="n", typed=N_("next"))
            return CardView(_(WHOLE.title), page, main=play, buttons=(self._steps_button,))
        main, others = None, [leads(_("Show me a pair"), "hint", "hint", "h", N_("hint"))]
        if game.is_over:
            words = _(captions.DONE) if game.is_last else _("Next step")
            main = leads(words, "check" if game.is_last else "chevron-right", "go_on", "n")
            main = replace(main, typed=N_("next"))
            others = [leads(_("Once more"), "rematch", "again", "", N_("again"))]
            if not game.is_done:
                main, others = others[0], [main]
        return BoardView(
            "task",
            _(game.step.title),
            game.position,
            self._board,
            "over" if game.is_over else "thinking" if self.ticks else "ready",
            live=game.stage is Stage.ASKING,
            run=self._run,
            seats=() if game.step.asked else self._seats,
            below=1,
            dock=self._dock,
            page=tuple(given_lines(game)),
            main=main,
            actions=(*others, self._steps_button),
        )

    @property
    def _run(self) -> Run:
        """How far the steps are done."""
        game = self.game
        inks = tuple(Ink.GOOD for _step in range(game.index + game.is_done))
        said = _("Step {n} of {count}").format(n=game.index + 1, count=len(game.course))
        return Run(inks, len(game.course), said)

    @property
    def _seats(self) -> tuple[SeatShown, SeatShown]:
        game = self.game
        mine, theirs = game.position.points
        moves = None if game.is_over else game.position.to_move
        you = _(captions.YOU)
        return (
            SeatShown(1, you, mine, face=YOU, moves=moves == 1, says=seat_words(1, you, mine)),
            SeatShown(
                2, game.name, theirs, moves=moves == 2, says=seat_words(2, game.name, theirs)
            ),
        )

    @property
    def _dock(self) -> Dock:
        """The task; once a pair was taken what came of it, and how it goes on."""
        game, task = self.game, task_words(self.game)
        said, reply = "" if game.said is None else game.said[0], ""
        if game.stage is Stage.ASKING and game.moves:
            tile = named(game.places[-1].kind_of(game.moves[-1]), *game.moves[-1])
            reply = _("{name} took {tile}.").format(name=game.name, tile=tile)
        chosen = _("Touch its partner too, or the button.") if game.step.asked else ""
        if game.begun and not game.is_over:  # the task is short now
            return Dock(sentences(said, reply, task))
        words, *rest = [*filter(None, (said, reply)), *([] if game.is_over else [task])]
        return Dock(words, sentences(*rest), chosen=chosen)

    @property
    def _board(self) -> BoardShown:
        """The board; the answer to a wrong pair lies on it, at the end the pair that cost most."""
        game, within = self.game, self.game.step.position
        if game.stage is Stage.WRONG and len(game.moves) > 1 and game.is_replied_to:
            place, move = game.places[-1], game.moves[-1]
            shown = board_of(place, marks=dict.fromkeys(move, "answer"), within=within)
            bubble = Bubble(f"+{place.worth(move)}", place.to_move)
            return replace(shown, ghosts=ghosts(game.moves[-2], 1), bubble=bubble)
        if game.is_over and game.step.open and game.given:
            number, better, _cost = max(game.given, key=lambda one: one[2])
            place, taken = game.pair(number)
            marks: dict[Cell, Frame] = dict.fromkeys(taken, "played")
            marks |= dict.fromkeys(better, "best")
            return board_of(place, marks=marks, within=within)
        best = game.best() if self._hint else ()
        hinted: tuple[Cell, ...] = (*best[0],) if best else ()
        shown = board_of(game.position, marks=dict.fromkeys(hinted, "hint"), within=within)
        tiles = tuple(self._told(tile) for tile in shown.tiles)
        shown = replace(shown, tiles=tiles, points_at_free=game.step.points_at_free)
        if game.moves and game.is_replied_to and game.stage is Stage.ASKING:
            return replace(shown, ghosts=ghosts(game.moves[-1], 2))
        return shown

    def _told(self, tile: TileShown) -> TileShown:
        """Return a tile that says why it makes no pair with one that looks like it."""
        place, kind = self.game.position, tile.kind
        if tile.free and not tile.pairs:
            free = (place.kind_at(cell) for cell in place.free_cells)
            for like in free:
                if like is not None and like != kind and like.rank == kind.rank:
                    words = _("{one} and {other}: their pictures differ.")
                    said = words.format(one=tile_words(kind), other=tile_words(like))
                    return replace(tile, says=said)
        return tile

    @property
    def _steps_button(self) -> Button:
        return leads(self._steps_words, "list", "steps", "", N_("steps"))

    @property
    def _steps_words(self) -> str:
        return _("Steps")

    def _steps(self) -> CardView:
        return CardView(self._steps_words, tuple(self._listed()))

    def _listed(self) -> Iterator[Button]:
        """Yield the steps, each leading to itself; those that are done have a sign."""
        game = self.game
        kept, is_first = self.services.settings, game.course is COURSE
        done = range(steps_done(kept.first_game)) if is_first else lessons_done(kept.lessons)
        for index, step in enumerate(game.course):
            icon, number = "check" if index in done else "play", str(index + 1)
            do, is_on = act("go_to", place=index), index == game.index
            yield Button(_(step.title), icon, do, aside=number, on=is_on)

    # --- time, and what is done -----------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        before = len(self.game.moves)
        self.game.tick(seconds)
        if len(self.game.moves) != before:
            self._acted()

    def _acted(self) -> None:
        """Remember how far the step is."""
        self._hint = False
        self.game.keep(self.services)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "take": self._take,
            "hurry": self.hurry,
            "hint": partial(setattr, self, "_hint", True),
            "again": lambda: self._go_to(self.game.index),
            "go_to": self._go_to,
            "go_back": lambda: self._go_to(self.game.index - 1),
            "go_on": self._go_on,
            "steps": self.lay_over(self._steps),
        }

    def _go_to(self, place: int) -> None:
        self.game.go_to(place)
        self._acted()

    def _take(self, move: str) -> None:
        self.hurry()
        self.game.play(Move.parse(move))
        self._acted()

    def _go_on(self) -> None:
        """Go to the next step; after the last a small game begins, with the teacher."""
        self._hint = False
        if (options := self.game.go_on(self.services)) is not None:
            self.shell.replace("table", options.session(self.services.now))


class Lessons(Lesson):
    """What can be learned after the first game: a trap, the last pairs, how to play for all."""

    def __init__(self, shell: Shell, at: int = 0) -> None:
        self._at = at
        super().__init__(shell)

    @property
    def place(self) -> Place:
        return "lessons", (), {"at": self.game.index}

    def begun(self) -> FirstGame:
        return FirstGame(self._at, LESSONS)

    @property
    def _steps_words(self) -> str:
        return _("Lessons")

    def _go_on(self) -> None:
        self.back() if self.game.is_last else super()._go_on()
