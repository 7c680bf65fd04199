"""Game records, `.mjb`: PGN's shape with this game's moves.

    [First "Ada"]
    [Second "Ben"]
    [Deal "4711"]
    [Result "*"]

    1. a1c9 f1l1 2. b9h1 {both tiles were locked before} (2. d1e9 $2) d1e9 *

`record` reads a record and `str` prints it; they are each other's inverse. Reading is tolerant
where PGN's readers are (upper case, `!` and `?`, `;` comments, missing move numbers, a missing
result), and of what programs and mails do to texts: comments among the tags, lines that begin with
`%`, signs that mean the same, quoted and broken lines, words before and after. A record that breaks
off is read as far as it goes. Printing has one form. The start is the tag `Deal` or `Position`; the
result is points, and `*` while the game is not over. A game that was resigned, agreed drawn, or
lost on time or by a fork says so in the tag `Termination`, and `Given "18-0"` says what points the
players had before the first move; they are part of the result. Comments, variations and tags of
other programs are kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, Literal, TypeAlias, cast

from battle.rules.position import (
    FormatError,
    IllegalMoveError,
    Move,
    Position,
    RulesError,
    deal_number,
    meant,
    points_in,
    quoted,
)
from battle.rules.tree import Ending, Game, Node, Reason, move_number

# --- annotations ---------------------------------------------------------------------------------
#
# Annotations of analysis: PGN's comment commands, `[%eval =7]` and `[%clk 0:03:12]`.
#
# An estimate has its standard error in a command of its own, `[%eval ~5] [%err 3.2]`. A move that
# a hint had named has `[%hint]`.
#
# A comment is free text with any number of commands in it; reading and writing one command leaves
# the text and every other command as they are.

Relation: TypeAlias = Literal["=", ">=", "<=", "~"]

_EVALUATION: Final = re.compile(r"(=|>=|<=|~)([+-]?[0-9]{1,3})", re.ASCII)
STANDARD_ERROR: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?", re.ASCII)
_ANY_COMMAND: Final = re.compile(r"\[%[^\]\[]*+\]")
_HINT: Final = "[%hint]"
_CLOCK: Final = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)", re.ASCII)


@dataclass(frozen=True)
class Evaluation:
    """An evaluation of the final margin, player 1's points minus player 2's at the end.

    The relation is `=` for a proven value, `>=` and `<=` for proven bounds, `~` for an estimate.
    `error` is the standard error of an estimate, None if unknown.

        >>> str(Evaluation(">=", 3)), Evaluation("=", 7).is_proven
        ('>=3', True)
    """

    relation: Relation
    margin: int
    error: float | None = None

    @property
    def is_proven(self) -> bool:
        return self.relation == "="

    def __str__(self) -> str:
        return f"{self.relation}{self.margin}"


def evaluation_in(comment: str) -> Evaluation | None:
    """Return the evaluation in a comment, None if there is no valid one.

    >>> evaluation_in("a trap [%eval ~5] [%err 3.2]")
    Evaluation(relation='~', margin=5, error=3.2)
    """
    match = _EVALUATION.fullmatch(_command(comment, "eval"))
    if match is None:
        return None
    error = STANDARD_ERROR.fullmatch(_command(comment, "err"))
    margin = Evaluation(cast(Relation, match[1]), int(match[2]))
    return replace(margin, error=float(error[0])) if error and match[1] == "~" else margin


def with_evaluation(comment: str, value: Evaluation | None) -> str:
    """Return `comment` with this evaluation in place of any other; None removes it.

    >>> with_evaluation("a trap", Evaluation("=", 7))
    '[%eval =7] a trap'
    """
    error = None if value is None or value.error is None else f"{value.error:.1f}"
    comment = _with_command(comment, "err", error)
    return _with_command(comment, "eval", None if value is None else str(value))


def clock_in(comment: str) -> float | None:
    """Return the seconds on the mover's clock in a comment, None without them."""
    match = _CLOCK.fullmatch(_command(comment, "clk"))
    return None if match is None else int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3])


def with_clock(comment: str, seconds: float | None) -> str:
    """Return `comment` with this clock in place of any other; None removes it."""
    return _with_command(comment, "clk", None if seconds is None else clock_words(seconds))


