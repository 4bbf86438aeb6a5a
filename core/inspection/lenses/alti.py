"""ALTI+: contribution of each token, by the distance of its part from an attention block's whole output.

Shapes: L layers, H heads, Q/K query/key positions, S source, T target, D d_model.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, Kind
from core.inspection.forced import ForcedPair
from core.inspection.lenses.lens import Lens, last_layer
from core.inspection.lenses.per_head import Place, head_outputs, place
from core.inspection.lenses.rollout import Mixing, roll
from core.model.layers import AddAndNorm
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

_CHUNK_NUMBERS = 1 << 20  # numbers of T_j held at a time: 4 MiB


class Parts(NamedTuple):
    """An attention block's output as a sum: terms.sum(1) + kept + rest."""

    terms: Tensor  # [Q, K, D], of each key, all heads together
    kept: Tensor  # [Q, D], of the query's own state, by the residual connection
    rest: Tensor  # [Q, D], biases; they belong to no token


def key_vectors(here: Place, value: Tensor) -> Tensor:
    """Return what each head adds for each key before weight and deviation: values [H, K, V] -> [H, K, D]."""
    return _centre(here.residual, head_outputs(here.attention, value))


def decompose(here: Place, weights: Tensor, vectors: Tensor, stream: Tensor, output: Tensor) -> Parts:
    """Split the output of one attention block (attention, residual connection and its normalisation).

    Post-norm: with mean and deviation held constant, layer normalisation is linear in its input, so
    LayerNorm(x_i + sum_j a_ij f(x_j) + b^O) = sum_j N(a_ij f(x_j)) + N(x_i) + N(b^O) + beta,
    N(v) = gamma (v - mean(v)) / sigma_i. Pre-norm: the sum itself, N(v) = v and beta = 0. The bias of the values is
    added to each value and is part of f(x_j); b^O and beta belong to no token.

    Args:
        here: the attention and its residual connection.
        weights: of the selected queries, [H, Q, K].
        vectors: see `key_vectors`, [H, K, D].
        stream: the residual stream before the block, [Q, D].
        output: of the attention only, [Q, D].

    References:
        Ferrando et al. 2022a, "Measuring the Mixing of Contextual Information in the Transformer" (ALTI), after
        Kobayashi et al. 2021.
    """
    residual, bias = here.residual, here.attention.output.bias.detach()
    total = stream + output  # [Q, D]
    terms = torch.einsum("hqk,hkd->qkd", weights, vectors)
    kept, rest = _centre(residual, stream), _centre(residual, bias).expand_as(total)
    if residual.pre_norm:
        return Parts(terms, kept, rest)
    sigma = (total.var(dim=-1, unbiased=False, keepdim=True) + residual.norm.eps).sqrt()  # [Q, 1]
    return Parts(terms / sigma[:, None], kept / sigma, rest / sigma + residual.norm.bias.detach())


def _centre(residual: AddAndNorm, vectors: Tensor) -> Tensor:
    """Return the part of N that is the same for every query."""
    if residual.pre_norm:
        return vectors
    return (vectors - vectors.mean(dim=-1, keepdim=True)) * residual.norm.weight.detach()


def contributions(terms: Tensor, output: Tensor, fallback: Tensor) -> Tensor:
    """Return c_ij = max(0, ||y_i||_1 - ||y_i - T_ij||_1), each row divided by its sum.

    Args:
        terms: T, [Q, K, D].
        output: y, [Q, D].
        fallback: int64 [Q], the term that receives the whole row if no term is nearer to y than the zero vector is; the
            paper leaves such rows undefined.

    Returns:
        [Q, K], rows sum to 1.

    References:
        Ferrando et al. 2022a, contribution by Manhattan distance.
    """
    closeness = (output.abs().sum(dim=-1)[:, None] - (output[:, None] - terms).abs_().sum(dim=-1)).clamp_min(
        0
    )  # [Q, K]
    total = closeness.sum(dim=-1, keepdim=True)
    only_fallback = torch.nn.functional.one_hot(fallback, closeness.shape[1]).to(closeness)
    return torch.where(total > 0, closeness / total, only_fallback)


