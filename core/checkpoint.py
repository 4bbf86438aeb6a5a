"""Checkpoint folders: a model with everything to use it, without pickle.

config.json        format version, model and training configuration, languages
model.safetensors  weights, in half precision in shipped checkpoints; as shards if too large, see `weights_files`
tokenizer.json     the joint vocabulary; an imported model may have source.json and target.json instead
history.csv        losses and scores over the steps of training
README.md          model card
snapshots.npz      attention of a few sentences over the steps of training, if recorded
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from core import durable
from core.checkpoint_config import (
    FORMAT,
    checkpoint_file,
    described_number,
    model_config,
    read_checkpoint_config,
    read_json,
)
from core.config import ModelConfig
from core.data.vocabulary import Vocabularies, fitted
from core.data.vocabulary_files import file_name, load_vocabularies, save_vocabularies
from core.errors import CoreError
from core.model.transformer import Transformer
from core.settings import to_dict
from core.weights_files import has_weights, open_weights, save_weights


@dataclass(frozen=True)
class Checkpoint:
    """A model with everything needed to use it."""

    model: Transformer  # eval mode, float32, no gradients
    vocabularies: Vocabularies
    source_language: str
    target_language: str
    details: Mapping[str, Any] = field(default_factory=dict)  # training and data settings, scores, step

    @property
    def doubt_below(self) -> float | None:
        """Mean log-probability of a translation's tokens, in nats, below which it is likely wrong; if measured."""
        return described_number(self.details, "doubt", "below")

    @property
    def described(self) -> dict[str, Any]:
        """The details with the languages, as config.json has them."""
        languages = {"source_language": self.source_language, "target_language": self.target_language}
        return {**self.details, **languages}


