"""Commands for proofs that others can check: `prove` makes one, `verify` checks it by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battle.commands.common import (
    A_FILE,
    DONE,
    NOT_NEGATIVE,
    ProgressLine,
    WorkError,
    check_machine,
    check_output,
    complain,
    counted,
    hash_option,
    number_option,
    position_of_game,
    positions_in,
    reading,
    record_in,
    say,
    writing,
)
from battle.rules import certificate
from battle.rules import deal as deals

if TYPE_CHECKING:
    from battle.rules.position import Position

USUAL_TABLE_MB = 256


@click.command()
@click.argument("position", nargs=-1)
@click.option(
    "--deal",
    "number",
    metavar="NUMBER",
    help="Prove the par of this deal, which can take for ever.",
)
@click.option("--game", "file", type=A_FILE, help="Prove a game's end.")
@click.option("--ply", type=NOT_NEGATIVE, help="Of the game: after this many moves.")
@number_option
@click.option("--output", type=A_FILE, help="Write the proof to this file.")
@hash_option(str(USUAL_TABLE_MB))
def prove(
    position: tuple[str, ...],
    number: str | None,
    file: Path | None,
    ply: int | None,
    game_number: int | None,
    output: Path | None,
    hash_mb: int | None,
) -> int:
    """Print, or write, a proof of POSITION's value that anybody can check: see verify.

    It has an answer for whatever the other player does, for each of both. It is meant for
    endgames, up to some 40 tiles: with every further pair it takes longer and gets larger.
    """
    if (bool(position), number is not None, file is not None).count(True) != 1:
        raise click.UsageError("Expected one of POSITION, --deal and --game.")
    if file is None and (ply is not None or game_number is not None):
        raise click.UsageError("--ply and --number need --game.")
    if output is not None:
        check_output(output, [file] if file else [], _is_proof)
    check_machine(None, hash_mb)
    hash_mb = hash_mb or USUAL_TABLE_MB
    if number is not None:
        start = deals.deal(deals.deal_number(number))
    elif file is not None:
        start = position_of_game(str(file), record_in(file, game_number).game, ply)
    else:
        (start,) = _only(positions_in(position))
    with ProgressLine() as status:
        try:
            text = _proof_of(start, hash_mb, status)
        except KeyboardInterrupt:
            status.clear()
            complain("stopped; a proof that is not complete proves nothing, none was written")
            raise
    if output is None:
        say(text.removesuffix("\n"))
    else:
        from battle.storage import write_atomically

        with writing(output):
            write_atomically(output, text)
        say(_told(certificate.verify(text)))
    return DONE


@click.command()
@click.argument("file", type=A_FILE)
def verify(file: Path) -> int:
    """Check the proof in FILE by the rules alone, and print what it proves."""
    from battle.rules.files import read_text

    with reading(file), ProgressLine() as status:
        text = read_text(file, certificate.MOST_MEBIBYTES)
        try:
            found = certificate.verify(text, lambda number: status.say(counted(number, "position")))
        except certificate.RefutedError as error:
            raise WorkError(f"{file} proves nothing: {error}") from None
    say(_told(found))
    return DONE


def _only(positions: Iterator[Position]) -> list[Position]:
    """Return the one position that was given; raise UsageError for more or none."""
    found = list(positions)
    if len(found) != 1:
        raise click.UsageError("Expected one position; a proof is about one.")
    return found


def _proof_of(start: Position, hash_mb: int, status: ProgressLine) -> str:
    """Return the text of a proof; raise WorkError if it is larger than what is read."""
    from solver.certificates import CertificateMaker
    from solver.kernels.loader import load

    try:
        maker = CertificateMaker(start, load(status.say), hash_mb, status.say)
    except MemoryError:
        raise WorkError(f"there is not enough memory for a table of {hash_mb} MiB") from None
    lines: list[str] = []
    size = 0
    for line in maker.lines():
        lines.append(line)
        size += len(line) + 1
        if size > certificate.MOST_MEBIBYTES * 2**20:
            raise WorkError(f"the proof is larger than {certificate.MOST_MEBIBYTES} MiB")
    return "\n".join([*lines, ""])


def _is_proof(text: str) -> bool:
    return text.startswith(certificate.HEADING)


def _told(found: certificate.Certificate) -> str:
    """Say what a proof proves, and how much of it there is."""
    bounds = [("at least", found.lower), ("at most", found.upper)]
    claims = [f"{name} {points}" for name, points in bounds if points is not None]
    if found.lower == found.upper:
        claims = [f"worth {found.lower}"]
    return (
        f"Proven: {certificate.grid_of(found.start)} is {' and '.join(claims)}"
        f" for player {found.start.to_move},"
        f" by {counted(found.answers, 'answer')} in {counted(found.positions, 'position')}."
    )
