"""What loading a checkpoint costs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from core.checkpoint import load_checkpoint, save_checkpoint
from core.errors import CoreError

ROOT = Path(__file__).parents[3]
TRANSLATE_AND_TRAIN = """
import sys
from pathlib import Path
from core.training.execution import execute
from core.translator import Translator
from tests.core.training.small_run import created
translation = Translator.load(Path("tests/miniature")).translate(["one two"])[0]
run = created(Path(sys.argv[1]), max_steps=1)
execute(run)
print(bool(translation.text), run.status().state, sorted({"torch._dynamo", "sympy"} & set(sys.modules)))
"""


def test_translating_and_training_import_no_compiler(tmp_path):
    """It takes a second of CPU, at every start."""
    command = [sys.executable, "-c", TRANSLATE_AND_TRAIN, str(tmp_path / "run")]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert found.stdout.strip() == "True finished []", found.stderr


def test_loading_draws_no_random_numbers():
    torch.manual_seed(3)
    expected = torch.rand(1)
    torch.manual_seed(3)
    load_checkpoint(ROOT / "tests" / "miniature")
    assert torch.equal(torch.rand(1), expected)


def test_loaded_weights_do_not_depend_on_their_file(tmp_path):
    """A mapped file would change the model, or end the process where its pages are gone."""
    checkpoint = load_checkpoint(ROOT / "tests" / "miniature")
    weights = checkpoint.model.state_dict()
    folder, languages = tmp_path / "model", {"source_language": "en", "target_language": "zh"}
    save_checkpoint(folder, weights, checkpoint.model.config, checkpoint.vocabularies, **languages)
    loaded = load_checkpoint(folder).model
    path = folder / "model.safetensors"
    with path.open("r+b") as file:  # as `cp` writes over it
        file.write(bytes(path.stat().st_size))
    assert all(torch.equal(tensor, weights[name]) for name, tensor in loaded.state_dict().items())
    os.truncate(path, 8)
    assert all(torch.equal(tensor, weights[name]) for name, tensor in loaded.state_dict().items())


def test_run_in_place_of_a_checkpoint_names_its_models(tmp_path):
    (tmp_path / "status.json").write_text("{}")
    with pytest.raises(CoreError, match="is a run; its models are: none"):
        load_checkpoint(tmp_path)
    (tmp_path / "best").mkdir()
    with pytest.raises(CoreError, match=f"is a run; its models are: {tmp_path / 'best'}$"):
        load_checkpoint(tmp_path)
