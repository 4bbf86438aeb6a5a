"""Models of the Hub by name, from a stand-in on loopback: pinned, kept for offline, and refused like any bad folder."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from core.errors import CoreError
from core.interchange.folder import import_beside, import_folder
from core.interchange.hub import fetch_model, hub_checkpoint, is_hub_name, local_checkpoint
from core.translator import Translator
from core.weights_files import has_weights
from tests.core.interchange.folders import write_folder
from tests.hub import serve_hub

NUMBERS = Path(__file__).parents[3] / "checkpoints" / "numbers"


@pytest.fixture
def hub(monkeypatch, tmp_path):
    from huggingface_hub import constants

    with serve_hub() as served:
        monkeypatch.setattr(constants, "ENDPOINT", served.address)
        template = served.address + "/{repo_id}/resolve/{revision}/{filename}"
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
        monkeypatch.setenv("GLASSFORMER_CACHE", str(tmp_path / "imported"))
        yield served


def add(hub, name, folder):
    """Put the files of a folder on the Hub."""
    hub.files[f"model/{name}"] = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_native_model_is_read_as_it_is_and_again_without_a_network(hub, monkeypatch):
    add(hub, "me/numbers", NUMBERS)
    hub.files["model/me/numbers"]["train.py"] = b"raise SystemExit"
    folder = hub_checkpoint("me/numbers")
    assert (folder / "model.safetensors").read_bytes() == (NUMBERS / "model.safetensors").read_bytes()
    assert not (folder / "train.py").exists()  # nothing but what a model needs
    assert folder.name == f"numbers@{hub.revision('model/me/numbers')[:7]}"
    assert Translator.load(folder).translate(["seven"])[0].text == Translator.load(NUMBERS).translate(["seven"])[0].text
    asked = len(hub.requests)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert hub_checkpoint("me/numbers") == folder
    assert len(hub.requests) == asked


def test_a_hub_that_cannot_be_reached_is_one_sentence(hub, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(CoreError, match=r"^me/x cannot be fetched from the Hub: it cannot be reached$"):
        fetch_model("me/x")


def test_a_revision_stays_when_the_model_moves_on(hub):
    add(hub, "me/numbers", NUMBERS)
    first = fetch_model("me/numbers")
    hub.files["model/me/numbers"]["README.md"] = b"changed"
    second = fetch_model("me/numbers")
    assert first.revision != second.revision
    assert (first.folder / "README.md").read_bytes() != b"changed" == (second.folder / "README.md").read_bytes()
    with pytest.raises(CoreError, match="does not have this revision"):
        fetch_model("me/numbers@v9")


def test_a_model_of_another_program_is_imported_once(hub, tmp_path):
    add(hub, "Helsinki-NLP/tiny", write_folder(tmp_path / "opus"))
    folder = hub_checkpoint("Helsinki-NLP/tiny")
    made = (folder / "config.json").stat().st_mtime_ns
    assert hub_checkpoint("Helsinki-NLP/tiny") == folder
    assert (folder / "config.json").stat().st_mtime_ns == made
    origin = f"Helsinki-NLP/tiny@{hub.revision('model/Helsinki-NLP/tiny')}"
    assert json.loads((folder / "config.json").read_bytes())["hub"] == origin


def test_python_imports_a_local_folder_of_another_program_once(hub, tmp_path):
    import glassformer

    opus = write_folder(tmp_path / "opus")
    model = glassformer.load(opus)
    assert model.name.startswith("opus@") and model.folder.parent == tmp_path / "imported" / "local"
    assert glassformer.load(str(opus)).folder == model.folder
    assert not (opus / "model.safetensors").samefile(model.folder / "model.safetensors")
    weights = opus / "model.safetensors"
    weights.write_bytes(weights.read_bytes())  # as after a further training
    assert glassformer.load(opus).folder != model.folder


def test_a_model_is_imported_by_one_at_a_time(tmp_path, monkeypatch):
    """Two that imported the same model at once removed each other's partial folder."""
    monkeypatch.setenv("GLASSFORMER_CACHE", str(tmp_path / "imported"))
    opus, both, imported = write_folder(tmp_path / "opus"), threading.Barrier(2, timeout=1), []

    def import_slowly(folder, out, **given):
        imported.append(out)
        with suppress(threading.BrokenBarrierError):
            both.wait()
        import_folder(folder, out, **given)

    monkeypatch.setattr("core.interchange.hub.import_folder", import_slowly)
    with ThreadPoolExecutor(2) as pool:
        found = [*pool.map(local_checkpoint, [opus, opus])]
    assert found == [imported[0]] * 2 and len(imported) == 1 and has_weights(found[0])


def test_a_copy_for_the_page_has_the_name_and_notes_the_revision(hub, tmp_path):
    add(hub, "me/numbers", NUMBERS)
    model = fetch_model("me/numbers")
    name = import_beside(model.folder, tmp_path / "checkpoints", model.origin)
    assert name == "opened-numbers"
    config = json.loads((tmp_path / "checkpoints" / name / "config.json").read_bytes())
    assert config["hub"] == model.origin


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"config.json": b"{"}, "is not JSON"),
        ({"model.safetensors": b"\x80\x04."}, "model.safetensors"),
        ({"tokenizer.json": b"[]"}, "tokenizer.json"),
    ],
)
def test_a_hostile_repository_is_refused_and_leaves_nothing(hub, tmp_path, change, message):
    add(hub, "me/numbers", NUMBERS)
    hub.files["model/me/numbers"] |= change
    model = fetch_model("me/numbers")
    with pytest.raises(CoreError, match=message):
        import_beside(model.folder, tmp_path / "checkpoints", model.origin)
    assert not list((tmp_path / "checkpoints").glob("*"))


def test_a_large_repository_is_refused_before_anything_is_fetched(hub, monkeypatch):
    add(hub, "me/numbers", NUMBERS)
    monkeypatch.setattr("core.interchange.hub._MOST_BYTES", 1_000_000)
    with pytest.raises(CoreError, match="GB are fetched"):
        fetch_model("me/numbers")
    assert not [line for line in hub.requests if "/resolve/" in line]


@pytest.mark.parametrize("name", ["me/none", "me/numbers@"])
def test_unknown_and_bad_names_are_one_sentence(hub, name):
    with pytest.raises(CoreError) as caught:
        fetch_model(name)
    assert caught.value.code == ("hub.refused" if name == "me/none" else "hub.name")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("me/x", True),
        ("me/x@v1", True),
        ("/me/x", False),
        ("me", False),
        ("../x", False),
        ("a/b/c", False),
        ("tests/core", False),
    ],
)
def test_names_are_told_from_folders(text, expected, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[3])
    assert is_hub_name(text) is expected


def test_python_loads_by_name(hub):
    import glassformer

    add(hub, "me/numbers", NUMBERS)
    model = glassformer.load("me/numbers")
    assert model.name == f"numbers@{hub.revision('model/me/numbers')[:7]}"
    assert model("seven").text == glassformer.load("numbers")("seven").text
    with pytest.raises(CoreError, match="no such model"):
        glassformer.load("me/none")
