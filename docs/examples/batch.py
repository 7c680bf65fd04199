"""What many endgames are worth: a histogram, computed by a pool of processes or a Dask cluster.

python batch.py [POSITIONS] [TILES] [ADDRESS of a Dask scheduler]
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from battle import Position, played_down
from solver import Solver


def value(text: str) -> int:
    """Return the proven value of a position for the player to move."""
    with Solver(threads=1, hash_mb=16) as solver:
        return int(solver.analyse(Position.parse(text)).value)


def endgames(count: int, tiles: int) -> Iterator[str]:
    """Yield what random play leaves of the deals from 1 on."""
    for number in range(1, count + 1):
        yield str(played_down(Random(number), Position.of_deal(number), tiles))


def in_a_pool(texts: Iterable[str], jobs: int | None = None) -> list[int]:
    """Return the values, computed by processes of this machine."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return list(pool.map(value, texts, chunksize=8))


def on_a_cluster(texts: Iterable[str], address: str) -> list[int]:
    """Return the values, computed by the workers of a Dask scheduler."""
    from distributed import Client

    with Client(address) as client:
        return list(client.gather(client.map(value, list(texts))))


def histogram(values: Iterable[int]) -> str:
    """Return a line of stars for every value there is."""
    counts = Counter(values)
    return "\n".join(f"{value:+4d} {'*' * counts[value]}" for value in sorted(counts))


def main(count: str = "100", tiles: str = "20", address: str = "") -> None:
    """Print the histogram."""
    texts = endgames(int(count), int(tiles))
    print(histogram(on_a_cluster(texts, address) if address else in_a_pool(texts)))


if __name__ == "__main__":
    main(*sys.argv[1:])
