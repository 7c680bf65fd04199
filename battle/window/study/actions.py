"""What a person can ask for in Analyse, apart from looking around and playing moves.

Each method is one action, for a button, a key or a menu.
"""

from __future__ import annotations

from typing import Final, Protocol

from battle.analysis.study import Study
from battle.engine.jobs import REVIEW_SECONDS, Analyst
from battle.game.session import Session, saved
from battle.language import _, explain
from battle.page.review import NOTHING_TO_REVIEW, REVIEW_ENDED
from battle.rules.game import Node
from battle.rules.position import PLAYERS, IllegalMoveError, Player, RulesError
from battle.rules.record import Record, without_commands
from battle.training.sitting import proven_mistakes
from battle.window.board.keys import PASTE, STUDY_SHORTCUTS, TABLE_SHORTCUTS
from battle.window.scenes.card_scene import Choice, ChoiceDialog, TextDialog, question
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard
from battle.window.ui.keys import words_of
from battle.words import LONGEST_COMMENT, no_pair_here, shown_comment

_MOST_SECONDS: Final = 120.0


class StudyScreen(Protocol):
    """What an action wants of the screen that shows the study."""

    def notice(self, words: str, kind: str = "info") -> None:
        """Say something in the status line for a while."""

    def go_to(self, node: Node) -> None:
        """Look at a place of the tree."""

    def follow(self) -> None:
        """Show the place looked at, which may be another now."""

    def refresh(self) -> None:
        """Show what is new at the same place."""

    def keep(self) -> None:
        """Give the game and the person's record what was found."""

    def turn_to(self, sheet: str) -> None:
        """Show the `lines` or the `review` on the sheet."""


