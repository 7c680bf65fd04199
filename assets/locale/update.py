"""Bring the catalogues in step with the code: `python assets/locale/update.py [LANGUAGE …]`.

Extracts every text of the program, adds what is new to each `battle.po`, drops what is gone,
compiles each `battle.mo` and what the page says before the program is there, `first.json`, and
lists what is still to be translated; run it again afterwards. Given a language code, such as `nl`,
it first makes the catalogue of that language.
"""

from __future__ import annotations

import csv
import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from battle.browser.friend import FIRST
from battle.language import available, in_language

LOCALE = Path(__file__).resolve().parent
CODE = LOCALE.parents[1] / "battle"
LEVELS = LOCALE.parent / "levels" / "levels.csv"
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "FormatError": None,
    "SeveralGamesError": None,
    "IllegalMoveError": None,
}


class Text(NamedTuple):
    """A text to translate, with its plural if it has one, and the file it stands in."""

    file: str
    text: str | tuple[str, ...]
    comments: Sequence[str] = ()
    context: str | None = None


def all_texts() -> Iterator[Text]:
    """Yield the texts that are marked in the code, and those of the levels."""
    found = extract_from_dir(CODE, keywords=KEYWORDS, comment_tags=("Translators:",))
    for file, _line, text, comments, context in found:
        yield Text(f"battle/{Path(file).as_posix()}", text, comments, context)
    with LEVELS.open(encoding="ascii", newline="") as lines:
        for level in csv.DictReader(lines):
            for text in filter(None, (level["title"], level["way"])):
                yield Text("assets/levels/levels.csv", text)


def template() -> Catalog:
    """Return every text of the program, with the files it stands in."""
    texts = Catalog(project="Mahjong Battle")
    for file, text, comments, context in all_texts():
        texts.add(text, locations=[(file, None)], auto_comments=comments, context=context)
    return texts


def update(code: str, texts: Catalog) -> list[str]:
    """Bring one language's files in step; return the texts that are not translated."""
    path = LOCALE / code / "LC_MESSAGES" / "battle.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue = Catalog(code, copyright_holder="The Mahjong Battle authors", fuzzy=False)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=code)
    catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, ignore_obsolete=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    return [
        str(message.id) for message in catalogue if message.id and not _is_whole(message.string)
    ]


def _is_whole(translation: str | tuple[str, ...]) -> bool:
    return all(translation) if isinstance(translation, tuple) else bool(translation)


def first_words() -> str:
    """Return what the page says before the program is there, in all languages, as JSON."""
    words = {
        code.partition("_")[0]: {name: in_language(text, code) for name, text in FIRST.items()}
        for code, _name in available()
    }
    return json.dumps(words, ensure_ascii=False, indent=0) + "\n"


def language(code: str) -> str:
    """Return a language's code; raise ValueError if there is no such language."""
    try:
        Locale.parse(code)
    except UnknownLocaleError as error:
        raise ValueError(code) from error
    return code


def main() -> None:
    """Update every catalogue there is, and those named on the command line."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("new", nargs="*", type=language, metavar="LANGUAGE")
    new = arguments.parse_args().new
    texts = template()
    there = {path.name for path in LOCALE.iterdir() if (path / "LC_MESSAGES").is_dir()}
    for code in sorted({*there, *new}):
        missing = update(code, texts)
        print(f"{code}: {len(texts)} texts, {len(missing)} to translate")
        for text in missing:
            print(f"    {text}")
    (CODE / "browser" / "page" / "first.json").write_text(first_words(), encoding="utf-8")


if __name__ == "__main__":
    main()
