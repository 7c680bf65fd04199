"""How somebody played a finished game, as far as it is known.

    TableStudy ──► BackgroundReview ──► GameProver: costs are filled in as they are proven
        └► Played    who won, the points given away, one sign a pair, one moment

Result and review show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from battle.analysis.costs import Mark, MoveReview, Review, review_line
from battle.analysis.values import Bounds
from battle.game.events import SIDES, TEACHER
from battle.game.pie import pie_verdict
from battle.game.session import Session
from battle.game.setup import played_by
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Ink, Page, Paragraph, Role, Sum
from battle.profile.records import nearest_levels
from battle.reviews.background import TableStudy
from battle.rules.position import ALL_TILES, PLAYERS, Player, other
from battle.rules.tree import Reason
from battle.screens import captions
from battle.words import (
    address,
    ending_headline,
    ending_reason,
    given_away_words,
    hint_count,
    label,
    listed,
    lost_figure,
    named,
    points,
    spoken_to,
    titled,
)

COSTLY: Final = 2
"""The least cost of a pair that is shown as the moment of a game."""


class Sign(NamedTuple):
    """The sign of a pair: its ply, 0 while it is not looked at, its mark and cost if proven."""

    ply: int
    mark: Mark | None
    words: str
    points: int = 0


class Played:
    """One player's pairs in a finished game: the person's, of two people the loser's."""

    def __init__(self, session: Session, study: TableStudy) -> None:
        self.session, self.study = session, study
        ending = session.ending
        winner = ending.winner if ending is not None else None
        self.player: Player = session.person or (other(winner) if winner is not None else 1)
        self._seen: tuple[object, list[MoveReview]] = None, []

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, the person's as “you”."""
        return spoken_to(self.session.names)

    @property
    def version(self) -> object:
        """A key that changes with whatever is known."""
        review = self.study.review
        return review, self.study.values.version, review is not None and review.running

    @property
    def own(self) -> list[MoveReview]:
        """The player's moves, from the first on from which all are reviewed."""
        review, values = self.study.review, self.study.values
        seen = review, values.version
        if review is not None and self._seen[0] != seen:
            line = review.study.line()
            first = len(line) - 1
            while first and values.margin(line[first - 1].position).guess is not None:
                first -= 1
            part = review_line(line[first:], values)
            moves = [replace(move, ply=move.ply + first) for move in part.moves] if part else []
            self._seen = seen, [move for move in moves if move.player == self.player]
        return self._seen[1] if review is not None else []

    @property
    def pairs(self) -> int:
        """How many pairs the player took."""
        return len(self.session.taken(self.player))

    @property
    def costly(self) -> list[MoveReview]:
        """The player's pairs that are proven to have cost something, the costliest first."""
        costly = [move for move in self.own if move.exact and move.cost.value]
        return sorted(costly, key=lambda move: (-move.cost.value, -move.ply))

    @property
    def moment(self) -> MoveReview | None:
        """The costliest pair that is proven, if it is worth showing."""
        return next((move for move in self.costly[:1] if move.cost.value >= COSTLY), None)

    @property
    def is_known(self) -> bool:
        """Whether the cost of every pair is proven."""
        return len(self.own) == self.pairs and all(move.exact for move in self.own)

    # --- the card -------------------------------------------------------------------------------

    @property
    def headline(self) -> str:
        """Who won."""
        ending, own = self.session.ending, self.session.person
        if own is None or ending is None or ending.winner is None:
            return ending_headline(ending, self.session.names)
        return _("You won") if ending.winner == own else _("You lost")

    @property
    def ending_words(self) -> str:
        """Why the game ended; once that is proven, also that who resigned could have won."""
        ending, position = self.session.ending, self.session.position
        if ending is not None and ending.reason is Reason.RESIGNED and self.is_ready:
            loser = other(ending.winner or 1)
            margin = self.study.values.margin(position).for_player(loser)
            if margin.is_exact and margin.value > 0:
                words = _("{name} resigned, and could have won by {n}.")
                yours = _("You resigned, and could have won by {n}.")
                return address(self.names[loser - 1], words, yours, n=margin.value)
        return ending_reason(ending, position, self.names)

    @property
    def is_ready(self) -> bool:
        """Whether all is known that the review looks for; nothing is said of a pair before."""
        review = self.study.review
        return self.is_known or (review is not None and review.is_complete)

    @property
    def lost(self) -> int:
        """How many points the player gave away, as far as that is proven."""
        return sum(move.cost.value for move in self.own if move.exact)

    @property
    def figure(self) -> str:
        """The points given away as a number, at least that if not all is known."""
        return lost_figure(self.lost, exact=self.is_known)

    @property
    def given_words(self) -> str:
        """How many points the player gave away in how many pairs; else at least how many."""
        said = given_away_words(self.lost, exact=False)
        if self.is_known:
            words = ngettext(
                "Nothing given away in {n} pair", "Nothing given away in {n} pairs", self.pairs
            )
            if self.lost:
                words = ngettext(
                    "{points} given away in {n} pair",
                    "{points} given away in {n} pairs",
                    self.pairs,
                )
            said = words.format(points=points(self.lost), n=self.pairs)
        is_own = self.player == self.session.person
        return said if is_own else titled(self.session.name(self.player), said)

    @property
    def like_words(self) -> str:
        """Which levels lose as much; only of a whole deal whose every pair is looked at.

        One game says no more: a level is one of these two in four of five of its games.
        """
        whole = self.session.setup.start.tiles_left == ALL_TILES
        if not whole or not self.pairs or len(self.own) < self.pairs:
            return ""
        if any(move.cost.points is None for move in self.own):
            return ""
        near = [*map(played_by, nearest_levels(sum(move.cost.value for move in self.own)))]
        people = near[0]
        if len(near) > 1:
            people = _("{one} or {other}").format(one=near[0], other=near[1])
        words = _("{name} played like {people}"), _("You played like {people}")
        return address(self.names[self.player - 1], *words, people=people)

    @property
    def moment_words(self) -> str:
        """What the moment is; or that no pair cost more than a point, or any."""
        name, moment = self.names[self.player - 1], self.moment
        if moment is not None:
            words = _("This one cost {name} {n}"), _("This one cost you {n}")
            return address(name, *words, n=moment.cost.value)
        if self.costly:
            return address(
                name, _("No pair of {name} cost more than 1"), _("No pair cost you more than 1")
            )
        if self.better_deal:
            return self.better_deal
        if self.is_known:
            return address(
                name, _("Every pair of {name} was a best one"), _("Every pair was a best one")
            )
        return _("No costly pair was found")

    @property
    def better_deal(self) -> str:
        """Why the player lost whose every pair was a best one: the deal, once that is proven."""
        ending, par = self.session.ending, par_of(None, self._found)
        if ending is None or ending.winner != other(self.player) or self.lost:
            return ""
        if par is None or not (par.is_exact and self.is_known and self.session.position.is_over):
            return ""
        words = _("{name} had the better deal, by {n}"), _("You had the better deal, by {n}")
        return address(self.names[ending.winner - 1], *words, n=abs(par.value))

    @property
    def signs(self) -> list[Sign]:
        """A sign for each of the player's pairs, in the order of the game."""
        unknown = self.pairs - len(self.own)
        signs = [Sign(0, None, _("not known yet"))] * unknown
        for number, move in enumerate(self.own, start=unknown + 1):
            cost = points(move.cost.value) if move.exact else _("not known yet")
            words = _("Pair {n}: {cost}").format(n=number, cost=cost)
            found = (move.mark, words, move.cost.value) if move.exact else (None, words)
            signs.append(Sign(move.ply, *found))
        return signs

    # --- details --------------------------------------------------------------------------------

    def details(self, known: int | None) -> Page:
        """Return what is known beside the three things of the card, for whose card it is.

        `known` is the par of the start if it is proven.
        """
        session, par = self.session, par_of(known, self._found)
        blocks: list[Block] = []
        if self._found is not None:
            blocks.append(
                _text(_("Given away: how much better it would have ended, pair by pair."))
            )
        both = self.player, other(self.player)
        for player in both:
            blocks += self._gave_away(player)
        blocks += self._par(par)
        blocks += self._left()
        said = [self.like_words, *help_words(session)]
        for player in both:
            if helped := player_help_words(session, player):
                whose = _(captions.HELP) if player == self.player else label(self.names[player - 1])
                said.append(titled(whose, helped))
        if (moment := self.moment) is not None:
            words = _("The costliest pair: {tile}").format(tile=named(moment.kind, *moment.move))
            said.insert(0, words)
        if par is not None and session.setup.named_by is not None:
            said.append(pie_verdict(session, par))
        return [*blocks, *map(_text, filter(None, said))]

    @property
    def _found(self) -> Review | None:
        """The review, once it is complete."""
        review = self.study.review
        return review.review if review is not None and review.is_complete else None

    def _par(self, par: Bounds | None) -> Iterator[Block]:
        """Yield whose side the deal was on, for the player whose card it is."""
        if par is None:
            return
        side = par.for_player(self.player)
        name = self.names[(self.player if side.value > 0 else other(self.player)) - 1]
        words = _("{name} had the better deal"), _("You had the better deal")
        by = _("by {n}") if par.is_exact else _("by about {n}")
        figure = by.format(n=abs(side.value)) if side.value else ""
        said = address(name, *words) if side.value else _("The deal favoured nobody")
        yield Sum(said, figure, proven=None)

    def _gave_away(self, player: Player) -> Iterator[Block]:
        """Yield what a player gave away, as far as it is proven."""
        review, name = self._found, self.names[player - 1]
        if review is not None:
            words = address(name, _("{name} gave away"), _("You gave away"))
            least = review.lost[player - 1]
            exact = review.is_exact_for(player)
            figure = _("at least {n}").format(n=least) if least else _("not known yet")
            figure = str(least) if exact else figure
            yield Sum(words, figure, player, proven=None)

    def _left(self) -> Iterator[Block]:
        position = self.session.position
        if position.tiles_left:
            words = ngettext("{n} tile stayed", "{n} tiles stayed", position.tiles_left)
            worth = points(position.points_left)
            yield Sum(words.format(n=position.tiles_left), worth, proven=None)


