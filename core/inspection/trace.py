"""Trace: all attention weights of one translation, from one teacher-forced pass with a probe.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens.
"""

# Tensor.tolist() does not declare the type of its items.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, attention_sizes, kind_and_layer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.inspection.forced import ForcedPair, logit_chunks
from core.inspection.intervention import NO_CHANGE, Intervention
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

_SUM_LIMIT = 1e-5  # allowed difference of a row's sum from 1
_PATH_LIMIT = 1e-3  # nats, between the log-probabilities of two computations of the same token
TOP_TOKENS = 10

LayerVisitor = Callable[[str, int, np.ndarray], None]  # kind, layer, float32 [H, Q, K]


class Check(NamedTuple):
    """One condition that a valid trace satisfies."""

    code: str  # eval_mode, rows_sum_to_one, no_future, no_padding, paths_agree, tokens_agree
    passed: bool
    value: float  # measured value
    limit: float  # largest value that passes


@dataclass(frozen=True)
class Trace:
    """Attention weights and predictions of one source and one target.

    Row t of `decoder_self` and `cross` belongs to the step that read `tgt_tokens[t]` and predicted
    `predicted_tokens[t]`. Weights are those in use: with an intervention, after it. A trace recorded with `on_layer`
    has weight arrays without layers.
    """

    encoder_self: np.ndarray  # float32 [L, H, S, S]
    decoder_self: np.ndarray  # float32 [L, H, T, T]
    cross: np.ndarray  # float32 [L, H, T, S]
    src_tokens: list[str]  # surface text, the end symbol last
    tgt_tokens: list[str]  # tokens read, the start symbol first
    predicted_tokens: list[str]  # the token predicted at each row
    predicted_ids: list[int]  # [T]
    log_probs: np.ndarray  # float32 [T], of the predicted tokens, nats
    entropies: np.ndarray  # float32 [T], of the next-token distribution, nats
    ranks: list[int]  # [T], of the predicted tokens among all tokens, 1 for the most probable
    top_tokens: list[list[str]]  # [T][10], most probable first
    top_ids: list[list[int]]  # [T][10]
    top_probs: np.ndarray  # float32 [T, 10]
    checks: tuple[Check, ...]
    intervention: Intervention = NO_CHANGE

    @property
    def trusted(self) -> bool:
        """True if every check passed."""
        return all(check.passed for check in self.checks)

    @property
    def whole(self) -> bool:
        """True if every layer's weights are present."""
        return len(self.cross) > 0

    def weights(self, kind: str) -> np.ndarray:
        """Return weights [L, H, Q, K] of `encoder`, `decoder` or `cross` attention."""
        return {"encoder": self.encoder_self, "decoder": self.decoder_self, "cross": self.cross}[kind]


