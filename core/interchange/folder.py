"""Import a MarianMT or Pegasus model: a folder of `transformers` becomes a checkpoint folder of this project."""

import itertools
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from core.checkpoint import load_checkpoint, replaced_folder, save_checkpoint
from core.checkpoint_config import checkpoint_file, read_checkpoint_config
from core.config import ModelConfig
from core.data.piece_vocabulary import PieceVocabulary
from core.data.sample import own_sentences
from core.data.vocabulary import Vocabularies
from core.durable import remove_folder
from core.errors import CoreError
from core.interchange.marian_npz import MarianFile, read_marian_shape, read_marian_vocabularies
from core.interchange.shape import read_shape
from core.interchange.tensors import TensorFile
from core.interchange.torch_file import open_torch_file
from core.interchange.vocabularies import read_languages, read_vocabularies
from core.interchange.weights import read_weights
from core.jobs.job import plain_name
from core.weights_files import has_weights, open_weights

OPENED = "opened-"  # begins the names of copies, which git ignores
_COPIED = (".json", ".safetensors", ".csv", ".md", ".npz")  # endings of a checkpoint's files
_EXAMPLES = 6
_LONGEST_SHOWN = 200  # characters of a path in an error


def import_folder(
    folder: Path,
    out: Path,
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    torch_files: bool = False,
    origin: str | None = None,
) -> ModelConfig:
    """Write a checkpoint folder with the model of another program's folder; nothing in that folder is run.

    Args:
        folder: has config.json, the weights and the vocabularies, or Marian's own .npz, .spm and vocab.yml.
        out: checkpoint folder to write; an existing one is replaced.
        source_language: code such as `en`; that of the folder when left out.
        target_language: likewise.
        torch_files: read pytorch_model.bin where there is no model.safetensors.
        origin: the model's name on the Hub with its revision, OWNER/NAME@REVISION, if it is from there.

    Returns:
        The model's shape.

    Raises:
        CoreError: a file is missing or damaged, or the model is of another kind; the message names it. Then nothing is
            written.
    """
    if not _is_folder(folder):
        raise CoreError("import.no_folder", "{folder} is not a folder", folder=str(folder)[:_LONGEST_SHOWN])
    with _open(folder, torch_files) as (file, config, vocabularies):
        config, weights = read_weights(file, config)
        found = read_languages(folder)
        languages = [_language(side, *codes) for side, *codes in (
            ("source", source_language, found[0]), ("target", target_language, found[1]),
        )]  # fmt: skip
        save_checkpoint(
            out,
            weights,
            config,
            vocabularies,
            source_language=languages[0],
            target_language=languages[1],
            details=_details(folder, vocabularies, languages[0], origin),
        )
    return config


def import_beside(folder: Path, checkpoints: Path, origin: str | None = None) -> str:
    """Copy a checkpoint, or that of a run, or import a model of another program, among the checkpoints.

    Args:
        folder: to read.
        checkpoints: folder of the copy.
        origin: see `import_folder`; the copy has its name instead of the folder's.

    Returns:
        The name of the copy: `OPENED`, the name of the folder, and a number if that name is taken.

    Raises:
        CoreError: see `import_folder` and `core.checkpoint.load_checkpoint`.
    """
    checkpoint = _own_checkpoint(folder) if _is_folder(folder) else None
    own = folder.resolve() if _is_folder(folder) else Path()
    name = own.parent.name if checkpoint is not None and own.name == "checkpoint" else own.name  # of a run
    name = origin.partition("@")[0].rpartition("/")[2] if origin else name
    wished = OPENED + plain_name(name, "model")
    names = (wished if number == 1 else f"{wished}-{number}" for number in itertools.count(1))
    name = next(name for name in names if not (checkpoints / name).exists())
    checkpoints.mkdir(parents=True, exist_ok=True)
    if checkpoint is None:
        import_folder(folder, checkpoints / name, origin=origin)
    else:
        copy_checkpoint(checkpoint, checkpoints / name, origin)
    return name