def clock_words(seconds: float) -> str:
    """Return seconds in the form of a record, `0:03:12`, with tenths where they are not whole."""
    tenths = round(max(0.0, seconds) * 10)
    hours, minutes, rest = tenths // 36000, tenths // 600 % 60, tenths % 600
    fraction = f".{rest % 10}" if rest % 10 else ""
    return f"{hours}:{minutes:02}:{rest // 10:02}{fraction}"


def is_hinted(comment: str) -> bool:
    """Whether a comment says that a hint had named the move."""
    return _HINT in comment


def with_hint(comment: str) -> str:
    """Return `comment` with the note that a hint had named the move."""
    return comment if is_hinted(comment) else _joined(f"{_HINT} {comment}")


def without_commands(comment: str) -> str:
    """Return the text of a comment without commands."""
    return _joined(_ANY_COMMAND.sub(" ", comment))


def with_words(comment: str, words: str) -> str:
    """Return `comment` with this text in place of any other; commands stay.

    Commands among the words are left out.
    """
    return _joined(" ".join([*_ANY_COMMAND.findall(comment), without_commands(words)]))


def _command(comment: str, name: str) -> str:
    match = re.search(rf"\[%{name} ++([^\]\[]*+)\]", comment)
    return match[1].rstrip(" ") if match is not None else ""


def _with_command(comment: str, name: str, value: str | None) -> str:
    rest = re.sub(rf"\[%{name}\b[^\]\[]*+\]", " ", comment)
    return _joined(rest if value is None else f"[%{name} {value}] {rest}")


def _joined(text: str) -> str:
    return " ".join(text.split())


# --- record --------------------------------------------------------------------------------------

SUFFIX: Final = ".mjb"
UNFINISHED: Final = "*"
LINE_LENGTH: Final = 80
MOST_MOVES: Final = 10_000
"""The most moves of a record, variations included."""

MOST_WORDS: Final = 100_000
"""The most tokens of its movetext: moves, numbers, signs, parentheses and comments."""

MOST_TAGS: Final = 1_000

_TERMINATIONS: Final[Mapping[str, Ending]] = {
    "first player resigned": Ending(Reason.RESIGNED, 2),
    "second player resigned": Ending(Reason.RESIGNED, 1),
    "first player out of time": Ending(Reason.TIME, 2),
    "second player out of time": Ending(Reason.TIME, 1),
    "first player forked": Ending(Reason.FORKED, 2),
    "second player forked": Ending(Reason.FORKED, 1),
    "draw agreed": Ending(Reason.AGREED, None),
}
_TERMINATION_OF: Final = {ending: words for words, ending in _TERMINATIONS.items()}


class Record:
    """A game with its tags, by name and in order.

    `tags` need not name the start or the result: these are printed from the game. `cut` says where
    a record that was read breaks off. Raises FormatError if the tags name another start than the
    game's.

        >>> print(Record({"First": "Ada", "Deal": "1"}, Game(deal(1))))
        [First "Ada"]
        [Deal "1"]
        [Result "*"]
        <BLANKLINE>
        *
        <BLANKLINE>
    """

    def __init__(self, tags: Mapping[str, str], game: Game) -> None:
        self.tags = dict(tags)
        self.game = game
        self.cut: RulesError | None = None
        start = _start_in(self.tags)
        if start is not None and start.with_given(game.start.given) != game.start:
            raise FormatError("bad record: its tags name another start than the game has")

    @staticmethod
    def parse(text: str, first_line: int = 1) -> Record:
        r"""Parse a record; its current node is the end of the main line.

        Raises IllegalMoveError, with the move's number and the reason, for an illegal move, and
        FormatError for any other error; both name the line where the text begins in `first_line`.

            >>> found = record('[Deal "1"]\n\n1. a1d9 *')
            >>> found.game.moves, found.result
            ([move('a1d9')], '*')
        """
        text = _tidied(text)
        tags, comments, movetext = read_tags(text)
        start = _start_in(tags)
        if start is None:
            raise FormatError('bad record: no start, expected a tag [Deal "…"] or [Position "…"]')
        reader = _MovetextReader(Game(start), comments)
        line = first_line + text.count("\n") - movetext.count("\n")
        try:
            reader.read(movetext)
        except RulesError as error:
            raise _in_line(line + reader.lines, error) from None
        reader.game.go_to(reader.game.last)
        is_cut = _end(reader.game, tags, reader.result) or reader.is_cut
        found = Record(tags, reader.game)
        if is_cut:
            number = _number_of(found.game.position, found.game.ply + 1)
            words = FormatError("the record breaks off before move {number}", number=number)
            found.cut = _in_line(line + reader.lines, words)
        return found

    @property
    def result(self) -> str:
        """The points at the end of the main line, such as `143-127`; `*` if it is not over."""
        return _result_of(self.game)

    @property
    def text(self) -> str:
        """The record as text."""
        tags = "".join(f"[{name} {_escaped(value)}]\n" for name, value in self._all_tags())
        root = self.game.root
        words = [*_comment_words(root.comment), *_line_words(root, []), self.result]
        return f"{tags}\n{_wrapped(words)}\n"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        first, second = (self.tags.get(name, "?") for name in ("First", "Second"))
        return f"<Record of {first!r} against {second!r}, {self.result}>"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # the game can change

    def _all_tags(self) -> Iterable[tuple[str, str]]:
        tags = dict(self.tags)
        if "Deal" not in tags and "Position" not in tags:
            tags["Position"] = str(self.game.start)
        if any(self.game.start.given):
            tags["Given"] = "{}-{}".format(*self.game.start.given)
        else:
            tags.pop("Given", None)
        tags["Result"] = self.result
        ending = self.game.ending_at(self.game.last)
        if ending in _TERMINATION_OF:
            tags["Termination"] = _TERMINATION_OF[ending]
        elif tags.get("Termination") in _TERMINATIONS:
            del tags["Termination"]
        return tags.items()


