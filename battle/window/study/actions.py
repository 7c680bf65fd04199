"""What a person can ask for in Analyse, apart from looking around and playing moves.

Each method is one wish, for a button, a key or a menu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battle.engine.analyst import REVIEW_SECONDS
from battle.game.session import Session
from battle.game.session_study import saved
from battle.language import _, explain
from battle.rules.annotation import without_commands
from battle.rules.errors import IllegalMoveError, RulesError
from battle.rules.position import PLAYERS, Player
from battle.rules.record import Record
from battle.training.lesson import exercises
from battle.window.scenes.choice_dialog import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.scenes.text_dialog import TextDialog
from battle.window.ui import clipboard

if TYPE_CHECKING:
    from battle.window.study.scene import StudyScene

LONGEST_COMMENT = 300
_MOST_SECONDS = 120.0


class AnalyseWishes:
    """The wishes of a person at one analysed game."""

    def __init__(self, scene: StudyScene) -> None:
        self._scene = scene
        self._reviewing = False
        self._seconds = REVIEW_SECONDS

    @property
    def _app(self) -> Services:
        return self._scene.app

    # The solver

    def update(self) -> None:
        """Say when a review has come to its end."""
        analyst = self._scene.analyst
        running = analyst.review is not None
        if self._reviewing and not running and analyst.on:
            self._scene.notice(_("The review is finished."))
            self._scene.refresh()
        self._reviewing = running

    def turn_solver(self) -> None:
        """Turn the solver on or off; one that has failed is started anew and is on."""
        analyst = self._scene.analyst
        if analyst.failure:
            analyst.retry()
            analyst.on = True
        else:
            analyst.on = not analyst.on

    def review(self) -> None:
        """Review the whole line looked at; a review under way is ended.

        A line that is reviewed and not proven throughout gets more time.
        """
        scene, analyst = self._scene, self._scene.analyst
        if analyst.review is not None and not analyst.failure:
            analyst.cancel_review()
            scene.notice(_("The review was ended; what it has found stays."))
        elif len(scene.snapshot.line) < 2:
            scene.notice(_("There is no move to review."), "refused")
        else:
            if analyst.failure:
                analyst.retry()
            found = scene.study.review()
            again = found is not None and found.exact_from > 1
            self._seconds = min(_MOST_SECONDS, 4 * self._seconds) if again else REVIEW_SECONDS
            analyst.begin_review(seconds=self._seconds)
            scene.turn_to("review")

    def change_values(self) -> None:
        """Show what moves cost, or the margins they lead to."""
        relative = not self._app.settings.relative_values
        self._app.change(relative_values=relative)
        if relative:
            self._scene.notice(_("Values: what each move costs, the best one 0."))
        else:
            name = self._scene.names[0]
            words = _("Values: final margins, + is for {name}.")
            self._scene.notice(words.format(name=name))

    # Mistakes

    def go_to_mistake(self, *, after: bool) -> None:
        """Look at the next mistake of the line, or at the one before."""
        study = self._scene.study
        node = study.next_mistake() if after else study.previous_mistake()
        if node is not None:
            self._scene.go_to(node)
        elif study.review() is None:
            self._scene.notice(_("The game has to be reviewed first."), "refused")
        elif after:
            self._scene.notice(_("No mistake after this move."))
        else:
            self._scene.notice(_("No mistake before this move."))

    def learn(self) -> None:
        """Put the costly moves to the person again; ask whose, where both players are people."""
        scene, person = self._scene, self._scene.session.person
        counts = {player: len(exercises(scene.study, [player])) for player in PLAYERS}
        learners = [player for player in PLAYERS if counts[player] and person in (None, player)]
        if scene.study.review() is None:
            scene.notice(_("The game has to be reviewed first."), "refused")
        elif not learners:
            scene.notice(_("No mistake is proven yet."))
        elif len(learners) == 1:
            self._app.go("lesson", scene, learners)
        else:
            self._ask_whose(counts)

    def _ask_whose(self, counts: dict[Player, int]) -> None:
        """Ask whose mistakes are to be put again."""
        app, scene = self._app, self._scene

        def choice(words: str, players: list[Player], icon: str) -> Choice:
            number = sum(counts[player] for player in players)
            text = _("{name} ({n})").format(name=words, n=number)
            return Choice(text, lambda: app.go("lesson", scene, players), "", icon)

        choices = [
            choice(scene.names[0], [1], "player-one"),
            choice(scene.names[1], [2], "player-two"),
            choice(_("Both players"), [1, 2], "people"),
            Choice(_("Cancel"), lambda: None, "", "close"),
        ]
        app.push(ChoiceDialog(self._app, _("Whose mistakes?"), "", choices, on_escape=3))

    # The tree

    def open_move_menu(self) -> None:
        """Show what can be done with the move looked at."""
        node = self._scene.study.node
        choices = [
            Choice(_("Write a comment"), self.rename, "", "edit"),
            Choice(_("Make the variation the main line"), self.promote, "", "branch"),
            Choice(_("Delete it and all after it"), self.delete, "", "delete"),
            Choice(_("Cancel"), lambda: None, "primary", "close"),
        ]
        title = _("Move {move}").format(move=node.move)
        self._app.push(ChoiceDialog(self._app, title, "", choices, on_escape=3))

    def rename(self) -> None:
        """Write a comment after the move looked at; on a branch it is its name."""
        node = self._scene.study.node
        move = "" if node.move is None else str(node.move)
        title = _("Comment on {move}").format(move=move) if move else _("Comment on the start")
        words = without_commands(node.comment)
        self._app.push(TextDialog(self._app, title, words, self._rename, limit=LONGEST_COMMENT))

    def _rename(self, words: str) -> None:
        self._scene.study.rename(self._scene.study.node, words)
        self._scene.refresh()

    def delete(self) -> None:
        """Delete the move looked at and all after it, after a question if much would be lost."""
        study = self._scene.study
        node = study.node
        if node.parent is None:
            self._scene.notice(_("The start cannot be deleted."), "refused")
        elif not node.children and node.parent.children[0] is not node:
            self._delete()
        else:
            choices = [
                Choice(_("Keep it"), look_as="primary"),
                Choice(_("Delete"), self._delete),
            ]
            words = _("{move} and all moves after it are deleted from this study.")
            text = words.format(move=node.move)
            self._app.push(
                ChoiceDialog(self._app, _("Delete?"), text, choices, on_escape=0, side_by_side=True)
            )

    def _delete(self) -> None:
        try:
            self._scene.study.delete(self._scene.study.node)
        except IllegalMoveError as error:
            self._scene.notice(explain(error), "refused")
        self._scene.follow()

    def promote(self) -> None:
        """Make the line through the move looked at the main line."""
        self._scene.study.promote(self._scene.study.node)
        self._scene.refresh()
        self._scene.notice(_("This is the main line now."))

    # Files and the clipboard

    def save_game(self) -> None:
        """Save the game with all that was found."""
        self._app.go("save_game", saved(self._scene.study, self._scene.session))

    def open_game(self) -> None:
        """Choose a game to analyse."""
        self._app.go("open_game", "study_game")

    def copy_record(self) -> None:
        """Put the record with all that was found on the clipboard."""
        session = saved(self._scene.study, self._scene.session)
        words = _("The game record was copied, with its values.")
        clipboard.copy(session.record().text, words, self._scene.notice)

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        clipboard.copy_position(self._scene.study.position, self._scene.notice)

    def paste(self) -> None:
        """Analyse the record or the position on the clipboard."""
        try:
            found = clipboard.game()
        except RulesError as error:
            self._scene.notice(explain(error), "refused")
            return
        if isinstance(found, Record):
            self._app.go("study_game", Session.from_record(found, now=self._app.now))
        else:
            self._app.go("study_position", found)

    # Other screens

    def edit(self) -> None:
        """Set up a position, beginning with this one."""
        self._app.go("editor", self._scene.study.position)

    def export(self) -> None:
        """Export the game or the position."""
        scene = self._scene
        self._app.go("export", scene.study, scene.session)

    def go_to_table(self) -> None:
        """Go back to the game; without one at the table play on from here."""
        app, scene = self._app, self._scene
        if app.is_over_another:
            app.pop()
        elif scene.session.game is scene.study.game:
            app.go("new_game", scene.study.position)
        else:
            app.go("table", scene.session)

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
            Choice(_("Open a game"), self.open_game, "", "open"),
            Choice(_("Save the game"), self.save_game, "", "save"),
            Choice(_("Copy the game record"), self.copy_record, "", "copy"),
            Choice(_("Paste a position or a game record"), self.paste, "", "paste"),
            Choice(_("Settings"), lambda: app.go("settings"), "", "settings"),
            Choice(_("To the start screen"), lambda: app.go("home"), "", "home"),
        ]
        app.push(ChoiceDialog(self._app, _("Menu"), "", choices, on_escape=0))

    def new_game(self) -> None:
        """Set up a new game."""
        self._app.go("new_game")

    def show_help(self) -> None:
        """Show every key."""
        self._app.go("keys", "analyse")
