"""Traces that visitors open: read, answered and saved as given, for one visitor alone, and forgotten with the visit."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import CoreError
from core.inspection.foreign_file import read_attention_file, save_attention
from core.service import Service
from tests.core.inspection.test_foreign import arrays, read
from viz.saved_page.exports import Exports, PageRequest
from viz.tabs.limits import SHARED_PAGE, PageLimits
from viz.tabs.translate.server import server_functions
from viz.tabs.translate.traces import OpenedTrace, Traces, open_trace
from viz.texts import ENGLISH


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trace") / "mine.npz"
    save_attention(read(), path)
    return path


def opened(service: Service, traces: Traces, file: Path, folder: Path, session: str = "s") -> dict[str, Any]:
    upload = folder / file.name
    shutil.copy(file, upload)
    shown = json.loads(open_trace(traces, service, session, str(upload), PageLimits()).to_json())
    assert not upload.exists()
    return shown


def test_a_trace_is_answered_from_its_own_numbers(service: Service, file: Path, tmp_path: Path) -> None:
    traces = Traces()
    shown = opened(service, traces, file, tmp_path)
    functions = {function.__name__: function for function in server_functions(service, traces=traces)}
    reply = functions["head_values"]({"id": shown["id"], "kind": "cross", "layer": 1, "head": 0})
    assert shown["file"] == "mine.npz" and reply["shape"] == list(arrays()["cross"].shape[2:])
    assert functions["lens_values"]({"id": shown["id"], "lens": "rollout"})["kinds"]
    assert "problem" in functions["close_up"]({"id": shown["id"], "kind": "cross", "layer": 0, "head": 0, "query": 0})
    traces.leave("s")
    assert "open the file again" in functions["head_values"]({"id": shown["id"]})["problem"]


def test_a_new_trace_takes_the_place_of_the_visitors_last(service: Service, file: Path, tmp_path: Path) -> None:
    traces = Traces()
    first, other = (opened(service, traces, file, tmp_path, session)["id"] for session in ("a", "b"))
    opened(service, traces, file, tmp_path, "a")
    assert traces.find(other) is not None and traces.find("0123abcd") is None
    with pytest.raises(CoreError, match="no longer kept"):
        traces.find(first)


def test_the_oldest_traces_are_forgotten_beyond_the_limit() -> None:
    trace = OpenedTrace(read(), "x.npz")
    traces = Traces(most_bytes=2 * sum(array.nbytes for array in trace.attention.arrays.values()))
    ids = [traces.keep(session, trace) for session in "abc"]
    assert traces.find(ids[2]) and traces.find(ids[1])
    with pytest.raises(CoreError, match="no longer kept"):
        traces.find(ids[0])


def test_a_file_too_large_for_visitors_is_refused_and_removed(service: Service, tmp_path: Path) -> None:
    path = tmp_path / "zeros.npz"
    np.savez_compressed(path, encoder=np.zeros((1, 1, 2300, 2300), dtype=np.float32))
    with pytest.raises(CoreError, match=r"zeros\.npz has more than 19 MB") as caught:
        open_trace(Traces(), service, "s", str(path), SHARED_PAGE)
    assert str(tmp_path) not in str(caught.value) and not path.exists()


def test_a_trace_is_saved_as_numbers_and_as_a_page(service: Service, file: Path, tmp_path: Path) -> None:
    traces = Traces()
    id = opened(service, traces, file, tmp_path)["id"]

    kept = Exports(service)
    trace = traces.find(id)
    assert trace is not None
    numbers = Path(kept.write_given(trace.attention, trace.file, "npz", ENGLISH))
    assert read_attention_file(numbers).arrays["cross"].tobytes() == trace.attention.arrays["cross"].tobytes()
    page = Path(kept.write_given(trace.attention, trace.file, "html", ENGLISH, PageRequest({"kind": "encoder"})))
    assert page.name == "mine.html" and b'"kind": "encoder"' in page.read_bytes()
    with pytest.raises(CoreError, match="saved as one of"):
        kept.write_given(trace.attention, trace.file, "workbook", ENGLISH)
