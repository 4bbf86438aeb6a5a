"""The encoder-decoder Transformer (3.1), with its weight tying (3.4).

Shapes: B batch, S source, T target, D d_model, V vocabulary.
"""

from collections.abc import Callable
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.config import ModelConfig
from core.model.attention import cast_once
from core.model.embedding import Embedding
from core.model.layers import Attentions, DecoderLayer, EncoderLayer
from core.model.masks import decoder_mask, padding_mask
from core.model.probe import Probe
from core.tuning.linear import linear


class Encoder(nn.Module):
    """N encoder layers over the embedded source."""

    def __init__(self, config: ModelConfig, weight: nn.Parameter) -> None:
        super().__init__()
        self.embedding = Embedding(config, weight)
        self.layers = nn.ModuleList(EncoderLayer(config, index) for index in range(config.num_layers))
        self.final_norm = _final_norm(config)

    def forward(
        self, ids: Int[Tensor, "B S"], mask: Bool[Tensor, "B 1 1 S"] | None, probe: Probe | None = None
    ) -> Float[Tensor, "B S D"]:
        """Encode ids to states; the mask is None when there is no padding."""
        states = self.embedding(ids, probe=probe, site="encoder.embedding")
        for layer in self.layers:
            states = layer(states, mask, probe)
        memory = self.final_norm(states)
        if probe is not None:
            probe.observe("encoder.memory", memory)
        return memory


class Decoder(nn.Module):
    """N decoder layers over the embedded target."""

    def __init__(self, config: ModelConfig, weight: nn.Parameter) -> None:
        super().__init__()
        self.pad_id = config.pad_id
        self.embedding = Embedding(config, weight)
        self.layers = nn.ModuleList(DecoderLayer(config, index) for index in range(config.decoder_layers))
        self.final_norm = _final_norm(config)

    def forward(
        self,
        ids: Int[Tensor, "B T"],
        memory: Float[Tensor, "B S D"],
        memory_mask: Bool[Tensor, "B 1 1 S"] | None,
        probe: Probe | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Decode ids, padded on the right, over memory; ignore the states of padded positions."""
        # Padding comes after all tokens, so the causal mask alone hides it from them. With a probe, padding rows are
        # masked too, so that recorded weights are well defined.
        memory = cast_once(memory)
        self_mask = None if probe is None else decoder_mask(ids, self.pad_id)
        return self.run(
            ids,
            lambda _, layer: layer.attentions(memory, self_mask, memory_mask, causal=True, probe=probe),
            probe,
        )

    def run(
        self,
        ids: Int[Tensor, "B T"],
        attentions: Callable[[int, DecoderLayer], Attentions],
        probe: Probe | None,
        start: int = 0,
    ) -> Float[Tensor, "B T D"]:
        """Embed the target and run every layer with the given attentions, for a whole target or for one cached step.

        Args:
            ids: the tokens read.
            attentions: maps a layer's index and the layer to its self-attention and cross-attention, each
                [B, T, D] -> [B, T, D].
            probe: observes the states around the attentions.
            start: position of the first token.
        """
        states = self.embedding(ids, start, probe=probe, site="decoder.embedding")
        for index, layer in enumerate(self.layers):
            layer = cast(DecoderLayer, layer)
            states = layer.around(states, *attentions(index, layer), probe)
        states = self.final_norm(states)
        if probe is not None:
            probe.observe("decoder.states", states)
        return states


class Transformer(nn.Module):
    """The whole model: source and target ids in, logits of the next token out.

    Differs from the paper: attention projections carry biases (see `MultiHeadAttention`). The paper leaves open the
    epsilon of layer normalisation (1e-6 by default) and the initial weights (Xavier uniform for linear layers,
    N(0, 1/d_model) for embeddings). Pre-norm (with a final LayerNorm), learned positions, other tyings and unscaled
    scores are options of `ModelConfig` that are off by default.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        source = _embedding_weight(config.vocab_size, config.d_model)
        target = source if config.tying == "three-way" else _embedding_weight(config.output_size, config.d_model)
        self.encoder = Encoder(config, source)
        self.decoder = Decoder(config, target)
        untied = config.tying == "none"
        self.output_weight = _embedding_weight(config.output_size, config.d_model) if untied else target  # [V, D]
        self.output_bias = nn.Parameter(torch.zeros(config.output_size)) if config.output_bias else None  # [V]
        self._reset_linear_layers()

    def forward(
        self, source_ids: Int[Tensor, "B S"], target_ids: Int[Tensor, "B T"], probe: Probe | None = None
    ) -> Float[Tensor, "B T V"]:
        """Return teacher-forced logits.

        Args:
            source_ids: padded on the right.
            target_ids: the tokens read: the start symbol first.
            probe: observes and intervenes.

        Returns:
            Logits; row t scores the token after position t.
        """
        return self.logits(self.states(source_ids, target_ids, probe))

    def states(
        self, source_ids: Int[Tensor, "B S"], target_ids: Int[Tensor, "B T"], probe: Probe | None = None
    ) -> Float[Tensor, "B T D"]:
        """Run `encode`, then `decode`; return the decoder states that the logits are computed from."""
        memory, mask = self.encode(source_ids, probe)
        return self.decode(target_ids, memory, mask, probe)

    def encode(
        self, source_ids: Int[Tensor, "B S"], probe: Probe | None = None
    ) -> tuple[Float[Tensor, "B S D"], Bool[Tensor, "B 1 1 S"] | None]:
        """Encode ids to memory and its mask, which is None if padding is ruled out."""
        pad_id = self.config.pad_id
        mask = padding_mask(source_ids, pad_id) if _may_be_padded(source_ids, pad_id) else None
        return self.encoder(source_ids, mask, probe), mask

    def decode(
        self,
        target_ids: Int[Tensor, "B T"],
        memory: Float[Tensor, "B S D"],
        memory_mask: Bool[Tensor, "B 1 1 S"] | None,
        probe: Probe | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Decode ids over memory to decoder states."""
        return self.decoder(target_ids, memory, memory_mask, probe)

    def logits(self, states: Float[Tensor, "*B D"]) -> Float[Tensor, "*B V"]:
        """Project decoder states to logits."""
        return linear(states, self.output_weight, self.output_bias)

    def _reset_linear_layers(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                nn.init.zeros_(module.bias)


def _embedding_weight(tokens: int, d_model: int) -> nn.Parameter:
    """Draw [V, D] from N(0, 1/d_model): scaled by sqrt(d_model) it matches the positional encoding."""
    weight = nn.Parameter(torch.empty(tokens, d_model))
    nn.init.normal_(weight, std=d_model**-0.5)
    return weight


def _final_norm(config: ModelConfig) -> nn.Module:
    """Return the norm after the last layer: pre-norm leaves the last residual sum unnormalised, post-norm does not."""
    return nn.LayerNorm(config.d_model, eps=config.layer_norm_eps) if config.norm == "pre" else nn.Identity()


def _may_be_padded(ids: Tensor, pad_id: int) -> bool:
    """Return whether a mask is needed; only checked on a CPU, where it pays off: a GPU or compiled code would wait."""
    return torch.compiler.is_compiling() or ids.device.type != "cpu" or bool((ids == pad_id).any())
