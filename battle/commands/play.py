"""Commands to play with: `play`, `deal`, `perft`, and `engine` for other programs."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import click

from battle.commands.common import (
    NOT_NEGATIVE,
    PROGRAM,
    complete_file,
    complete_level,
    positions_in,
    reading,
    say,
)
from battle.engine.client import command_in
from battle.game import setup as levels
from battle.rules import position as counting
from battle.rules.disguise import day_in, deal_of_day
from battle.rules.files import MOST_OF_TABLE, is_game, read_text
from battle.rules.links import held_in, is_link
from battle.rules.position import Position, deal_number
from battle.rules.record import SeveralGamesError

TODAY: Final = "today"


@click.command()
@click.argument("file", required=False, shell_complete=complete_file)
@click.option("--terminal", is_flag=True, help="Play in the terminal, not in a window.")
@click.option(
    "--level",
    metavar="NAME",
    shell_complete=complete_level,
    help="Start a game against a level, such as casual.",
)
@click.option(
    "--daily", is_flag=False, flag_value=TODAY, metavar="[DAY]", help="Play the deal of a day."
)
@click.option("--engine", metavar="COMMAND", help="Play a program that speaks the engine protocol.")
@click.option("--invite", is_flag=True, help="Invite a friend elsewhere: print a line to send.")
@click.option("--join", metavar="LINE", help="Join the game LINE invites to, or continue it.")
@click.option("--broker", metavar="URL", help="Meet over this broker, such as mqtts://example.org.")
@click.option("--lan", is_flag=True, help="Meet in one network, directly.")
def play(
    file: str | None,
    terminal: bool,
    level: str | None,
    daily: str | None,
    engine: str | None,
    invite: bool,
    join: str | None,
    broker: str | None,
    lan: bool,
) -> None:
    """Play: in a window, or in the terminal where there is no display.

    FILE is a game to open, a link, an invitation, or for the window also a position, problems or a
    proof.
    """
    if (broker is not None or lan) and not invite:
        raise click.UsageError("--broker and --lan say where to meet: they need --invite")
    if invite and join is not None:
        raise click.UsageError("--invite makes an invitation, --join takes one: give one of them")
    is_far = invite or join is not None
    begun = [word for word in (level or daily, engine, file) if word is not None]
    if is_far and begun:
        raise click.UsageError("--invite and --join begin a game of their own")
    if len(begun) > 1:
        words = "--level, --daily and --engine begin a game: FILE cannot be given with them"
        raise click.UsageError(words if file is not None else "--engine begins a game of its own")
    if engine is not None:
        command_in(engine)
    link = file if file is not None and not os.path.isfile(file) and is_link(file) else ""  # noqa: PTH113
    path, opened = None if file is None or link else path_of(file), held_in(link) if link else None
    if path is not None and is_game(path):
        with reading(path), suppress(SeveralGamesError):  # the window asks which one
            opened = held_in(read_text(path, MOST_OF_TABLE))
    name = "" if level is None else levels.level(level).name
    day = None if daily is None else _day(daily)
    line, ways = join or "" if is_far else None, (broker or "", lan) if broker or lan else None
    if not terminal and _play_in_window(path, name, day, engine or "", line, link, ways):
        return
    if path is not None and not is_game(path):
        words = "FILE is no game: problems, proofs and exports open in the window"
        raise click.UsageError(words)
    from battle.terminal import app

    if is_far or isinstance(opened, str):
        line = opened if isinstance(opened, str) else join
        app.run_with_friend(line or None, broker or "", lan=lan)
    else:
        app.run(path if opened is None else opened, name, day, engine or "")


def path_of(word: str) -> Path:
    """Return the file that an argument names: by its path or, as desktops do, by its URL."""
    if not word.startswith("file:///"):
        return Path(word)
    from urllib.request import url2pathname

    return Path(url2pathname(word.removeprefix("file://")))


def _play_in_window(
    file: Path | None,
    level: str,
    day: date | None,
    engine: str,
    line: str | None,
    link: str,
    ways: tuple[str, bool] | None,
) -> bool:
    """Play in the window; return False, having said so, if there is no display.

    A game with a friend is set up there, met as `ways` say, by default as the settings say.
    """
    reason = "neither DISPLAY nor WAYLAND_DISPLAY is set"
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    # Trying to open a window in vain is slow, and loud.
    if sys.platform in ("win32", "darwin") or any(map(os.environ.get, displays)):
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from battle.window import main as window

        try:
            window.run(file, level, day=day, engine=engine, line=line, link=link, ways=ways)
            return True
        except window.NoDisplayError as error:
            reason = str(error)
    say(f"{PROGRAM}: no display ({reason}): the game goes on in the terminal", err=True)
    return False


@click.command()
@click.argument("number")
@click.option("--picture", is_flag=True, help="Print 9 lines of 12 tiles.")
@click.option("--svg", is_flag=True, help="Print a drawing, to be saved as an .svg file.")
def deal(number: str, picture: bool, svg: bool) -> None:
    """Print deal NUMBER, 1 to 2147483647."""
    _print_deal(
        Position.of_deal(deal_number(number)), f"Deal {number.strip()}", picture=picture, svg=svg
    )


@click.command()
@click.argument("day", default=TODAY)
@click.option("--picture", is_flag=True, help="Print 9 lines of 12 tiles.")
@click.option("--svg", is_flag=True, help="Print a drawing, to be saved as an .svg file.")
def daily(day: str, picture: bool, svg: bool) -> None:
    """Print the deal of a DAY, such as 2026-11-23, or of today (UTC).

    It is the same on every machine. `play --daily` plays it.
    """
    date = _day(day)
    _print_deal(deal_of_day(date), f"Deal of the day {date}", picture=picture, svg=svg)


def _day(word: str) -> date:
    """Return a day, past or future, as it is typed; raise FormatError for anything else."""
    return datetime.now(UTC).date() if word == TODAY else day_in(word)


def _print_deal(position: Position, title: str, *, picture: bool, svg: bool) -> None:
    """Print a deal as a line, as a picture of letters, or as a drawing with a title."""
    if svg:
        from battle.report import board_svg

        say(board_svg(position, title=title), nl=False)
    else:
        say(position.picture if picture else str(position))


@click.command()
@click.argument("words", nargs=-1, metavar="POSITION DEPTH")
@click.option("--divide", is_flag=True, help="Print the number for every first move.")
def perft(words: tuple[str, ...], divide: bool) -> None:
    """Print the number of sequences of DEPTH moves from POSITION."""
    if len(words) < 2:
        raise click.UsageError("Expected POSITION and DEPTH, such as 5m5p/5p5m/9s/9s 2.")
    *position, number = words
    try:
        depth = NOT_NEGATIVE(number)
    except click.BadParameter as error:
        error.param_hint = "DEPTH"
        raise
    for start in positions_in(tuple(position)):
        if divide and depth > 0:
            counts = counting.divide(start, depth)
            for move, count in counts.items():
                say(f"{move} {count}")
            say(f"total {sum(counts.values())}")
        else:
            say(counting.perft(start, depth))


@click.command()
def engine() -> None:
    """Speak the engine protocol on standard input and output."""
    from solver import protocol

    protocol.main(sys.stdin or io.StringIO(), sys.stdout)
