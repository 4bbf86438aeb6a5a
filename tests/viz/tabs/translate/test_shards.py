"""A checkpoint in shards looks on the page like the same checkpoint in one file."""

import json
import shutil
from pathlib import Path

import numpy as np

from core.library import CheckpointLibrary
from core.service import Service
from core.weights_files import weight_files
from tests.core.interchange.folders import write_folder
from tests.core.shards import halve, in_shards
from viz.saved_page.archive import model_archive
from viz.saved_page.exports import Exports
from viz.tabs.open_folder import opened
from viz.texts import ENGLISH
from viz.wire.payload import payload_of

NUMBERS = Path(__file__).parents[4] / "checkpoints" / "numbers"


def test_sharded_numbers_translates_and_draws_like_the_single_file(tmp_path):
    shutil.copytree(NUMBERS, tmp_path / "one" / "numbers")
    assert len(weight_files(in_shards(NUMBERS, tmp_path / "other" / "numbers", 500_000))) == 3
    one, other = (Service(CheckpointLibrary(tmp_path / name)) for name in ("one", "other"))
    for sentence in one.library.card("numbers").examples:
        whole, parts = (service.translate("numbers", sentence, 4, 0.6) for service in (one, other))
        assert whole.translation == parts.translation
        assert np.array_equal(whole.trace.cross, parts.trace.cross)
        drawn, drawn_of_parts = (json.loads(payload_of(answer, timed=False).to_json()) for answer in (whole, parts))
        assert drawn.pop("id") != drawn_of_parts.pop("id")  # it names the files
        assert drawn == drawn_of_parts
    archives = [model_archive(s.library.translator("numbers").checkpoint, "numbers") for s in (one, other)]
    assert archives[0] == archives[1]
    exports = Exports(other)  # its folder lives as long as it does
    assert Path(exports.write(parts.request.id, "html_model", ENGLISH)).stat().st_size > len(archives[0])


def test_folder_in_shards_is_opened(tmp_path):
    folder = in_shards(write_folder(tmp_path / "theirs", weights=halve), tmp_path / "opus", 5000)
    library = CheckpointLibrary(tmp_path / "checkpoints")
    assert opened(library, str(folder)).constructor_args["value"] == "opened-opus"
    assert library.translator("opened-opus").translate(["a"])
