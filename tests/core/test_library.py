"""Checkpoint library: each checkpoint is loaded once, without blocking requests for others."""

import json
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from core.errors import CoreError
from core.library import CheckpointLibrary, model_of_run
from core.translator import Translator

PATIENCE = 60.0  # seconds


@pytest.fixture
def library(miniature: Path, tmp_path: Path) -> CheckpointLibrary:
    """Two copies of the miniature checkpoint, `first` and `second`."""
    for name in ("first", "second"):
        shutil.copytree(miniature, tmp_path / name)
    return CheckpointLibrary(tmp_path)


@pytest.fixture
def slow_load(monkeypatch: pytest.MonkeyPatch):
    """Loading of `second` starts and then waits for an event: (started, proceed, loaded folders)."""
    started, released, loads = threading.Event(), threading.Event(), []
    load = Translator.load

    def slowly(folder: Path) -> Translator:
        loads.append(folder.name)
        if folder.name == "second":
            started.set()
            assert released.wait(PATIENCE)
        return load(folder)

    monkeypatch.setattr(Translator, "load", slowly)
    yield started, released, loads
    released.set()


def test_loading_a_checkpoint_does_not_block_others(library, slow_load):
    started, released, _ = slow_load
    loaded = library.translator("first")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(library.translator, "second")
        assert started.wait(PATIENCE)
        assert library.translator("first") is loaded  # would wait for ever under one lock
        assert not waiting.done()
        released.set()
        assert waiting.result(PATIENCE).name == "second"


def test_concurrent_requests_load_a_checkpoint_once(library, slow_load):
    started, released, loads = slow_load
    with ThreadPoolExecutor(7) as pool:
        waiting = [pool.submit(library.translator, "second") for _ in range(7)]
        assert started.wait(PATIENCE)
        released.set()
        assert len({id(one.result(PATIENCE)) for one in waiting}) == 1
    assert loads == ["second"]


def test_a_failed_load_is_reported_and_tried_again(library, monkeypatch):
    def fail(folder: Path) -> Translator:
        raise CoreError("test.broken", "broken")

    with monkeypatch.context() as patched:
        patched.setattr(Translator, "load", fail)
        with pytest.raises(CoreError, match="broken"):
            library.translator("first")
    assert library.translator("first").name == "first"


def test_least_recently_used_checkpoint_is_loaded_again(library, miniature, tmp_path, slow_load):
    _, released, loads = slow_load
    released.set()
    for name in ("third", "fourth"):
        shutil.copytree(miniature, tmp_path / name)
    for name in ("first", "second", "third", "first", "fourth", "first", "second"):
        assert library.translator(name).name == name
    assert loads == ["first", "second", "third", "fourth", "second"]


def test_card_ignores_values_that_cannot_be_shown(miniature, tmp_path):
    folder = tmp_path / "odd"
    shutil.copytree(miniature, folder)
    path = folder / "config.json"
    described = json.loads(path.read_text(encoding="utf-8"))
    described |= {"scores": {"bleu": 10**400, "exact": True}, "examples": ["half a pair: \ud83d"]}
    path.write_text(json.dumps(described), encoding="utf-8")
    card = CheckpointLibrary(tmp_path).card("odd")
    assert (card.bleu, card.exact) == (None, None)
    assert all(line.isascii() for line in card.examples)


def test_a_finished_run_has_its_model_and_that_of_its_best_validation(tmp_path, miniature):
    runs = tmp_path / "runs"
    for folder in ("later/checkpoint", "later/best", "earlier/checkpoint", "at-work/best"):
        shutil.copytree(miniature, runs / folder)
    os.utime(runs / "earlier" / "checkpoint" / "config.json", (1, 1))
    library = CheckpointLibrary(tmp_path / "shipped", runs)
    assert library.names() == ["run/later", "run/later/best", "run/earlier"]
    assert library.folder(model_of_run("later", best=True)) == runs / "later" / "best"