def remove_copy(name: str, checkpoints: Path) -> None:
    """Remove a copy that `import_beside` made.

    Raises:
        CoreError: it is another checkpoint, or is not there.
    """
    if not name.startswith(OPENED) or name != Path(name).name or not (checkpoints / name).is_dir():
        raise CoreError(
            "import.not_a_copy", "only a copy ({prefix}…) can be removed here, not {name}", prefix=OPENED, name=name
        )
    remove_folder(checkpoints / name)


def _own_checkpoint(folder: Path) -> Path | None:
    """Return the checkpoint that a folder is, or has as a run; None for a folder of another program."""
    for path in (folder, folder / "checkpoint"):
        with suppress(CoreError):
            if "source_language" in read_checkpoint_config(path):
                return path
    return None


def copy_checkpoint(checkpoint: Path, out: Path, origin: str | None = None) -> None:
    """Copy the files of a checkpoint; an existing folder is replaced, and `origin` is noted (see `import_folder`).

    Raises:
        CoreError: it cannot be loaded; then nothing is written.
    """
    load_checkpoint(checkpoint)
    with replaced_folder(out) as copy:
        for path in checkpoint.iterdir():
            if path.suffix in _COPIED and path.is_file():
                shutil.copyfile(checkpoint_file(checkpoint, path.name), copy / path.name)
        if origin:
            noted = {**read_checkpoint_config(checkpoint), "hub": origin}
            (copy / "config.json").write_text(json.dumps(noted, indent=2, ensure_ascii=False), encoding="utf-8")


def _is_folder(path: Path) -> bool:
    """Return whether there is such a folder; not for a path that no system can have."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that is too long, a zero byte
        return False


def _details(folder: Path, vocabularies: Vocabularies, source_language: str, origin: str | None) -> dict[str, Any]:
    """Return further content of config.json: where the model is from, its language codes, and sentences to try."""
    source = vocabularies.source
    codes = source.codes if isinstance(source, PieceVocabulary) else ()
    prefix = f"{codes[0]} " if codes else ""
    examples = [prefix + line for line in own_sentences(source_language)[:_EXAMPLES]]
    details: dict[str, Any] = {"hub": origin} if origin else {"imported_from": folder.resolve().name}
    return details | ({"language_codes": list(codes)} if codes else {}) | ({"examples": examples} if examples else {})


@contextmanager
def _open(folder: Path, torch_files: bool) -> Iterator[tuple[TensorFile, ModelConfig, Vocabularies]]:
    """Open the weights of a folder, and read its shape and vocabularies: of `transformers`, or of Marian itself."""
    own = sorted(folder.glob("*.npz"))
    if own and not (folder / "config.json").exists():
        marian = MarianFile(own[0])
        config = read_marian_shape(marian)
        yield marian, config, read_marian_vocabularies(folder, config)
        return
    config = read_shape(folder)
    vocabularies = read_vocabularies(folder, config)
    with _open_weights(folder, torch_files) as file:
        yield file, config, vocabularies


@contextmanager
def _open_weights(folder: Path, torch_files: bool) -> Iterator[TensorFile]:
    """Open the file of weights: safetensors where there is one."""
    other = folder / "pytorch_model.bin"
    if has_weights(folder) or not other.exists():
        with open_weights(folder) as files:
            yield files
    elif torch_files:
        with open_torch_file(other) as files:
            yield files
    else:
        raise CoreError(
            "import.only_torch_file",
            "{folder} has its weights only in pytorch_model.bin, which is read by the command only: "
            "python -m core import",
            folder=folder,
        )


def _language(side: str, given: str | None, found: str | None) -> str:
    if given or found:
        return given or str(found)
    raise CoreError(
        "import.language", "the folder does not name its {side} language: give --{side}-language", side=side
    )
