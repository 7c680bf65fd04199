"""Commands that measure: `bench`, `match` and `survey`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from battle.commands.common import (
    A_FILE,
    DONE,
    FAILED,
    INTERRUPTED,
    NOT_NEGATIVE,
    POSITIVE,
    ProgressLine,
    WorkError,
    a_solver,
    check_machine,
    claim,
    complain,
    complete_player,
    counted,
    ended_by,
    hash_option,
    interrupted_by_sigterm,
    reading,
    say,
    say_kept,
    scheduler_option,
    threads_option,
    time_option,
    using_cluster,
    whole_number,
)
from battle.engine.client import EngineError
from battle.protocol import Limit
from battle.rules.files import MOST_OF_TABLE, read_text
from battle.rules.position import ALL_TILES, LAST_DEAL, RulesError, deal_number
from battle.rules.problem import problems
from battle.rules.record import SUFFIX
from battle.storage import reason_of, write_atomically

if TYPE_CHECKING:
    from solver import bench as bench_tasks


USUAL_TABLE_MB: Final = 256


@click.command()
@click.option(
    "--threads",
    type=POSITIVE,
    default=1,
    help="Threads to use; default: 1, which the signature needs.",
)
@hash_option(USUAL_TABLE_MB)
@click.option("--tiles", type=whole_number(2, ALL_TILES), help="Only proofs with this many tiles.")
@click.option(
    "--positions",
    type=POSITIVE,
    default=30,
    help="With --tiles: how many; default: 30.",
)
@click.option(
    "--file",
    type=A_FILE,
    help="Check positions of known value, or problems (.mbp).",
)
@click.option("--compare", is_flag=True, help="Also run with one thread, and compare.")
def bench(
    threads: int,
    hash_mb: int,
    tiles: int | None,
    positions: int,
    file: Path | None,
    compare: bool,
) -> None:
    """Search fixed positions; print nodes, a signature of the search, and nodes per second."""
    from solver import bench as work
    from solver.kernels.loader import load

    check_machine(threads, hash_mb)
    if file is not None and tiles is not None:
        raise click.UsageError("--tiles and --file name different positions: give one of them")
    tasks = work.standard_tasks() if tiles is None else work.proofs(tiles, positions)
    if file is not None:
        with reading(file):
            tasks = work.known(file)
        if not tasks:
            raise RulesError(f"no position in {file}")
    with ProgressLine() as status:
        kernels = load(status.say)
    say(work.machine_line())
    single = list(_measured(work.run(kernels, tasks, 1, hash_mb), len(tasks))) if compare else []
    measured = list(_measured(work.run(kernels, tasks, threads, hash_mb), len(tasks)))
    say("\n".join(work.by_size(measured)))
    say(work.Summary(measured))
    if compare:
        say(work.comparison(single, measured))
    if file is not None:
        say(work.checked(measured))
    if any(measurement.is_wrong for measurement in measured):
        raise WorkError("values that are known were not found")


def _measured(
    running: Iterator[bench_tasks.Measurement], total: int
) -> Iterator[bench_tasks.Measurement]:
    from tqdm import tqdm

    for measurement in tqdm(running, total=total, unit="position", leave=False, disable=None):
        tqdm.write(str(measurement))
        yield measurement


@click.command()
@click.argument("file", nargs=-1, required=True, type=A_FILE)
@time_option("Seconds for a problem; default: 10.", 10.0)
@click.option("--nodes", type=POSITIVE, help="Search at most this many nodes.")
@threads_option
@hash_option(USUAL_TABLE_MB)
def testsuite(
    file: tuple[Path, ...],
    seconds: float,
    nodes: int | None,
    threads: int | None,
    hash_mb: int,
) -> int:
    """Print when the solver finds the best move of each problem in FILE, and proves the value.

    A problem is solved when a best move is found that the search then stays with.
    """
    from solver import bench as work

    solutions: list[work.Solution] = []
    with a_solver(threads, hash_mb) as solver:
        for path in file:
            with reading(path):
                wanted = [*problems(read_text(path, MOST_OF_TABLE))]
            if not wanted:
                raise RulesError(f"no problem in {path}")
            for number, problem in enumerate(wanted, start=1):
                solutions.append(work.solution(solver, problem, Limit(time=seconds, nodes=nodes)))
                say(f"{path.name} {number:<4} {solutions[-1]}")
    say(work.solutions_line(solutions))
    return DONE if all(solution.found for solution in solutions) else FAILED


MOST_JOBS: Final = 256
"""More processes than machines have cores would only take memory."""


@click.command()
@click.argument("one", shell_complete=complete_player)
@click.argument("other", shell_complete=complete_player)
@click.option(
    "--deals", type=POSITIVE, default=10, help="How many deals, each played twice; default: 10."
)
@click.option("--first", type=POSITIVE, default=1, help="The first deal; default: 1.")
@click.option(
    "--tiles",
    type=click.Choice(["36", "54", "108"]),
    default="108",
    help="The size of the deals, quick ones below 108; default: 108.",
)
@click.option(
    "--seed", type=NOT_NEGATIVE, default=0, help="Seed for the mistakes of levels; default: 0."
)
@click.option(
    "--jobs",
    type=whole_number(1, MOST_JOBS),
    help="Processes to use; default: one per core.",
)
@click.option(
    "--output",
    type=A_FILE,
    help="Keep results here and resume from them; records go to FILE.mjb.",
)
def match(
    one: str,
    other: str,
    deals: int,
    first: int,
    tiles: str,
    seed: int,
    jobs: int | None,
    output: Path | None,
) -> int:
    """Play a match between two players, each deal from both sides.

    A player is a level (novice, casual, club, strong, master, perfect, companion), greedy, random,
    a solver with time=SECONDS, nodes=N or depth=PLIES for each move, or with engine=COMMAND any
    program that speaks the engine protocol, a second for each move. With --output all games are
    written beside the results too, into the file with the ending .mjb.

    The result is ONE's: games won (+), drawn (=) and lost (-), points a game, and rating, where 400
    are odds of ten to one. After ± stands the standard error of the points, by deals: the true mean
    is within it two times in three. The rating's range holds the truth 19 times in 20. p is the
    chance that equal players come to a result at least as uneven, by games won on each deal and by
    points: a small one says that they are not equal.

    The columns of --output: one, other (the players), seed, deal (a quick one as 36/7); first and
    second, the points that ONE won by when it began and when OTHER did; moves_first and
    moves_second, the moves of these two games.
    """
    from tqdm import tqdm

    from solver import machine
    from solver import match as work

    pairs, status = [], DONE
    if output is not None and work.games_file(output) == output:
        raise RulesError(f"cannot write {output}: it is the name of a game")
    numbers = range(first, first + deals)
    if numbers[-1] > LAST_DEAL:
        raise RulesError(f"bad deals {first} to {numbers[-1]}: the last deal is {LAST_DEAL}")
    if output is not None:
        claim(output)
    running = work.play_match(
        *(one, other, numbers),
        tiles=int(tiles),
        seed=seed,
        jobs=jobs or machine.cores(),
        path=output,
        warn=complain,
    )
    with closing(running), tqdm(total=deals, unit="deal", leave=False, disable=None) as bar:
        try:
            for pair in running:
                pairs.append(pair)
                bar.update()
                bar.set_postfix_str(f"{work.match_result(pairs).margin:+.1f} points a game")
                tqdm.write(f"deal {pair.deal}: {pair.first:+d} {pair.second:+d}")
        except BrokenPipeError:
            raise
        except (OSError, EngineError) as error:
            raise WorkError(f"the match stopped: {error}") from None
        except KeyboardInterrupt:
            status = INTERRUPTED
        finally:
            if output is not None:
                _write_games(output)
    if status == INTERRUPTED:
        complain(f"stopped: {len(pairs)} of {counted(deals, 'deal')} were played")
    if pairs:
        say(f"{one} against {other}: {work.match_result(pairs)}")
    if output is not None:
        say_kept(counted(2 * len(pairs), "game"), output.with_suffix(SUFFIX))
        say_kept("results", output)
    return status


def _write_games(results: Path) -> None:
    """Write the games of a match beside its results, and report if they cannot be written."""
    from solver.match import text_of_games

    file = results.with_suffix(SUFFIX)
    try:
        if text := text_of_games(results):
            write_atomically(file, text)
    except OSError as error:
        complain(f"cannot write {file}: {reason_of(error)}")


@click.command()
@click.argument("first")
@click.argument("last")
@click.option(
    "--output",
    type=A_FILE,
    default="par.csv",
    help="Append the lines to this file; default: par.csv.",
)
@time_option("Seconds for a deal, at most.")
@threads_option
@hash_option()
@scheduler_option
def survey(
    first: str,
    last: str,
    output: Path,
    seconds: float | None,
    threads: int | None,
    hash_mb: int | None,
    scheduler: str | None,
) -> int:
    """Solve the deals FIRST to LAST, appending one line for each to a file.

    Deals that the file has are listed and not solved again. What is proven of others is kept beside
    it, in FILE.bounds.csv and a file of up to 256 MiB for each deal in hand, so a survey goes on
    where it stopped or was stopped. Of many deals as many are solved at once as there are threads,
    which share the memory of --hash; all threads work on one deal where few are left.
    """
    numbers = range(deal_number(first), deal_number(last) + 1)
    if not numbers:
        raise click.UsageError(f"LAST, {last}, is smaller than FIRST, {first}.")
    check_machine(threads, hash_mb)
    from tqdm import tqdm

    from solver import survey as work

    claim(output)
    done: list[int] = []
    status = DONE
    with tqdm(total=len(numbers), unit="deal", leave=False, disable=None) as bar:

        def found(result: work.SurveyedDeal) -> None:
            bar.update()
            done.extend([result.number] * result.is_done)
            tqdm.write(str(result))

        try:
            with interrupted_by_sigterm(), using_cluster():
                work.survey(
                    output,
                    numbers,
                    found=found,
                    seconds=seconds,
                    threads=threads,
                    hash_mb=hash_mb,
                    scheduler=scheduler,
                    progress=bar.set_postfix_str,
                    warn=complain,
                )
        except KeyboardInterrupt as error:
            status = ended_by(error)
        except MemoryError:
            raise WorkError(f"there is not enough memory for a table of {hash_mb} MiB") from None
    missing = sorted(set(numbers) - set(done))
    if missing:
        complain(f"missing of {len(numbers)} deals: {_in_words(missing)}")
    say_kept(counted(len({*done}), "deal"), output)
    return status or (FAILED if missing else DONE)


def _in_words(numbers: Sequence[int]) -> str:
    """Return sorted numbers in words, runs of them as `7-9`."""
    by_run = groupby(enumerate(numbers), lambda at: at[1] - at[0])
    runs = [[number for _place, number in run] for _first, run in by_run]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
