"""The first game: short steps that teach how to play, then a small whole game; later lessons.

    ASKING ──play──► right: REPLYING ──reply──► ASKING … ──► OVER ──► the next step
      ▲                └──► wrong: WRONG ──reply, for all to see──► take_back
      └───────────────────────────────────────────────────────┘

A step is a position, a text, and what counts as done. The positions are so small that every way to
play is tried at once: what is said of a pair, and how the other player answers, needs no solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, Protocol

from battle.coach.answer import PlayedLine
from battle.game.session import Seat, Session
from battle.game.setup import played_by
from battle.language import N_, _
from battle.page.blocks import Block, Ink, Paragraph, Role
from battle.profile.options import GameOptions
from battle.profile.settings import Settings
from battle.rules.position import Move, Position, RulesError, move, position
from battle.training.sitting import Attempt, Stage
from battle.words import named, points, sentences, tile_words

FIRST_GAME: Final = N_("Your first game")
FIRST_GAME_NOTE: Final = N_("Learn the game in short steps, by playing")
LEVEL: Final = "novice"
"""The level of the whole game at the end."""


@dataclass(frozen=True)
class Step:
    """A step: its title, the task at a `position`, and the words when it is done.

    The pairs that are `asked` for end it; without any it is played to the end of the position with
    best pairs. Then `wrong` is what is said of others, by default what they cost. With `spared`
    those that cost little are good enough, and this is said of them. If it is `open` every pair is
    taken, and the step done whatever the result: `right` is said of the best, `lost` of a loss,
    `below` of any other. `points_at_free` tiles are pointed at.
    """

    title: str
    position: Position
    task: str
    right: str
    asked: tuple[Move, ...] = ()
    wrong: str = ""
    spared: str = ""
    open: bool = False
    below: str = ""
    lost: str = ""
    points_at_free: bool = False


def _at(first: int, *columns: str) -> Position:
    return position("/".join([*["."] * first, *columns]), paired=False)


STEPS: Final = (
    Step(
        N_("Free tiles"),
        _at(4, "...5p7s2m", "...3s5p9m", "...8s1m5p", "...6p4s"),
        N_(
            "A tile is free if no tile lies above it in its column, or none below it. What lies on"
            " its left and right does not matter. Of the three tiles with five dots two are free:"
            " take them."
        ),
        N_("Right. The third one is blocked: a tile lies above it, and one below."),
        asked=(move("e4g6"),),
        points_at_free=True,
    ),
    Step(
        N_("A pair"),
        _at(4, "...6s3m8p6s", "...2p4m3s", "...3p5p2p", "...7s1m"),
        N_(
            "A pair is two free tiles with the same picture: both have a gold triangle. They may"
            " lie in one column, one at its top and one at its bottom. Two pairs can be taken here:"
            " take the one in a single column."
        ),
        N_("Right. The 3 of dots and the 3 of bamboo are free as well, but their pictures differ."),
        asked=(move("e4e7"),),
        wrong=N_("That is a pair too. Now find the one in a single column."),
    ),
    Step(
        N_("Points"),
        _at(3, "...9s", ".....5p", "...2m", "...2m", ".....5p", "...9s"),
        N_(
            "A pair scores the number on its tiles. You and {name} take turns, and the higher score"
            " wins. Take the pair that scores most, and play to the end."
        ),
        N_(
            "You win {mine} : {theirs}. A whole game has 54 pairs with 270 points, so 136 points"
            " are enough to win."
        ),
    ),
    Step(
        N_("The end"),
        _at(4, "....4p", "...4p9s2m1s", "...9s4p1s2m", "....4p"),
        N_(
            "The game ends when the player whose turn it is has no pair to take. What lies there"
            " then counts for nobody. Three fours are free here: take two of them so that {name}"
            " has no pair."
        ),
        N_(
            "You win {mine} : {theirs}. {name} had no pair, so the game was over: the {left} points"
            " that lie there count for nobody."
        ),
    ),
    Step(
        N_("What you uncover"),
        _at(4, "...4m9s4m", "....3p", "....3p", "....9s"),
        N_(
            "Taking a tile frees the one above or below it, and then it is {name}’s turn. The two"
            " fours lie around a nine, and whoever can take a pair must take one. Let {name} be"
            " the one who frees that nine."
        ),
        N_(
            "You win {mine} : {theirs}. After the threes only the fours could be taken, and that"
            " freed the nine for you."
        ),
    ),
)
"""The steps of the first game, before its whole game."""
LESSONS: Final = (
    Step(
        N_("A trap"),
        _at(4, "...5s5s", "...6s", "...4m", "...6s9p9p", "...4m1s1s"),
        N_(
            "The highest pair here is a trap: it looks best, and costs points. See what each pair"
            " uncovers, take another one, and play to the end."
        ),
        N_(
            "You win {mine} : {theirs}. The sixes were the trap: they free the nines, and cost"
            " {cost} in the end."
        ),
        spared=N_("That is not the trap, but the {tile} is {points} better."),
    ),
    Step(
        N_("The last pairs"),
        _at(2, "....4s", "....3p", "...5m9s5m", "....2m", "....9s", "....2m", "....3p", "....4s"),
        N_(
            "Near the end it matters who has to move. The player who takes the fives frees a nine"
            " for the other one. Count the pairs that free nothing, and you know who that will be."
            " Play to the end."
        ),
        N_(
            "You win {mine} : {theirs}. Three pairs freed nothing, so {name} had to take the fives."
            " With two it would have been you."
        ),
        spared=N_("That frees nothing, and the count holds, but the {tile} is {points} better."),
    ),
    Step(
        N_("With best play"),
        _at(3, "...5s2m2m", "...8p1p", "...3p4m7p", "..9m9m5s7p", "...8p4m", "...3p1p"),
        N_(
            "If both always take a best pair, how a game ends is settled before its first pair."
            " Here you can win by {points}. {name} makes no mistake, so every pair of yours counts."
        ),
        N_("You win {mine} : {theirs}. That is all there was to win: you gave nothing away."),
        open=True,
        below=N_("It ends {mine} : {theirs}. You could have won by {par}."),
        lost=N_("You lose {mine} : {theirs}. You could have won by {par}."),
    ),
)
"""What can be learned later, a lesson each."""
SMALL: Final = position(
    "/".join(
        [
            *["."] * 3,
            *("..5s1p5s7p8s7p", "..8s6m6m3m9m1p", "..2s2s9m4p9m1p"),
            *("..3m9m5s1p6m4p", "..3m7p5s6m2s4p", "..2s7p4p8s8s3m"),
        ]
    )
)
"""The start of the whole game: one kind of every rank, so few tiles that every cost is proven."""
WHOLE: Final = Step(N_("A small game"), SMALL, "", "")
"""The last step of the first game: a whole one, which is played at the table."""
COURSE: Final = (*STEPS, WHOLE)
SPARED: Final = 2
"""The points that a pair may cost that is good enough."""
COUNT: Final = len(COURSE)
"""How many steps the first game has, with the whole game."""
FINISHED: Final = 9
"""What is kept of who has finished it. It had three more steps once: who was at one of those has
the whole game before them."""


def steps_done(kept: int) -> int:
    """Return how many steps are done, by the number that is kept."""
    return COUNT if kept >= FINISHED else min(kept, len(STEPS))


def lessons_done(kept: int) -> list[int]:
    """Return the numbers of the lessons that are done, from 0, by the bits that are kept."""
    return [number for number in range(len(LESSONS)) if kept >> number & 1]


def next_lesson(kept: int, step: str = "") -> int | None:
    """Return the number of the lesson in hand, else the first that is not done, None if all are."""
    done = lessons_done(kept)
    left = [number for number in range(len(LESSONS)) if number not in done]
    left.sort(key=lambda number: not step.startswith(LESSONS[number].title))
    return next(iter(left), None)


@cache
def worth(place: Position) -> int:
    """Return the margin the player to move still makes; every way to play is tried."""
    return max((value_of(place, reply) for reply in place.legal_moves), default=0)


def value_of(place: Position, pair: Move) -> int:
    """Return the margin of the player to move with a pair, if both go on with best pairs."""
    return place.worth(pair) - worth(place.play(pair))


def best_play(place: Position, pair: Move) -> Iterator[Move]:
    """Yield a pair and the best play after it."""
    reply: Move | None = pair
    while reply is not None:
        yield reply
        place = place.play(reply)
        reply = best_reply(place)


def best_reply(place: Position) -> Move | None:
    """Return a best pair, None without one."""
    return max(place.legal_moves, key=lambda pair: value_of(place, pair), default=None)


def small_game(options: GameOptions) -> GameOptions:
    """Set options to the small game, in which the person begins; all else stays."""
    options.play_on(SMALL, 1, (Seat(), Seat(solver=True)))
    options.duplicate, options.clock_minutes = 0, 0.0
    return options


def is_small_game(session: Session) -> bool:
    """Whether a session is the small game, after which a whole deal comes."""
    return session.game.start == SMALL


class FirstGameServices(Protocol):
    """What the first game needs from the program."""

    settings: Settings

    def change(self, **values: Any) -> None:
        """Change and save settings."""

    def options_against(self, level: str) -> GameOptions:
        """Return the options for a game against a level."""


class FirstGame(Attempt):
    """A person's way through the steps of a `course`, begun at number `at`, from 0.

    `said` is what is said of the last try, and whether it was right. The `given` pairs gave points
    away: each with its number, a better one, and its cost. A step is `begun` with the first pair
    that holds.
    """

    away_seconds: ClassVar[float] = 2.4

    def __init__(self, at: int = 0, course: tuple[Step, ...] = COURSE) -> None:
        self.course, self.name = course, played_by(LEVEL)
        self.go_to(at)

    def go_to(self, index: int) -> None:
        self.index = max(0, min(len(self.course) - 1, index))
        self.step = self.course[self.index]
        self.begin(self.step.position)
        self.given: list[tuple[int, Move, int]] = []
        self.begun = False
        self.said: tuple[str, bool] | None = None
        self.stage = Stage.OVER if self.step is WHOLE else Stage.ASKING

    def pair(self, number: int) -> tuple[Position, Move]:
        """Return a pair of the person's by its number from 1, with the position before it."""
        return self.places[2 * number - 2], self.moves[2 * number - 2]

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.index + 1 == len(self.course)

    def best(self) -> tuple[Move, ...]:
        place = self.position
        best = (pair for pair in place.legal_moves if value_of(place, pair) == worth(place))
        return () if self.is_over else self.step.asked or tuple(best)

    def play(self, pair: Move) -> None:
        before, best, step = self.position, self.best(), self.step
        cost = 0 if step.asked else worth(before) - value_of(before, pair)
        is_spared = 0 < cost <= SPARED and step.spared != ""
        self.go(pair)
        if pair not in best and not step.open and not is_spared:
            self.stage = Stage.WRONG
            self.said = self._wrong(best), False
            return
        self.begun = True
        self.said = None if step.open else (_("Right."), True)
        if is_spared:
            tile = tile_words(before.kind_of(best[0]))
            self.said = _(step.spared).format(tile=tile, points=points(cost)), True
        if cost:
            self.given.append((len(self.moves) // 2 + 1, best[0], cost))
        if step.asked or self.position.is_over:
            self._end()
        else:
            self.stage = Stage.REPLYING

    def _wrong(self, best: Sequence[Move]) -> str:
        if self.step.wrong:
            return _(self.step.wrong)
        reply, words, before = (
            best_reply(self.position),
            _("{name} then takes {rank}."),
            self.places[-1],
        )
        assert reply is not None
        words = _("{name} then takes {rank}.")
        said = words.format(name=self.name, rank=self.position.kind_of(reply).rank)
        after, instead = (
            PlayedLine(before, [*best_play(before, pair)]).score(1)
            for pair in (self.moves[-1], best[0])
        )
        words = _("You would end {after} instead of {before}.")
        return sentences(said, words.format(after=after, before=instead))

    def _end(self) -> None:
        self.stage = Stage.OVER
        (mine, theirs), start = self.position.points, self.step.position
        par, worst = worth(start), min(value_of(start, pair) for pair in start.legal_moves)
        is_right = not self.step.open or mine - theirs == par
        below = self.step.lost if mine < theirs else self.step.below
        words = _(self.step.right if is_right else below).format(
            name=self.name,
            mine=mine,
            theirs=theirs,
            par=points(par),
            cost=points(par - worst),
            left=self.position.points_left,
        )
        self.said = words, is_right

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def is_done(self) -> bool:
        """Whether it is over, in a lesson of best play with all that could be won."""
        return self.is_over and self.step is not WHOLE and (self.said is None or self.said[1])

    def continue_from(self, kept: str) -> None:
        """Take the pairs again of the step in hand that was left, unless it was done."""
        title, _colon, pairs = kept.partition(":")
        try:
            for pair in pairs.split() if title == self.step.title else ():
                self.play(Move.parse(pair))
                while self.awaits_reply:
                    self.reply()
        except RulesError:  # the step is another one by now
            self.go_to(self.index)
        if self.is_done or self.stage is Stage.WRONG:
            self.go_to(self.index)

    def keep(self, services: FirstGameServices) -> None:
        """Remember the pairs of a step, and a step of the first game, or a lesson, that is done."""
        kept = services.settings
        if self.stage is not Stage.WRONG:
            services.change(step=f"{self.step.title}: {' '.join(map(str, self.moves[::2]))}")
        if not self.is_done:
            return
        if self.course is not COURSE:
            services.change(lessons=kept.lessons | 1 << self.index)
        elif self.index >= steps_done(kept.first_game):
            services.change(first_game=self.index + 1)

    def go_on(self, services: FirstGameServices) -> GameOptions | None:
        """Go to the next step; after the last return the small game, which the teacher watches."""
        if self.step is not WHOLE:
            self.go_to(self.index + 1)
            return None
        teacher = services.settings.teacher
        services.change(first_game=FINISHED, teacher="points" if teacher == "off" else teacher)
        return small_game(services.options_against(LEVEL))

    @property
    def awaits_reply(self) -> bool:
        """Whether the other player takes a pair next, the answer to a wrong one."""
        shows = self.stage is Stage.WRONG and not self.step.asked
        return super().awaits_reply or (shows and not self.is_replied_to)

    def reply(self) -> Move | None:
        pair = best_reply(self.position)
        if pair is not None:
            self.go(pair)
        if self.stage is Stage.REPLYING:
            self.stage = Stage.ASKING
            if self.position.is_over:
                self._end()
        return pair


# --- what is said --------------------------------------------------------------------------------


def first_game_note(kept: int) -> str:
    """Say how far the first game is, by the number that is kept."""
    done = steps_done(kept)
    if done >= COUNT:
        return _("Done; any step can be played again")
    if done:
        return _("Step {n} of {count}").format(n=done + 1, count=COUNT)
    return _(FIRST_GAME_NOTE)


def lessons_note(kept: int) -> str:
    """Say which lessons there are, or how many of them are done, by the bits that are kept."""
    done, count = len(lessons_done(kept)), len(LESSONS)
    if done:
        return _("{n} of {count} done").format(n=done, count=count)
    return _("A trap, the last pairs, and best play")


def task_words(game: FirstGame) -> str:
    """Return the task of the step in hand, once it is begun how it goes on."""
    step = game.step
    words = step.task
    if game.begun:
        is_last = len(game.position.legal_moves) == 1
        words = N_("Take the last pair.") if is_last else N_("Play on to the end.")
        words = N_("Play on to the end: every pair counts.") if step.open else words
    return _(words).format(name=game.name, points=points(worth(step.position)))


def given_lines(game: FirstGame) -> Iterator[Block]:
    """Yield the pairs that gave points away, at the end of a step in which all are taken."""
    words = _("Pair {n}, {tile}, cost {points}: {better} was better.")
    for number, better, cost in game.given if game.is_over and game.step.open else ():
        place, taken = game.pair(number)
        kinds = named(place.kind_of(taken)), named(place.kind_of(better))
        said = words.format(n=number, tile=kinds[0], points=points(cost), better=kinds[1])
        yield Paragraph(said, Ink.PLAIN, icon="info")


def whole_game(threshold: int) -> Iterator[Block]:
    """Yield what the whole game is like; the teacher speaks of what costs `threshold` points."""
    first = _("A game against {name} with 36 tiles. {n} points are enough to win.")
    first = first.format(name=played_by(LEVEL), n=SMALL.points_to_win)
    yield Paragraph(first, Ink.PLAIN, Role.TEXT)
    teacher = _("The teacher warns you before a pair that would lose you {points} or more.")
    yield Paragraph(teacher.format(points=points(threshold)), Ink.PLAIN, icon="teacher")
    hint = _("A hint shows what a good pair is worth, then where it lies.")
    yield Paragraph(hint, Ink.PLAIN, icon="hint")
