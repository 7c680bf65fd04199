"""The language on screen: gettext catalogues in `assets/locale`, English in the code itself.

`use` chooses a language once, at the start or when the settings change; `_` and `ngettext` look
texts up at the moment they are shown, so they are called in functions, never at import. A text
that must stand in a constant is marked with `N_` there and looked up with `_` when shown:

    TITLES = {"friend": N_("Against a friend")}
    label = _(TITLES["friend"])

A further language is a further directory `assets/locale/<code>/LC_MESSAGES` with `battle.po` and
`battle.mo`; nothing in the code changes, unless its script needs another font.
"""

from __future__ import annotations

import gettext
import locale
import os
import sys
from functools import cache
from typing import Final

from battle.resources import asset
from battle.rules.position import RulesError

SYSTEM: Final = "system"
SOURCE: Final = "en"
_DOMAIN: Final = "battle"


class _Shown:
    """The language in use."""

    code = SOURCE
    catalogue = gettext.NullTranslations()


def use(language: str) -> str:
    """Show texts in `language`, a code or `system`; return the code of the language now shown.

    An unknown language falls back to English.
    """
    wanted = system_language() if language == SYSTEM else language
    _Shown.code = wanted if wanted in _codes() else SOURCE
    _Shown.catalogue = _catalogue(_Shown.code)
    return _Shown.code


def current() -> str:
    """Return the code of the language texts are shown in."""
    return _Shown.code


def available() -> list[tuple[str, str]]:
    """Return the code and the native name of every language, such as `de`, `Deutsch`."""
    # Translators: the name of your language in your language, such as "Deutsch".
    english = N_("English")
    return [(code, _catalogue(code).gettext(english)) for code in _codes()]


def _(text: str) -> str:
    """Return `text` in the language in use; an empty text stays empty."""
    return _Shown.catalogue.gettext(text) if text else text


def in_language(text: str, code: str) -> str:
    """Return a text in a language, whichever is in use."""
    return _catalogue(code).gettext(text)


@cache
def in_every_language(text: str) -> frozenset[str]:
    """Return a text in all languages there are."""
    return frozenset(in_language(text, code) for code in _codes())


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a text that fits `number` in the language in use."""
    return _Shown.catalogue.ngettext(one, many, number)


def explain(error: Exception) -> str:
    """Return the message of an error in the language in use, if it has a translation."""
    if not isinstance(error, RulesError):
        return str(error)
    values = {
        name: explain(value) if isinstance(value, RulesError) else value
        for name, value in error.values.items()
    }
    text = _(error.template)
    return text.format(**values) if values else text


def decimal(value: float, digits: int | None = None) -> str:
    """Format a number with the decimal sign of the language in use: `1.5`, `1,5`.

    `digits` after the sign are always shown; without it as many as the number needs.
    """
    text = f"{value:g}" if digits is None else f"{value:.{digits}f}"
    # Translators: the sign between whole numbers and decimals, as in 1.5.
    return text.replace(".", _("."))


def N_(text: str) -> str:  # noqa: N802  (the name gettext tools look for)
    """Return `text` unchanged: mark a constant for the catalogue, to be shown through `_`."""
    return text


def system_language() -> str:
    """Return the code of the system's language that fits best, English if none does."""
    codes = _codes()
    for name in _system_names():
        code = name.replace("-", "_").split(".")[0].split("@")[0]
        for candidate in (code, code.split("_")[0].lower()):
            if candidate in codes:
                return candidate
        if code in ("C", "POSIX"):
            break
    return SOURCE


def _system_names() -> list[str]:
    """Return the names of the wanted languages, best first, from where the system keeps them."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable, ""):
            return value.split(":")
    if sys.platform == "win32":
        import ctypes

        identifier = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale.get(identifier, SOURCE)]
    name = locale.getlocale()[0]
    return [name] if name else []


def _codes() -> list[str]:
    """Return the source language and every language that has a catalogue, in a fixed order."""
    catalogues = asset("locale").glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")
    return [SOURCE, *sorted(path.parts[-3] for path in catalogues)]


def _catalogue(code: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; an empty one for English or where it is damaged."""
    if code == SOURCE:
        return gettext.NullTranslations()
    try:
        return gettext.translation(_DOMAIN, str(asset("locale")), [code])
    except (OSError, ValueError, UnicodeError):
        return gettext.NullTranslations()
