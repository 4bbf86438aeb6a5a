"""Greedy and beam search (6.1), batched.

Shapes: B sentences, R beam, V vocabulary, C = 2R candidates a sentence and step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core.config import DecodingConfig
from core.data.batching import pad
from core.data.tokenizer import BOS_ID, EOS_ID, PAD_ID
from core.decoding.cache import DecoderCache
from core.decoding.tree import SearchTree
from core.errors import CoreError
from core.model.probe import Probe
from core.model.transformer import Transformer


@dataclass(frozen=True)
class Hypothesis:
    """One translation as token ids."""

    ids: tuple[int, ...]  # without the start symbol; the end symbol last if `finished`
    token_log_probs: tuple[float, ...]  # nats, one for each id
    score: float  # log-probability over length penalty
    finished: bool  # False: the length limit came first

    @property
    def log_prob(self) -> float:
        """Log-probability of the whole hypothesis, in nats."""
        return sum(self.token_log_probs)


@dataclass(frozen=True)
class SearchResult:
    """Search result for one sentence."""

    hypotheses: tuple[Hypothesis, ...]  # best first, at least one
    tree: SearchTree | None = None  # if requested


def length_penalty(length: int, alpha: float) -> float:
    """Return ((5 + length) / 6)^alpha, the divisor of a log-probability.

    Args:
        length: tokens, the end symbol counted.
        alpha: 0.6 in the paper; 0 is no penalty.

    References:
        Wu et al. 2016 (GNMT), Eq. 14; Vaswani et al. 2017, section 6.1.
    """
    return ((5 + length) / 6) ** alpha


@torch.inference_mode()
def search(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    config: DecodingConfig,
    *,
    prefixes: Sequence[Sequence[int]] | None = None,
    record: bool = False,
    probe: Probe | None = None,
) -> list[SearchResult]:
    """Translate a batch of sentences.

    Args:
        model: in eval mode.
        sources: token ids of each sentence, the end symbol last.
        config: beam, length penalty and limits; `nbest` hypotheses are returned.
        prefixes: tokens that each translation must begin with; their log-probabilities count.
        record: keep the tree of every candidate (beam search only).
        probe: observes and intervenes at every step.

    Returns:
        One result a sentence, in order. A beam ends when R hypotheses have ended and no other can still beat the
        worst of them, or at the length limit: source tokens (without the end symbol) + max_extra_tokens, or the
        prefix and one more token if that is longer. A beam of one is greedy search and ends at its first end symbol.

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
    forced = [list(prefix) for prefix in prefixes] if prefixes is not None else [[] for _ in sources]
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
        _check_prefix(prefix, model.config.vocab_size)
    limits = [
        min(longest, max(len(source) - 1 + config.max_extra_tokens, len(prefix) + 1))
        for source, prefix in zip(sources, forced, strict=True)
    ]
    memory, mask = model.encode(pad(sources).to(device), probe)
    cache = DecoderCache(model, memory, mask, config.beam_size)
    if config.beam_size == 1 and not record:
        return _greedy(cache, forced, limits, config, device, probe)
    return _Beam(cache, forced, limits, config, device, record).run(probe)


def _greedy(
    cache: DecoderCache,
    forced: list[list[int]],
    limits: list[int],
    config: DecodingConfig,
    device: torch.device,
    probe: Probe | None,
) -> list[SearchResult]:
    """Choose the most probable token at each step; finished sentences leave the batch."""
    ids: list[list[int]] = [[] for _ in forced]
    log_probs: list[list[float]] = [[] for _ in forced]
    alive = list(range(len(forced)))
    read = torch.full((len(alive),), BOS_ID, device=device)
    while alive:
        logits = cache.step(read, probe).float()  # [B, V]
        normaliser = logits.logsumexp(dim=-1)  # [B]
        _forbid_padding(logits)
        read = logits.argmax(dim=-1)  # [B]
        step = cache.length - 1
        for row, sentence in enumerate(alive):
            if step < len(forced[sentence]):
                read[row] = forced[sentence][step]
        chosen = logits.gather(1, read[:, None])[:, 0] - normaliser  # [B]
        active_rows = []
        for row, (token, value) in enumerate(zip(read.tolist(), chosen.tolist(), strict=True)):
            sentence = alive[row]
            ids[sentence].append(token)
            log_probs[sentence].append(value)
            if token != EOS_ID and len(ids[sentence]) < limits[sentence]:
                active_rows.append(row)
        if len(active_rows) < len(alive):
            kept = torch.tensor(active_rows, device=device, dtype=torch.int64)
            alive, read = [alive[row] for row in active_rows], read[kept]
            if alive:
                cache.keep(kept)
    return [SearchResult((_hypothesis(i, p, config.alpha),)) for i, p in zip(ids, log_probs, strict=True)]