def test_hidden_folders_are_not_offered(tmp_path, miniature):
    """What a kill leaves of an import or a deletion was offered, before all others."""
    hidden = {".en-de.partial": "checkpoints/.en-de.partial", "run/.mine.removed": "runs/.mine.removed/checkpoint"}
    for place in ("checkpoints/en-de", "runs/mine/checkpoint", *hidden.values()):
        shutil.copytree(miniature, tmp_path / place)
    library = CheckpointLibrary(tmp_path / "checkpoints", tmp_path / "runs")
    assert library.names() == ["en-de", "run/mine"]
    for name in hidden:
        with pytest.raises(CoreError, match="unknown checkpoint"):
            library.folder(name)


def test_a_run_named_best_has_its_models(tmp_path, miniature):
    """Its name ends like that of a best model, so that none of its models was found."""
    runs = tmp_path / "runs"
    for folder in ("checkpoint", "best"):
        shutil.copytree(miniature, runs / "best" / folder)
    library = CheckpointLibrary(tmp_path / "shipped", runs)
    assert library.names() == ["run/best", "run/best/best"]
    assert [library.folder(name) for name in library.names()] == [runs / "best" / "checkpoint", runs / "best" / "best"]


def test_a_run_named_best_without_validations_has_its_model(tmp_path, miniature):
    runs = tmp_path / "runs"
    shutil.copytree(miniature, runs / "best" / "checkpoint")
    library = CheckpointLibrary(tmp_path / "shipped", runs)
    assert library.names() == ["run/best"]
    assert library.folder("run/best") == runs / "best" / "checkpoint"


def overwrite(path: Path, other: bytes) -> None:
    """Replace the bytes of a file, and keep its times."""
    state = path.stat()
    path.write_bytes(other)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def other_weights(path: Path) -> bytes:
    """Return a file of weights of the same size whose last number differs."""
    data = bytearray(path.read_bytes())
    data[-2] ^= 1
    return bytes(data)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "a/b",
        "../miniature",
        "run/",
        "run/..",
        "run/a/b",
        "miniature/best",
        "x" * 300,
        "中" * 200,
        "a\0",
        "\ud800",
    ],
)
def test_other_texts_name_no_checkpoint(miniature, tmp_path, name):
    with pytest.raises(CoreError, match="unknown checkpoint"):
        CheckpointLibrary(miniature.parent, tmp_path).folder(name)


def test_a_named_checkpoint_is_found_without_listing_the_others(miniature, tmp_path, monkeypatch):
    run = tmp_path / "one"
    for folder in ("checkpoint", "best"):
        (run / folder).mkdir(parents=True)
        (run / folder / "config.json").write_text("{}")
    library = CheckpointLibrary(miniature.parent, tmp_path)
    expected = {name: library.folder(name) for name in library.names()}
    monkeypatch.setattr(library, "names", lambda: pytest.fail("listed"))
    assert {name: library.folder(name) for name in expected} == expected
    assert expected["run/one/best"] == run / "best" and expected["run/one"] == run / "checkpoint"


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_changed_file_is_loaded_again(library, tmp_path, name):
    loaded, stamp = library.translator("first"), library.stamp("first")
    other = library.translator("second")
    path = tmp_path / "first" / name
    overwrite(path, other_weights(path) if name == "model.safetensors" else path.read_bytes() + b"\n")
    assert library.stamp("first") != stamp
    assert library.translator("first") is not loaded and library.translator("second") is other
    (tmp_path / "first" / "README.md").write_text("another card")
    again = library.translator("first")
    assert library.translator("first") is again


def test_hash_is_that_of_the_loaded_weights(library, tmp_path):
    path = tmp_path / "first" / "model.safetensors"
    before, after = path.read_bytes(), other_weights(path)
    loaded = library.translator("first")
    assert library.weights_sha256("first") == sha256(before).hexdigest()
    overwrite(path, after)
    assert library.weights_sha256("first") == sha256(after).hexdigest()
    assert library.translator("first") is not loaded


def test_file_that_changes_while_it_is_read_is_refused_once(library, tmp_path, monkeypatch):
    path, load = tmp_path / "first" / "model.safetensors", Translator.load

    def slowly(folder: Path) -> Translator:
        found = load(folder)
        overwrite(path, other_weights(path))
        return found

    monkeypatch.setattr(Translator, "load", slowly)
    with pytest.raises(CoreError, match="the files of first changed while they were read"):
        library.translator("first")
    monkeypatch.setattr(Translator, "load", load)
    assert library.translator("first").name == "first"
