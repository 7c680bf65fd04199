"""Commands run in the tests' process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from battle.cli import run


@dataclass
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def is_refused(self) -> bool:
        """Whether there is one line on standard error, nothing else, and status 2."""
        line = self.err.startswith("mahjong-battle: ") and self.err.endswith("\n")
        return line and (self.status, self.out, self.err.count("\n")) == (2, "", 1)


class Commands:
    """Runs commands in this process, with nothing kept between them."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: Path
    ) -> None:
        self._capsys, self._monkeypatch, self._typed = capsys, monkeypatch, typed

    def __call__(self, *arguments: object, typed: str = "") -> Done:
        """Run a command with `typed` as its standard input."""
        self._typed.write_text(typed, encoding="utf-8", errors="surrogateescape")
        with self._typed.open(encoding="utf-8") as stream:
            self._monkeypatch.setattr("sys.stdin", stream)
            with pytest.raises(SystemExit) as exit_:
                run([*map(str, arguments)])
        captured = self._capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return Done(exit_.value.code, captured.out, captured.err)


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Commands:
    return Commands(capsys, monkeypatch, tmp_path / "typed")