@torch.inference_mode()
def record_trace(
    model: Transformer,
    vocabularies: Vocabularies,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    search_log_probs: Sequence[float] | None = None,
    *,
    intervention: Intervention | None = None,
    on_layer: LayerVisitor | None = None,
) -> Trace:
    """Run the model once over a source and a target and record every attention weight.

    Each attention is checked and copied as soon as it is computed, and the logits are read a few rows at a time, so
    that little more than the result is held in memory. With `on_layer` not even the weights are held: a trace of 512
    tokens on either side of a model of 6 layers and 8 heads has 151 MB of weights, but 8 MB per attention.

    Args:
        model: in eval mode.
        vocabularies: of the model's two sides.
        source_ids: the end symbol last.
        target_ids: the tokens generated, without the start symbol.
        search_log_probs: log-probability of each target token in the search, under the same intervention, to compare.
        intervention: changes of attention. The fused path cannot make them; the paths are then not compared.
        on_layer: called with every attention's weights [H, Q, K] in order of computation (read-only; copy what must
            persist); the trace's own arrays are then empty.

    Returns:
        The trace, with its checks run on the float32 weights before any cast.

    Raises:
        CoreError: the intervention does not fit this model and source.
    """
    pair = ForcedPair.of(model, source_ids, target_ids, intervention)
    changes = pair.intervention
    heads, sizes = model.config.num_heads, attention_sizes(*pair.sizes)
    layers = {kind: 0 if on_layer else model.config.layers(kind) for kind in KINDS}
    kept = {kind: np.empty((layers[kind], heads, *sizes[kind]), dtype=np.float32) for kind in KINDS}

    def keep(kind: str, layer: int, weights: np.ndarray) -> None:
        kept[kind][layer] = weights

    visit, deviations, padding = on_layer or keep, WeightDeviations(), pair.source[0] == model.config.pad_id

    def visit_attention(kind: str, layer: int, weights: Tensor) -> None:
        deviations.add(kind, weights, padding, changes.heads_off(kind, layer))
        array = weights.cpu().numpy()
        array.flags.writeable = False  # it may share memory with the model's own tensor
        visit(kind, layer, array)

    states = pair.states(model, pair.probe(model, _EachAttention(visit_attention)))[0]
    fused = pair.states(model, None)[0] if changes.empty else None
    predictions = _read_logits(model, states, fused, pair.target)
    read_ids = cast("list[int]", pair.read[0].tolist())
    checks = check_trace(
        deviations,
        training=model.training,
        path_difference=predictions.path_difference,
        token_difference=_token_difference(predictions.log_probs.tolist(), search_log_probs),
    )
    return Trace(
        encoder_self=kept["encoder"],
        decoder_self=kept["decoder"],
        cross=kept["cross"],
        src_tokens=vocabularies.source.surface(source_ids),
        tgt_tokens=vocabularies.target.surface(read_ids),
        predicted_tokens=vocabularies.target.surface(target_ids),
        predicted_ids=list(target_ids),
        log_probs=predictions.log_probs,
        entropies=predictions.entropies,
        ranks=predictions.ranks,
        top_tokens=[[vocabularies.target.surface([index])[0] for index in row] for row in predictions.top_ids],
        top_ids=predictions.top_ids,
        top_probs=predictions.top_probs,
        checks=checks,
        intervention=changes,
    )


@torch.inference_mode()
def record_layer(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    kind: str,
    layer: int,
    intervention: Intervention | None = None,
) -> np.ndarray:
    """Compute one attention of `record_trace` again, float32 [H, Q, K], without keeping others or computing logits.

    Raises:
        CoreError: the layer does not exist, or the intervention does not fit this model and source.
    """
    if kind not in KINDS or layer not in range(model.config.layers(kind)):
        raise CoreError(
            "trace.layer",
            "layer {layer} of the {kind} attention does not exist: kinds are encoder with {encoder_layers} layers, "
            "decoder and cross with {decoder_layers} layers",
            kind=kind,
            layer=layer + 1,
            encoder_layers=model.config.num_layers,
            decoder_layers=model.config.decoder_layers,
        )
    pair = ForcedPair.of(model, source_ids, target_ids, intervention)
    found: list[np.ndarray] = []

    def visit_attention(kind_seen: str, layer_seen: int, weights: Tensor) -> None:
        if (kind_seen, layer_seen) == (kind, layer):
            found.append(weights.cpu().numpy().copy())

    probe = pair.probe(model, _EachAttention(visit_attention))
    memory, mask = model.encode(pair.source, probe)
    if kind != "encoder":
        model.decode(pair.read, memory, mask, probe)
    return found[0]


@dataclass
class WeightDeviations:
    """Largest deviations in the weights of one trace, over all layers, heads and rows."""

    sums: float = 0.0  # difference of a row's sum from its required value
    future: float = 0.0  # weight of a decoder's row on a later position
    padding: float = 0.0  # weight on padding

    def add(self, kind: str, weights: Tensor, source_padding: Tensor, off: Collection[int] = ()) -> None:
        """Include one layer.

        Args:
            kind: encoder, decoder or cross.
            weights: [H, Q, K].
            source_padding: bool [S], True where the source is padding.
            off: heads that are switched off: their rows must sum to 0, all others to 1.
        """
        expected = weights.new_ones(len(weights), 1)  # [H, 1]
        expected[list(off)] = 0.0
        self.sums = _max_or_nan((self.sums, _largest(weights.sum(dim=-1) - expected)))
        if kind == "decoder":
            self.future = _max_or_nan((self.future, _largest(weights.triu(diagonal=1))))
        else:
            self.padding = _max_or_nan((self.padding, _largest(weights[..., source_padding])))


