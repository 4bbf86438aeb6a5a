"""The notebook computes the drawn matrix from the weights, for every kind of attention and every kind of model."""

import json
import subprocess
import sys

import pytest
import torch
from safetensors.torch import load_file

from core.checkpoint import unique_weights
from core.weights_files import save_tensors, save_weights
from tests.viz.handouts.made import PLACES, built, subject_of
from viz.handouts.notebook import notebook
from viz.texts import ENGLISH

MODELS = {
    "post": {},
    "pre": {"norm": "pre"},
    "learned": {"positions": "learned", "tying": "two-way", "norm": "pre"},
    "unscaled": {"scale_scores": False, "tying": "none", "d_k": None, "d_v": None},
}


def code_of(content: bytes) -> str:
    """Return the code of a notebook as one program."""
    cells = json.loads(content)["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


@pytest.fixture
def in_folder(tmp_path, monkeypatch):
    """Write a model's weights where its notebook looks for them, and work there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "checkpoints/small").mkdir(parents=True)

    def write(model):
        save_weights(tmp_path / "checkpoints/small", unique_weights(model.state_dict(), model.config))
        return model

    return write


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.kind)
@pytest.mark.parametrize("changes", MODELS.values(), ids=MODELS)
def test_notebook_reproduces_the_drawn_matrix(in_folder, changes, place):
    subject = subject_of(in_folder(built(**changes)), place)
    code = code_of(notebook(subject, ENGLISH))
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= 60 and not any(line.startswith(("import core", "from core", "import viz")) for line in lines)
    names: dict[str, object] = {}
    exec(code, names)
    torch.testing.assert_close(names["computed"], torch.tensor(subject.example.matrix), rtol=0, atol=1e-6)


def test_notebook_refuses_another_matrix(in_folder):
    model = in_folder(built())
    subject = subject_of(model, PLACES[2])
    other = subject._replace(example=subject.example._replace(matrix=subject.example.matrix.round(2)))
    with pytest.raises(AssertionError):
        exec(code_of(notebook(other, ENGLISH)), {})


def test_notebook_reads_shards(in_folder, tmp_path):
    subject = subject_of(in_folder(built()), PLACES[2])
    whole = tmp_path / "checkpoints/small/model.safetensors"
    tensors = load_file(whole)
    whole.unlink()
    for number in range(2):
        part = {name: tensors[name] for name in sorted(tensors)[number::2]}
        save_tensors(whole.with_name(f"model-0000{number + 1}-of-00002.safetensors"), part)
    exec(code_of(notebook(subject, ENGLISH)), {})


def test_notebook_runs_without_the_project(in_folder, tmp_path):
    code = code_of(notebook(subject_of(in_folder(built()), PLACES[2]), ENGLISH))
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("largest difference: ") and "'▁four'" in done.stdout


def test_notebook_has_words_and_no_markup_of_a_sentence():
    found = json.loads(notebook(subject_of(built(), PLACES[0])._replace(checkpoint="a_b|*c"), ENGLISH))
    words = ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "markdown"]
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    assert "a\\_b\\|\\*c" in words[0] and not any("four" in text for text in words)