class _Beam:
    """Beam search over a batch; finished sentences leave it."""

    def __init__(
        self,
        cache: DecoderCache,
        forced: list[list[int]],
        limits: list[int],
        config: DecodingConfig,
        device: torch.device,
        record: bool,
    ) -> None:
        self.cache, self.forced, self.limits, self.config, self.device = cache, forced, limits, config, device
        self.beam = config.beam_size
        self.finished: list[list[Hypothesis]] = [[] for _ in forced]
        self.trees = [SearchTree() for _ in forced] if record else None
        self.alive = list(range(len(forced)))
        shape = (len(forced), self.beam)
        self.tokens = torch.empty(*shape, 0, dtype=torch.int64, device=device)  # [B, R, T]
        self.log_probs = torch.empty(*shape, 0, device=device)  # [B, R, T]
        self.totals = torch.full(shape, -torch.inf, dtype=torch.float64, device=device)  # [B, R]
        self.totals[:, 0] = 0.0  # only the empty hypothesis is possible before the first step
        self.nodes = [[0] * self.beam for _ in forced]  # tree node of each hypothesis

    def run(self, probe: Probe | None) -> list[SearchResult]:
        read = torch.full((len(self.alive) * self.beam,), BOS_ID, device=self.device)
        while self.alive:
            logits = self.cache.step(read, probe).float()  # [B * R, V]
            read = self._advance(logits)
        trees = self.trees or [None] * len(self.finished)
        return [
            SearchResult(tuple(_best_first(found)[: self.config.nbest]), tree)
            for found, tree in zip(self.finished, trees, strict=True)
        ]

    def _advance(self, logits: Tensor) -> Tensor:
        """Choose among all continuations; return the tokens to read next, [B * R]."""
        beam = self.beam
        tokens, steps = self._candidates(logits)  # [B, R, C]
        totals = self.totals[:, :, None] + steps.double()  # [B, R, C]
        order = totals.flatten(1).topk(2 * beam, dim=-1)  # [B, C]
        parents = order.indices // (2 * beam)  # [B, C]
        tokens = tokens.flatten(1).gather(1, order.indices)
        steps = steps.flatten(1).gather(1, order.indices)
        continuing, active_rows = self._collect_finished(parents, tokens, steps, order.values)
        if not active_rows:
            self.alive = []
            return tokens.new_empty(0)
        rows = torch.tensor(active_rows, device=self.device)
        chosen = torch.tensor([continuing[row] for row in active_rows], device=self.device)  # [B', R]
        parents, tokens, steps = (t[rows].gather(1, chosen) for t in (parents, tokens, steps))
        self.totals = order.values[rows].gather(1, chosen)
        self.tokens = self._extend(self.tokens[rows], parents, tokens)
        self.log_probs = self._extend(self.log_probs[rows], parents, steps)
        if len(active_rows) < len(self.alive):
            self.cache.keep(rows)
            self.alive = [self.alive[row] for row in active_rows]
            self.nodes = [self.nodes[row] for row in active_rows]
        base = torch.arange(len(active_rows), device=self.device)[:, None] * beam
        source_rows = (base + parents).flatten()
        if not torch.equal(source_rows, torch.arange(len(source_rows), device=self.device)):
            self.cache.reorder(source_rows)
        return tokens.flatten()

    def _candidates(self, logits: Tensor) -> tuple[Tensor, Tensor]:
        """Return the C most probable continuations of every hypothesis: tokens and log-probabilities [B, R, C]."""
        normaliser = logits.logsumexp(dim=-1, keepdim=True)  # [B * R, 1], over the whole vocabulary
        _forbid_padding(logits)
        count = min(2 * self.beam, logits.shape[-1])
        values, tokens = _top(logits, count)
        step = self.cache.length - 1
        for row, sentence in enumerate(self.alive):
            if step < len(self.forced[sentence]):  # only the forced token continues, at its own probability
                token = self.forced[sentence][step]
                span = slice(row * self.beam, (row + 1) * self.beam)
                values[span, 1:] = -torch.inf
                values[span, 0] = logits[span, token]
                tokens[span, 0] = token
        steps = values - normaliser
        if count < 2 * self.beam:  # a vocabulary smaller than the candidates: pad with impossible ones
            steps = torch.nn.functional.pad(steps, (0, 2 * self.beam - count), value=-torch.inf)
            tokens = torch.nn.functional.pad(tokens, (0, 2 * self.beam - count), value=PAD_ID)
        shape = (len(self.alive), self.beam, 2 * self.beam)
        return tokens.view(shape), steps.view(shape)

    def _collect_finished(
        self, parents: Tensor, tokens: Tensor, steps: Tensor, totals: Tensor
    ) -> tuple[list[list[int]], list[int]]:
        """Move finished hypotheses out of the beam.

        Returns:
            For each sentence the R candidates that continue, and the rows of the sentences that are not finished.
        """
        length = self.cache.length
        penalty = length_penalty(length, self.config.alpha)
        lists = zip(parents.tolist(), tokens.tolist(), steps.tolist(), totals.tolist(), strict=True)
        continuing: list[list[int]] = []
        active_rows: list[int] = []
        for row, candidates in enumerate(lists):
            sentence = self.alive[row]
            found = self.finished[sentence]
            nodes: list[int] = []
            kept: list[int] = []
            for rank, (parent, token, step, total) in enumerate(zip(*candidates, strict=True)):
                possible = total > -torch.inf
                ends = possible and token == EOS_ID and rank < self.beam
                goes = (token != EOS_ID or not possible) and len(kept) < self.beam  # impossible ones pad the beam
                if ends:
                    found.append(self._hypothesis_at(row, parent, token, step, total / penalty, True))
                if goes:
                    kept.append(rank)
                if self.trees and possible:
                    status = "finished" if ends else "kept" if goes else "pruned"
                    node = self.trees[sentence].add(
                        self.nodes[row][parent], token, step, total, penalty, total / penalty, status
                    )
                else:
                    node = 0
                nodes.append(node)
            ordered = self._beam_order(kept, candidates[0])
            continuing.append(ordered)
            self.nodes[row] = [nodes[rank] for rank in ordered]
            if length == self.limits[sentence]:
                for rank in kept:
                    parent, token, step, total = (values[rank] for values in candidates)
                    if total > -torch.inf and len(found) < self.beam:
                        found.append(self._hypothesis_at(row, parent, token, step, total / penalty, False))
            elif not self._is_decided(sentence, max(candidates[3][rank] for rank in kept)):
                active_rows.append(row)
        return continuing, active_rows

    def _is_decided(self, sentence: int, best_total: float) -> bool:
        """Return True if no continuing hypothesis can change the R best.

        Log-probabilities only fall and the length penalty only grows, so a hypothesis with `best_total` reaches at most
        best_total over the penalty of the greatest length.
        """
        if best_total == -torch.inf:
            return True
        found = self.finished[sentence]
        if len(found) < self.beam or self.beam == 1:
            return len(found) >= self.beam
        worst = sorted((hypothesis.score for hypothesis in found), reverse=True)[self.beam - 1]
        return best_total / length_penalty(self.limits[sentence], self.config.alpha) <= worst

    def _beam_order(self, kept: list[int], parents: Sequence[int]) -> list[int]:
        """Return the candidates in beam order: a parent's first child takes its parent's place.

        This moves few keys and values. The order has no other effect: all are sorted again at each step.
        """
        places: list[int | None] = [None] * self.beam
        others: list[int] = []
        for rank in kept:
            if places[parents[rank]] is None:
                places[parents[rank]] = rank
            else:
                others.append(rank)
        free = iter(others)
        return [rank if rank is not None else next(free) for rank in places]

    def _hypothesis_at(
        self, row: int, parent: int, token: int, step: float, score: float, finished: bool
    ) -> Hypothesis:
        return Hypothesis(
            (*self.tokens[row, parent].tolist(), token),
            (*self.log_probs[row, parent].tolist(), step),
            score,
            finished,
        )

    @staticmethod
    def _extend(past: Tensor, parents: Tensor, new: Tensor) -> Tensor:
        """Return each hypothesis' history [B, R, T] from its parent, with one more column."""
        history = past.gather(1, parents[:, :, None].expand(-1, -1, past.shape[2]))
        return torch.cat([history, new[:, :, None].to(history.dtype)], dim=2)


