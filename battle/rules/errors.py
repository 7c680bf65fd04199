"""What can go wrong with the game's texts and moves, each told in one line.

An error keeps its sentence and what was put into it apart, so that a program can tell it in another
language: `FormatError("bad deal number {number}", number=7)`.
"""


class RulesError(ValueError):
    """Something the rules or the text formats do not allow; the message is one line.

    `template` is the sentence with names in braces, `values` is what stands for them; a value may
    be an error itself. Without values the template is the message as it stands.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class FormatError(RulesError):
    """A text that is not in its format; the message names the bad part and what was expected."""


class IllegalMoveError(RulesError):
    """A well-formed move that cannot be played in the position; the message says why."""


_LONGEST_QUOTE = 44


def quoted(text: str) -> str:
    """Return `text` in quotes on one line, shortened so that an error stays readable."""
    shown = repr(text[:_LONGEST_QUOTE])
    if len(shown) <= _LONGEST_QUOTE and len(text) <= _LONGEST_QUOTE:
        return shown
    return f"{shown[: _LONGEST_QUOTE - 2]}…{shown[0]}"
