"""The page of a result: who won and by how much, both scores, the review in a line, luck and skill.

margin   what the game gave        luck   what par gave the seat        skill   margin − luck

The window lays it out on a card over the table, the terminal prints it. `level_advice` is where the
result leads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from battle.analysis.costs import Review
from battle.analysis.values import Bounds
from battle.game.events import SIDES
from battle.game.pie import verdict_words
from battle.game.session import Session
from battle.game.setup import ladder, played_by, stronger
from battle.game.words import given_words, has_series, series_words
from battle.language import N_, _, ngettext
from battle.page.blocks import Ink, Line, Page, Role, Row, Score, Title
from battle.page.review import YOUR_PAR, against_par
from battle.profile.records import (
    Outcome,
    OwnGame,
    Suggestion,
    SuggestionReason,
    leads_to_level,
    loss_words,
    suggest,
)
from battle.rules.position import PLAYERS, Player, Position, for_player
from battle.rules.record import Reason
from battle.words import (
    ending_headline,
    ending_reason,
    estimate,
    hint_count,
    listed,
    margin_figure,
    points,
    sentences,
    titled,
    won_by_words,
)

_MOST_KINDS: Final = 14
"""With more kinds than these none are named."""

_OTHER_HELP: Final = N_("Help was used during the game."), N_("help")
_HELP: Final = {
    "analysis": (N_("Analysis was used during the game."), N_("analysis")),
    "teacher": (N_("The teacher helped during the game."), N_("teacher")),
    SIDES: (
        N_("Sides were changed during the game, so it does not count for a level."),
        N_("help"),
    ),
}
"""What is said of each sort of help, in a sentence and beside a player."""


def result_page(session: Session, par: Bounds | None) -> Page:
    """Return the result of a game that is over, its headline first.

    `par` is that of its start, None if it is not known.
    """
    reason = (
        ending_reason(session.ending, session.position, session.names)
        if session.position.tiles_left
        else ""
    )
    return (
        Title(_headline(session, par), large=True),
        Line(sentences(reason, *help_words(session))),
        Row(tuple(_score(session, player) for player in PLAYERS)),
        Line(skill_words(session, par), Ink.FAINT if par is None else Ink.PLAIN),
        Line(series_words(session) if has_series(session) else "", Ink.GOLD, Role.STRONG, True),
        Line(left_words(session.position)),
    )


def _headline(session: Session, par: Bounds | None) -> str:
    """Say who has won and by how much; to a person here also how that is beside par, if known."""
    ending, own, margin = session.ending, session.person, session.position.margin
    is_played_out = ending is not None and ending.reason is Reason.PLAYED_OUT
    if ending is None or ending.winner is None or not (own or is_played_out):
        words = ending_headline(ending, session.names)
    elif own is None:
        words = won_by_words(session.name(ending.winner), str(abs(margin)))
    elif not is_played_out:
        words = _("You won") if ending.winner == own else _("You lost")
    else:
        words = _("You won by {points}") if ending.winner == own else _("You lost by {points}")
        words = words.format(points=abs(margin))
    if own is None or par is None or not is_played_out:
        return words
    skill = for_player(margin - par.value, own)
    if not par.supports(skill):
        return words
    beside = _("{result}, exactly par")
    if skill:
        beside = _("{result}, {n} better than par") if skill > 0 else _("{result}, {n} below par")
    number = str(abs(skill)) if par.is_exact else estimate(str(abs(skill)), par.error)
    return beside.format(result=words, n=number)


def _score(session: Session, player: Player) -> Score:
    pairs = len(session.taken(player))
    order = _("moved first") if player == session.setup.start.to_move else ""
    given = session.position.given[player - 1]
    notes = (
        ngettext("{n} pair", "{n} pairs", pairs).format(n=pairs),
        given_words(given) if given else "",
        order,
        player_help_words(session, player),
    )
    return Score(
        player=player,
        name=_("You") if player == session.person else session.name(player),
        points=session.points[player - 1],
        is_winner=session.ending is not None and session.ending.winner == player,
        notes=tuple(filter(None, notes)),
    )


def left_words(position: Position) -> str:
    """Say which tiles were left on the table, the highest kinds first; empty for none."""
    count = position.tiles_left
    words = ngettext(
        "{n} tile was left, worth {points}", "{n} tiles were left, worth {points}", count
    ).format(n=count, points=points(position.points_left))
    kinds = Counter(kind for _cell, kind in position.tiles())
    shown = sorted(kinds.items(), key=lambda item: (-item[0].rank, item[0].index))
    names = listed(f"{number} × {kind}" for kind, number in shown)
    return titled(words, names) if 0 < len(kinds) <= _MOST_KINDS else words if count else ""


# --- luck and skill -------------------------------------------------------------------------------


def par_of(known: int | None, review: Review | None) -> Bounds | None:
    """Return the par of a game: what is proven of its deal, else what its review found, if any."""
    if known is not None:
        return Bounds.exactly(known)
    return None if review is None else review.par


def skill_words(session: Session, par: Bounds | None) -> str:
    """Separate luck from skill in a game that was played out: par, as far as it is known.

    Of two people it also says who was the more skilful.
    """
    if par is not None and session.setup.named_by is not None:
        return verdict_words(session, par)
    if session.ending is None or session.ending.reason is not Reason.PLAYED_OUT:
        return ""
    if par is None:
        return _("The review separates luck from skill.")
    own, skill = session.person, session.position.margin - par.value
    if own is None:
        return against_par(skill, par, session.names)
    words = (
        _(YOUR_PAR)
        if par.supports(skill)
        else _("Par is estimated: {par}. Whether luck or skill decided is not known yet.")
    )
    return words.format(par=margin_figure(par.for_player(own)))


# --- where it leads -------------------------------------------------------------------------------


@dataclass(frozen=True)
class LevelAdvice:
    """Where a result leads: words, the level to try, empty if the same again, and how sure."""

    words: str
    level: str = ""
    rests_on: str = ""


def level_advice(session: Session, games: Sequence[OwnGame]) -> LevelAdvice | None:
    """Return where the game leads, which is the last of `games`; None without advice."""
    if session.person is None or not games or games[-1].game.opponent != session.level:
        return None
    if SIDES in session.help_used:
        return None
    if not leads_to_level(games[-1]):
        return None
    suggestion = suggest(games)
    if suggestion.before != session.level:
        return None
    names, is_won = [label.name for label in ladder()], games[-1].outcome is Outcome.WON
    is_up = names.index(suggestion.level) > names.index(session.level)
    is_lost = games[-1].outcome is Outcome.LOST
    agrees = suggestion.why is not SuggestionReason.AGAIN or (is_won if is_up else is_lost)
    if suggestion.moves_on and agrees:
        return LevelAdvice(
            _move_on_words(suggestion), suggestion.level, loss_words(suggestion.loss)
        )
    following = stronger(session.level)
    if not is_won or following == session.level or not suggestion.nearly_up:
        return None
    if games[-1].game.has_help:
        words = _("Win without help, and {level} is next.")
    else:
        words = _("One more win against {name}, and {level} is next.")
    return LevelAdvice(words.format(name=played_by(session.level), level=played_by(following)))


def _move_on_words(suggestion: Suggestion) -> str:
    names = {
        "name": played_by(suggestion.before),
        "level": played_by(suggestion.level),
        "n": suggestion.games,
    }
    if suggestion.why is SuggestionReason.WON:
        return _("Won {n} games in a row against {name}: try {level}.").format(**names)
    if suggestion.why in (SuggestionReason.AGAIN, SuggestionReason.ON_BALANCE):
        return _("Next, try {level}.").format(**names)
    return ngettext(
        "{name} was too strong: try {level}.",
        "{name} won {n} times in a row: try {level}.",
        suggestion.games,
    ).format(**names)


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
