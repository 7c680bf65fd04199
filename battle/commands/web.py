"""The command `web`: serves the page, which is the whole game in a browser, on this machine."""

from __future__ import annotations

import webbrowser
from typing import Final

import click

from battle.commands.common import say
from battle.rules.position import RulesError

HERE: Final = "127.0.0.1"
PORT: Final = 8108


@click.command()
@click.option("--port", default=PORT, metavar="NUMBER", help=f"Port to serve at; default: {PORT}.")
@click.option("--no-open", is_flag=True, help="Only serve; open no browser.")
def web(port: int, no_open: bool) -> None:
    """Serve the game as a page on this machine, and open it in the browser."""
    from battle.friend.ways.build import OwnPage, page_folder
    from battle.friend.ways.page import Port

    page = OwnPage()
    page.make_in_sight()
    if page.problem:
        raise RulesError(page.problem)
    try:
        server = Port(page_folder, HERE, port)
    except (OSError, OverflowError) as error:
        raise RulesError(f"port {port} cannot be used: {error}") from None
    address = f"http://{HERE}:{server.number}/"
    say(f"{address}   (Ctrl+C ends it)")
    if not no_open:
        webbrowser.open(address)
    while server.is_alive():  # in steps: on Windows nothing interrupts a wait
        server.join(1.0)
