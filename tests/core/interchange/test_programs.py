"""Exported folders in `transformers`, CTranslate2 and ONNX Runtime: logits, greedy output, and the card's example."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from core.checkpoint import Checkpoint, load_checkpoint
from core.config import DecodingConfig
from core.data.tasks import TASKS
from core.decoding.batched import search_many
from core.interchange.export import export
from core.interchange.folder import import_folder
from core.translator import Translator
from tests.core.interchange.folders import write_folder

transformers = pytest.importorskip("transformers", reason="needs requirements-interchange.txt")
ctranslate2 = pytest.importorskip("ctranslate2", reason="needs requirements-interchange.txt")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs requirements-interchange.txt")


pytestmark = pytest.mark.interchange
ROOT = Path(__file__).parents[3]
SHIPPED = {"en-de": "pegasus", "en-zh": "pegasus", "numbers": "marian"}
STRANGE = [
    "",
    "  two   blanks ",
    "\u72d7 first",
    "a </s> b <pad>",
    "7 o'clock, \u201cquoted\u201d",
    "e\u0301\ttab \U0001f44d\U0001f3fd",
    "\u3000",
]
GREEDY = DecodingConfig(beam_size=1, nbest=1)


def lines(name: str) -> list[str]:
    """Sentences that suit a shipped model."""
    if name == "numbers":
        return TASKS["numbers"].pairs(60, 1, split="test").source
    return (ROOT / "core" / "data" / "sample_en.txt").read_text("utf-8").splitlines()


def sources(name: str, checkpoint: Checkpoint) -> list[list[int]]:
    return [found.ids for found in checkpoint.vocabularies.source.encode_batch(lines(name))]


def own_greedy(checkpoint: Checkpoint, ids: list[list[int]]) -> list[list[int]]:
    return [list(found.hypotheses[0].ids) for found in search_many(checkpoint.model, ids, GREEDY)]


@pytest.mark.parametrize("name", SHIPPED)
def test_transformers_reads_and_translates(tmp_path, name):
    checkpoint = load_checkpoint(ROOT / "checkpoints" / name)
    kind = "pegasus" if checkpoint.model.config.norm == "pre" else "marian"
    export(checkpoint, name, tmp_path / "out", kind)
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "out")
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(tmp_path / "out").eval().requires_grad_(False)
    forbidden = list(checkpoint.model.config.never_generated)
    ids = sources(name, checkpoint)
    for line in STRANGE:
        assert tokenizer(line)["input_ids"] == checkpoint.vocabularies.source.encode(line).ids
    for line, source, target in zip(lines(name), ids, own_greedy(checkpoint, ids), strict=True):
        assert tokenizer(line)["input_ids"] == source
        given = torch.tensor([source])
        found = model.generate(given, num_beams=1, do_sample=False, max_length=256)[0].tolist()
        assert found[1:] == target
        assert tokenizer.decode(target, skip_special_tokens=True) == checkpoint.vocabularies.target.decode(target)
        read = torch.tensor([found[:-1]])
        logits = model(input_ids=given, decoder_input_ids=read).logits
        assert (logits[..., forbidden] < -1e8).all()
        kept = [token for token in range(logits.shape[-1]) if token not in forbidden]
        expected = checkpoint.model(given, read)
        torch.testing.assert_close(logits[..., kept], expected[..., kept], atol=1e-3, rtol=0)


@pytest.mark.parametrize("name", SHIPPED)
def test_ctranslate2_reads_and_translates(tmp_path, name):
    checkpoint = load_checkpoint(ROOT / "checkpoints" / name)
    export(checkpoint, name, tmp_path / "out", "ctranslate2")
    translator = ctranslate2.Translator(str(tmp_path / "out"), device="cpu")
    source, target = checkpoint.vocabularies
    ids = sources(name, checkpoint)
    given = [[source.tokens[token] for token in one[:-1]] for one in ids]
    found = translator.translate_batch(given, beam_size=1, max_decoding_length=256)
    place = {token: index for index, token in enumerate(target.tokens)}
    end = checkpoint.model.config.end_id
    assert [[*(place[token] for token in one.hypotheses[0]), end] for one in found] == own_greedy(checkpoint, ids)


def test_onnx_runtime_computes_the_same(tmp_path):
    checkpoint = load_checkpoint(ROOT / "checkpoints" / "en-de")
    export(checkpoint, "en-de", tmp_path / "out", "onnx")
    encoder, decoder = (
        onnxruntime.InferenceSession(tmp_path / "out" / f"{part}.onnx") for part in ("encoder", "decoder")
    )
    ids = sources("en-de", checkpoint)
    allowed = [token for token in range(8000) if token not in checkpoint.model.config.never_generated]
    for source, target in zip(ids[:20], own_greedy(checkpoint, ids[:20]), strict=True):
        batch, read = np.array([source]), np.array([[1, *target[:-1]]])
        (memory,) = encoder.run(None, {"source": batch})
        (logits,) = decoder.run(None, {"target": read, "memory": memory, "source": batch})
        expected = checkpoint.model(torch.tensor(batch), torch.tensor(read)).numpy()
        assert np.abs(logits[..., allowed] - expected[..., allowed]).max() < 1e-4
        assert logits[0].argmax(axis=-1).tolist() == target


def run(folder: Path, *command: str, text: str = "") -> list[str]:
    """The lines that Python prints in another folder than this project's."""
    found = subprocess.run(
        [sys.executable, *command], cwd=folder, input=text.encode(), capture_output=True, check=False
    )
    assert found.returncode == 0, found.stderr.decode()
    return found.stdout.decode().splitlines()


