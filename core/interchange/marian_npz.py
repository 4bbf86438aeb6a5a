"""Marian's own model files (.npz), which OPUS-MT offers for download: the arrays under the names of MarianMT.

Marian starts a translation from a zero vector instead of a token: here that is a padding token with a zero row, after
all others, as in MarianMT. The epsilon of layer normalisation is not in the file; both converters known here use 1e-5.
"""

import math
import re
import sys
import tokenize
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from core.config import Activation, ModelConfig
from core.data.piece_vocabulary import PieceVocabulary
from core.data.vocabulary import SPECIAL_TOKENS, Vocabularies
from core.errors import CoreError, Names
from core.interchange import names
from core.interchange.shape import LAYER_NORM_EPS, not_whole, other_setting, read_file
from core.interchange.vocabularies import MAX_BYTES, other_count, read_sentencepiece

_MAX_YAML_BYTES = 1 << 20
_MAX_ARRAYS = 10_000
_MAX_POSITIONS = 512  # of a sinusoidal model, which has no limit of its own
_OPTION = re.compile(r"^([a-z][a-z-]*): *(.*?) *$", re.MULTILINE)
_ID = re.compile(r"[0-9]{1,9}")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_ACTIVATIONS: dict[str, Activation] = {"relu": "relu", "gelu": "gelu", "swish": "swish"}
_NEEDED = {
    "type": "transformer",
    "transformer-decoder-autoreg": "self-attention",
    "transformer-no-projection": "false",
    "transformer-preprocess": '""',
    "transformer-postprocess": "dan",
    "transformer-postprocess-emb": "d",
    "transformer-train-position-embeddings": "false",
    "tied-embeddings-all": "true",
}
_TOP = ("transformer-postprocess-top", '""')  # older files do not have it
_ATTENTION = {
    **{f"W{part[0]}": f".{part}_proj.weight" for part in ("q", "k", "v", "out")},
    **{f"b{part[0]}": f".{part}_proj.bias" for part in ("q", "k", "v", "out")},
    "Wo_ln_scale": "_layer_norm.weight",
    "Wo_ln_bias": "_layer_norm.bias",
}
_OF_LAYER = {  # the name in MarianMT of each array of a layer
    **{f"self_{own}": f"self_attn{name}" for own, name in _ATTENTION.items()},
    **{f"context_{own}": f"encoder_attn{name}" for own, name in _ATTENTION.items()},
    "ffn_W1": "fc1.weight",
    "ffn_b1": "fc1.bias",
    "ffn_W2": "fc2.weight",
    "ffn_b2": "fc2.bias",
    "ffn_ffn_ln_scale": "final_layer_norm.weight",
    "ffn_ffn_ln_bias": "final_layer_norm.bias",
}


