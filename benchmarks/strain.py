"""A shared page under strain: dear questions, large bodies and unread answers of one address, and another's sentence.

    python -m benchmarks.strain [--sessions 3] [--unread 1000] [--megabytes 100] [--only search_tree]

The page runs as a person runs it, on the same cores as the callers. The flood comes from 127.0.0.2, the other visitor
from 127.0.0.1 (Linux).
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.alternating import Report, at_most
from benchmarks.classroom import TIMEOUT, Caller, megabytes, server_process
from benchmarks.page import ROOT, app_command, served
from core.library import CheckpointLibrary
from core.service import Service

FLOOD = "127.0.0.2"
MODEL = "en-de"
WORDS = "A dog runs along the street and two men watch it from a small red car near the big old house "
DEAR = (  # the dearest request of each, within its limits: tokens, beam, fields
    ("head_importance", 300, 1, {}),
    ("search_tree", 430, 9, {}),
    ("search_tree", 125, 16, {}),
    ("lens_values", 127, 1, {"lens": "occlusion"}),
    ("lens_code", 127, 1, {"lens": "occlusion", "kind": "cross"}),
    ("lab", 150, 1, {"lab": "several_heads", "values": {"kind": "encoder", "layer": 1}}),
    ("lab", 150, 1, {"lab": "several_heads_trained", "values": {"heads": 8, "seed": 1}}),
    ("head_catalogue", 20, 1, {"sentences": (WORDS * 4 + "\n") * 60}),
    ("token_losses", 80, 1, {"kind": "cross"}),
    ("translate_each", 20, 16, {"sentences": [f"{number} {WORDS * 4}" for number in range(40)]}),
    ("close_up", 430, 1, {"kind": "encoder", "layer": 1, "head": 1, "query": 1}),
)
WAITS, WAITS_UNREAD = at_most(1.0), at_most(2.0)
OF_A_BODY, OF_UNREAD = at_most(5), at_most(100)  # MB


class Flooder:
    """Sessions of one client at an address."""

    def __init__(self, address: str) -> None:
        transport = httpx.HTTPTransport(local_address=FLOOD)
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT, trust_env=False, transport=transport)
        config = self.http.get("config").json()
        self.view = next(part["id"] for part in config["components"] if part["props"].get("elem_id") == "attention")
        self.translates = next(e["id"] for e in config["dependencies"] if e["api_name"].startswith("on_translate"))

    def join(self, session: str, text: str, beam: int = 1) -> int:
        """Ask for a translation with its attention; return the status."""
        body = {"data": [MODEL, text, beam, 0.6], "fn_index": self.translates, "session_hash": session}
        return self.http.post("gradio_api/queue/join", json=body).status_code

    def translate(self, session: str, text: str, beam: int = 1) -> None:
        """Ask for a translation and read it."""
        self.join(session, text, beam)
        with self.http.stream("GET", "gradio_api/queue/data", params={"session_hash": session}) as stream:
            for line in stream.iter_lines():
                if "process_completed" in line:
                    return

    def ask(self, session: str, name: str, data: dict[str, Any]) -> str:
        """Ask a question about a translation; return the answer, or a problem if none came in time."""
        body = {"data": data, "fn_name": name, "component_id": self.view, "session_hash": session}
        try:
            return self.http.post("gradio_api/component_server", json=body).text
        except httpx.ReadTimeout:
            return '{"problem": "no answer in time"}'


def main() -> int:
    """Measure each strain."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--unread", type=int, default=1000)
    parser.add_argument("--megabytes", type=int, default=100)
    names = sorted({name for name, *_ in DEAR})
    parser.add_argument("--only", nargs="*", choices=names, default=names, help="Dear questions to ask (default all).")
    parser.add_argument("--seconds", type=float, default=8, help="Of each dear question (default 8).")
    arguments = parser.parse_args()
    report = Report()
    report.title("A shared page under strain; seconds of another visitor's greedy 'A cat.'")
    with tempfile.TemporaryDirectory() as runs:
        command = app_command(ROOT / "checkpoints", Path(runs))
        with served([*command[:-1], "--host", "0.0.0.0", command[-1]]) as (address, _):
            caller, flooder = Caller(address), Flooder(address)
            report.value("idle", [caller.translate("A cat.", beam=1) for _ in range(6)][1:], " s")
            server = server_process(address)
            measure_body(report, address, server, arguments.megabytes)
            for dear in DEAR:
                if dear[0] in arguments.only:
                    measure_dear(report, flooder, caller, dear, arguments)
            measure_unread(report, flooder, caller, server, arguments.unread)
    return report.status


