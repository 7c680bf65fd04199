"""The command `web`: serves the page, which is the whole game in a browser, on this machine."""

from __future__ import annotations

import webbrowser
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import click

from battle.commands.common import say
from battle.resources import assets
from battle.rules.position import RulesError

HERE: Final = "127.0.0.1"
PORT: Final = 8108

PAGE_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may load: nothing but what lies beside it. It says so itself, for other hosts."""

POLICY: Final = f"{PAGE_POLICY}; frame-ancestors 'none'"
"""The same as a header, which alone can forbid that the page is framed."""

_TYPES: Final = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".otf": "font/otf",
    ".svg": "image/svg+xml",
}
_PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""The ending of a compressed file, by the name of how it is compressed."""


@click.command()
@click.option("--port", default=PORT, metavar="NUMBER", help=f"Port to serve at; default: {PORT}.")
@click.option("--no-open", is_flag=True, help="Only serve; open no browser.")
def web(port: int, no_open: bool) -> None:
    """Serve the game as a page on this machine, and open it in the browser."""
    folder = page_folder()
    if folder is None:
        raise RulesError("the page is not built: python -m tools.page builds it into dist/page")
    try:
        server = ThreadingHTTPServer((HERE, port), partial(PageHandler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        raise RulesError(f"port {port} cannot be used: {error}") from None
    address = f"http://{HERE}:{server.server_port}/"
    say(f"{address}   (Ctrl+C ends it)")
    if not no_open:
        webbrowser.open(address)
    with server:
        server.serve_forever()


def page_folder() -> Path | None:
    """Return where the page lies: with the program, or as built in a checkout; None if nowhere."""
    places = assets() / "page", assets().parent / "dist" / "page"
    return next((place for place in places if (place / "index.html").is_file()), None)


class PageHandler(SimpleHTTPRequestHandler):
    """Serves the page's files, compressed where they lie compressed, and says what it may load."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | _TYPES
    protocol_version = "HTTP/1.1"

    def handle(self) -> None:
        """Answer what is asked; a browser that leaves in the midst of it is no error."""
        with suppress(ConnectionError):
            super().handle()

    def send_head(self) -> Any:
        """Answer with the head of a file, a compressed one if the browser takes it."""
        self._packed, self._type = "", ""
        asked = self.path.partition("?")[0].partition("#")[0]
        file = Path(self.translate_path(asked))
        file = file / "index.html" if file.is_dir() else file
        accepted = self.headers.get("Accept-Encoding", "")
        for name, ending in _PACKED.items():
            if name in accepted and file.with_name(file.name + ending).is_file():
                self._packed, self._type = name, self.guess_type(str(file))
                self.path = (
                    f"{asked.removesuffix('/')}/index.html" if asked.endswith("/") else asked
                )
                self.path += ending
                break
        return super().send_head()

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-type" and self._packed:
            super().send_header("Content-Encoding", self._packed)
            value = self._type
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: who plays here is nobody's business."""