record = Record.parse


def recognise(text: str) -> Record | Position:
    """Parse a pasted text: a record, or a position as a line or as a picture.

    Raises RulesError if it is neither, or not a valid one.

        >>> type(recognise("5m5p/5p5m")).__name__
        'Position'
    """
    if meant(text).lstrip().startswith("[") or _FIRST_TAG.search(_tidied(text)):
        return record(text)
    text = meant(text).strip()
    while text.startswith(">"):
        text = re.sub(r"^> ?", "", text, flags=re.MULTILINE).strip()
    if text[:1] not in _POSITION_STARTS:
        raise FormatError("expected a link, a game or a position such as 5m5p/5p5m")
    return Position.parse(text)


_POSITION_STARTS: Final = (*"123456789./-",)


# Reading: tags


TAG: Final = re.compile(r'\s*\[\s*(\w[\w+#=:-]*)\s+"((?:[^"\\\n]++|\\.)*+)"\s*\]')
_FIRST_TAG: Final = re.compile(rf"^{TAG.pattern}", re.MULTILINE)
_COMMENT: Final = re.compile(r"\{(?:[^}\n]++|\n(?![^\S\n]*\n\s*\[\s*\w+\s+\"))*+\}?+|;[^\n]*+")
"""A comment; one that is not closed ends where the tags of another game begin."""

_PART: Final = re.compile(
    rf"""
    (?P<comment> {_COMMENT.pattern} )
    | (?P<tag> {TAG.pattern.replace(" ", "[ ]")} )
    | [\[［【] \s* (?P<name> \w [\w+\#=:-]* ) \s+ ["“”„«＂]
      (?P<value> (?: [^\n] | \n (?! \s* [\[［【] ) ){{0,600}}? ) ["“”»＂] \s* [\]］】] [^\S\n]* $
    | (?P<escape> ^% [^\n]*+ )
    | [^{{;\[［【%]++ | .
    """,
    re.VERBOSE | re.MULTILINE,
)
"""A comment, a tag, one with other signs, quotation marks in it or broken lines, or the rest."""

_QUOTED: Final = re.compile(r"^[^\S\n]*+((?:>[^\S\n]?)++)[^\S\n]*[\[［【]\s*\w+\s+\S", re.MULTILINE)
_MOVE: Final = re.compile(r"\b[a-l][1-9][ -]?[a-l][1-9]\b", re.ASCII | re.IGNORECASE)
_RESULT: Final = re.compile(r"(?<!\S)(?:\*|[0-9]{1,3}-[0-9]{1,3})(?!\S)[^\n]*\n", re.ASCII)