def _text(words: str) -> Paragraph:
    """Return what is said in the size of the sums."""
    return Paragraph(words, Ink.PLAIN, Role.TEXT)


def par_of(known: int | None, review: Review | None) -> Bounds | None:
    """Return the par of a game: what is proven of its deal, else what its review found, if any."""
    if known is not None:
        return Bounds.exactly(known)
    return None if review is None else review.par


# --- help ----------------------------------------------------------------------------------------

_OTHER_HELP: Final = N_("Help was used during the game."), N_("help")
_HELP: Final = {
    "analysis": (N_("Analysis was used during the game."), N_("analysis")),
    TEACHER: (N_("The teacher helped during the game."), N_("teacher")),
    SIDES: (
        N_("Sides were changed during the game, so it does not count for a level."),
        N_("help"),
    ),
}
"""What is said of each sort of help, in a sentence and beside a player."""


def help_words(session: Session) -> list[str]:
    """Return a sentence for each kind of help whose user is unknown."""
    known = {sort for player in PLAYERS for sort in session.helped(player)}
    used = (_(_HELP.get(sort, _OTHER_HELP)[0]) for sort in session.help_used if sort not in known)
    return list(dict.fromkeys(used))


def player_help_words(session: Session, player: Player) -> str:
    """Return what helped a player, as far as that is known: `2 hints, analysis`; perhaps empty."""
    hints = session.hints[player - 1]
    words = [hint_count(hints)] if hints else []
    words += (_(_HELP.get(sort, _OTHER_HELP)[1]) for sort in session.helped(player))
    return listed(dict.fromkeys(words))
