"""Files to take away: what they hold, where they lie, and what is refused."""

import csv
import hashlib
import json
import os
import stat
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from core import VERSION
from core.data import stream
from core.errors import CoreError
from core.inspection.store import TraceRequest
from core.service import Service
from core.service.lenses import lens_result
from viz.handouts import FILES
from viz.saved_page import downloads
from viz.saved_page import exports as exports_module
from viz.saved_page.exports import FORMATS, Exports
from viz.saved_page.file_names import file_name, slug
from viz.texts import ENGLISH

FOLDER = Path(__file__).parents[2]


@pytest.fixture
def exports(service: Service) -> Exports:
    return Exports(service)


def test_every_format_holds_the_same_weights(service, exports, shown):
    trace = service.trace(shown["id"])
    arrays = np.load(exports.write(shown["id"], "npz", ENGLISH))
    assert np.array_equal(arrays["cross"], trace.cross)
    with open(exports.write(shown["id"], "csv", ENGLISH), encoding="utf-8", newline="") as file:
        rows = [
            row for row in csv.DictReader(line for line in file if not line.startswith("#")) if row["kind"] == "cross"
        ]
    written = np.array([float(row["weight"]) for row in rows], dtype=np.float32).reshape(trace.cross.shape)
    assert np.array_equal(written, trace.cross)
    whole = json.loads(Path(exports.write(shown["id"], "json", ENGLISH)).read_text(encoding="utf-8"))
    head = next(part for part in whole["attention"] if (part["kind"], part["layer"], part["head"]) == ("cross", 2, 1))
    np.testing.assert_allclose(head["weights"], trace.cross[1, 0], rtol=1e-5)
    assert b"<!doctype html>" in Path(exports.write(shown["id"], "html", ENGLISH)).read_bytes()[:20]


def test_every_table_says_where_its_numbers_come_from(service, exports, shown):
    paths = {form: Path(exports.write(shown["id"], form, ENGLISH, "scores")) for form in ("npz", "csv", "json")}
    found = json.loads(paths["json"].read_text(encoding="utf-8"))["provenance"]
    weights = service.library.folder("numbers") / "model.safetensors"
    first = shown["hypotheses"][0]
    assert (found["source"], found["translation"]) == (shown["source"], shown["translation"])
    assert found["weights_sha256"] == hashlib.sha256(weights.read_bytes()).hexdigest()
    settings = ("checkpoint", "beam_size", "alpha", "rank", "lens", "intervention")
    assert [found[name] for name in settings] == ["numbers", 3, 0.6, 1, "scores", None]
    assert found["log_probability"] == pytest.approx(first["log_prob"], abs=1e-3)
    assert found["score"] == pytest.approx(first["score"], abs=1e-3)
    assert found["glassformer"] == VERSION and found["torch"] == version("torch")
    assert json.loads(str(np.load(paths["npz"])["provenance"])) == found
    line, columns = paths["csv"].read_text(encoding="utf-8").split("\n")[:2]
    assert json.loads(line.removeprefix("# ")) == found and columns.startswith("kind,layer,")


def test_weights_are_hashed_once_when_they_are_loaded(service, exports, shown, monkeypatch):
    hashed = []
    monkeypatch.setattr(stream, "file_sha256", lambda *paths: hashed.extend(paths) or "0")
    id = service.translate("own", shown["source"], 2, 0.6).request.id
    for form in ("npz", "csv", "json"):
        exports.write(id, form, ENGLISH)
    assert [path.parent.name for path in hashed] == ["own"]


def test_a_variant_is_saved_with_its_own_weights(service, exports, ask):
    varied = json.loads(ask("variant", off=[["cross", 0, 1]])["payload"])
    assert not np.load(exports.write(varied["id"], "npz", ENGLISH))["cross"][0, 1].any()


@pytest.mark.parametrize("lens", ["scores", "occlusion"])
def test_a_lens_is_saved_in_float32_under_its_name(service, exports, shown, lens):
    numbers = lens_result(service, shown["id"], lens).cross
    paths = {form: Path(exports.write(shown["id"], form, ENGLISH, lens)) for form in ("npz", "csv", "json")}
    assert all(path.stem.startswith(f"numbers_{lens}_three-thousand") for path in paths.values())
    arrays = np.load(paths["npz"])
    assert np.array_equal(arrays["lens_cross"], numbers) and str(arrays["lens"]) == lens and "cross" in arrays
    with paths["csv"].open(encoding="utf-8", newline="") as file:
        rows = [
            row for row in csv.DictReader(line for line in file if not line.startswith("#")) if row["kind"] == "cross"
        ]
    written = np.array([float(row[lens]) for row in rows], dtype=np.float32).reshape(numbers.shape)
    assert np.array_equal(written, numbers)
    assert {row["layer"] for row in rows} == ({"all"} if lens == "occlusion" else {"1", "2"})
    whole = json.loads(paths["json"].read_text(encoding="utf-8"))
    part = next(part for part in whole["lens_numbers"] if part["kind"] == "cross")
    assert whole["lens"] == lens and part["head"] == (None if lens == "occlusion" else 1)
    np.testing.assert_allclose(part["numbers"], numbers[0, 0], rtol=1e-5)


@pytest.mark.parametrize(("text", "most", "expected"), json.loads((FOLDER / "slugs.json").read_text(encoding="utf-8")))
def test_slug_is_the_one_of_the_browser(text, most, expected):
    assert slug(text, most) == expected


