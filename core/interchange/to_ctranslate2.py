"""Export to CTranslate2 through its own specification; the package is needed only for this."""

from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
from torch import nn

from core.checkpoint import Checkpoint
from core.config import Activation, ModelConfig
from core.data.piece_vocabulary import UNKNOWN
from core.errors import CoreError
from core.interchange.weights import FORBIDDEN
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward

QUANTIZATIONS = ("float32", "float16", "int8")
_ACTIVATIONS: dict[Activation, str] = {"relu": "RELU", "gelu": "GELU", "swish": "SWISH"}


def write_ctranslate2(checkpoint: Checkpoint, folder: Path, quantization: str = "float32") -> None:
    """Write a folder that `ctranslate2.Translator` reads; padding and the start symbol are never generated.

    Args:
        checkpoint: the model.
        folder: an empty folder.
        quantization: of the weights: `float32`, `float16` or `int8`.

    Raises:
        CoreError: the package is not installed, or the model has a part that CTranslate2 lacks.
    """
    try:
        common_spec = import_module("ctranslate2.specs.common_spec")
        transformer_spec = import_module("ctranslate2.specs.transformer_spec")
    except ImportError:
        raise CoreError(
            "export.no_ctranslate2", "exporting to CTranslate2 needs its package: pip install 'ctranslate2>=4.8,<5'"
        ) from None
    model, config = checkpoint.model, checkpoint.model.config
    _check(config)
    spec: Any = transformer_spec.TransformerSpec.from_config(
        (config.num_layers, config.decoder_layers),
        config.num_heads,
        pre_norm=config.norm == "pre",
        activation=getattr(common_spec.Activation, _ACTIVATIONS[config.activation]),
    )
    for ours, theirs in ((model.encoder, spec.encoder), (model.decoder, spec.decoder)):
        theirs.scale_embeddings = config.scale_embedding
        theirs.position_encodings.encodings = ours.embedding.positions.numpy()
        if isinstance(ours.final_norm, nn.LayerNorm):
            _norm(ours.final_norm, theirs.layer_norm)
        for layer, target in zip(ours.layers, theirs.layer, strict=True):
            _layer(cast(EncoderLayer | DecoderLayer, layer), target)
    spec.encoder.embeddings[0].weight = model.encoder.embedding.weight.numpy()
    spec.decoder.embeddings.weight = model.decoder.embedding.weight.numpy()
    spec.decoder.projection.weight = model.output_weight.numpy()
    bias = np.zeros(config.output_size, np.float32) if model.output_bias is None else model.output_bias.numpy().copy()
    bias[list(config.never_generated)] = FORBIDDEN
    spec.decoder.projection.bias = bias
    _name_tokens(spec, checkpoint)
    spec.config.layer_norm_epsilon = config.layer_norm_eps
    spec.validate()
    spec.optimize(quantization=None if quantization == "float32" else quantization)
    spec.save(str(folder))


def _check(config: ModelConfig) -> None:
    widths = {config.query_width, config.value_width}
    if widths != {config.d_model // config.num_heads} or not config.scale_scores:
        raise CoreError(
            "export.ctranslate2",
            "CTranslate2 needs d_k and d_v of d_model / num_heads ({width}) and scores divided by the root of d_k",
            width=config.d_model // config.num_heads,
        )


def _name_tokens(spec: Any, checkpoint: Checkpoint) -> None:
    """Register the tokens by their names; byte pairs need none for unknown text, but CTranslate2 requires one."""
    source, target = checkpoint.vocabularies
    special = source.special
    spec.register_source_vocabulary(source.tokens)
    spec.register_target_vocabulary(target.tokens)
    config = spec.config
    config.bos_token = config.decoder_start_token = target.tokens[special.start]
    config.eos_token = target.tokens[special.end]
    config.unk_token = UNKNOWN if UNKNOWN in target.tokens else target.tokens[special.pad]
    config.add_source_eos = True


def _layer(layer: EncoderLayer | DecoderLayer, target: Any) -> None:
    _attention(layer.self_attention, layer.self_residual, target.self_attention, cross=False)
    if isinstance(layer, DecoderLayer):
        _attention(layer.cross_attention, layer.cross_residual, target.attention, cross=True)
    _feed_forward(layer.feed_forward, layer.feed_forward_residual, target.ffn)


def _attention(attention: MultiHeadAttention, residual: AddAndNorm, target: Any, *, cross: bool) -> None:
    """Fuse projections of the same input, as CTranslate2 has them."""
    query, key, value = attention.query, attention.key, attention.value
    groups = [[query], [key, value]] if cross else [[query, key, value]]
    for linear, group in zip(target.linear, [*groups, [attention.output]], strict=True):
        linear.weight = np.concatenate([projection.weight.numpy() for projection in group])
        linear.bias = np.concatenate([projection.bias.numpy() for projection in group])
    _norm(residual.norm, target.layer_norm)


def _feed_forward(network: FeedForward, residual: AddAndNorm, target: Any) -> None:
    for linear, source in ((target.linear_0, network.inner), (target.linear_1, network.outer)):
        linear.weight, linear.bias = source.weight.numpy(), source.bias.numpy()
    _norm(residual.norm, target.layer_norm)


def _norm(norm: nn.LayerNorm, target: Any) -> None:
    target.gamma, target.beta = norm.weight.numpy(), norm.bias.numpy()
