"""Greedy and beam search (6.1), batched.

Shapes: B sentences, R beam, V vocabulary, C = 2R candidates per sentence and step.
"""

# Tensor.tolist() does not declare the type of its items.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from typing import cast

import torch

from core.config import DecodingConfig, ModelConfig
from core.data.batching import pad
from core.decoding.beam import BeamSearch, SentenceBeam
from core.decoding.cache import DecoderCache, without_gaps
from core.decoding.candidates import forbid
from core.decoding.hypothesis import Hypothesis, SearchResult, length_penalty
from core.errors import CoreError
from core.model.probe import Probe
from core.model.transformer import Transformer


@torch.inference_mode()
def search(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    config: DecodingConfig | Sequence[DecodingConfig],
    *,
    prefixes: Sequence[Sequence[int]] | None = None,
    record: bool = False,
    probe: Probe | None = None,
) -> list[SearchResult]:
    """Translate a batch of sentences.

    Args:
        model: in eval mode.
        sources: token ids of each sentence, the end symbol last.
        config: beam, length penalty and limits, of all sentences or of each; `nbest` hypotheses are returned.
        prefixes: tokens that each translation must begin with; their log-probabilities count.
        record: keep the tree of every candidate (beam search only).
        probe: observes and intervenes at every step.

    Returns:
        One result per sentence, in order. A beam ends when as many hypotheses have ended as are returned and no other
        can still beat the worst of these, or at the length limit: source tokens (without the end symbol) +
        max_extra_tokens, or the prefix and one more token if that is longer. A beam of one is greedy search and ends
        at its first end symbol.

    Raises:
        CoreError: a sentence is longer than the model's positions, or a prefix cannot begin a translation.
    """
    if not sources:
        return []
    if prefixes is not None and len(prefixes) != len(sources):
        raise CoreError(
            "search.prefixes",
            "there are {prefixes} prefixes for {sources} sentences",
            prefixes=len(prefixes),
            sources=len(sources),
        )
    device = model.output_weight.device
    forced = [list(prefix) for prefix in prefixes] if prefixes is not None else [list[int]() for _ in sources]
    longest = model.config.max_positions
    for ids in (*sources, *forced):
        if len(ids) > longest:
            raise CoreError(
                "model.too_long",
                "a sequence of {length} tokens is longer than this model's {limit} positions",
                length=len(ids),
                limit=longest,
            )
    for prefix in forced:
        _check_prefix(prefix, model.config)
    configs = [config] * len(sources) if isinstance(config, DecodingConfig) else list(config)
    limits = [
        min(longest, max(len(source) - 1 + own.max_extra_tokens, len(prefix) + 1))
        for source, prefix, own in zip(sources, forced, configs, strict=True)
    ]
    memory, mask = model.encode(pad(sources, model.config.pad_id).to(device), probe)
    rows = max(own.beam_size for own in configs)
    cache = DecoderCache(model, memory, mask, rows)
    if rows == 1 and not record:
        return _greedy(cache, forced, limits, [own.alpha for own in configs], model.config, probe)
    beams = [
        SentenceBeam(prefix, limit, own, record, rows, model.config.special)
        for prefix, limit, own in zip(forced, limits, configs, strict=True)
    ]
    BeamSearch(cache, beams, rows, model.config).run(probe)
    return [
        SearchResult(tuple(_best_first(beam.finished)[: own.nbest]), beam.tree)
        for beam, own in zip(beams, configs, strict=True)
    ]


def _greedy(
    cache: DecoderCache,
    forced: list[list[int]],
    limits: list[int],
    alphas: list[float],
    config: ModelConfig,
    probe: Probe | None,
) -> list[SearchResult]:
    """Choose the most probable token at each step; finished sentences leave the batch."""
    ids: list[list[int]] = [[] for _ in forced]
    log_probs: list[list[float]] = [[] for _ in forced]
    alive: list[int] = list(range(len(forced)))
    device, end_id, never_generated = cache.device, config.end_id, config.never_generated
    read = torch.full((len(alive),), config.start_id, device=device)
    while alive:
        all_log_probs = cache.step(read, probe).float().log_softmax(dim=-1)  # [B, V]
        forbid(all_log_probs, never_generated)
        read = all_log_probs.argmax(dim=-1)  # [B]
        step = cache.length - 1
        for row, sentence in enumerate(alive):
            if step < len(forced[sentence]):
                read[row] = forced[sentence][step]
        chosen = all_log_probs.gather(1, read[:, None])[:, 0]  # [B]
        active_rows: list[int] = []
        tokens, values = cast("list[int]", read.tolist()), cast("list[float]", chosen.tolist())
        for row, (token, value) in enumerate(zip(tokens, values, strict=True)):
            sentence = alive[row]
            ids[sentence].append(token)
            log_probs[sentence].append(value)
            if token != end_id and len(ids[sentence]) < limits[sentence]:
                active_rows.append(row)
        if len(active_rows) < len(alive):
            kept = without_gaps(active_rows)
            alive, read = [alive[row] for row in kept], read[torch.tensor(kept, device=device, dtype=torch.int64)]
            if alive:
                cache.keep(kept)
    return [SearchResult((_hypothesis(*found, end_id),)) for found in zip(ids, log_probs, alphas, strict=True)]


def _check_prefix(prefix: list[int], config: ModelConfig) -> None:
    """Refuse a prefix with tokens that cannot be generated, or with the end symbol before its last position."""
    for place, token in enumerate(prefix):
        ended = token == config.end_id and place < len(prefix) - 1
        if ended or token in config.never_generated or not 0 <= token < config.output_size:
            raise CoreError(
                "search.prefix",
                "token {token} is not allowed at place {place} of a prefix",
                token=token,
                place=place + 1,
            )


def _hypothesis(ids: list[int], log_probs: list[float], alpha: float, end_id: int) -> Hypothesis:
    score = sum(log_probs) / length_penalty(len(ids), alpha)
    return Hypothesis(tuple(ids), tuple(log_probs), score, ids[-1] == end_id)


def _best_first(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    return sorted(hypotheses, key=lambda hypothesis: -hypothesis.score)