def test_name_says_model_and_sentence(service, exports, shown, ask):
    assert Path(exports.write(shown["id"], "csv", ENGLISH)).name == "numbers_three-thousand-four-hundred-and.csv"
    second = service.another_hypothesis(shown["id"], 1).request.id
    assert Path(exports.write(second, "npz", ENGLISH)).name == "numbers_rank2_three-thousand-four-hundred-and.npz"
    varied = json.loads(ask("variant", off=[["cross", 0, 1]])["payload"])["id"]
    assert Path(exports.write(varied, "npz", ENGLISH)).name == "numbers_changed_three-thousand-four-hundred-and.npz"
    for side, name in (("base", "base_"), ("changed", "changed_"), ("../x", "")):
        path = Path(exports.write(shown["id"], "npz", ENGLISH, side=side))
        assert path.name == f"numbers_{name}three-thousand-four-hundred-and.npz"


def test_a_target_of_ones_own_is_called_forced(exports, shown, ask):
    own = json.loads(ask("variant", target="七")["payload"])["id"]
    paths = [Path(exports.write(id, "npz", ENGLISH)) for id in (shown["id"], own)]
    assert [json.loads(str(np.load(path)["provenance"]))["forced"] for path in paths] == [False, True]


@pytest.mark.parametrize("text", ["con", "../" * 99, "🙂", "x" * 500, "狗" * 500])
@pytest.mark.parametrize("checkpoint", ["con", "run/" + "y" * 200, "🙂"])
def test_name_is_safe_on_every_system(text, checkpoint):
    name = file_name(TraceRequest(checkpoint, text, 5, 0.6, 99, target=(1,)), "value_norm", "json")
    assert len(name) <= 80 and "_" in name and Path(name).name == name


def test_sentences_that_begin_alike_do_not_share_a_file(service, exports):
    ids = [service.translate("numbers", f"{'one ' * 20}{last}", 1, 0.6).request.id for last in ("two", "three")]
    first, second = (Path(exports.write(id, "json", ENGLISH)) for id in ids)
    assert first.name == second.name and first.read_bytes() != second.read_bytes()


def test_files_are_written_to_a_private_folder(service, exports, shown):
    """A folder of a fixed name in /tmp could be somebody else's link, and what is old in it was removed."""
    first = Path(exports.write(shown["id"], "npz", ENGLISH))
    assert stat.S_IMODE(first.parent.parent.stat().st_mode) == 0o700
    assert Exports(service).folder() != first.parent.parent
    os.utime(first, (0, 0))
    second = Path(exports.write(shown["id"], "csv", ENGLISH))
    assert second.is_file() and not first.exists()


def test_the_oldest_files_go_when_there_are_too_many_bytes(exports, shown, monkeypatch):
    paths = [Path(exports.write(shown["id"], form, ENGLISH)) for form in ("npz", "csv", "json")]
    for age, path in enumerate(reversed(paths)):
        os.utime(path, (time.time() - age, time.time() - age))
    monkeypatch.setattr(downloads, "_BYTES", paths[1].stat().st_size + paths[2].stat().st_size)
    exports.folder()
    assert [path.exists() for path in paths] == [False, True, True]


@pytest.mark.parametrize("form", ["exe", "../npz", "", "CSV"])
def test_another_format_is_refused(exports, shown, form):
    with pytest.raises(CoreError, match="one of csv, npz, json, html"):
        exports.write(shown["id"], form, ENGLISH)


@pytest.mark.parametrize("id", ["", "../../etc/passwd", "0" * 24])
@pytest.mark.parametrize("form", FORMATS)
def test_a_translation_that_was_never_made_leaves_no_file(exports, id, form):
    with pytest.raises(CoreError, match="no longer kept"):
        exports.write(id, form, ENGLISH)
    assert list(exports.folder().iterdir()) == []


def test_too_many_weights_are_saved_as_npz_only(exports, shown, monkeypatch):
    monkeypatch.setattr(exports_module, "MAX_TABLE_NUMBERS", 100)
    for form in ("csv", "json"):
        with pytest.raises(CoreError, match="save them as NPZ"):
            exports.write(shown["id"], form, ENGLISH)
    assert Path(exports.write(shown["id"], "npz", ENGLISH)).is_file()


def test_a_row_is_written_to_compute_by_hand(service, exports, shown):
    place = {"id": shown["id"], "kind": "cross", "layer": 1, "head": 0, "query": 0}
    paths = [Path(exports.write_handout(form, place, ENGLISH)) for form in FILES]
    assert [path.suffix for path in paths] == [".ipynb", ".xlsx", ".html"]
    assert all(path.name.startswith("numbers_cross-2-1-1_") and path.stat().st_size > 1000 for path in paths)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"head": 99}, "head 100 does not exist"),
        ({"query": 500}, "row 501 does not exist"),
        ({"kind": "other"}, "a valid kind"),
        ({"layer": -1}, "a valid layer"),
        ({"layer": None}, "a valid layer"),
        ({"id": "never"}, "no longer kept"),
    ],
)
def test_a_row_that_is_not_there_is_refused(exports, shown, change, words):
    place = {"id": shown["id"], "kind": "cross", "layer": 1, "head": 0, "query": 0, **change}
    with pytest.raises(CoreError, match=words):
        exports.write_handout("worksheet", place, ENGLISH)
    assert list(Path(exports.folder()).glob("*")) == []