class MarianFile:
    """An .npz file as a file of tensors under the names of MarianMT."""

    def __init__(self, path: Path) -> None:
        """Read the list of arrays with their shapes.

        Raises:
            CoreError: the file is not an archive of arrays.
        """
        self.path = path
        if not path.is_file():
            raise CoreError("import.missing", "{path} is missing", path=path)
        try:
            with zipfile.ZipFile(path) as archive:
                listed = archive.namelist()
                if len(listed) > _MAX_ARRAYS:
                    raise ValueError(f"it has more than {_MAX_ARRAYS:,} arrays")
                headers = {name.removesuffix(".npy"): _header(archive, name) for name in listed}
        except (zipfile.BadZipFile, OSError, ValueError, EOFError, RuntimeError, NotImplementedError) as error:
            raise CoreError(
                "import.npz", "{path} is not an archive of arrays: {reason}", path=path, reason=error
            ) from None
        self._shapes = {name: shape for name, (shape, _) in headers.items()}
        self._types = {name: kind for name, (_, kind) in headers.items()}
        if "Wemb" not in self._shapes or len(self._shapes["Wemb"]) != 2:
            raise CoreError("import.no_tensor", "{path} lacks the tensor {name}", path=path, name="Wemb")

    @property
    def tokens(self) -> int:
        """Tokens with a row of the embedding: all but padding."""
        return self._shapes["Wemb"][0]

    @property
    def width(self) -> int:
        """d_model."""
        return self._shapes["Wemb"][1]

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Shape of each tensor that can be read, by its name in MarianMT."""
        found = {name: self._shapes[own] for name, own in self._known.items()}
        found = {name: shape[::-1] if _is_matrix(name) else shape[-1:] for name, shape in found.items()}
        rows, width = self._shapes["Wemb"]
        bias = math.prod(self._shapes.get(_BIAS, (rows,)))
        return {**found, names.SHARED: (rows + 1, width), names.OUTPUT_BIAS: (1, bias + 1)}

    def read(self, name: str) -> Tensor:
        """Read one tensor."""
        if name == names.SHARED:
            return torch.cat([self._array("Wemb"), torch.zeros(1, self.width)])
        if name == names.OUTPUT_BIAS:
            bias = self._array(_BIAS) if _BIAS in self._shapes else torch.zeros(self.tokens)
            return torch.cat([bias.flatten(), torch.zeros(1)])[None]
        found = self._array(self._known[name])
        return found.t().contiguous() if _is_matrix(name) else found.flatten()

    def options(self) -> dict[str, str]:
        """Return the settings with which the model was trained, as text.

        Raises:
            CoreError: the file does not have them.
        """
        if math.prod(self._shapes.get(_OPTIONS, (_MAX_YAML_BYTES + 1,))) > _MAX_YAML_BYTES:
            raise CoreError(
                "import.npz_options",
                "{path} must have its settings ({name}), of at most {limit:,} bytes",
                path=self.path,
                name=_OPTIONS,
                limit=_MAX_YAML_BYTES,
            )
        if self._types[_OPTIONS] not in (np.uint8, np.int8):
            raise CoreError("import.npz_text", "{path}: {name} must be text in bytes", path=self.path, name=_OPTIONS)
        data = self._array(_OPTIONS, np.uint8, np.int8).numpy().tobytes()
        return dict(_OPTION.findall(data.decode("utf-8", errors="replace")))

    @property
    def _known(self) -> dict[str, str]:
        """Their names of all arrays of layers, by the name in MarianMT."""
        found = {}
        for own in self._shapes:
            match = re.fullmatch(r"(encoder|decoder)_l([1-9][0-9]?)_(.+)", own)
            if match and match[3] in _OF_LAYER:
                found[f"model.{match[1]}.layers.{int(match[2]) - 1}.{_OF_LAYER[match[3]]}"] = own
        return found

    def _array(self, name: str, *types: type) -> Tensor:
        """Read one array, whose shape has been checked, if it is of one of these types: what it takes is then known."""
        found = self._types[name]
        if found not in (types or (np.float32, np.float16)):
            raise CoreError(
                "import.tensor_type",
                "{path}: tensor {name} is of type {found}; floating-point numbers are needed",
                path=self.path,
                name=name,
                found=str(found)[:40],
            )
        try:
            with np.load(self.path, allow_pickle=False) as archive:
                return torch.from_numpy(archive[name])
        except (ValueError, OSError, zipfile.BadZipFile, KeyError, RuntimeError) as error:
            raise CoreError(
                "import.npz", "{path} is not an archive of arrays: {reason}", path=self.path, reason=error
            ) from None


_OPTIONS, _BIAS = "special:model.yml", "decoder_ff_logit_out_b"


def read_marian_shape(file: MarianFile) -> ModelConfig:
    """Return the shape of Marian's model.

    Raises:
        CoreError: a setting is missing, or the model is of another kind.
    """
    options = file.options()
    for name, value in (_TOP, *_NEEDED.items()):
        if options.get(name, _TOP[1] if name == _TOP[0] else None) != value:
            raise other_setting(file.path, name, options.get(name, ""), value)
    activation = options.get("transformer-ffn-activation", "")
    if activation not in _ACTIVATIONS:
        raise other_setting(file.path, "transformer-ffn-activation", activation, Names(_ACTIVATIONS))
    depths = [_number(file, options, f"{side}-depth") for side in ("enc", "dec")]
    return ModelConfig(
        vocab_size=file.tokens + 1,
        d_model=file.width,
        num_layers=depths[0],
        num_decoder_layers=None if depths[0] == depths[1] else depths[1],
        num_heads=_number(file, options, "transformer-heads"),
        d_ff=_number(file, options, "transformer-dim-ffn"),
        activation=_ACTIVATIONS[activation],
        layer_norm_eps=LAYER_NORM_EPS,
        output_bias=True,
        max_positions=_MAX_POSITIONS,
        pad_id=file.tokens,
        start_id=file.tokens,
        end_id=0,
    )


def read_marian_vocabularies(folder: Path, config: ModelConfig) -> Vocabularies:
    """Read source.spm, target.spm and the only list of tokens, *.vocab.yml.

    Raises:
        CoreError: a file is missing or damaged, or the tokens are not as many as the model's.
    """
    lists = sorted(path for path in folder.glob("*vocab.yml") if path.is_file())
    if len(lists) != 1:
        raise CoreError(
            "import.one_vocabulary",
            "{folder} must have one *.vocab.yml, not {count}",
            folder=folder,
            count=len(lists),
        )
    tokens = [*_read_tokens(lists[0], config.vocab_size - 1), SPECIAL_TOKENS[0]]
    sides = (read_sentencepiece(folder / f"{side}.spm") for side in ("source", "target"))
    return Vocabularies(*(PieceVocabulary(model, tokens, config.special) for model in sides))


def _read_tokens(path: Path, size: int) -> list[str]:
    """Read a list of tokens: one `token: id` a line, ids from 0 in order."""
    lines = read_file(path, MAX_BYTES).decode("utf-8", errors="replace").split("\n")
    pairs = (line.rsplit(":", 1) for line in lines if line.strip())
    found = {int(pair[1]): _unquoted(pair[0]) for pair in pairs if len(pair) == 2 and _ID.fullmatch(pair[1].strip())}
    if sorted(found) != list(range(size)):
        raise other_count(path, len(found), size)
    return [found[index] for index in range(size)]


def _unquoted(token: str) -> str:
    """Return a YAML scalar as text."""
    token = token.strip()
    if len(token) > 1 and token[0] == token[-1] == '"':
        return _ESCAPE.sub(lambda found: found[4] or _character(int(found[1] or found[2] or found[3], 16)), token[1:-1])
    return token[1:-1].replace("''", "'") if len(token) > 1 and token[0] == token[-1] == "'" else token


def _character(code: int) -> str:
    """Return a character by its number; U+FFFD for a number that has none."""
    return chr(code) if code <= sys.maxunicode and not 0xD800 <= code <= 0xDFFF else "\ufffd"


def _number(file: MarianFile, options: Mapping[str, str], name: str) -> int:
    value = options.get(name, "")
    if not value.isdecimal() or len(value) > 9:
        raise not_whole(file.path, name, value)
    return int(value)


def _is_matrix(name: str) -> bool:
    return name.endswith(("proj.weight", "fc1.weight", "fc2.weight"))


def _header(archive: zipfile.ZipFile, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Read shape and type of an array without its numbers."""
    with archive.open(name) as file:
        version = np.lib.format.read_magic(file)
        header: Any = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        try:
            shape, _, kind = header(file)
        except (ValueError, SyntaxError, tokenize.TokenError, TypeError):  # of a dictionary written as Python
            raise ValueError(f"the header of {name[:60]} is damaged") from None
        return shape, kind
