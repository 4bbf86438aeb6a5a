"""Write a checkpoint as a folder of another program, with a model card that says how to use it there."""

from collections.abc import Callable
from pathlib import Path

from core.checkpoint import Checkpoint
from core.durable import replaced_folder
from core.errors import CoreError
from core.interchange.to_ctranslate2 import write_ctranslate2
from core.interchange.to_onnx import write_onnx
from core.interchange.to_transformers import epsilon_note, write_transformers

TARGETS = ("marian", "pegasus", "ctranslate2", "onnx")

_TRANSFORMERS = """from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

tokenizer, model = (kind.from_pretrained(".") for kind in (AutoTokenizer, AutoModelForSeq2SeqLM))
found = model.generate(**tokenizer("{example}", return_tensors="pt"))
print(tokenizer.decode(found[0], skip_special_tokens=True))"""
_CTRANSLATE2 = """import ctranslate2

translator = ctranslate2.Translator(".", device="cpu")
tokens = {tokens}  # of: {example}
print(translator.translate_batch([tokens], length_penalty=0)[0].hypotheses[0])"""
_ONNX = """import numpy, onnxruntime

encoder, decoder = (onnxruntime.InferenceSession(f"{{name}}.onnx") for name in ("encoder", "decoder"))
source, target = numpy.array([{ids}]), [{start}]  # of: {example}
memory = encoder.run(None, {{"source": source}})[0]
while target[-1] != {end} and len(target) < {limit}:
    logits = decoder.run(None, {{"target": numpy.array([target]), "memory": memory, "source": source}})[0]
    target.append(int(logits[0, -1].argmax()))
print(target)"""


def export(checkpoint: Checkpoint, name: str, out: Path, to: str, quantization: str = "float32") -> None:
    """Write a checkpoint as a folder of another program.

    Args:
        checkpoint: the model.
        name: of the model, for its card.
        out: folder to write; it must not exist, or be empty.
        to: one of `TARGETS`.
        quantization: of the weights of CTranslate2.

    Raises:
        CoreError: the folder has content, or the other program cannot compute this model. Then nothing is written.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CoreError("export.exists", "{out} exists; name a new folder", out=out)
    writers: dict[str, Callable[[Checkpoint, Path], None]] = {
        "marian": lambda model, folder: write_transformers(model, folder, "marian"),
        "pegasus": lambda model, folder: write_transformers(model, folder, "pegasus"),
        "ctranslate2": lambda model, folder: write_ctranslate2(model, folder, quantization),
        "onnx": write_onnx,
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    with replaced_folder(out) as folder:
        writers[to](checkpoint, folder)
        (folder / "README.md").write_text(_card(checkpoint, name, to), encoding="utf-8")


def _card(checkpoint: Checkpoint, name: str, to: str) -> str:
    """Return the model card: what it is, and an example that runs in this folder."""
    config = checkpoint.model.config
    note = epsilon_note(config) if to in ("marian", "pegasus") else ""
    lines = [
        f"# {name}: {checkpoint.source_language} to {checkpoint.target_language}",
        f"A Transformer of {config.num_layers} + {config.decoder_layers} layers, {config.num_heads} heads, d_model "
        f"{config.d_model} and {config.num_parameters:,} parameters, exported by Glassformer.",
        *([note] if note else []),
        f"```python\n{_example(checkpoint, to)}\n```",
    ]
    return "\n\n".join(lines) + "\n"


def _example(checkpoint: Checkpoint, to: str) -> str:
    """Return Python that translates the checkpoint's first example, or a word, in this folder."""
    config, source = checkpoint.model.config, checkpoint.vocabularies.source
    given = checkpoint.details.get("examples")
    text = next((line for line in given if isinstance(line, str)), "a") if isinstance(given, list) else "a"
    ids = source.encode(text, config.max_positions).ids
    fields = {
        "example": text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " "),
        "tokens": [source.tokens[index] for index in ids[:-1]],
        "ids": ids,
        "start": config.start_id,
        "end": config.end_id,
        "limit": config.max_positions,
    }
    return {"ctranslate2": _CTRANSLATE2, "onnx": _ONNX}.get(to, _TRANSFORMERS).format(**fields)