def _top(logits: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Return the `count` largest values of each row, largest first: like topk, but without sorting most of a wide row.

    The largest values lie in the `count` blocks with the largest maxima, so only those blocks are searched.
    """
    width = 64
    rows, size = logits.shape
    blocks = size // width
    if blocks <= 2 * count:
        return logits.topk(count, dim=-1)
    whole = logits[:, : blocks * width].view(rows, blocks, width)
    best = whole.amax(dim=-1).topk(count, dim=-1).indices  # [rows, count]
    inside = whole.gather(1, best[:, :, None].expand(-1, -1, width)).flatten(1)  # [rows, count * width]
    rest = logits[:, blocks * width :]
    values, at = torch.cat([inside, rest], dim=1).topk(count, dim=-1)
    block = best.gather(1, (at // width).clamp_max(count - 1))
    tokens = torch.where(at < count * width, block * width + at % width, blocks * width + at - count * width)
    return values, tokens


def _forbid_padding(logits: Tensor) -> None:
    """Make padding and the start symbol impossible to generate."""
    logits[:, PAD_ID] = -torch.inf
    logits[:, BOS_ID] = -torch.inf


def _check_prefix(prefix: list[int], vocab_size: int) -> None:
    """Refuse a prefix with tokens that cannot be generated, or with the end symbol before its last position."""
    for place, token in enumerate(prefix):
        ended = token == EOS_ID and place < len(prefix) - 1
        if ended or token in (PAD_ID, BOS_ID) or not 0 <= token < vocab_size:
            raise CoreError(
                "search.prefix",
                "token {token} is not allowed at place {place} of a prefix",
                token=token,
                place=place + 1,
            )


def _hypothesis(ids: list[int], log_probs: list[float], alpha: float) -> Hypothesis:
    score = sum(log_probs) / length_penalty(len(ids), alpha)
    return Hypothesis(tuple(ids), tuple(log_probs), score, ids[-1] == EOS_ID)


def _best_first(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    return sorted(hypotheses, key=lambda hypothesis: -hypothesis.score)