class ContributionReader(Probe):
    """Computes the contributions of every attention block during the pass.

    It relies on the order of a layer's calls: the attention, its output, then the residual stream after it.
    """

    def __init__(self, model: Transformer, pair: ForcedPair) -> None:
        encoder, decoder = model.config.num_layers, model.config.decoder_layers
        source, target = pair.sizes
        self._model = model
        self._stream = self._output = torch.empty(0)
        self._state: AttentionState | None = None
        self.mixing = Mixing(
            np.zeros((encoder, source, source), dtype=np.float32),
            np.zeros((decoder, target, target), dtype=np.float32),
            np.zeros((decoder, target, source), dtype=np.float32),
            np.zeros((decoder, target), dtype=np.float32),
        )

    def attention(self, state: AttentionState) -> Tensor:
        self._state = state
        return state.weights

    def observe(self, site: str, tensor: Tensor) -> None:
        if site.endswith(".output"):
            self._output = tensor[0]
        elif site.endswith(".residual"):
            if self._state is not None:
                self.mix(self._state, tensor[0])
            self._stream, self._state = tensor[0], None
        elif site.endswith(".embedding"):
            self._stream = tensor[0]

    def mix(self, state: AttentionState, after: Tensor) -> None:
        """Add the contributions of one attention block.

        Args:
            state: of the attention.
            after: the residual stream after the block, [Q, D].
        """
        here = place(self._model, state.site)
        vectors = key_vectors(here, state.value[0])
        size = max(1, _CHUNK_NUMBERS // (state.weights.shape[-1] * after.shape[-1]))
        shares: list[Tensor] = []
        for first in range(0, after.shape[0], size):
            rows = slice(first, first + size)
            parts = decompose(here, state.weights[0, :, rows], vectors, self._stream[rows], self._output[rows])
            shares.append(self.shares(here.kind, parts, after[rows], first))
        found = torch.cat(shares).float().cpu().numpy()
        if here.kind == "cross":
            self.mixing.cross[here.layer], self.mixing.kept[here.layer] = found[:, :-1], found[:, -1]
        else:
            (self.mixing.encoder if here.kind == "encoder" else self.mixing.decoder)[here.layer] = found

    def shares(self, kind: str, parts: Parts, output: Tensor, first: int) -> Tensor:
        """Return rows of contributions; in cross-attention the query's own stream is an additional last term."""
        queries = torch.arange(len(output), device=output.device)
        if kind == "cross":
            terms = torch.cat([parts.terms, parts.kept[:, None]], dim=1)  # [Q, S + 1, D]
            return contributions(terms, output, torch.full_like(queries, terms.shape[1] - 1))
        parts.terms[queries, queries + first] += parts.kept
        return contributions(parts.terms, output, queries + first)


@torch.inference_mode()
def alti(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
    """Compute ALTI in the encoder and ALTI+ in the decoder: contributions of each block, multiplied through the layers.

    In a decoder's layer the cross-attention block is divided among source positions and its own stream, and the
    self-attention block divides that stream among target positions; `roll` combines them. Row t of `decoder` and row t
    of `cross` sum to 1 together: the target prefix and the source, at layer l through layers 0 to l.

    As in the paper, the feed-forward sub-layer, which acts on each position separately, is assumed to mix nothing; so
    are the final normalisations of a pre-norm model.

    References:
        Ferrando et al. 2022b, "Towards Opening the Black Box of Neural Machine Translation: Source and Target
        Interpretations of the Transformer" (ALTI+).
    """
    reader = ContributionReader(model, pair)
    pair.states(model, pair.probe(model, reader))
    return {kind: array[:, None] for kind, array in zip(KINDS, roll(reader.mixing), strict=True)}


LENS = Lens(
    "alti",
    order=50,
    compute=alti,
    code=(ContributionReader.mix, key_vectors, head_outputs, decompose, ContributionReader.shares, contributions, roll),
    rows="shares",
    attribution=last_layer,
)
