"""Makes the problems that come with the game, with the solver itself.

    python assets/problems/make.py [DIRECTORY] [--most N]

Every file is what one `mahjong-battle problems --random` writes, see `COMMANDS`, without the lines
in which every move is as good as any other. It takes about five minutes on one core. They are
written beside this file, or into another directory; with `--most`, only so many of each command.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TILES = ("16-24", "26-36", "38-48")
COMMANDS = {
    "": (60, "51", ()),
    "-costly": (20, "52", ("--trap", "1")),
    "-traps": (20, "53", ("--trap", "4")),
    "-only": (40, "54", ("--trap", "4", "--best", "1")),
    "-several": (20, "55", ("--best", "3")),
}
"""What a file's name ends in: how many problems, of which seed, and what they must be like."""


def made(tiles: str, number: int, seed: str, wanted: tuple[str, ...]) -> str:
    """Return the problems of one command, a line each."""
    command = [sys.executable, "-m", "battle", "problems", "--random", str(number), "--seed", seed]
    command += ["--tiles", tiles, "--threads", "1", *wanted]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def has_choice(line: str) -> bool:
    """Whether a move of a problem costs something."""
    answers = line.partition("%")[0].split(";")[1:]
    return len({answer.partition(":")[2].strip() for answer in answers}) > 1


def main() -> None:
    """Write all files anew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path, nargs="?", default=HERE)
    parser.add_argument("--most", type=int, default=max(n for n, _seed, _like in COMMANDS.values()))
    options = parser.parse_args()
    for tiles in TILES:
        for end, (number, seed, wanted) in COMMANDS.items():
            found = made(tiles, min(number, options.most), seed, wanted)
            lines = found.splitlines(keepends=True)
            file = options.directory / f"{tiles}{end}.mbp"
            file.write_text("".join(filter(has_choice, lines)), encoding="ascii")
            print(file.name)


if __name__ == "__main__":
    main()
