"""The encoder-decoder Transformer (3.1), with its weight tying (3.4).

Shapes: B batch, S source, T target, D d_model, V vocabulary.
"""

from collections.abc import Callable
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from core.config import LAYER_NORM_EPS, ModelConfig
from core.data.tokenizer import PAD_ID
from core.model.embedding import Embedding
from core.model.layers import Attentions, DecoderLayer, EncoderLayer
from core.model.masks import causal_mask, combine, padding_mask
from core.model.probe import Probe


class Encoder(nn.Module):
    """N encoder layers over the embedded source."""

    def __init__(self, config: ModelConfig, weight: nn.Parameter) -> None:
        super().__init__()
        self.embedding = Embedding(config, weight)
        self.layers = nn.ModuleList(EncoderLayer(config, index) for index in range(config.num_layers))
        self.final_norm = _final_norm(config)

    def forward(self, ids: Tensor, mask: Tensor | None, probe: Probe | None = None) -> Tensor:
        """ids [B, S] -> [B, S, D]."""
        states = self.embedding(ids)
        if probe is not None:
            probe.observe("encoder.embedding", states)
        for layer in self.layers:
            states = layer(states, mask, probe)
        return self.final_norm(states)


class Decoder(nn.Module):
    """N decoder layers over the embedded target."""

    def __init__(self, config: ModelConfig, weight: nn.Parameter) -> None:
        super().__init__()
        self.embedding = Embedding(config, weight)
        self.layers = nn.ModuleList(DecoderLayer(config, index) for index in range(config.num_layers))
        self.final_norm = _final_norm(config)

    def forward(self, ids: Tensor, memory: Tensor, memory_mask: Tensor | None, probe: Probe | None = None) -> Tensor:
        """ids [B, T], padded on the right, and memory [B, S, D] -> [B, T, D]; padded positions mean nothing."""
        # Padding follows every token, so the causal mask alone hides it from the tokens. With a probe, padding is
        # masked for padding rows too, so that recorded weights are well defined.
        causal = probe is None
        self_mask = None if causal else combine(padding_mask(ids), causal_mask(ids.shape[1], ids.device))

        def attentions(index: int, layer: DecoderLayer) -> Attentions:
            return layer.attentions(memory, self_mask, memory_mask, causal=causal, probe=probe)

        return self.run(ids, attentions, probe)

    def run(
        self, ids: Tensor, attentions: Callable[[int, DecoderLayer], Attentions], probe: Probe | None, start: int = 0
    ) -> Tensor:
        """Embed the target and run every layer with the attentions given: a whole target at once, or one cached step.

        Args:
            ids: int64 [B, T].
            attentions: from a layer's index and the layer to its self-attention and cross-attention, each [B, T, D] ->
                [B, T, D].
            probe: observes the states around the attentions.
            start: position of the first token.

        Returns:
            [B, T, D].
        """
        states = self.embedding(ids, start)
        if probe is not None:
            probe.observe("decoder.embedding", states)
        for index, layer in enumerate(self.layers):
            layer = cast(DecoderLayer, layer)
            states = layer.around(states, *attentions(index, layer), probe)
        return self.final_norm(states)


class Transformer(nn.Module):
    """The whole model: source and target ids in, logits of the next token out.

    Differs from the paper: nothing by default; pre-norm (with a final LayerNorm), learned positions, other tyings and
    unscaled scores are options of `ModelConfig`.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        source = _embedding_weight(config)
        target = source if config.tying == "three-way" else _embedding_weight(config)
        self.encoder = Encoder(config, source)
        self.decoder = Decoder(config, target)
        self.output_weight = _embedding_weight(config) if config.tying == "none" else target  # [V, D]
        self._reset_linear_layers()

    def forward(self, source_ids: Tensor, target_ids: Tensor, probe: Probe | None = None) -> Tensor:
        """Teacher-forced logits.

        Args:
            source_ids: int64 [B, S], padded on the right with 0.
            target_ids: int64 [B, T], the tokens read: the start symbol first.
            probe: what observes and intervenes.

        Returns:
            [B, T, V]; row t scores the token after position t.
        """
        return self.logits(self.states(source_ids, target_ids, probe))

    def states(self, source_ids: Tensor, target_ids: Tensor, probe: Probe | None = None) -> Tensor:
        """What the logits are made of: `encode`, then `decode`; [B, T, D]."""
        memory, mask = self.encode(source_ids, probe)
        return self.decode(target_ids, memory, mask, probe)

    def encode(self, source_ids: Tensor, probe: Probe | None = None) -> tuple[Tensor, Tensor | None]:
        """Source ids [B, S] -> memory [B, S, D] and its mask: bool [B, 1, 1, S], None if there is surely no padding."""
        mask = padding_mask(source_ids) if _may_be_padded(source_ids) else None
        return self.encoder(source_ids, mask, probe), mask

    def decode(
        self, target_ids: Tensor, memory: Tensor, memory_mask: Tensor | None, probe: Probe | None = None
    ) -> Tensor:
        """Target ids [B, T] and memory [B, S, D] -> decoder states [B, T, D]."""
        return self.decoder(target_ids, memory, memory_mask, probe)

    def logits(self, states: Tensor) -> Tensor:
        """Decoder states [..., D] -> logits [..., V]."""
        return F.linear(states, self.output_weight)

    def _reset_linear_layers(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                nn.init.zeros_(module.bias)


def _embedding_weight(config: ModelConfig) -> nn.Parameter:
    """[V, D] from N(0, 1/d_model), so that times sqrt(d_model) it has the scale of the positional encoding."""
    weight = nn.Parameter(torch.empty(config.vocab_size, config.d_model))
    nn.init.normal_(weight, std=config.d_model**-0.5)
    return weight


def _final_norm(config: ModelConfig) -> nn.Module:
    """Pre-norm leaves the last residual sum without a norm; post-norm has already applied it."""
    return nn.LayerNorm(config.d_model, eps=LAYER_NORM_EPS) if config.norm == "pre" else nn.Identity()


def _may_be_padded(ids: Tensor) -> bool:
    """Looked up on a CPU, where attention without a mask is faster; a GPU, or what is compiled, would have to wait."""
    return torch.compiler.is_compiling() or ids.device.type != "cpu" or bool((ids == PAD_ID).any())
