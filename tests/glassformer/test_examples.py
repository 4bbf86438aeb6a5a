"""The notebooks of examples/ run from the first cell to the last, in a kernel of their own and without a network."""

import re
from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SMALLER = {"STEPS = 600": "STEPS = 20"}  # that the cells run is tested here, not what is learned


@pytest.mark.parametrize("name", ["first_look", "train_in_a_minute"])
def test_notebook_runs(name, tmp_path, monkeypatch):
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    for cell in notebook.cells:
        for full, smaller in SMALLER.items():
            cell.source = cell.source.replace(full, smaller)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    data = [output["data"] for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    assert sum("application/vnd.jupyter.widget-view+json" in one for one in data) >= 1
    pages = [one["text/html"] for one in data if "text/html" in one and "<iframe" in one["text/html"]]
    assert pages and all(len(page) < 500_000 for page in pages)  # read where no kernel runs


@pytest.mark.interchange
def test_notebook_of_another_programs_model_runs(tmp_path, monkeypatch):
    """A random model in a folder stands for the one of the Hub."""
    pytest.importorskip("transformers", reason="needs requirements-interchange.txt")
    from tests.core.interchange.marian import marian

    _, tokenizer = marian(tmp_path / "opus")
    tokenizer.save_pretrained(tmp_path / "opus")
    notebook = nbformat.read(EXAMPLES / "your_hugging_face_model.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("Helsinki-NLP/opus-mt-en-de", str(tmp_path / "opus"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("GLASSFORMER_CACHE", str(tmp_path / "cache"))
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    (difference,) = [
        float(output["text"].rsplit(maxsplit=1)[1])
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output["output_type"] == "stream" and "largest difference" in output["text"]
    ]
    assert difference < 1e-5


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_is_stored_without_outputs_and_fetches_nothing(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert not re.search(r"https?://(?!huggingface\.co|arxiv\.org)", "\n".join(cell.source for cell in notebook.cells))
