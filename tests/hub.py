"""A stand-in for the Hugging Face Hub on loopback: what `huggingface_hub` asks of it to push and to fetch a folder."""

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Hub:
    """Repositories by kind and name, each with its files; every request that came."""

    def __init__(self) -> None:
        self.address = ""
        self.files: dict[str, dict[str, bytes]] = {}  # "model/me/x" -> path -> content
        self.made: dict[str, dict[str, Any]] = {}  # what was asked for with a new repository
        self.requests: list[str] = []

    def revision(self, key: str) -> str:
        """Return the commit: a digest of the files."""
        digest = hashlib.sha1()
        for path, content in sorted(self.files[key].items()):
            digest.update(path.encode() + b"\0" + content)
        return digest.hexdigest()


def _key(kind: str, name: str) -> str:
    return f"{kind.removesuffix('s')}/{name}"


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        self.hub.requests.append(f"POST {self.path}")
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("authorization") != "Bearer secret":
            return self._json({"error": "Invalid username or password."}, 401)
        if self.path == "/api/repos/create":
            asked = json.loads(body)
            name = f"{asked['organization']}/{asked['name']}" if asked.get("organization") else asked["name"]
            key = _key(asked.get("type", "model"), name)
            self.hub.made[key] = asked
            self.hub.files.setdefault(key, {})
            return self._json({"url": f"{self.hub.address}/{name}", "id": name, "name": name})
        if self.path == "/api/validate-yaml":
            return self._json({"errors": [], "warnings": []})
        found = re.fullmatch(r"/api/(models|spaces)/([^/]+/[^/]+)/(preupload|commit)/main.*", self.path)
        if found and found[3] == "preupload":
            asked = json.loads(body)["files"]
            return self._json(
                {"files": [{"path": f["path"], "uploadMode": "regular", "shouldIgnore": False} for f in asked]}
            )
        if found:
            key = _key(found[1], found[2])
            for line in map(json.loads, body.splitlines()):
                if line["key"] == "file":
                    self.hub.files[key][line["value"]["path"]] = base64.b64decode(line["value"]["content"])
            revision = self.hub.revision(key)
            return self._json({"commitUrl": f"{self.hub.address}/{found[2]}/commit/{revision}", "commitOid": revision})
        return self._json({"error": "unknown"}, 404)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.hub.requests.append(f"{self.command} {self.path}")
        path = self.path.partition("?")[0]
        info = re.fullmatch(r"/api/(models|spaces)/([^/]+/[^/]+)(?:/revision/([^/]+))?", path)
        if info and (files := self.hub.files.get(_key(info[1], info[2]))) is not None:
            key = _key(info[1], info[2])
            if info[3] not in (None, "main", self.hub.revision(key)):
                return self._json({"error": "Revision not found"}, 404, {"x-error-code": "RevisionNotFound"})
            siblings = [
                {"rfilename": name, "size": len(content), "blobId": "0" * 40} for name, content in files.items()
            ]
            return self._json(
                {"id": info[2], "sha": self.hub.revision(key), "siblings": siblings, "tags": [], "private": False}
            )
        tree = re.fullmatch(r"/api/models/([^/]+/[^/]+)/tree/[^/]+", path)
        if tree and (files := self.hub.files.get(f"model/{tree[1]}")) is not None:
            return self._json([{"type": "file", "path": n, "size": len(c), "oid": "0" * 40} for n, c in files.items()])
        raw = re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path)
        content = self.hub.files.get(f"model/{raw[1]}", {}).get(raw[3]) if raw else None
        if raw is None or content is None:
            return self._json({"error": "Repository Not Found"}, 404, {"x-error-code": "RepoNotFound"})
        headers = {
            "etag": f'"{hashlib.sha1(content).hexdigest()}"',
            "x-repo-commit": self.hub.revision(f"model/{raw[1]}"),
        }
        self._send(content, 200, headers | {"content-type": "application/octet-stream"})

    def _json(self, value: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self._send(json.dumps(value).encode(), status, {"content-type": "application/json", **(headers or {})})

    def _send(self, content: bytes, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


@contextmanager
def serve_hub() -> Iterator[Hub]:
    """Serve a Hub without repositories; its token is `secret`."""
    hub = Hub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    hub.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
