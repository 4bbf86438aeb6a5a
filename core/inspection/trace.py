"""Trace: every attention weight of one translation, from one teacher-forced pass with a probe.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.data.tokenizer import BOS_ID, PAD_ID, Tokenizer
from core.model.probe import Recorder
from core.model.transformer import Transformer

_SUM_LIMIT = 1e-5  # how far a row's sum may be from 1
_PATH_LIMIT = 1e-3  # nats, between the log-probabilities of two computations of the same token
TOP_TOKENS = 10


class Check(NamedTuple):
    """One thing that must hold for a trace to be true."""

    code: str  # eval_mode, rows_sum_to_one, no_future, no_padding, paths_agree, tokens_agree
    passed: bool
    value: float  # what was measured
    limit: float  # the largest value that passes


@dataclass(frozen=True)
class Trace:
    """What the model computed for one source and one target.

    Row t of `decoder_self` and `cross` belongs to the step that read `tgt_tokens[t]` and led to
    `predicted_tokens[t]`.
    """

    encoder_self: np.ndarray  # float32 [L, H, S, S]
    decoder_self: np.ndarray  # float32 [L, H, T, T]
    cross: np.ndarray  # float32 [L, H, T, S]
    src_tokens: list[str]  # surface text, the end symbol last
    tgt_tokens: list[str]  # tokens read, the start symbol first
    predicted_tokens: list[str]  # the token that each row led to
    log_probs: np.ndarray  # float32 [T], of the predicted tokens, nats
    entropies: np.ndarray  # float32 [T], of the next-token distribution, nats
    top_tokens: list[list[str]]  # [T][10], most probable first
    top_probs: np.ndarray  # float32 [T, 10]
    checks: tuple[Check, ...]

    @property
    def trusted(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)


@torch.inference_mode()
def record_trace(
    model: Transformer,
    tokenizer: Tokenizer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    search_log_probs: Sequence[float] | None = None,
) -> Trace:
    """Run the model once over a source and a target and keep every attention weight.

    Args:
        model: in eval mode.
        tokenizer: the model's vocabulary.
        source_ids: the end symbol last.
        target_ids: the tokens generated, without the start symbol.
        search_log_probs: what the search said of each target token, to be compared.

    Returns:
        The trace, with its checks run on the float32 weights before any cast.
    """
    device = model.output_weight.device
    source = torch.tensor([list(source_ids)], device=device)  # [1, S]
    read_ids = [BOS_ID, *target_ids[:-1]]
    read = torch.tensor([read_ids], device=device)  # [1, T]
    recorder = Recorder()
    logits = model(source, read, recorder)[0].float()  # [T, V]
    log_probs = logits.log_softmax(dim=-1)  # [T, V]
    fused = model(source, read)[0].float().log_softmax(dim=-1)
    chosen = torch.tensor(list(target_ids), device=device)[:, None]
    taken = log_probs.gather(1, chosen)[:, 0]  # [T]
    count = min(TOP_TOKENS, logits.shape[1])
    top = log_probs.topk(count, dim=-1)
    layers = model.config.num_layers
    weights = {
        kind: torch.stack([recorder.weights[site.format(layer)][0] for layer in range(layers)])
        for kind, site in (
            ("encoder", "encoder.{}.self"),
            ("decoder", "decoder.{}.self"),
            ("cross", "decoder.{}.cross"),
        )
    }
    checks = check_trace(
        weights["encoder"],
        weights["decoder"],
        weights["cross"],
        source[0] == PAD_ID,
        training=model.training,
        path_difference=_largest(log_probs.exp() - fused.exp()),
        token_difference=_token_difference(taken.tolist(), search_log_probs),
    )
    return Trace(
        encoder_self=weights["encoder"].cpu().numpy(),
        decoder_self=weights["decoder"].cpu().numpy(),
        cross=weights["cross"].cpu().numpy(),
        src_tokens=tokenizer.surface(source_ids),
        tgt_tokens=tokenizer.surface(read_ids),
        predicted_tokens=tokenizer.surface(target_ids),
        log_probs=taken.cpu().numpy(),
        entropies=-(log_probs.exp() * log_probs).sum(dim=-1).cpu().numpy(),
        top_tokens=[[tokenizer.surface([index])[0] for index in row] for row in top.indices.tolist()],
        top_probs=top.values.exp().cpu().numpy(),
        checks=checks,
    )


def check_trace(
    encoder_self: Tensor,
    decoder_self: Tensor,
    cross: Tensor,
    source_padding: Tensor,
    *,
    training: bool,
    path_difference: float,
    token_difference: float | None,
) -> tuple[Check, ...]:
    """The checks of a trace.

    Args:
        encoder_self: [L, H, S, S].
        decoder_self: [L, H, T, T].
        cross: [L, H, T, S].
        source_padding: bool [S], True where the source is padding.
        training: whether the model was in training mode (dropout on).
        path_difference: largest difference of a probability between the explicit and the fused path.
        token_difference: largest difference in nats between this pass and the search; None without a search.
    """
    kinds = (encoder_self, decoder_self, cross)
    sums = _worst(_largest(weights.sum(dim=-1) - 1) for weights in kinds)
    padded = [weights[..., source_padding] for weights in (encoder_self, cross)]
    measured = [
        ("eval_mode", float(training), 0.0),
        ("rows_sum_to_one", sums, _SUM_LIMIT),
        ("no_future", _largest(decoder_self.triu(diagonal=1)), 0.0),
        ("no_padding", _worst(_largest(weights) for weights in padded), 0.0),
        ("paths_agree", path_difference, _SUM_LIMIT * 10),
    ]
    if token_difference is not None:
        measured.append(("tokens_agree", token_difference, _PATH_LIMIT))
    return tuple(Check(code, bool(value <= limit), value, limit) for code, value, limit in measured)


def _token_difference(log_probs: Sequence[float], search_log_probs: Sequence[float] | None) -> float | None:
    """Largest difference between what the search and this pass say of the same tokens; infinite for other tokens."""
    if search_log_probs is None:
        return None
    if len(search_log_probs) != len(log_probs):
        return math.inf
    return _worst(abs(a - b) for a, b in zip(log_probs, search_log_probs, strict=True))


def _worst(values: Iterable[float]) -> float:
    """The largest value; NaN, which no comparison finds, if any is NaN."""
    found = list(values)
    return math.nan if any(map(math.isnan, found)) else max(found, default=0.0)


def _largest(tensor: Tensor) -> float:
    return float(tensor.abs().max()) if tensor.numel() else 0.0