@pytest.mark.parametrize(("name", "to"), [("en-de", "pegasus"), ("numbers", "marian")])
def test_the_example_of_the_card_runs(tmp_path, name, to):
    checkpoint = load_checkpoint(ROOT / "checkpoints" / name)
    export(checkpoint, name, tmp_path / "out", to)
    code = (tmp_path / "out" / "README.md").read_text("utf-8").split("```")[1].removeprefix("python")
    assert run(tmp_path / "out", "-c", code)[-1].strip()


def translated_by_script(checkpoint: Checkpoint, folder: Path, to: str, texts: list[str]) -> list[str]:
    """The lines that the folder's own script prints; it imports nothing of this project."""
    export(checkpoint, "mine", folder, to)
    script = (folder / "translate.py").read_text("utf-8")
    assert not re.search(r"\b(core|torch)\b", script) and len(script.splitlines()) <= 25
    return run(folder.parent, f"{folder.name}/translate.py", text="".join(f"{text}\n" for text in texts))


def own_translations(checkpoint: Checkpoint, to: str, texts: list[str]) -> list[str]:
    """The same translations by this project: CTranslate2's beam has no length penalty, ONNX is greedy."""
    config = GREEDY if to == "onnx" else DecodingConfig(alpha=0.0)
    return [found.text for found in Translator(checkpoint).translate(texts, config)]


@pytest.mark.parametrize(("name", "to"), [*((name, "ctranslate2") for name in SHIPPED), ("en-de", "onnx")])
def test_script_of_an_exported_folder_translates_any_sentence(tmp_path, name, to):
    checkpoint = load_checkpoint(ROOT / "checkpoints" / name)
    texts = [*lines(name), *([] if name == "numbers" else STRANGE)]
    assert translated_by_script(checkpoint, tmp_path / "out", to, texts) == own_translations(checkpoint, to, texts)


@pytest.mark.parametrize("to", ["ctranslate2", "onnx"])
@pytest.mark.parametrize("is_separate", [False, True])
def test_script_of_an_imported_model_translates_with_its_pieces(tmp_path, to, is_separate):
    theirs = write_folder(tmp_path / "theirs")
    if is_separate:
        (theirs / "target_vocab.json").write_text((theirs / "vocab.json").read_text("utf-8"), "utf-8")
    import_folder(theirs, tmp_path / "own")
    checkpoint = load_checkpoint(tmp_path / "own")
    texts = ["the cat", "", "a  the hat", ">>fra<< the cat", "xyz the xx cat", ">>x<< the cat", "the " * 40]
    found = translated_by_script(checkpoint, tmp_path / "out", to, texts)
    assert found == own_translations(checkpoint, to, texts)
