"""Places of the program: those of a checkout here; `tests/glassformer/test_wheel.py` has those of the wheel."""

from pathlib import Path

import pytest

from core import places
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.places import PROGRAM, SHIPPED, WORKING_FOLDER, as_typed, checkpoint_path

ROOT = Path(__file__).parents[2]


def test_a_checkout_keeps_everything_at_its_top_level():
    assert PROGRAM == WORKING_FOLDER == ROOT.resolve()
    assert CheckpointLibrary(SHIPPED).home == ROOT.resolve() / "checkpoints"


@pytest.mark.parametrize("given", ["en-de", "checkpoints/en-de"])
def test_shipped_checkpoint_is_found_by_its_name_from_anywhere(given, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert checkpoint_path(given) == SHIPPED / "en-de"
    (tmp_path / given).mkdir(parents=True)
    assert checkpoint_path(given) == Path(given)  # a folder of that name comes first


@pytest.mark.parametrize("given", ["none", "core", "", "/", "a" * 999, "\0"])
def test_other_paths_stay_as_they_are(given):
    assert checkpoint_path(given) == Path(given)


def test_installed_texts_name_the_one_command(monkeypatch):
    words = "python -m core train, python -m viz page, python -m corex"
    assert as_typed(words) == words
    monkeypatch.setattr(places, "INSTALLED", True)
    assert as_typed(words) == "glassformer train, glassformer page, python -m corex"
    assert str(CoreError("a.b", "see `python -m core {name}`", name="train")) == "see `glassformer train`"


def test_installed_library_adds_checkpoints_in_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("core.library.WORKING_FOLDER", tmp_path)
    library = CheckpointLibrary(SHIPPED)
    own = library.home / "opened-mine"
    own.mkdir(parents=True)
    (own / "config.json").write_text("{}")
    assert own.parent == tmp_path / "checkpoints"
    assert library.names() == ["en-de", "en-zh", "numbers", "opened-mine"]
    assert library.folder("opened-mine") == own and library.folder("en-de") == SHIPPED / "en-de"
