"""The room in front of a game: a pair is taken by typing it, what changes is printed."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from battle.game.session import Session
from battle.language import N_, _
from battle.page.rules import rules_pages
from battle.page.text import board_text, padded, page_lines
from battle.rules.position import Move
from battle.screens.screen import perform
from battle.screens.table import TableCompany, TableGame
from battle.screens.view import act
from battle.terminal.game_lines import (
    move_in,
    moves_text,
    pairs_text,
    result_text,
    score_text,
    taken_text,
)
from battle.terminal.room import Command, Console, Room
from battle.words import (
    last_pairs_words,
    pair_and_points,
    sentences,
    taken_words,
    to_move_words,
)

HOW_TO_BEGIN: Final = N_("Type a pair to take it, such as a1c9 or 5m; help lists the commands.")
LEGEND: Final = N_("[5m] can be taken, (5m) is free without a partner, 5m is blocked.")
"""The meaning of the marks in the table."""


def show_rules(room: Room) -> None:
    """Print the rules, page after page."""
    for page in rules_pages():
        room.dialogue.say_all([*page_lines(page), ""])
    room.say(_(LEGEND))


class GameRoom(Room):
    """A game, on this machine or with a friend elsewhere, that a `TableGame` plays."""

    after_end: ClassVar[str]
    """What can be typed when a game is over."""

    def __init__(
        self, shell: Console, session: Session, company: TableCompany | None = None
    ) -> None:
        super().__init__(shell)
        self.session = session
        self.game = TableGame(shell, session, company)
        self._seen: tuple[int, object, object] = 0, None, ""
        self._shows_table = True

    def resume(self) -> None:
        self.game.resume()

    def leave(self) -> None:
        self.game.leave()

    def beat(self) -> None:
        """Let the game go on; it may go elsewhere."""
        self.game.beat()

    def follow(self) -> None:
        """Print the last pair, and how it stands, once it changed."""
        session, before = self.session, self._seen
        self._seen = session.game.ply, session.person, session.ending
        if self._seen == before:
            return
        node = session.game.node
        if node.parent is not None and node.move is not None and self._seen[0] > before[0]:
            taken = pair_and_points(node.parent.position, node.move)
            self.say(taken_words(session.name(node.parent.position.to_move), taken))
        self.show()

    def do(self, name: str, **given: Any) -> None:
        """Do an act of the game; raise RulesError where that cannot be."""
        perform(self.game, act(name, **given))

    def take(self, line: str) -> None:
        if line:
            unknown = _("{line} is neither a command nor a move; expected a1c9, 5m or help")
            self.play(move_in(line, self.session.position, unknown))

    def play(self, move: Move) -> None:
        """Take the pair that was typed; raise RulesError if that cannot be."""
        self.game.take(move)

    def show(self) -> None:
        session = self.session
        if self._shows_table:
            self.show_board(session.position)
        self.say(score_text(session))
        self.say(self.state)
        if session.ending is not None:
            self.say(_(self.after_end))

    @property
    def state(self) -> str:
        session = self.session
        if session.ending is not None:
            return result_text(session, self.services.pars.margin(session.game.start))
        position = session.position
        turn = to_move_words(session.name(session.to_move), position)
        return sentences(turn, last_pairs_words(position))

    # --- what can be typed ----------------------------------------------------------------------

    def show_help(self) -> None:
        self.say(_("Take a pair by its cells, a1c9; by its kind, 5m; or by its number, 3."))
        for command in self.commands:
            names = " ".join([_(command.name), _(command.argument)])
            self.say(f"  {padded(names.strip(), 18)} {_(command.help)}")

    def show_table(self) -> None:
        self.say(board_text(self.session.position))
        self.say(_(LEGEND))

    def toggle_table(self) -> None:
        self._shows_table = not self._shows_table
        self.say(
            _("The table is shown after every move.")
            if self._shows_table
            else _("The table is hidden now; table shows it.")
        )


LOOKING: Final = (
    Command(
        N_("list"),
        N_("the pairs that can be taken"),
        lambda room: room.say(pairs_text(room.session.position)),
    ),
    Command(N_("table"), N_("the table"), GameRoom.show_table),
    Command(N_("quiet"), N_("show the table after every move, or not"), GameRoom.toggle_table),
    Command(
        N_("score"),
        N_("points, pairs taken, whose turn"),
        lambda room: room.dialogue.say_all(
            [score_text(room.session), taken_text(room.session), room.state]
        ),
    ),
    Command(N_("moves"), N_("the moves played"), lambda room: room.say(moves_text(room.session))),
)
"""The commands of every table that look at the game."""

RULES: Final = Command(N_("rules"), N_("the rules of the game"), show_rules)
ALWAYS: Final = (
    Command(
        N_("record"),
        N_("print the game as a record"),
        lambda room: room.dialogue.print(room.session.text),
    ),
    RULES,
    Command(N_("help"), N_("this list"), GameRoom.show_help),
    Command(N_("back"), N_("the start; the game is kept"), lambda room: room.shell.home()),
    Command(N_("quit"), N_("leave; the game is saved"), Room.quit),
)
"""The last commands of every table."""