def save_checkpoint(
    folder: Path,
    weights: Mapping[str, Tensor],
    config: ModelConfig,
    vocabularies: Vocabularies,
    *,
    source_language: str,
    target_language: str,
    details: Mapping[str, Any] | None = None,
    half: bool = False,
    texts: Mapping[str, str] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> None:
    """Write a checkpoint folder under a temporary name and rename it into place.

    Args:
        folder: the new folder; an existing one is replaced once the new one is complete.
        weights: the model's state dict.
        config: the model's shape.
        vocabularies: of its two sides.
        source_language: code such as `en`.
        target_language: code such as `de`.
        details: further content of config.json: training and data settings, step, scores.
        half: store the weights in half precision.
        texts: further files by name: README.md, history.csv.
        files: further binary files: snapshots.npz.
    """
    described = {
        "format": FORMAT,
        "source_language": source_language,
        "target_language": target_language,
        "model": to_dict(config),
        **(details or {}),
    }
    with replaced_folder(folder) as target:
        (target / "config.json").write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", "utf-8")
        save_vocabularies(target, vocabularies)
        save_weights(target, unique_weights(weights, config), half=half)
        for name, content in (texts or {}).items():
            (target / name).write_text(content, encoding="utf-8")
        for name, data in (files or {}).items():
            (target / name).write_bytes(data)


def load_checkpoint(folder: Path, device: torch.device | str = "cpu") -> Checkpoint:
    """Read a checkpoint folder; nothing in it is executed.

    Raises:
        CoreError: a file is missing or damaged, the format is unknown, a setting is invalid, or a tensor is unknown,
            missing or of the wrong shape. The message names it.
    """
    described = read_checkpoint_config(folder)
    config = model_config(folder, described)
    vocabularies = load_vocabularies(partial(checkpoint_file, folder))
    _check_vocabularies(folder, config, vocabularies)
    weights = read_weights(folder, config)
    with _Uninitialised(), torch.device(device):
        model = Transformer(config)
    named = shared_weights(weights, config)
    for name, parameter in model.named_parameters():  # each shared matrix once, under one of its names
        parameter.data = named[name].to(device)
    model.requires_grad_(False).eval()
    languages = [described.pop(name, None) for name in ("source_language", "target_language")]
    if not all(isinstance(language, str) for language in languages):
        raise CoreError(
            "checkpoint.languages",
            "{folder}: config.json must name source_language and target_language",
            folder=folder,
        )
    described = {name: value for name, value in described.items() if name not in ("format", "model")}
    return Checkpoint(model, vocabularies, str(languages[0]), str(languages[1]), described)


def _check_vocabularies(folder: Path, config: ModelConfig, vocabularies: Vocabularies) -> None:
    """Refuse vocabularies that are not those of the configuration."""
    for vocabulary, expected in zip(vocabularies, (config.vocab_size, config.output_size), strict=True):
        if vocabulary.vocab_size != expected:
            raise CoreError(
                "checkpoint.vocabulary",
                "{folder}: {name} has {found} tokens, config.json says {expected}",
                folder=folder,
                name=file_name(vocabularies, vocabulary),
                found=vocabulary.vocab_size,
                expected=expected,
            )
    if config != fitted(config, vocabularies):
        raise CoreError(
            "checkpoint.special_ids",
            "{folder}: config.json describes other special symbols or vocabularies than {name} has",
            folder=folder,
            name=file_name(vocabularies, vocabularies.source),
        )


def weight_shapes(config: ModelConfig) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor that a model file holds, without building the model."""
    with _Uninitialised(), torch.device("meta"):
        weights = Transformer(config).state_dict()
    return {name: tuple(tensor.shape) for name, tensor in unique_weights(weights, config).items()}


def read_weights(folder: Path, config: ModelConfig) -> dict[str, Tensor]:
    """Read the weights in a folder as float32; names and shapes are checked before reading.

    All are copied: a file that is overwritten later, even by a smaller one, does not change them.

    Raises:
        CoreError: see `load_checkpoint`.
    """
    expected = weight_shapes(config)
    with open_weights(folder) as files:
        if unknown := files.shapes.keys() - expected.keys():
            name = min(unknown)
            raise CoreError(
                "checkpoint.unknown_tensor", "{path} has an unknown tensor {name}", path=files.holders[name], name=name
            )
        if missing := expected.keys() - files.shapes.keys():
            raise CoreError(
                "checkpoint.missing_tensor", "{path} lacks the tensor {name}", path=files.path, name=min(missing)
            )
        for name, shape in expected.items():
            found = files.shapes[name]
            if found != shape:
                raise CoreError(
                    "checkpoint.shape",
                    "{path}: tensor {name} has shape {found}; the configuration requires {expected}",
                    path=files.holders[name],
                    name=name,
                    found=list(found),
                    expected=list(shape),
                )
        weights = {name: files.read(name).to(torch.float32, copy=True) for name in expected}
    for name, tensor in weights.items():
        if not bool(torch.isfinite(tensor).all()):
            raise CoreError(
                "checkpoint.not_finite",
                "{path}: tensor {name} has values that are not finite",
                path=files.holders[name],
                name=name,
            )
    return weights


def average_weights(folders: Sequence[Path], config: ModelConfig) -> dict[str, Tensor]:
    """Return the mean of the weights in several folders, summed in float64 (6.1: the last 5 or 20 checkpoints).

    Raises:
        CoreError: no folder, or weights that do not match the configuration.
    """
    if not folders:
        raise CoreError("average.none", "no checkpoint to average")
    total: dict[str, Tensor] = {}
    for folder in folders:
        for name, tensor in read_weights(folder, config).items():
            total[name] = total[name] + tensor.double() if name in total else tensor.double()
    return {name: (tensor / len(folders)).float() for name, tensor in total.items()}


def unique_weights(weights: Mapping[str, Tensor], config: ModelConfig) -> dict[str, Tensor]:
    """Return the state dict with each shared matrix once."""
    shared = shared_names(config)
    return {name: tensor for name, tensor in weights.items() if name not in shared}


def shared_weights(weights: Mapping[str, Tensor], config: ModelConfig) -> dict[str, Tensor]:
    """Return the full state dict, with shared matrices under each of their names."""
    return {**weights, **{name: weights[origin] for name, origin in shared_names(config).items()}}


def shared_names(config: ModelConfig) -> dict[str, str]:
    """Return the names in the state dict of matrices that are stored under another name."""
    source, target = "encoder.embedding.weight", "decoder.embedding.weight"
    if config.tying == "three-way":
        return {target: source, "output_weight": source}
    return {"output_weight": target} if config.tying == "two-way" else {}


@contextmanager
def replaced_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder that replaces `folder` on success and is removed on error.

    Raises:
        CoreError: `folder` exists and is not a checkpoint: nothing else is ever replaced.
    """
    folder = folder.resolve()
    if folder.exists() and not _is_replaceable(folder):
        raise CoreError(
            "checkpoint.not_replaced",
            "{folder} exists and is not a checkpoint; name a new folder or a checkpoint to replace",
            folder=folder,
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    with durable.replaced_folder(folder) as written:
        yield written


def _is_replaceable(folder: Path) -> bool:
    """Return whether a folder is empty, or a checkpoint of this program and nothing else; one may be damaged."""
    if not folder.is_dir():
        return False
    held = [*folder.iterdir()]
    if any(path.is_dir() for path in held):  # such as .git
        return False
    try:
        described = read_json(folder / "config.json")
    except CoreError:
        described = {"format": FORMAT}
    foreign = not isinstance(described, dict) or "format" not in described
    names = {path.name for path in held}
    return not held or "standing.json" in names or (has_weights(folder) and "config.json" in names and not foreign)


class _Uninitialised(TorchFunctionMode):
    """Leave new parameters without initial values.

    They are read from a file next. Also, on the meta device torch draws random numbers by Python code that
    imports its compiler: 800 modules, more than a second.
    """

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        if func in (Tensor.normal_, Tensor.uniform_) or getattr(func, "__module__", None) == "torch.nn.init":
            return kwargs.get("tensor", args[0] if args else None)
        return func(*args, **kwargs)