def measure_body(report: Report, address: str, server: psutil.Process, size: int) -> None:
    """Send one large JSON body."""
    before, answer = megabytes(server), {}
    with peak_of(server) as peak:
        body = b'{"data": [' + b"[]," * (size * 1_000_000 // 3) + b"[]]}"
        answer = httpx.post(f"{address}gradio_api/queue/join", content=body, timeout=TIMEOUT, trust_env=False)
    report.condition(f"a body of {size} MB", answer.status_code == 413, f"{answer.status_code} {answer.text}")
    report.value("growth of the server's memory", [peak[0] - before], " MB", OF_A_BODY)


def measure_dear(
    report: Report, flooder: Flooder, caller: Caller, dear: tuple[str, int, int, dict[str, Any]], arguments: Any
) -> None:
    """Let sessions ask one dear question again and again, four at a time each."""
    name, tokens, beam, fields = dear
    library = CheckpointLibrary(ROOT / "checkpoints")
    encode = library.translator(MODEL).vocabularies.source.encode
    until, answers = time.perf_counter() + arguments.seconds, []

    def flood(session: str, number: int) -> None:
        round = 0
        while time.perf_counter() < until:
            words = (f"{session}{number}{round} " + WORDS * 40).split()
            while len(encode(" ".join(words)).ids) > tokens:
                del words[-max(1, len(words) // 20) :]
            text = " ".join(words)
            flooder.translate(f"{session}{number}", text, beam)
            id = Service(library).new_request(MODEL, text, beam, 0.6).id
            turn = {"turn": round * 100 + number} if name == "lab" else {}
            answers.append(flooder.ask(session, name, {"id": id, **fields, **turn}))
            round += 1

    with ThreadPoolExecutor(4 * arguments.sessions) as pool:
        flooding = [pool.submit(flood, f"session{one}", two) for one in range(arguments.sessions) for two in range(4)]
        time.sleep(1)
        waited = []
        while time.perf_counter() < until:
            waited.append(caller.translate("A cat.", beam=1))
            time.sleep(0.1)
        for one in flooding:
            one.result()
    refused = sum("problem" in (json.loads(answer) or {"problem": 1}) for answer in answers)
    report.value(
        f"{name} of {tokens} tokens, beam {beam} ({len(answers)} asked, {refused} refused)", [max(waited)], " s", WAITS
    )


def measure_unread(report: Report, flooder: Flooder, caller: Caller, server: psutil.Process, count: int) -> None:
    """Leave answers unread."""
    for number in range(120):  # what a server keeps of traces is full afterwards
        flooder.translate(f"fills{number}", f"{number} {WORDS * 5}")
    before = megabytes(server)
    with peak_of(server) as peak, ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda n: flooder.join(f"unread{n}", f"{n} {WORDS * 5}", 4), range(count)))
        waited = []
        until = time.perf_counter() + 20
        while time.perf_counter() < until:
            waited.append(caller.translate("A cat.", beam=1))
            time.sleep(0.2)
    words = f"{statuses.count(200)} of {count} unread calls accepted"
    report.value(words, [max(waited)], " s", WAITS_UNREAD)
    report.value("growth of the server's memory", [peak[0] - before], " MB", OF_UNREAD)


@contextmanager
def peak_of(process: psutil.Process) -> Iterator[list[float]]:
    """Watch a process's memory; the list holds its greatest so far, in MB."""
    peak, ended = [megabytes(process)], threading.Event()

    def watch() -> None:
        while not ended.wait(0.02):
            peak[0] = max(peak[0], megabytes(process))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()


if __name__ == "__main__":
    sys.exit(main())
