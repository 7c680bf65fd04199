"""What is said of the help that was used in a game, when it is over."""

from __future__ import annotations

from typing import Final

from battle.game.session import Session
from battle.language import N_, _
from battle.rules.position import PLAYERS, Player
from battle.words.numbers import hint_count

_USED: Final = {
    "analysis": N_("Analysis was used during the game."),
    "teacher": N_("The teacher helped during the game."),
}
_OTHER: Final = N_("Help was used during the game.")
_BRIEF: Final = {"analysis": N_("analysis"), "teacher": N_("teacher")}
_OTHER_BRIEF: Final = N_("help")


def help_words(session: Session) -> list[str]:
    """Return a sentence for each sort of help of which it is not known who had it."""
    known = {sort for player in PLAYERS for sort in session.helped(player)}
    used = (_(_USED.get(sort, _OTHER)) for sort in session.help_used if sort not in known)
    return list(dict.fromkeys(used))


def player_help_words(session: Session, player: Player) -> str:
    """Return what helped a player, as far as that is known: `2 hints, analysis`; perhaps empty."""
    hints = session.hints[player - 1]
    words = [hint_count(hints)] if hints else []
    words += (_(_BRIEF.get(sort, _OTHER_BRIEF)) for sort in session.helped(player))
    return ", ".join(dict.fromkeys(words))