def check_trace(
    deviations: WeightDeviations,
    *,
    training: bool,
    path_difference: float | None,
    token_difference: float | None,
) -> tuple[Check, ...]:
    """Return the checks of a trace.

    Args:
        deviations: of its weights.
        training: True if the model was in training mode (dropout on).
        path_difference: largest difference of a probability between the explicit and the fused path; None if the
            attention was changed, which the fused path cannot do.
        token_difference: largest difference in nats between this pass and the search; None without a search.
    """
    measured = [
        ("eval_mode", float(training), 0.0),
        ("rows_sum_to_one", deviations.sums, _SUM_LIMIT),
        ("no_future", deviations.future, 0.0),
        ("no_padding", deviations.padding, 0.0),
    ]
    if path_difference is not None:
        measured.append(("paths_agree", path_difference, _SUM_LIMIT * 10))
    if token_difference is not None:
        measured.append(("tokens_agree", token_difference, _PATH_LIMIT))
    return tuple(Check(code, bool(value <= limit), value, limit) for code, value, limit in measured)


class _EachAttention(Probe):
    """Calls a function for each attention: kind, layer, float32 weights [H, Q, K]."""

    def __init__(self, visit: Callable[[str, int, Tensor], None]) -> None:
        self._visit = visit

    def attention(self, state: AttentionState) -> Tensor:
        self._visit(*kind_and_layer(state.site), state.weights[0].float())
        return state.weights


class _Predictions(NamedTuple):
    """Next-token predictions of a trace."""

    log_probs: np.ndarray  # float32 [T], of the target
    entropies: np.ndarray  # float32 [T]
    ranks: list[int]  # [T], of the target
    top_ids: list[list[int]]  # [T][10]
    top_probs: np.ndarray  # float32 [T, 10]
    path_difference: float | None


def _read_logits(model: Transformer, states: Tensor, fused: Tensor | None, target: Tensor) -> _Predictions:
    """Read logits from decoder states [T, D], a few rows at a time; `fused` are the states of the fused path."""
    parts: list[tuple[Tensor, ...]] = []
    differences = [0.0]
    for rows, logits in logit_chunks(model, states):
        log_probs = logits.log_softmax(dim=-1)  # [n, V]
        probs = log_probs.exp()
        top = log_probs.topk(min(TOP_TOKENS, model.config.output_size), dim=-1)
        taken = log_probs.gather(1, target[rows, None])  # [n, 1]
        rank = 1 + (log_probs > taken).sum(dim=-1)
        parts.append((taken[:, 0], -(probs * log_probs).sum(dim=-1), rank, top.indices, top.values.exp()))
        if fused is not None:
            differences.append(_largest(probs - model.logits(fused[rows]).float().softmax(dim=-1)))
    log_prob, entropy, rank, top_ids, top_probs = (torch.cat(part).cpu() for part in zip(*parts, strict=True))
    difference = None if fused is None else _max_or_nan(differences)
    return _Predictions(
        log_prob.numpy(), entropy.numpy(), rank.tolist(), top_ids.tolist(), top_probs.numpy(), difference
    )


def _token_difference(log_probs: Sequence[float], search_log_probs: Sequence[float] | None) -> float | None:
    """Return the largest difference between search and this pass on the same tokens; inf for other tokens."""
    if search_log_probs is None:
        return None
    if len(search_log_probs) != len(log_probs):
        return math.inf
    return _max_or_nan(abs(a - b) for a, b in zip(log_probs, search_log_probs, strict=True))


def _max_or_nan(values: Iterable[float]) -> float:
    """Return the largest value; NaN, which comparisons ignore, if any value is NaN."""
    found = list(values)
    return math.nan if any(map(math.isnan, found)) else max(found, default=0.0)


def _largest(tensor: Tensor) -> float:
    return float(tensor.abs().max()) if tensor.numel() else 0.0