class StudyActions:
    """The actions on one study; `session` is the game it belongs to."""

    def __init__(
        self,
        app: Services,
        study: Study,
        session: Session,
        analyst: Analyst,
        screen: StudyScreen,
    ) -> None:
        self._app = app
        self._study = study
        self._session = session
        self._analyst = analyst
        self._screen = screen
        self._seconds = REVIEW_SECONDS

    @property
    def _names(self) -> tuple[str, str]:
        return self._session.name(1), self._session.name(2)

    # --- the solver -------------------------------------------------------------------------------

    def turn_solver(self) -> None:
        """Turn the solver on or off; one that has failed is started anew and is on."""
        if self._app.scheduler.failure:
            self._app.scheduler.start()
            self._analyst.on = True
        else:
            self._analyst.on = not self._analyst.on

    def review(self) -> None:
        """Review the whole line looked at; a review under way is ended.

        A line that is reviewed and not proven throughout gets more time.
        """
        if self._analyst.review is not None and not self._app.scheduler.failure:
            self._analyst.cancel_review()
            self._screen.notice(_(REVIEW_ENDED))
        elif len(self._study.line()) < 2:
            self._screen.notice(_(NOTHING_TO_REVIEW), "refused")
        else:
            self._app.scheduler.start()
            found = self._study.review()
            again = found is not None and not found.is_proven
            self._seconds = min(_MOST_SECONDS, 4 * self._seconds) if again else REVIEW_SECONDS
            self._analyst.begin_review(self._study.line(), self._seconds, on_end=self._screen.keep)
            self._screen.turn_to("review")

    def change_values(self) -> None:
        """Show what moves cost, or the margins they lead to."""
        relative = not self._app.settings.relative_values
        self._app.change(relative_values=relative)
        if relative:
            self._screen.notice(_("Values: the cost of each move, 0 for the best."))
        else:
            words = _("Values: final margins, + favours {name}.")
            self._screen.notice(words.format(name=self._names[0]))

    # --- mistakes ---------------------------------------------------------------------------------

    def go_to_mistake(self, *, after: bool) -> None:
        """Look at the next mistake of the line, or at the one before; the ends of the line meet."""
        study = self._study
        mistakes = study.mistakes()
        node = study.next_mistake() if after else study.previous_mistake()
        if node is not None:
            self._screen.go_to(node)
        elif mistakes == [study.node]:
            self._screen.notice(_("This is the only known mistake."))
        elif mistakes and after:
            self._screen.go_to(mistakes[0])
            self._screen.notice(_("That was the last mistake: starting over from the beginning."))
        elif mistakes:
            self._screen.go_to(mistakes[-1])
            self._screen.notice(_("That was the first mistake: starting over from the end."))
        elif study.review() is None:
            self._screen.notice(_("The game has to be reviewed first."), "refused")
        else:
            self._screen.notice(_("No move is known to be a mistake."))

    def learn(self) -> None:
        """Put the costly moves to the person again; ask whose, where both players are people."""
        person = self._session.person
        counts = {player: len(proven_mistakes(self._study, [player])) for player in PLAYERS}
        learners = [player for player in PLAYERS if counts[player] and person in (None, player)]
        if not learners and self._study.review() is None:
            self._screen.notice(_("The game has to be reviewed first."), "refused")
        elif not learners:
            self._screen.notice(_("No mistake is proven yet."))
        elif len(learners) == 1:
            self._learn_from(learners)
        else:
            self._ask_whose(counts)

    def _learn_from(self, players: list[Player]) -> None:
        study, names = self._study, self._names
        self._app.go("lesson", study, names, players, self._screen.go_to)

    def _ask_whose(self, counts: dict[Player, int]) -> None:
        """Ask whose mistakes are to be put again."""

        def choice(words: str, players: list[Player], icon: str) -> Choice:
            number = sum(counts[player] for player in players)
            text = _("{name} ({n})").format(name=words, n=number)
            return Choice(text, lambda: self._learn_from(players), "", icon)

        first, second = self._names
        choices = [
            choice(first, [1], "player-one"),
            choice(second, [2], "player-two"),
            choice(_("Both players"), [1, 2], "people"),
            Choice(_("Cancel"), lambda: None, "", "close"),
        ]
        self._app.push(ChoiceDialog(self._app, _("Whose mistakes?"), "", choices, on_escape=3))

    # --- the tree ---------------------------------------------------------------------------------

    def open_move_menu(self) -> None:
        """Show what can be done with the move looked at."""
        node = self._study.node
        choices = [
            Choice(_("Write a comment"), self.rename, "", "edit"),
            Choice(words_of("promote", STUDY_SHORTCUTS), self.promote, "", "branch"),
            Choice(_("Delete it and everything after it"), self.delete, "", "delete"),
            Choice(_("Cancel"), lambda: None, "primary", "close"),
        ]
        title = _("Move {move}").format(move=node.move)
        self._app.push(ChoiceDialog(self._app, title, "", choices, on_escape=3))

    def rename(self) -> None:
        """Write a comment after the move looked at; on a branch it is its name."""
        node = self._study.node
        move = "" if node.move is None else str(node.move)
        title = _("Comment on {move}").format(move=move) if move else _("Comment on the start")
        words = shown_comment(without_commands(node.comment))
        self._app.push(TextDialog(self._app, title, words, self._rename, limit=LONGEST_COMMENT))

    def _rename(self, words: str) -> None:
        """Write a comment; one that was not changed stays, whatever of it could be shown."""
        node = self._study.node
        if words != shown_comment(without_commands(node.comment)):
            self._study.rename(node, words)
        self._screen.refresh()

    def delete(self) -> None:
        """Delete the move looked at and all after it, after a question if much would be lost."""
        study = self._study
        node = study.node
        if node.parent is None:
            self._screen.notice(_("The start cannot be deleted."), "refused")
        elif not node.children and node.parent.children[0] is not node:
            self._delete()
        else:
            words = _("{move} and all moves after it are deleted from this study.")
            text, keep, delete = words.format(move=node.move), _("Keep"), _("Delete")
            self._app.push(question(self._app, _("Delete?"), text, keep, delete, self._delete))

    def _delete(self) -> None:
        try:
            self._study.delete(self._study.node)
        except IllegalMoveError as error:
            self._screen.notice(explain(error), "refused")
        self._screen.follow()

    def promote(self) -> None:
        """Make the line through the move looked at the main line."""
        self._study.promote(self._study.node)
        self._screen.refresh()
        self._screen.notice(_("This is the main line now."))

    # --- files and the clipboard ------------------------------------------------------------------

    def save_game(self) -> None:
        """Save the game with all that was found."""
        self._app.go("save_game", saved(self._study, self._session))

    def open_game(self) -> None:
        """Choose a game to analyse."""
        self._app.go("open_game", then="study_game")

    def copy_record(self) -> None:
        """Put the record with all that was found on the clipboard."""
        session = saved(self._study, self._session)
        words = _("The game record was copied, with its values.")
        clipboard.copy(session.record().text, words, self._screen.notice)

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        clipboard.copy_position(self._study.position, self._screen.notice)

    def paste(self) -> None:
        """Analyse the record or the position on the clipboard."""
        try:
            found = clipboard.game()
        except RulesError as error:
            self._screen.notice(explain(error), "refused")
            return
        if isinstance(found, Record):
            self._app.go("study_game", Session.from_record(found, now=self._app.now))
        else:
            self._app.go("study_position", found)

    # --- other screens ----------------------------------------------------------------------------

    def edit(self) -> None:
        """Set up a position, beginning with this one."""
        self._app.go("editor", self._study.position)

    def export(self) -> None:
        """Export the game or the position."""
        self._app.go("export", self._study, self._session)

    def go_to_table(self) -> None:
        """Go back to the game; without one at the table play on from here."""
        app = self._app
        if app.is_over_another:
            app.pop()
        elif self._session.game is self._study.game:
            app.go("new_game", self._study.position)
        else:
            app.go("table", self._session)

    def play_on(self) -> None:
        """Begin a game from the position looked at, against whom was played last."""
        if self._study.position.is_over:
            self._screen.notice(no_pair_here(), "refused")
            return
        self._app.go("play_from", self._study.position, self._session)

    def leave(self) -> None:
        """Go back to where one came from."""
        if self._app.is_over_another:
            self._app.pop()
        else:
            self._app.go("home")

    def open_menu(self) -> None:
        """Show what else can be done."""
        app = self._app
        choices = [
            Choice(_("Back to the analysis"), lambda: None, "primary", "analyse"),
            Choice(_("Back to the table"), self.go_to_table, "", "table"),
            Choice(_("Play on from here"), self.play_on, "", "play"),
            Choice(_("Open a game"), self.open_game, "", "open"),
            Choice(_("Save the game"), self.save_game, "", "save"),
            Choice(words_of("copy", TABLE_SHORTCUTS), self.copy_record, "", "copy"),
            Choice(_(PASTE), self.paste, "", "paste"),
            Choice(_("Settings"), lambda: app.go("settings"), "", "settings"),
            Choice(_("To the start screen"), lambda: app.go("home"), "", "home"),
            Choice(_("Quit"), app.quit, "", "quit"),
        ]
        app.push(ChoiceDialog(self._app, _("Menu"), "", choices, on_escape=0))

    def new_game(self) -> None:
        """Set up a new game."""
        self._app.go("new_game")

    def show_help(self) -> None:
        """Show every key."""
        self._app.go("keys", "analyse")
