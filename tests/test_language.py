"""Tests of the languages: how one is chosen, and that every catalogue is whole."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from battle import language
from battle.browser.friend import FIRST
from battle.game.setup import played_by
from battle.language import _, decimal, explain, ngettext
from battle.resources import asset
from battle.rules.position import FormatError, RulesError, position
from battle.screens import days
from battle.training import first_game
from tests.support.processes import run

CODE = Path(__file__).parents[1] / "battle"
UPDATE = runpy.run_path(str(asset("locale/update.py")))
KEYWORDS = UPDATE["KEYWORDS"]
LEVELS_TABLE = "assets/levels/levels.csv"
CODES = sorted(path.name for path in (CODE.parent / "assets/locale").iterdir() if path.is_dir())


@cache
def texts_in_code() -> dict[tuple[str, object], list[str]]:
    """Return every text of the program by context and text, with the files it stands in."""
    found: dict[tuple[str, object], list[str]] = {}
    for file, text, _comments, context in UPDATE["all_texts"]():
        found.setdefault((context or "", text), []).append(file)
    return found


@cache
def catalogue(code: str) -> Catalog:
    """Return a language's catalogue as its translators see it."""
    with asset(f"locale/{code}/LC_MESSAGES/battle.po").open("rb") as file:
        return read_po(file, locale=code)


def messages(code: str) -> list[Message]:
    """Return the texts of a catalogue, without its header."""
    return [message for message in catalogue(code) if message.id]


def test_no_text_stands_where_it_is_not_found():
    """Every text that is looked up or marked is in the catalogues, also one within a string."""
    found = {one for _context, text in texts_in_code() for one in forms(text)}
    for file in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KEYWORDS:
                words = [one.value for one in node.args if isinstance(one, ast.Constant)]
                assert {one for one in words if isinstance(one, str) and one} <= found, file


def test_the_first_words_of_the_page_are_those_of_the_catalogues():
    """What it says before the program is there is as it is translated; `update.py` writes it."""
    written = (CODE / "browser" / "page" / "first.json").read_text(encoding="utf-8")
    assert written == UPDATE["first_words"]()
    assert (FIRST["kim"], FIRST["pip"]) == (played_by(days.OPPONENT), played_by(first_game.LEVEL))


def test_the_words_of_the_levels_are_texts_to_translate():
    """Names and ways to play stand in a table, and in the catalogues as those of the code do."""
    files = {text: file for (_context, text), file in texts_in_code().items()}
    assert files["Novice"] == files["Grabs the biggest pair he sees"] == [LEVELS_TABLE]
    assert "Pip" not in files


def forms(texts: object) -> tuple[str, ...]:
    """Return the forms of a text, one where it has no plural."""
    return texts if isinstance(texts, tuple) else (str(texts),)


def placeholders(text: str) -> set[str]:
    """Return the names in braces in a text."""
    return set(re.findall(r"\{([^{}]*)\}", text))


@pytest.mark.parametrize("code", CODES)
def test_every_text_of_the_code_is_translated(code):
    """No text in the code is missing from a catalogue, and no catalogue keeps texts of the past."""
    there = {(message.context or "", message.id) for message in messages(code)}
    missing = {text: files for text, files in texts_in_code().items() if text not in there}
    assert not missing
    assert not there - set(texts_in_code())
    assert [message.id for message in messages(code) if not all(forms(message.string))] == []
    assert [message.id for message in messages(code) if message.fuzzy] == []


@pytest.mark.parametrize("code", CODES)
def test_placeholders_spaces_and_ends_are_kept(code):
    """Every translation has the names in braces of its English text, and begins and ends as it."""
    ends = (".", "…", "?", "!", "。", "？", "！")
    for message in messages(code):
        pairs = zip(forms(message.id), forms(message.string), strict=False)
        for ours, theirs in pairs if message.id != "." else ():
            assert ours[:1].isspace() == theirs[:1].isspace(), message.id
            assert ours[-1:].isspace() == theirs[-1:].isspace(), message.id
            assert ours.endswith(ends) == theirs.endswith(ends), ours
        allowed = set().union(*(placeholders(text) for text in forms(message.id)))
        for text in forms(message.string):
            assert placeholders(text) <= allowed, message.id
        assert placeholders(forms(message.string)[-1]) == placeholders(forms(message.id)[-1])


@pytest.mark.parametrize("code", CODES)
def test_the_compiled_catalogue_is_the_one_that_is_read(code, tmp_path):
    """The .mo file says what the .po file says."""
    fresh = tmp_path / "battle.mo"
    with fresh.open("wb") as file:
        write_mo(file, catalogue(code))
    with fresh.open("rb") as new, asset(f"locale/{code}/LC_MESSAGES/battle.mo").open("rb") as kept:
        wanted, found = read_mo(new), read_mo(kept)
    assert [(m.id, m.string) for m in found if m.id] == [(m.id, m.string) for m in wanted if m.id]


NUMBERED = re.compile(
    r"\{(?:n|a|of|own|left|high|most|count|number|points|moves|copies|rows|columns)\}[ \u00a0-]"
    r"(?:\w+ )?(?:points|games|pairs|tiles|hints|wins|days|hours|minutes"
    r"|seconds|moves|messages|positions|deals|exercises|mistakes|characters|lines|columns|cells|steps)\b"
)
"""A number before what is counted."""
NEVER_ONE = {
    *("All {n} games: {one} {first} – {second} {two}", "The line: average of {n} games."),
    *("about {low} to {high} hours", "about {low} to {high} minutes"),
    *("less than {n} hours", "less than {n} minutes", "there are {count} games in it"),
    "{name} contains {count} games",
    "Player {player} cannot have {number} points: the range is 0 to {all}.",
    "A game against {name} with 36 tiles. {n} points are enough to win.",
    "There are {number} {kind}: each kind has only {copies} tiles.",
    "bad number {number}: the file has {count} games",
}
"""Texts whose number is at least two, or out of the question."""


