"""Write a checkpoint as a folder of another program, with a model card that says how to use it there."""

from collections.abc import Callable
from pathlib import Path

from core.checkpoint import Checkpoint
from core.durable import replaced_folder
from core.errors import CoreError
from core.interchange.scripts import RUNTIMES, needed_packages, translating_script
from core.interchange.to_ctranslate2 import write_ctranslate2
from core.interchange.to_onnx import write_onnx
from core.interchange.to_transformers import epsilon_note, write_transformers
from core.interchange.vocabularies import write_vocabularies

TARGETS = ("marian", "pegasus", "ctranslate2", "onnx")

_ORIGIN = "exported by Glassformer"
_TRANSFORMERS = """from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

tokenizer, model = (kind.from_pretrained(".") for kind in (AutoTokenizer, AutoModelForSeq2SeqLM))
found = model.generate(**tokenizer("{example}", return_tensors="pt"))
print(tokenizer.decode(found[0], skip_special_tokens=True))"""


def export(checkpoint: Checkpoint, name: str, out: Path, to: str, quantization: str = "float32") -> None:
    """Write a checkpoint as a folder of another program.

    Args:
        checkpoint: the model.
        name: of the model, for its card.
        out: folder to write; an earlier export is replaced.
        to: one of `TARGETS`.
        quantization: of the weights of CTranslate2.

    Raises:
        CoreError: the folder has content that is not an earlier export, or the other program cannot compute this model.
            Then nothing is written.
    """
    if out.exists() and not _is_replaceable(out):
        raise CoreError(
            "export.not_replaced",
            "{out} exists and is not an exported model; name a new folder or an export to replace",
            out=out,
        )
    writers: dict[str, Callable[[Checkpoint, Path], None]] = {
        "marian": lambda model, folder: write_transformers(model, folder, "marian"),
        "pegasus": lambda model, folder: write_transformers(model, folder, "pegasus"),
        "ctranslate2": lambda model, folder: write_ctranslate2(model, folder, quantization),
        "onnx": write_onnx,
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    with replaced_folder(out) as folder:
        writers[to](checkpoint, folder)
        if to in RUNTIMES:
            write_vocabularies(folder, checkpoint.vocabularies)
            (folder / "translate.py").write_text(translating_script(checkpoint, to), encoding="utf-8")
        (folder / "README.md").write_text(_card(checkpoint, name, to), encoding="utf-8")


def _is_replaceable(out: Path) -> bool:
    """Return whether a folder is empty or an earlier export: nothing else is ever replaced."""
    if not out.is_dir():
        return False
    card = out / "README.md"
    return not any(out.iterdir()) or (card.is_file() and _ORIGIN in card.read_text(encoding="utf-8", errors="replace"))


def _card(checkpoint: Checkpoint, name: str, to: str) -> str:
    """Return the model card: what it is, and an example that runs in this folder."""
    config = checkpoint.model.config
    note = epsilon_note(config) if to in ("marian", "pegasus") else ""
    lines = [
        f"# {name}: {checkpoint.source_language} to {checkpoint.target_language}",
        f"A Transformer of {config.num_layers} + {config.decoder_layers} layers, {config.num_heads} heads, d_model "
        f"{config.d_model} and {config.num_parameters:,} parameters, {_ORIGIN}.",
        *([note] if note else []),
        _usage(checkpoint, to) if to in RUNTIMES else f"```python\n{_example(checkpoint)}\n```",
    ]
    return "\n\n".join(lines) + "\n"


def _usage(checkpoint: Checkpoint, to: str) -> str:
    """Return how to run the script in this folder."""
    packages = " ".join(needed_packages(checkpoint, to))
    return (
        "`translate.py` translates sentences, one a line:\n\n"
        f"```bash\npip install {packages}\npython translate.py < sentences.txt > translations.txt\n```"
    )


def _example(checkpoint: Checkpoint) -> str:
    """Return Python that translates the checkpoint's first example, or a word, in this folder."""
    given = checkpoint.details.get("examples")
    text = next((line for line in given if isinstance(line, str)), "a") if isinstance(given, list) else "a"
    return _TRANSFORMERS.format(example=text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " "))
