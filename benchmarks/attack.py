"""A generated attack: thousands of calls with a fixed seed over everything that the page's server answers.

    python -m benchmarks.attack [--calls 2000] [--seed 7] [--space]

Half of the calls change one or two values of a sound request, so that they get past the first check; the others are
drawn from values that break programs. What is counted: tracebacks in the server's log, answers without words
(`error: null`), HTTP 5xx, files outside the folder of runs (at home also that of downloads, which its owner may ask
for), and memory before and after.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.alternating import Report, at_most
from benchmarks.classroom import megabytes
from benchmarks.page import ROOT, app_command, wait_for_answer
from core.data.corpora.reading import DOWNLOADS
from core.service import QUESTIONS
from core.training.runs import list_runs
from tests.e2e.train_tab import end

TIMEOUT = 120.0
PORT_PLACE = "127.0.0.1"
SERVER_FUNCTIONS = tuple(QUESTIONS)
GROWTH = at_most(100)  # MB, in the second half of the attack: by then every model is loaded and every store is full


def hostile(random: random.Random) -> Any:
    """Draw a value that breaks programs."""
    return random.choice(
        (
            None,
            True,
            -1,
            0,
            2**63,
            10**400,
            1e308,
            "",
            " \n\t",
            "a" * 30_000,
            "\ud83d",
            "\x00<script>alert(1)</script>",
            "../../../../etc/passwd",
            "=1+1",
            [],
            {},
            [[[[[[[[[[]]]]]]]]]],
            ["x"] * 1000,
            {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}},
            {"__class__": "os.system"},
            ["cross", 0, 0, -1],
            {"id": 5, "text": ["x"], "beam_size": "4", "off": [[None]]},
        )
    )


class Attack:
    """Calls of one running page."""

    def __init__(self, address: str, seed: int) -> None:
        self.random = random.Random(seed)
        self._http = httpx.Client(base_url=address, timeout=TIMEOUT, trust_env=False)
        self._config = self._http.get("config").json()
        self._components = {part["id"]: part for part in self._config["components"]}
        self._view = next(i for i, p in self._components.items() if p["props"].get("elem_id") == "attention")
        self.kinds: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []

    def call(self, number: int) -> None:
        """Make one call and note what is wrong with its answer."""
        kind = self.random.choice(("endpoint", "event", "event", "question"))
        try:
            answer = {"endpoint": self._endpoint, "event": self._event, "question": self._question}[kind](number)
        except (httpx.HTTPError, UnicodeEncodeError) as error:
            self.kinds[f"{kind}: {type(error).__name__}"] += 1
            return
        self.kinds[kind] += 1
        if answer:
            self.faults.append(f"call {number}, {answer}")

    def _post(self, path: str, body: Any) -> httpx.Response:
        text = json.dumps(body)  # with surrogates escaped, as a hostile client would send them
        return self._http.post(path, content=text.encode(), headers={"content-type": "application/json"})

    def _endpoint(self, number: int) -> str:
        data: list[Any] = ["A dog runs.", "", 4, 0.6]
        for _ in range(self.random.choice((1, 1, 2))):
            data[self.random.randrange(4)] = hostile(self.random)
        posted = self._post("gradio_api/call/translate", {"data": data})
        if posted.status_code != 200:
            return self._status(posted, "endpoint")
        stream = self._http.get(f"gradio_api/call/translate/{posted.json()['event_id']}").text
        return f"endpoint with {str(data)[:80]}: {stream[:200]}" if "event: error\ndata: null" in stream else ""

    def _event(self, number: int) -> str:
        dependency = self.random.choice(self._config["dependencies"])
        data = [self._components[i]["props"].get("value") for i in dependency["inputs"] if i in self._components]
        for _ in range(self.random.choice((0, 1, 1, 2))):
            if data:
                data[self.random.randrange(len(data))] = hostile(self.random)
        session = f"attack{number}"
        body = {
            "data": data,
            "fn_index": dependency["id"],
            "session_hash": session,
            "event_data": hostile(self.random),
            "trigger_id": None,
        }
        posted = self._post("gradio_api/queue/join", body)
        if posted.status_code != 200:
            return self._status(posted, "event")
        for line in self._lines(session):
            if line.get("msg") != "process_completed":
                continue
            output = line.get("output", {})
            if not line.get("success") and output.get("error") is None:
                return f"event {dependency['id']} {dependency.get('api_name')} without words: {str(body)[:300]}"
            return ""
        return ""

    def _lines(self, session: str) -> Iterator[dict[str, Any]]:
        with self._http.stream("GET", "gradio_api/queue/data", params={"session_hash": session}) as stream:
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    message = json.loads(line[5:])
                    yield message
                    if message.get("msg") in ("process_completed", "close_stream", "unexpected_error"):
                        return

    def _question(self, number: int) -> str:
        sound = {"id": "0" * 24, "kind": "cross", "layer": 0, "head": 0, "query": 0, "lens": "rollout", "text": "a"}
        data: Any = dict(sound)
        for _ in range(self.random.choice((1, 2, 3))):
            data[
                self.random.choice([*sound, "off", "uniform", "edits", "prefix", "beam_size", "alpha", "pairs", "stop"])
            ] = hostile(self.random)
        if self.random.random() < 0.2:
            data = hostile(self.random)
        name = self.random.choice(SERVER_FUNCTIONS)
        body = {"data": data, "fn_name": name, "component_id": self._view, "session_hash": f"attack{number}"}
        posted = self._post("gradio_api/component_server", body)
        if posted.status_code != 200:
            return self._status(posted, name)
        answer = posted.json()
        wordless = answer is None or (isinstance(answer, dict) and "problem" in answer and not answer["problem"])
        return f"{name} without words for {str(data)[:200]}" if wordless else ""

    def _status(self, response: httpx.Response, what: str) -> str:
        return f"{what}: HTTP {response.status_code} {response.text[:200]}" if response.status_code >= 500 else ""


@contextmanager
def attacked(command: list[str], log: Path, environment: dict[str, str]) -> Iterator[tuple[str, psutil.Process]]:
    """Serve the page with its output in a file; yield its address and process."""
    port = command[-1]
    with log.open("wb") as file:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=file, stderr=file)
        try:
            address = f"http://{PORT_PLACE}:{port}/"
            wait_for_answer(address, process)
            yield address, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(20)


def main() -> int:
    """Attack, and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
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
            attack._endpoint(0)
            memory = [megabytes(server)]
            for number in range(arguments.calls):
                if number == arguments.calls // 2:
                    memory.append(megabytes(server))
                attack.call(number)
            memory.append(megabytes(server))
        written = log.read_text("utf-8", errors="replace")
        for run in list_runs(runs):  # a training outlives the server, and would write while the folder is removed
            end(run)
    for kind, count in sorted(attack.kinds.items()):
        print(f"  {count} {kind}")
    for fault in attack.faults[:20]:
        print(f"  {fault}")
    report.condition("answers without words, or HTTP 5xx", not attack.faults, str(len(attack.faults)))
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
    """Return the files of the project, compiled ones left out."""
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


if __name__ == "__main__":
    sys.exit(main())