def test_what_is_counted_has_a_singular():
    """No text says “1 points”: a number before what it counts has two forms, or is a constant.

    What is expected `at most`, and rows and columns of a board, are constants.
    """
    texts = [text for _context, text in texts_in_code() if isinstance(text, str)]
    counted = {text for text in texts if NUMBERED.search(text)}
    limits = {text for text in counted if re.search("most|expected|{left} points that", text)}
    assert counted - limits == NEVER_ONE


def test_the_words_of_the_rules_are_used():
    """German texts use the words the rules give, and address the person as du."""
    for message in messages("de"):
        for text in forms(message.string):
            assert not re.search(r"\b(Ihnen|Ihre?[mnrs]?|Kachel|Kacheln|Ziegel)\b", text), text


def test_a_language_is_used_until_another_one_is():
    """Texts follow the language in use, plural forms too."""
    assert language.use("de") == language.current() == "de"
    assert _("") == ""  # and not the catalogue's header, which gettext keeps there
    assert _("The game is over.") == "Die Partie ist zu Ende."
    one, many = "{n} pair can be taken.", "{n} pairs can be taken."
    assert ngettext(one, many, 1).format(n=1) == "1 Paar kann genommen werden."
    assert ngettext(one, many, 2).format(n=2) == "2 Paare können genommen werden."
    language.use("en")
    assert _("The game is over.") == "The game is over."


def test_errors_are_told_in_the_language_in_use():
    """A bad text is refused in the person's language, with the inner reason in it."""
    language.use("de")
    with pytest.raises(FormatError) as caught:
        position("5m/5x")
    assert str(caught.value).startswith("bad column b: bad tile '5x': expected a rank 1-9")
    assert explain(caught.value).startswith("Spalte b: '5x' ist kein Stein; erwartet wird")
    assert explain(ValueError("as it {is}")) == "as it {is}"
    assert explain(RulesError("{braces} without values")) == "{braces} without values"


def test_decimals_have_the_languages_sign():
    """Numbers have a point in English and a comma in German."""
    assert (decimal(1.5), decimal(2.0), decimal(2.0, 1)) == ("1.5", "2", "2.0")
    language.use("de")
    assert (decimal(1.5), decimal(2.0), decimal(2.04, 1)) == ("1,5", "2", "2,0")


@pytest.mark.parametrize("code", ["", "xx", "../de", "de_AT_x", "DE\x00"])
def test_an_unknown_language_is_english(code):
    """A language without a catalogue falls back, whatever it is called."""
    assert language.use(code) == "en"


def test_all_languages_are_offered_in_their_own_name():
    """English comes first, then the catalogues there are."""
    offered = language.available()
    assert offered[0] == ("en", "English")
    assert {("de", "Deutsch"), ("fr", "Français"), ("zh", "简体中文")} <= {*offered}
    assert [code for code, _name in offered[1:]] == CODES


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LANGUAGE": "fi:de:en", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANGUAGE": "en:de", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "en_US.UTF-8"}, "de"),
        ({"LC_MESSAGES": "de_CH.UTF-8", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANG": "%$&/::"}, "en"),
    ],
)
def test_the_language_follows_the_system(monkeypatch, variables, code):
    """The environment's variables decide, in the order gettext gives them."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language.use("system") == code


def test_a_damaged_catalogue_is_english(monkeypatch, tmp_path):
    """A catalogue that cannot be read costs its language, not the program."""
    file = tmp_path / "de/LC_MESSAGES/battle.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"damaged")
    monkeypatch.setattr(language, "asset", lambda _path: tmp_path)
    language.use("de")
    assert _("The game is over.") == "The game is over."
    assert ("de", "English") in language.available()


def test_a_further_language_is_a_further_directory(monkeypatch, tmp_path):
    """A directory with a catalogue is a language; nothing in the code changes."""
    file = tmp_path / "nl/LC_MESSAGES/battle.mo"
    file.parent.mkdir(parents=True)
    dutch = Catalog(locale="nl")
    dutch.add("English", "Nederlands")
    dutch.add("The game is over.", "Het spel is afgelopen.")
    with file.open("wb") as opened:
        write_mo(opened, dutch)
    monkeypatch.setattr(language, "asset", lambda _path: tmp_path)
    assert language.available() == [("en", "English"), ("nl", "Nederlands")]
    language.use("nl")
    assert _("The game is over.") == "Het spel is afgelopen."
    assert _("Your name") == "Your name"


@pytest.mark.parametrize(("word", "status"), [("--help", 0), ("--nl", 2), ("xx", 2)])
def test_what_is_no_language_makes_no_catalogue(word: str, status: int) -> None:
    """An option or a word that names no language is answered, and no folder is made for it."""
    there = {*asset("locale").iterdir()}
    done = run(sys.executable, asset("locale/update.py"), word)
    assert done.returncode == status
    assert "usage: update.py" in done.stdout + done.stderr
    assert {*asset("locale").iterdir()} == there