def _tidied(text: str) -> str:
    """Return a record, or several, in the signs that are meant, line by line; comments stay.

    Lines that a mail quotes are as they were, and those that begin with `%`, for other programs,
    are empty.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first, quoted = _FIRST_TAG.search(text), _QUOTED.search(text)
    if quoted is not None and (first is None or quoted.start() < first.start()):
        depth = quoted[1].count(">")
        text = re.sub(rf"^[^\S\n]*(?:>[^\S\n]?){{1,{depth}}}", "", text, flags=re.MULTILINE)
    return _PART.sub(_tidied_part, text)


def _tidied_part(part: re.Match[str]) -> str:
    match part.lastgroup:
        case "comment" | "tag":
            return part[0]
        case "escape":
            return ""
        case "value":
            value = re.sub(r"(?<=[/-])\s*\n\s*", "", part["value"]).replace('\\"', '"')
            return f"[{part['name']} {_escaped(value)}]" + "\n" * part[0].count("\n")
    return meant(part[0])


def read_tags(text: str) -> tuple[dict[str, str], list[str], str]:
    """Return the tags of a record, the comments among them, and what follows; raise FormatError.

    Words before the first tag are passed over.
    """
    tags: dict[str, str] = {}
    comments: list[str] = []
    first, end = _FIRST_TAG.search(text), 0
    if first is not None and not _MOVE.search(_COMMENT.sub("", text[: first.start()])):
        comments, end = _COMMENT.findall(text, 0, first.start()), first.start()
    while match := TAG.match(text, end) or _AMONG_TAGS.match(text, end):
        name = match[1]
        if match.re is _AMONG_TAGS:
            comments.append(name)
        elif name in tags:
            raise FormatError("bad record: the tag {name} is there twice", name=name)
        elif len(tags) == MOST_TAGS:
            raise FormatError("bad record: expected at most {most} tags", most=MOST_TAGS)
        else:
            tags[name] = "\\".join(part.replace('\\"', '"') for part in match[2].split("\\\\"))
        end = match.end()
    rest = text[end:].lstrip()
    if rest.startswith("["):
        raise FormatError(
            'bad tag {text}: expected a name and a value, such as [First "Ada"]',
            text=quoted(rest.split("\n", 1)[0]),
        )
    return tags, comments, rest


_AMONG_TAGS: Final = re.compile(rf"\s*({_COMMENT.pattern})(?=\s*\[)")


def _start_in(tags: Mapping[str, str]) -> Position | None:
    of_deal = Position.of_deal(deal_number(tags["Deal"])) if "Deal" in tags else None
    of_position = Position.parse(tags["Position"]) if "Position" in tags else None
    if of_deal is not None and of_position is not None and of_deal != of_position:
        raise FormatError("bad record: the tags Deal and Position name different starts")
    start = of_deal if of_deal is not None else of_position
    if start is None or "Given" not in tags:
        return start
    try:
        return start.with_given(points_in(tags["Given"]))
    except FormatError as error:
        raise FormatError("bad tag {tag}: {error}", tag="Given", error=error) from None


# Reading: moves

_WORD: Final = re.compile(
    r"""
    (?: \{ (?P<comment> [^}]* ) \}
    | ; (?P<rest_of_line> [^\n]* )
    | (?P<open> \( ) | (?P<close> \) )
    | \$ (?P<nag> [0-9]{1,3} ) (?! [0-9] )
    | (?P<result> \* | [0-9]{1,3}-[0-9]{1,3} ) (?! [^\s{}();] )
    | (?P<move> [a-l][1-9] (?: [ ]?-[ ]? | [ ] )? [a-l][1-9] ) (?= [\s{}();$!?] | $ )
    | (?P<glyph> [!?]{1,2} )
    | (?P<number> [0-9]{1,4} (?! [0-9] ) \.* | \.+ )
    ) (?u: \s* )
    """,
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)
_BROKEN_OFF: Final = re.compile(
    r"[a-l] ([1-9] [ -]? [a-l]?)? | [0-9]{1,3}-? | \$", re.VERBOSE | re.ASCII | re.IGNORECASE
)
"""The beginning of a word at the end of a text."""

_RESULT_AT_END: Final = re.compile(r"(?<!\S)(?:\*|[0-9]{1,3}-[0-9]{1,3})\s*\Z", re.ASCII)
_MAY_FOLLOW: Final = ("comment", "rest_of_line", "nag", "glyph")
"""What is said after a result of the last move."""

_GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class _MovetextReader:
    """Parses movetext into the tree of a game; `result` is the final token, if any.

    `lines` counts the lines before the place reached, `is_cut` says whether the text breaks off in
    the middle of something. A comment that opens a variation belongs to the variation's first move.
    Comments and glyphs are gathered, and given to their nodes at the end: a node can have any
    number of them.
    """

    def __init__(self, game: Game, comments: Iterable[str]) -> None:
        self.game = game
        self.result: str | None = None
        self.lines, self.is_cut = 0, False
        self._outer: list[Node] = []
        self._moves = self._words = 0
        self._opens_variation = False
        self._opening_comments: list[str] = []
        self._comments: defaultdict[Node, list[str]] = defaultdict(list)
        self._nags: defaultdict[Node, list[int]] = defaultdict(list)
        for comment in comments:
            self._comments[game.root].append(comment.strip("{;}"))

    def read(self, text: str) -> None:
        """Parse the whole movetext; raise RulesError if it is malformed."""
        end = len(text) - len(text.lstrip())
        try:
            while end < len(text) and (match := self._next_word(text, end)):
                self._take(str(match.lastgroup), str(match[str(match.lastgroup)]))
                end = match.end()
        finally:
            self.lines = text.count("\n", 0, end)
        if self._outer:
            if _RESULT_AT_END.search(text):
                raise FormatError("bad record: a variation has no closing parenthesis")
            self.is_cut = True
        for node, comments in self._comments.items():
            node.comment = _tidy(" ".join(comments))
        for node, nags in self._nags.items():
            node.nags = tuple(nags)

    def _next_word(self, text: str, end: int) -> re.Match[str] | None:
        """Return the word at a place, None at the end of what is read; raise FormatError."""
        self._words += 1
        if self._words > MOST_WORDS:
            raise FormatError(
                "bad record: expected at most {most} moves, signs and comments", most=MOST_WORDS
            )
        match = _WORD.match(text, end)
        if self.result is not None and (match is None or match.lastgroup not in _MAY_FOLLOW):
            if "\n" in text[len(text[:end].rstrip()) : end] and not _MOVE.search(text, end):
                return None
            raise FormatError(
                "bad record: expected nothing after the result, found {text}",
                text=quoted(re.split(r"\s", text[end:], maxsplit=1)[0]),
            )
        if match is None and text[end] == "{":
            self._take("comment", text[end + 1 :])
            self.is_cut = True
        elif match is None and _BROKEN_OFF.fullmatch(text[end:].rstrip()):
            self.is_cut = True
        elif match is None:
            word = re.split(r"[\s{}();]", text[end:], maxsplit=1)[0] or text[end]
            raise FormatError(
                "bad record: {text} is no move, expected two cells, such as a1c9", text=quoted(word)
            )
        return match

    def _take(self, sort: str, word: str) -> None:
        node = self.game.node
        match sort:
            case "move":
                self._play(word)
            case "comment" | "rest_of_line" if self._opens_variation:
                self._opening_comments.append(word)
            case "comment" | "rest_of_line":
                self._comments[node].append(word)
            case "nag":
                self._nags[node].append(int(word))
            case "glyph":
                self._nags[node].append(_GLYPHS[word])
            case "open":
                if node.parent is None:
                    raise FormatError("bad record: a variation stands before the first move")
                self._outer.append(node)
                self.game.go_to(node.parent)
                self._opens_variation = True
            case "close":
                if not self._outer:
                    raise FormatError("bad record: a closing parenthesis without an opening one")
                self.game.go_to(self._outer.pop())
                self._comment_opening()
            case "result" if not self._outer:
                self.result = word

    def _play(self, word: str) -> None:
        move = Move.parse(word)
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise FormatError(
                "bad record: expected at most {most} moves, those of variations counted",
                most=MOST_MOVES,
            )
        try:
            self.game.play(move, as_main_line=not self._outer)
        except IllegalMoveError as error:
            place = _number_of(self.game.position, self.game.ply + 1)
            if self._outer:
                raise IllegalMoveError(
                    "bad record at move {number} in a variation: {error}", number=place, error=error
                ) from None
            raise IllegalMoveError(
                "bad record at move {number}: {error}", number=place, error=error
            ) from None
        self._comment_opening()

    def _comment_opening(self) -> None:
        if self._opening_comments:
            self._comments[self.game.node] += self._opening_comments
        self._opens_variation, self._opening_comments = False, []


def _number_of(before: Position, ply: int) -> str:
    """Return how the move at `ply` (from 1) is numbered: `2.` or, for player 2, `2...`."""
    return f"{move_number(ply, before.to_move)}{'.' if before.to_move == 1 else '...'}"


# Reading: the result


def _end(game: Game, tags: Mapping[str, str], result: str | None) -> bool:
    """End the game as the tags say; raise FormatError if they contradict its moves.

    Returns whether moves are missing: the end of the moves says no result, and they lead to none.
    """
    tagged = meant(tags["Result"]) if "Result" in tags else None
    if tagged is not None and re.fullmatch(r"\*|[0-9]{1,3}-[0-9]{1,3}", tagged) is None:
        raise FormatError(
            "bad result {text}: expected points, such as 143-127, or *", text=quoted(tagged)
        )
    if tagged is not None and result is not None and tagged != result:
        raise FormatError(
            "bad record: the tag says {tagged}, the end of the moves says {result}",
            tagged=tagged,
            result=result,
        )
    ending = _TERMINATIONS.get(tags.get("Termination", ""))
    if result is None and tagged not in (None, UNFINISHED) and game.ending is None:
        first, second = game.position.points
        if ending is None or tagged != f"{first}-{second}":
            return True
    if ending is not None:
        if game.ending is not None:
            raise FormatError(
                "bad record: {ending}, but no move could be played any more",
                ending=quoted(tags["Termination"]),
            )
        game.end(ending)
    said, expected = tagged or result or UNFINISHED, _result_of(game)
    if said not in (UNFINISHED, expected):
        raise FormatError(
            "bad result {text}: after its moves it should be {expected}",
            text=said,
            expected=expected,
        )
    return False


def _in_line(number: int, error: RulesError) -> RulesError:
    """Return an error that names its line as well."""
    return type(error)("line {number}: {error}", number=number, error=error)


def _result_of(game: Game) -> str:
    last = game.last
    if game.ending_at(last) is None:
        return UNFINISHED
    first, second = last.position.points
    return f"{first}-{second}"


# Printing


def _line_words(node: Node, first: list[Node]) -> Iterator[str]:
    """Yield the words of the line after `node`, beginning with the child `first`, if given."""
    ply = len(node.path())
    numbered = True
    while first or node.children:
        child = first.pop() if first else node.children[0]
        ply += 1
        if numbered or node.position.to_move == 1:
            yield _number_of(node.position, ply)
        yield str(child.move)
        yield from (f"${nag}" for nag in child.nags)
        yield from _comment_words(child.comment)
        numbered = False
        if child is node.children[0]:
            for variation in node.children[1:]:
                yield from _enclosed("(", [*_line_words(node, [variation])], ")")
                numbered = True
        node = child


def _comment_words(comment: str) -> list[str]:
    """Return the words of a comment in braces, or after `;` if it has a closing brace."""
    comment = _tidy(comment)
    if "}" in comment:
        return [f"; {comment}\n"]
    return _enclosed("{", comment.split(" "), "}") if comment else []


def _enclosed(opening: str, words: list[str], closing: str) -> list[str]:
    words[0] = opening + words[0]
    if words[-1].endswith("\n"):
        return [*words, closing]
    words[-1] += closing
    return words


def _tidy(comment: str) -> str:
    """Return a comment with single spaces instead of line breaks and runs of spaces."""
    return _RUN_OF_SPACE.sub(" ", comment).strip(" ")


_RUN_OF_SPACE: Final = re.compile(r" [ \t\n\r\f\v]+|[\t\n\r\f\v][ \t\n\r\f\v]*")


def _escaped(value: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", re.sub(r"[\n\r]+", " ", value)) + '"'


def _wrapped(words: Iterable[str]) -> str:
    """Return words with single spaces between them, in lines of at most `LINE_LENGTH`.

    A word that ends its line may be longer.
    """
    lines: list[str] = [""]
    for word in words:
        is_full = len(lines[-1]) + 1 + len(word) > LINE_LENGTH or lines[-1].endswith("\n")
        if lines[-1] and is_full:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(line.rstrip("\n") for line in lines)


# --- games file ----------------------------------------------------------------------------------
#
# Files that hold several games, one after the other, as PGN's do: their texts, and the records.
#
# A game is its tags and the moves after them; where tags begin again another game begins.

_MOVETEXT: Final = re.compile(rf"(?:[^{{;\[]++|{_COMMENT.pattern})*")
"""What is no tag: words and comments.

