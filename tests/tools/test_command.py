"""Tools that are given what they cannot use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import calibrate, check, points_lost, proven_again, strength
from tools.command import Tool, command
from tools.portrait import __main__ as portrait

LETTER = "Dear Ada,\nhello\n"


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        (calibrate.main, ["fit", "FILE"]),
        (calibrate.main, ["check", "FILE"]),
        (calibrate.main, ["sample", "FILE", "--positions", "1"]),
        (check.main, ["--here", "--positions", "1", "--known", "FILE"]),
        (points_lost.main, ["0", "0"]),
        (points_lost.main, ["3", "3", "--threads", "1000"]),
        (portrait.main, ["games", "--pars", "none.csv"]),
        (proven_again.main, ["3", "--output", "FILE"]),
        (strength.main, ["judge", "none.csv"]),
        (strength.main, ["table", "FILE"]),
        (strength.main, ["fit", "FILE", "--file", "FILE"]),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_bad_input_is_one_line_and_nothing_is_lost(
    tool: Tool,
    words: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Another file, a missing one or a bad number ends with status 2; the file stays as it was."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "letter.csv"
    for beside in (file, file.with_suffix(".judged.csv")):
        beside.write_text(LETTER, encoding="utf-8")
    assert tool([word.replace("FILE", str(file)) for word in words]) == 2
    told = capsys.readouterr().err.strip()
    assert told.count("\n") == 0 < len(told)
    assert file.read_text(encoding="utf-8") == LETTER
    assert {path.name for path in tmp_path.iterdir()} == {"letter.csv", "letter.judged.csv"}


@pytest.mark.parametrize(
    ("raised", "status"),
    [(None, 0), (OSError("gone"), 2), (ValueError("bad"), 2), (KeyboardInterrupt(), 130)],
)
def test_how_it_ends_is_told_by_the_status(raised: BaseException | None, status: int) -> None:
    """Done is 0, what cannot be used 2, Ctrl+C 130; a mistake of ours is not hidden."""

    @command
    def tool() -> None:
        if raised is not None:
            raise raised

    @command
    def mistaken() -> None:
        raise TypeError

    assert tool([]) == status
    with pytest.raises(TypeError):
        mistaken([])
