"""Export to ONNX: an encoder and a decoder without a cache, for any length; the packages are needed only for this."""

import importlib.util
import logging
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from core.checkpoint import Checkpoint
from core.errors import CoreError
from core.interchange.weights import FORBIDDEN
from core.model.masks import padding_mask
from core.model.transformer import Transformer

_NEEDED = ("onnx", "onnxscript")


class _Encoder(nn.Module):
    """Source ids [B, S] to the encoder's output [B, S, D]."""

    def __init__(self, model: Transformer) -> None:
        super().__init__()
        self.encoder, self.pad_id = model.encoder, model.config.pad_id

    def forward(self, source: Tensor) -> Tensor:
        return self.encoder(source, padding_mask(source, self.pad_id))


class _Decoder(nn.Module):
    """Target ids [B, T], the encoder's output and source ids to logits [B, T, V]."""

    forbidden: Tensor

    def __init__(self, model: Transformer) -> None:
        super().__init__()
        self.model = model
        forbidden = torch.zeros(model.config.output_size)
        forbidden[list(model.config.never_generated)] = FORBIDDEN
        self.register_buffer("forbidden", forbidden)

    def forward(self, target: Tensor, memory: Tensor, source: Tensor) -> Tensor:
        mask = padding_mask(source, self.model.config.pad_id)
        return self.model.logits(self.model.decode(target, memory, mask)) + self.forbidden


def write_onnx(checkpoint: Checkpoint, folder: Path) -> None:
    """Write encoder.onnx and decoder.onnx; padding and the start symbol are never generated.

    Raises:
        CoreError: the packages that write ONNX are not installed.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise CoreError(
            "export.no_onnx", "exporting to ONNX needs packages: pip install {missing}", missing=" ".join(_NEEDED)
        )
    model, config = checkpoint.model, checkpoint.model.config
    source = torch.full((2, 7), config.end_id)
    target = torch.full((2, 5), config.start_id)
    batch = torch.export.Dim("batch", min=1, max=4096)
    lengths = {name: torch.export.Dim(name, min=2, max=config.max_positions) for name in ("sources", "targets")}
    parts = {
        "encoder": (_Encoder(model), (source,), ("source",), "memory"),
        "decoder": (
            _Decoder(model),
            (target, model.encode(source)[0], source),
            ("target", "memory", "source"),
            "logits",
        ),
    }
    axes = {"source": {0: batch, 1: lengths["sources"]}, "target": {0: batch, 1: lengths["targets"]}}
    axes["memory"] = axes["source"]
    for name, (module, given, inputs, output) in parts.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it names every package that is not installed
            torch.onnx.export(
                module.eval(),
                given,
                folder / f"{name}.onnx",
                input_names=list(inputs),
                output_names=[output],
                dynamic_shapes=[axes[one] for one in inputs],
                dynamo=True,
                external_data=False,
                verbose=False,
            )