The outermost repetition takes nothing back either, but is not written `*+`: in early
versions of Python 3.11 that goes too far where a part begins and does not end, as a comment may.
"""

_NO_TAGS: Final = re.compile(rf"(?:^(?!{TAG.pattern})\[[^\n]*+(?:\n|\Z))+", re.MULTILINE)
"""Lines that begin as tags do and are none."""


class SeveralGamesError(FormatError):
    """One game was expected, and there are several; `count` is how many."""

    @property
    def count(self) -> int:
        return int(str(self.values["count"]))


def texts_of_games(text: str) -> list[str]:
    """Return the text of each game in a file, the whole where there are not several.

    They are not parsed: errors are found later.
    """
    text = _tidied(text)
    starts, end, has_moves, resume = [0], 0, False, 0
    is_record, names = _FIRST_TAG.search(text) is not None, set[str]()
    while end < len(text):
        begin, tags = end, set[str]()
        while match := TAG.match(text, end):
            tags.add(match[1])
            end = match.end()
        is_bad = not tags and is_record and text[begin - 1] == "\n" and text[begin] == "["
        if (has_moves or names & tags) and (tags or is_bad):
            starts.append(max(begin if is_bad else resume or begin, starts[-1]))
            has_moves, names = False, set()
        names |= tags
        if end == begin and text[end] == "[":
            lines = _NO_TAGS.match(text, end)
            end = lines.end() if lines else text.find("\n", end) + 1 or len(text)
        rest = _MOVETEXT.match(text, end)
        after = end if rest is None else rest.end()
        words = _COMMENT.sub("", text[end:after])
        has_moves = has_moves or bool(words.strip() if names else _MOVE.search(words))
        resume = _end_of_result(text, end, after)
        end = after
    return [text[first:last] for first, last in zip(starts, [*starts[1:], len(text)], strict=True)]


def _end_of_result(text: str, begin: int, end: int) -> int:
    """Return where the line with the result ends in what follows tags, 0 if moves come after it."""
    results = [*_RESULT.finditer(_COMMENT.sub(lambda said: "." * len(said[0]), text[begin:end]))]
    after = begin + results[-1].end() if results else end
    return 0 if not results or _MOVE.search(text, after, end) else after


def one_game(text: str, number: int | None = None) -> Record:
    """Return game `number`, from 1, in the text of a file; without a number its only game.

    Raises SeveralGamesError for several without a number, RulesError for a number out of range or a
    malformed record.
    """
    texts = texts_of_games(text)
    if number is None and len(texts) > 1:
        raise SeveralGamesError("there are {count} games in it", count=len(texts))
    if number is not None and number > len(texts):
        raise FormatError(
            "bad number {number}: the file has {count} games", number=number, count=len(texts)
        )
    return record(texts[(number or 1) - 1], _first_lines(texts)[(number or 1) - 1])


def _first_lines(texts: Iterable[str]) -> list[int]:
    """Return the number, from 1, of the line that each of the texts of a file begins in."""
    return [*accumulate((text.count("\n") for text in texts), initial=1)]


def all_games(
    text: str, bad: Callable[[int, RulesError], None] | None = None
) -> Iterator[tuple[int, Record]]:
    r"""Yield every game in a text with its number, from 1; `bad` is called for malformed ones.

    If the only game is malformed, or without `bad`, RulesError is raised.

        >>> text = '[Deal "1"]\n\n*\n\n[Deal "2"]\n\n*\n'
        >>> [(number, found.tags["Deal"]) for number, found in all_games(text)]
        [(1, '1'), (2, '2')]
    """
    texts = texts_of_games(text)
    for number, (game_text, line) in enumerate(
        zip(texts, _first_lines(texts), strict=False), start=1
    ):
        try:
            game = record(game_text, line)
        except RulesError as error:
            if bad is None or len(texts) == 1:
                raise
            bad(number, error)
        else:
            yield number, game
