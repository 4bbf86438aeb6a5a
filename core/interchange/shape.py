"""The shape of a MarianMT or Pegasus model: its config.json as a `ModelConfig`, or one sentence why not."""

import glob
import json
from pathlib import Path
from typing import Any, Literal

from core.config import Activation, ModelConfig
from core.errors import CoreError, Names

_MAX_BYTES = 1 << 20
_MOST_NAMED = 5  # files in an error
_ACTIVATIONS: dict[str, Activation] = {"relu": "relu", "gelu": "gelu", "swish": "swish", "silu": "swish"}
_NORMS: dict[str, Literal["post", "pre"]] = {"marian": "post", "pegasus": "pre"}
LAYER_NORM_EPS = 1e-5  # of torch, and not a setting there
OWN_EPS = "glassformer_layer_norm_eps"  # with which an exported model was trained; other programs do not read it
# What decides how the model computes, and the only value that is read here.
_REQUIRED = {
    "marian": {"normalize_before": False, "normalize_embedding": False, "static_position_embeddings": True},
    "pegasus": {"static_position_embeddings": True},
}


def read_json(path: Path, limit: int = _MAX_BYTES) -> dict[str, Any]:
    """Read a JSON object from an ordinary file of at most `limit` bytes.

    Raises:
        CoreError: the file is missing, too large, not JSON, or not an object.
    """
    data = read_file(path, limit)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CoreError("import.not_json", "{path} is not JSON: {reason}", path=path, reason=error) from None
    if not isinstance(found, dict):
        raise CoreError("import.not_an_object", "{path} must hold one JSON object", path=path)
    return found


def read_file(path: Path, limit: int) -> bytes:
    """Read an ordinary file of at most `limit` bytes.

    Raises:
        CoreError: the file is missing or too large.
    """
    if not path.is_file():
        raise _missing_file(path)
    if path.stat().st_size > limit:
        raise CoreError("import.too_large", "{path} has more than {limit:,} bytes", path=path, limit=limit)
    return path.read_bytes()


def _missing_file(path: Path) -> CoreError:
    """Return the error about a missing file, with files of the same stem that are in its place."""
    stem = path.name.partition(".")[0]
    beside = sorted(one.name for one in path.parent.glob(f"{glob.escape(stem)}.*"))[:_MOST_NAMED]
    if not beside:
        return CoreError("import.missing", "{path} is missing", path=path)
    return CoreError(
        "import.other_form",
        "{path} is missing; {found} in its folder has another form, which is not read",
        path=path,
        found=Names(beside),
    )


def write_json(path: Path, values: dict[str, Any]) -> None:
    """Write a JSON object to a file."""
    path.write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_shape(folder: Path) -> ModelConfig:
    """Read the shape of the model in a folder of `transformers`.

    Raises:
        CoreError: the model is of another kind, or has a part that this project's model lacks; the message names it.
    """
    path = folder / "config.json"
    found = read_json(path)
    kind = found.get("model_type")
    if kind is None and isinstance(found.get("model"), dict):
        raise CoreError(
            "import.own", "{folder} is a checkpoint of this program already: it needs no import", folder=folder
        )
    if kind not in _NORMS:
        raise CoreError(
            "import.kind",
            "{path} describes a model of type {found!r}; MarianMT (marian) and Pegasus (pegasus) can be read",
            path=path,
            found=_short(kind),
        )
    if "auto_map" in found:
        raise CoreError("import.code", "{path} names code to run (auto_map); nothing is run", path=path)
    for name, value in _REQUIRED[kind].items():
        _only(path, name, found.get(name, value), value)
    if found.get("decoder_attention_heads") != found.get("encoder_attention_heads"):
        raise CoreError(
            "import.heads",
            "{path}: encoder_attention_heads ({encoder}) and decoder_attention_heads ({decoder}) must be equal",
            path=path,
            encoder=_short(found.get("encoder_attention_heads")),
            decoder=_short(found.get("decoder_attention_heads")),
        )
    try:
        return _shape(path, found, kind)
    except CoreError as error:
        if "path" in error.parameters or not error.code.startswith("config."):  # it names the file
            raise
        raise CoreError("import.shape", "{path}: {reason}", path=path, reason=error) from None


