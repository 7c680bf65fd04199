"""The first game, read line by line: its steps go on where they were left."""

from __future__ import annotations

from collections.abc import Iterable

from battle.language import N_, _
from battle.page.blocks import Block, Role
from battle.rules.position import RulesError
from battle.screens import captions
from battle.terminal.game_lines import move_in
from battle.terminal.room import LEAVING, Command, Console, PageRoom
from battle.training.first_game import WHOLE, FirstGame, step_page
from battle.words import pair_and_points, taken_words


class FirstGameRoom(PageRoom):
    """Teaches until the person goes back, or the whole game begins."""

    def __init__(self, shell: Console) -> None:
        super().__init__(shell)
        self._game = FirstGame(self.services.settings.first_game)

    @property
    def prompt(self) -> str:
        return _(captions.FIRST_GAME) + "> "

    def resume(self) -> None:
        self.say(self.pair_or_words)
        self._begin(self._game.index)

    def page(self) -> Iterable[Block]:
        return step_page(self._game, self.services.settings.teacher_points)

    def _begin(self, step: int) -> None:
        self._game.go_to(step)
        self.say("")
        self.show_another_page()
        if self._game.step is not WHOLE:
            self.show_board(self._game.position)

    def take(self, line: str) -> None:
        game = self._game
        if not line:
            return
        if game.is_over:
            raise RulesError(_("This step is done: next goes on, again begins it once more."))
        game.play(move_in(line, game.position, self.pair_or_words))
        self._judge()
        said = game.said
        if game.awaits_reply:
            before, reply = game.position, game.reply()
            if reply is not None:
                self.say(taken_words(_("The other player"), pair_and_points(before, reply)))
            if game.said is not said:
                self._judge()
        game.take_back()
        game.keep(self.services)
        if not game.is_over:
            self.show_board(game.position)

    def _judge(self) -> None:
        """Print the verdict on the last try, and everything else that is new."""
        self._shown = [block for block in self._shown if getattr(block, "role", 0) != Role.STRONG]
        self.show_page()

    def hint(self) -> None:
        for best in self._game.best()[:1]:
            self.say(pair_and_points(self._game.position, best))

    def next_step(self) -> None:
        """Go to the next step; after the last comes the whole game."""
        options = self._game.go_on(self.services)
        if options is None:
            self._begin(self._game.index)
        else:
            self.shell.replace("table", options.session())

    commands = (
        Command(N_("hint"), "", hint),
        Command(N_("next"), "", next_step),
        Command(N_("again"), "", lambda room: room._begin(room._game.index)),
        *LEAVING,
    )
