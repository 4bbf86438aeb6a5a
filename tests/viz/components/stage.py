"""A page without Gradio for components: loaded in a fraction of the time, with the same element, props and events.

What Gradio itself does to a component is tested on the real page, in `tests/e2e`.
"""

import json
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import gradio as gr

from viz.components.modules import FOLDER, engine_file, modules_path
from viz.theme import page_css

Updates = Mapping[str, Mapping[str, Any]] | None  # component -> properties
Handler = Callable[[Any], Updates]
_SCRIPT = Path(__file__).with_name("stage.js")
_AROUND = FOLDER.parent / "saved_page" / "standalone.css"  # of the saved page, which has no Gradio either


@dataclass(frozen=True)
class Scene:
    """Components of one page, and what answers their events.

    Args:
        components: made by the functions of `viz.components`, each with an `elem_id`.
        buttons: by id, what a click on them changes.
        events: by name, what answers an event of a component; others change nothing.
        children: HTML for the slot of a component that has one.
    """

    components: Sequence[gr.HTML]
    buttons: Mapping[str, Updates | Callable[[], Updates]] = field(default_factory=dict)
    events: Mapping[str, Handler] = field(default_factory=dict)
    children: str = ""

    def html(self) -> str:
        """Write the page."""
        described = [
            {
                "name": one.elem_id,
                "script": one.js_on_load,
                "props": {**one.props, "value": one.value},
                "functions": [function.__name__ for function in one.server_fns],
            }
            for one in self.components
        ]
        style = [page_css(), _AROUND.read_text(encoding="utf-8")]
        style += [f"#{one.elem_id} > div {{\n{one.css_template}\n}}" for one in self.components]
        body = [
            f'<div id="{one.elem_id}"><div>{one.html_template.replace("@children", self.children)}</div></div>'
            for one in self.components
        ]
        body += [f'<button type="button" id="{name}" data-does>{name}</button>' for name in self.buttons]
        lines = ('<!doctype html><html lang="en"><meta charset="utf-8"><title>stage</title><style>', *style, "</style>")
        lines += ('<body><main class="gradio-container gf-page">', *body, "</main>")
        lines += ('<script type="application/json" id="hosted">', json.dumps(described).replace("<", "\\u003c"))
        return "\n".join([*lines, '</script><script src="/stage.js"></script>'])

    def answer(self, what: str, name: str, data: Any) -> Any:
        """Answer a server function ("ask") or an event ("event")."""
        if what == "ask":
            functions = {one.__name__: one for part in self.components for one in part.server_fns}
            return functions[name](data)
        if name in self.buttons:
            does = self.buttons[name]
            return does() if callable(does) else does
        return self.events[name](data) if name in self.events else None


class Stage(ThreadingHTTPServer):
    """Serves scenes, and the modules that their components import, until it is closed."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.scenes: list[Scene] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def add(self, scene: Scene) -> str:
        """Return the address of a scene."""
        self.scenes.append(scene)
        return f"http://127.0.0.1:{self.server_port}/{len(self.scenes) - 1}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that has gone."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Stage

    def do_GET(self) -> None:
        path = unquote(self.path.split("?")[0])
        file = Path(path.partition("/gradio_api/file=")[2])
        if path == "/stage.js":
            self._send(_SCRIPT.read_bytes(), "text/javascript")
        elif path.strip("/").isdigit():
            self._send(self.server.scenes[int(path.strip("/"))].html().encode(), "text/html; charset=utf-8")
        elif path in (f"/gradio_api/{unquote(served)}" for served in (modules_path(), engine_file())):
            self._send(file.read_bytes(), "text/javascript", headers={"Cache-Control": "max-age=3600"})
        else:
            self._send(b"", "text/plain", HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number, what, name = self.path.strip("/").split("/")
        try:
            reply = self.server.scenes[int(number)].answer(what, name, data)
            self._send(json.dumps(reply).encode(), "application/json")
        except Exception:
            traceback.print_exc()
            self._send(b"null", "application/json", HTTPStatus.INTERNAL_SERVER_ERROR)

    def _send(
        self, content: bytes, type_: str, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", type_)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""
