"""The guide, and the documents that it leads to, name what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/building.md",
    "docs/translating.md",
    "tools/README.md",
)
GUIDE = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS)
FILES = [
    file.relative_to(ROOT).as_posix()
    for top in ("battle", "solver", "tools", "assets", "tests")
    for file in (ROOT / top).rglob("*.*")
]


def test_files_named_are_there() -> None:
    """Every file that the guide names, whole or by the end of its path, is in the repository."""
    named = set(re.findall(r"`([\w/]+\.(?:py|csv|js|css))`", GUIDE))
    assert len(named) > 30
    assert [
        name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in FILES)
    ] == []


def test_names_are_there() -> None:
    """Every class and function that the guide names is in the code."""
    tops = ("battle", "solver", "tools", "tests")
    code = "\n".join(
        file.read_text(encoding="utf-8") for top in tops for file in (ROOT / top).rglob("*.py")
    )
    named = {
        name.split(".")[-1]
        for name in re.findall(r"`([A-Za-z_][\w.]*)`", GUIDE)
        if re.search(r"[a-z]_|[a-z][A-Z]|^[A-Z][a-z]", name)
    }
    assert len(named) > 60
    assert sorted(name for name in named if not re.search(rf"\b{name}\b", code)) == []


def test_modules_to_run_are_there() -> None:
    """Every `python -m` of the guide is a module or a package that can be run."""
    for module in re.findall(r"`python -m ([a-z_.]+)", GUIDE):
        path = ROOT / module.replace(".", "/")
        assert (
            path.with_suffix(".py").is_file()
            or (path / "__main__.py").is_file()
            or module == "build"
        )


@pytest.mark.parametrize(
    ("room", "folders"),
    [
        ("window", ["battle/window/*.py"]),
        ("page", ["battle/browser/*.py", "battle/browser/page/*.js"]),
        ("solver", ["solver/*.py", "solver/proof/*.py", "solver/kernels/*.py"]),
    ],
)
def test_every_module_is_in_the_picture_of_its_room(room: str, folders: list[str]) -> None:
    """The pictures of the larger rooms name each module before what it is."""
    text = GUIDE.partition(f"## Inside the {room}\n")[2].partition("\n## ")[0]
    shown = re.findall(r"^ {4}( *\w+(?:  ?\w+)*)(?: {2,}|$)", text, re.MULTILINE)
    names = {file.stem for folder in folders for file in ROOT.glob(folder)} - {"__init__"}
    assert sorted(names - set(" ".join(shown).split())) == []
