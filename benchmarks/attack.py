"""A generated attack: thousands of calls with a fixed seed over everything that the page's server answers.

    python -m benchmarks.attack [--calls 3000] [--seed 61] [--space]

Calls are of the endpoint, of every event with a handler, and of every server function. Most change one or two values
of a sound request about a translation that is kept, so that they get past the first check; the others are sound, lack
a field, or are drawn as a whole from values that break programs. What is counted: answers, refusals with and without
words, dead connections, tracebacks in the server's log, files outside the folder of runs (at home also that of
downloads, which its owner may ask for), and memory.
"""

import argparse
import collections
import importlib
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.alternating import Report, at_most
from benchmarks.classroom import megabytes
from benchmarks.page import ROOT, app_command, wait_for_answer
from core.data.corpora.reading import DOWNLOADS
from core.inspection.blocks import blocks
from core.inspection.lenses import lenses
from core.labs.shared.run import lab_modules
from core.library import CheckpointLibrary
from core.service import QUESTIONS, Service
from core.training.runs import list_runs
from tests.e2e.train_tab import end
from viz.handouts import FILES
from viz.saved_page.exports import FORMATS

TIMEOUT, CALLERS = 120.0, 6
LONG = ("train-preflight", "train-start")  # buttons
GROWTH = at_most(100)  # MB, in the second half of the attack: by then every model is loaded and every store is full
DEEP, DEPTH = "@deep", 20_000  # of nested lists, which no encoder of JSON writes
TRANSLATED = (("en-de", "A dog runs.", 4, 0.6), ("en-de", "two " * 90, 1, 0.6), ("en-zh", "A man.", 1, 0.6))
HOSTILE = (
    *(None, True, 0, -1, 1.5, 2**63, 10**400, 1e308, float("nan"), float("-inf"), "", " \n\t", "a" * 30_000),
    *("\ud83d", "e" + "\u0301" * 500, "\u202e\ufeff\x1b[2J\r\x7f", "\x00<script>", "=1+1", "{0.__class__}", "%s%n"),
    *("字" * 9000, "../../../../etc/passwd", "${alert(1)}", "[" * 9000, '{"kind": NaN}', DEEP, [], {}, [[[]]], [None]),
    *(["x"] * 5000, [float("nan")] * 5, [["cross", 0, 0, -1]], {"": {"": ""}}, {"__class__": "os.system"}),
    *({"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}, {"id": 5, "text": ["x"], "off": [[None]]}),
)


class Attack:
    """Calls of one running page."""

    def __init__(self, address: str, seed: int) -> None:
        self._seed, self._drawing = seed, threading.local()
        self._http = httpx.Client(base_url=address, timeout=TIMEOUT, trust_env=False)
        self._config = self._http.get("config").json()
        self._components = {part["id"]: part for part in self._config["components"]}
        answered = [event for event in self._config["dependencies"] if event["backend_fn"]]
        self._events = [event for event in answered for _ in range(1 if self._is_long(event) else 10)]
        props = {i: part["props"] for i, part in self._components.items()}
        self._functions = [(i, name) for i, given in props.items() for name in given.get("server_fns") or ()]
        service = Service(CheckpointLibrary(ROOT / "checkpoints"))
        model = service.library.translator("en-de").model.config
        self._sound: dict[str, list[Any]] = {
            "id": [service.new_request(*asked).id for asked in TRANSLATED],
            "lens": list(lenses()),
            "block": [block.name for block in blocks(model)],
            "lab": [name for name in sorted(lab_modules()) if hasattr(_lab(name), "Values")],
        }
        self._lock = threading.Lock()
        self.counts: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []

    @property
    def random(self) -> random.Random:
        """Draws of the call that this thread makes."""
        return self._drawing.random

    def _is_long(self, event: dict[str, Any]) -> bool:
        """Return whether an event measures or trains for a minute; such are called seldom."""
        targets = [self._components.get(target, {"props": {}}) for target, _ in event["targets"]]
        return any(part["props"].get("elem_id") in LONG for part in targets)

    def translate_all(self, session: str = "begin") -> None:
        """Make the translations that questions are about; the server keeps them until others take their place."""
        event = next(e for e in self._events if e["api_name"].startswith("on_translate"))
        for number, asked in enumerate(TRANSLATED):
            self._join(event, list(asked), None, f"{session}-{number}")

    def call(self, number: int) -> None:
        """Make one call, which depends on the seed and its number only, and count its answer."""
        if number % 100 == 0:
            self.translate_all(f"begin{number}")
        self._drawing.random = random.Random(f"{self._seed} {number}")
        kind = self.random.choice(("endpoint", "event", "event", "function", "function"))
        make: Callable[[str], tuple[str, str]] = getattr(self, f"_{kind}")
        try:
            result, words = make(f"attack{number}")
        except httpx.HTTPError as error:
            result, words = "dead connection", repr(error)
        with self._lock:
            self.counts[result] += 1
        if result not in ("answered", "refused with words"):
            self.faults.append(f"call {number}, {kind}, {result}: {words}"[:500])
            print(f"  {self.faults[-1]}", flush=True)

    def _endpoint(self, session: str) -> tuple[str, str]:
        data = self._changed(["A dog runs.", "", 4, 0.6])
        posted = self._post("gradio_api/call/translate", {"data": data})
        if posted.status_code != 200:
            return _refusal(posted, str(data))
        stream = self._http.get(f"gradio_api/call/translate/{posted.json()['event_id']}").text
        wordless = "event: error\ndata: null" in stream
        result = "answered" if "event: complete" in stream else f"refused with{'out' if wordless else ''} words"
        return result, f"{str(data)[:200]} {stream[:100]}"

    def _event(self, session: str) -> tuple[str, str]:
        event = self.random.choice(self._events)
        data = [self._components[i]["props"].get("value") for i in event["inputs"] if i in self._components]
        fields = {**self._drawn("variant"), "format": self._one((*FORMATS, *FILES)), "index": 1, "query": 0, "head": 0}
        sent = self._changed({**fields, "kind": "cross", "layer": 0, "fields": {"text": "a", "beam": "2"}, "name": "a"})
        return self._join(event, self._changed(data), sent, session)

    def _join(self, event: dict[str, Any], data: Any, event_data: Any, session: str) -> tuple[str, str]:
        body = {"data": data, "fn_index": event["id"], "session_hash": session, "event_data": event_data}
        words = f"{event['id']} {event['api_name']} {str(data)[:200]}"
        posted = self._post("gradio_api/queue/join", body)
        if posted.status_code != 200:
            return _refusal(posted, words)
        with self._http.stream("GET", "gradio_api/queue/data", params={"session_hash": session}) as stream:
            until = time.monotonic() + TIMEOUT  # heartbeats arrive for ever
            for line in stream.iter_lines():
                if time.monotonic() > until:
                    break
                message = json.loads(line[5:]) if line.startswith("data:") else {}
                if message.get("msg") == "process_completed":
                    wordless = not message["success"] and not message["output"].get("error")
                    return self._result(message["success"], wordless), words
                if message.get("msg") in ("close_stream", "unexpected_error"):
                    return self._result(False, not message.get("message")), words
        return "dead connection", words

    def _function(self, session: str) -> tuple[str, str]:
        component, name = self.random.choice(self._functions)
        data = self._changed(self._drawn(name))
        if self.random.random() < 0.1:
            data = self._one(HOSTILE)
        body = {"data": data, "fn_name": name, "component_id": component, "session_hash": session}
        posted = self._post("gradio_api/component_server", body)
        words = f"{name} {str(data)[:300]}"
        if posted.status_code != 200:
            return _refusal(posted, words)
        answer = posted.json()
        refused = answer is None or (isinstance(answer, dict) and "problem" in answer)
        return self._result(not refused, refused and not (answer and answer["problem"])), words

    def _result(self, answered: bool, wordless: bool) -> str:
        return "answered" if answered else "refused without words" if wordless else "refused with words"

    def _post(self, path: str, body: Any) -> httpx.Response:
        text = json.dumps(body)  # with surrogates escaped and NaN, as a hostile client would send them
        text = text.replace(f'"{DEEP}"', "[" * DEPTH + "]" * DEPTH)
        return self._http.post(path, content=text.encode(), headers={"content-type": "application/json"})

    def _one(self, values: Any) -> Any:
        return self.random.choice(list(values))

    def _changed(self, values: Any) -> Any:
        """Return a list or an object with up to three values replaced or, of an object, left out."""
        changed = list(values) if isinstance(values, list) else dict(values)
        for _ in range(self._one((0, 1, 1, 2, 3)) if values else 0):
            place = self._one(range(len(values)) if isinstance(values, list) else values)
            if isinstance(changed, dict) and self.random.random() < 0.2:
                changed.pop(place, None)
            else:
                changed[place] = self._one(HOSTILE)
        return changed

    def _drawn(self, name: str) -> dict[str, Any]:
        """Draw a sound request of a server function."""
        schema = QUESTIONS[name].request.model_json_schema() if name in QUESTIONS else {"properties": {"id": {}}}
        drawn = {field: self._value(field, each) for field, each in schema["properties"].items()}
        if "values" in drawn:
            fields = _lab(drawn["lab"]).Values.model_json_schema()["properties"]
            values = {field: self._value(field, each) for field, each in fields.items()}
            drawn["values"] = self._changed(values) if self.random.random() < 0.3 else values
        return drawn

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        if name in self._sound:
            return self._one(self._sound[name])
        schema = self._one(schema["anyOf"]) if "anyOf" in schema else schema
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        made: dict[str, Any] = {
            "integer": low + self._one((0, 1, 2)),
            "number": low + 0.3,
            "string": self._one(("", "A dog.", "Ein Hund.", "encoder.0.self")),
            "boolean": self._one((True, False)),
            "array": self._one(([], ["A dog."], [["cross", 0, 0]])),
        }
        return self._one(schema["enum"]) if "enum" in schema else made.get(schema.get("type", ""))


def _lab(name: str) -> Any:
    return importlib.import_module(f"core.labs.{name}")


def _refusal(response: httpx.Response, words: str) -> tuple[str, str]:
    """Return what an HTTP status other than 200 counts as; Gradio answers 500 with a page's own words, too."""
    fault = response.status_code >= 500 and not response.text.startswith('{"error":')
    result = f"HTTP {response.status_code}" if fault else f"refused with{'' if response.text.strip() else 'out'} words"
    return result, f"{words} {response.text[:100]}"


@contextmanager
def attacked(command: list[str], log: Path, environment: dict[str, str]) -> Iterator[tuple[str, psutil.Process]]:
    """Serve the page with its output in a file; yield its address and process."""
    port = command[-1]
    with log.open("wb") as file:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=file, stderr=file)
        try:
            address = f"http://127.0.0.1:{port}/"
            wait_for_answer(address, process)
            yield address, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(20)


def main() -> int:
    """Attack, and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--port", default="7899")
    parser.add_argument("--space", action="store_true", help="With the variables of a Space.")
    arguments = parser.parse_args()
    report = Report()
    report.title(f"{arguments.calls} hostile calls, seed {arguments.seed}, {'a Space' if arguments.space else 'home'}")
    environment = {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1"}
    if arguments.space:
        environment |= {"SPACE_ID": "name/space", "SPACE_HOST": "name-space.hf.space"}
    before = files_of(ROOT)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        runs, log = Path(folder) / "runs", Path(folder) / "log.txt"
        command = [*app_command(ROOT / "checkpoints", runs), arguments.port]
        with attacked(command, log, environment) as (address, server):
            attack = Attack(address, arguments.seed)
            attack.translate_all()  # loads the models
            memory = [megabytes(server)]
            with ThreadPoolExecutor(CALLERS) as pool:
                list(pool.map(attack.call, range(arguments.calls // 2)))
                memory.append(megabytes(server))
                list(pool.map(attack.call, range(arguments.calls // 2, arguments.calls)))
            memory.append(megabytes(server))
        written = log.read_text("utf-8", errors="replace")
        for run in list_runs(runs):  # a training outlives the server, and would write while the folder is removed
            end(run)
    for result, count in attack.counts.most_common():
        print(f"  {count} {result}")
    report.condition("refusals without words, dead connections, HTTP 5xx", not attack.faults, str(len(attack.faults)))
    tracebacks = written.count("Traceback (most recent call last)")
    report.condition("tracebacks in the server's log", not tracebacks, str(tracebacks))
    if tracebacks:
        print(written[-6000:])
    added = {path for path in files_of(ROOT) - before if arguments.space or not path.is_relative_to(DOWNLOADS)}
    report.condition("files outside the folder of runs", not added, str(len(added)))
    report.value("the server's memory at first", memory[:1], " MB")
    report.value("growth in the first half", [memory[1] - memory[0]], " MB")
    report.value("growth in the second half", [memory[2] - memory[1]], " MB", GROWTH)
    return report.status


def files_of(folder: Path) -> set[Path]:
    """Return the files of the project, without compiled ones and the repository's own."""
    left_out = {"__pycache__", ".git"}
    return {path for path in folder.rglob("*") if path.is_file() and left_out.isdisjoint(path.parts)}


if __name__ == "__main__":
    sys.exit(main())
