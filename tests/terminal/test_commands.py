"""Words typed in the terminal."""

import pytest

from battle import language
from battle.language import N_
from battle.terminal.typed import TerminalCommand, command_in, help_lines, word_named

SAVE = TerminalCommand[list[str]](N_("save"), N_("save the game"), list.append, N_("FILE"))
HELP = TerminalCommand[list[str]](N_("help"), N_("this list"), list.append)
QUIT = TerminalCommand[list[str]](N_("quit"), N_("leave; the game is kept"), list.append)
ALL = (SAVE, HELP, QUIT)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("save", (SAVE, "")),
        ("SAVE  My game.mjb ", (SAVE, "My game.mjb")),
        ("?", (HELP, "")),
        ("exit", (QUIT, "")),
        ("a1c9", (None, "")),
        ("", (None, "")),
    ],
)
def test_a_line_begins_with_a_command_or_with_none(line, expected):
    assert command_in(line, ALL) == expected


def test_a_word_is_known_in_both_languages_in_small_letters_and_in_capitals():
    language.use("de")
    names = [word_named(word, ("save", "help")) for word in ("Hilfe", "hilfe", "HELP", "helfen")]
    assert names == ["help", "help", "help", ""]


def test_the_help_names_every_command_and_what_it_takes():
    _pairs, save, *_rest = help_lines(ALL)
    assert save.split() == ["save", "FILE", "save", "the", "game"]
