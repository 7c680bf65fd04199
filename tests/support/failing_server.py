"""A server of files that fails in the ways in which hosts of pages fail."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar, Final

WAYS: Final = ("404", "503", "redirect", "another text", "dropped", "cut off")
"""How one file can fail; `redirect` leads to another file that is there."""


class FailingServer(ThreadingHTTPServer):
    """Serves a folder; `fails` says by path what fails and how, `is_down` that all is lost."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
        self.fails: dict[str, str] = {}
        self.asked: list[str] = []
        self.is_down = False
        self.redirects_index = False
        """Whether `index.html` is answered by leading to its folder."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: browsers close connections as they like."""


class _Handler(SimpleHTTPRequestHandler):
    server: FailingServer
    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        del self.headers["If-Modified-Since"]  # tests write two versions in a second
        how = "dropped" if self.server.is_down else self.server.fails.get(path, "")
        if how == "dropped":
            self.close_connection = True
        elif how.isdigit():
            self.send_error(int(how))
        elif how == "redirect":
            self._lead_to("./LICENSE.txt")
        elif self.server.redirects_index and path.endswith("/index.html"):
            self._lead_to("./")
        elif how:
            self._answer(*(1000, 10) if how == "cut off" else (10, 10))
        else:
            super().do_GET()

    def _lead_to(self, where: str) -> None:
        self.send_response(302)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer(self, said: int, sent: int) -> None:
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path.partition("?")[0]))
        self.send_header("Content-Length", str(said))
        self.end_headers()
        self.wfile.write(b"/" * sent)
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def failing_server(folder: Path) -> Iterator[FailingServer]:
    """Serve a folder until the end."""
    with FailingServer(folder) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