def _shape(path: Path, found: dict[str, Any], kind: str) -> ModelConfig:
    activation = found.get("activation_function")
    if not isinstance(activation, str) or activation not in _ACTIVATIONS:
        raise other_setting(path, "activation_function", activation, Names(_ACTIVATIONS))
    shared = _flag(path, found, "share_encoder_decoder_embeddings", True)
    tied = _flag(path, found, "tie_word_embeddings", True)
    if shared and not tied:
        _only(path, "tie_word_embeddings", tied, True)
    size = _number(path, found, "vocab_size")
    target = size if shared or found.get("decoder_vocab_size") is None else _number(path, found, "decoder_vocab_size")
    layers, inner = _number(path, found, "encoder_layers"), _number(path, found, "encoder_ffn_dim")
    return ModelConfig(
        vocab_size=size,
        target_vocab_size=_unless(size, target),
        d_model=_number(path, found, "d_model"),
        num_layers=layers,
        num_decoder_layers=_unless(layers, _number(path, found, "decoder_layers")),
        num_heads=_number(path, found, "encoder_attention_heads"),
        d_ff=inner,
        decoder_d_ff=_unless(inner, _number(path, found, "decoder_ffn_dim")),
        activation=_ACTIVATIONS[activation],
        norm=_NORMS[kind],
        layer_norm_eps=found.get(OWN_EPS, LAYER_NORM_EPS),
        scale_embedding=_flag(path, found, "scale_embedding", False),
        output_bias=True,
        dropout=found.get("dropout", 0.1),
        attention_dropout=found.get("attention_dropout", 0.0),
        tying="three-way" if shared else "two-way" if tied else "none",
        max_positions=_number(path, found, "max_position_embeddings"),
        pad_id=_number(path, found, "pad_token_id"),
        start_id=_number(path, found, "decoder_start_token_id"),
        end_id=_number(path, found, "eos_token_id"),
    )


def _number(path: Path, found: dict[str, Any], name: str) -> int:
    value = found.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise not_whole(path, name, value)
    return value


def _unless(usual: int, value: int) -> int | None:
    """Return a value of the decoder; None where it is that of the encoder."""
    return None if value == usual else value


def _flag(path: Path, found: dict[str, Any], name: str, usual: bool) -> bool:
    value = found.get(name, usual)
    if not isinstance(value, bool):
        _only(path, name, value, "true or false")
    return value


def _only(path: Path, name: str, found: object, allowed: object) -> None:
    if found != allowed:
        raise other_setting(path, name, found, allowed)


def not_whole(path: Path, name: str, found: object) -> CoreError:
    """Return the error about a setting that is not a whole number."""
    return CoreError(
        "import.number",
        "{path}: {name} must be a whole number, not {found!r}",
        path=path,
        name=name,
        found=_short(found),
    )


def other_setting(path: Path, name: str, found: object, allowed: object) -> CoreError:
    """Return the error about a setting with which a model cannot be read."""
    return CoreError(
        "import.setting",
        "{path}: {name} is {found!r}; only {allowed} can be read",
        path=path,
        name=name,
        found=_short(found),
        allowed=str(allowed).lower() if isinstance(allowed, bool) else allowed,
    )


class _JsonWord(str):
    """null, true or false, shown without quotation marks."""

    __slots__ = ()
    __repr__ = str.__str__


def _short(value: object) -> object:
    """Return a value from a file as JSON words it, cut to what fits into a sentence."""
    if value is None or isinstance(value, bool):
        return _JsonWord(json.dumps(value))
    return value if len(repr(value)) <= 60 else repr(value)[:60] + "…"
