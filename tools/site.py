"""The reference site: what programs may rely on, from its docstrings, and the pages of `docs`.

python -m tools.site DIRECTORY
"""

from __future__ import annotations

import re
from base64 import b64encode
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, get_type_hints

import click

from battle import __version__
from battle.resources import asset
from tools.command import command

PROMISED: Final = ("battle", "battle.engine", "battle.protocol", "solver")
PAGES: Final = {
    "from_python": "programs.md",
    "formats": "formats.md",
    "bot": "bot.md",
    "cluster": "cluster.md",
    "friend_protocol": "friend-protocol.md",
    "brokers": "broker.md",
}
"""Pages of `docs`, by the name that each has on the site."""

_DOCS: Final = Path(__file__).parents[1] / "docs"


def build(directory: Path) -> list[Path]:
    """Write the site into a directory; return its files. Links to examples lead to copies."""
    from pdoc.doc import Module
    from pdoc.render import configure, html_index, html_module, search_index

    logo = "data:image/svg+xml;base64," + b64encode(asset("icons/app.svg").read_bytes()).decode()
    configure(logo=logo, favicon=logo, footer_text=f"Mahjong Battle {__version__}")
    modules = {name: Module(module) for name, module in _modules().items()}
    written = {
        **{
            f"{name.replace('.', '/')}.html": html_module(one, modules)
            for name, one in modules.items()
        },
        "index.html": html_index(modules),
        "search.js": search_index(modules),
        **{
            str(one.relative_to(_DOCS)): one.read_text()
            for one in (*_DOCS.glob("examples/*.py"), *_DOCS.glob("schema/*.json"))
        },
    }
    for name, text in written.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [directory / name for name in written]


def _modules() -> dict[str, ModuleType]:
    """Return the promised modules, with every name loaded, and the pages as modules."""
    found = {}
    for name, page in PAGES.items():
        found[name] = ModuleType(name, _page(page))
    for name in PROMISED:
        found[name] = import_module(name)
        for promised in found[name].__all__:
            value = getattr(found[name], promised)
            if hasattr(value, "_fields"):  # the types of a NamedTuple's fields are not evaluated
                value.__new__.__annotations__ = get_type_hints(value)
    return found


def _page(file: str) -> str:
    """Return a page of `docs`; its links to other pages lead to those of the site."""
    names = {page: name for name, page in PAGES.items()}
    text = (_DOCS / file).read_text(encoding="utf-8")
    return re.sub(r"\]\(([\w-]+\.md)\)", lambda link: f"]({names[link[1]]}.html)", text)


@command
@click.argument("directory", type=click.Path(path_type=Path))
def main(directory: Path) -> int:
    """Write the reference site into DIRECTORY."""
    click.echo(f"{len(build(directory))} files in {directory}")
    return 0


if __name__ == "__main__":
    main()
