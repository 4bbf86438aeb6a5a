"""Beam search over a batch (6.1): tensors for the model, plain lists for the bookkeeping of each sentence.

Shapes: B sentences, R beam, V vocabulary, C = 2R candidates per hypothesis and step.
"""

# Tensor.tolist() does not declare the type of its items.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import cast

import torch
from torch import Tensor

from core.config import DecodingConfig, ModelConfig, SpecialIds
from core.decoding.cache import DecoderCache, without_gaps
from core.decoding.candidates import forbid, no_probabilities, top
from core.decoding.hypothesis import Hypothesis, length_penalty
from core.decoding.tree import SearchTree, Status
from core.model.probe import Probe


@dataclass(frozen=True, slots=True)
class _Path:
    """A hypothesis that has not ended, as a link to its parent."""

    parent: "_Path | None"
    row: int  # place of the parent in the beam
    token: int
    log_prob: float  # of this token, nats
    total: float  # of the path, nats
    node: int  # in the search tree

    def steps(self) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the tokens after the start symbol and their log-probabilities."""
        tokens: list[int] = []
        log_probs: list[float] = []
        path = self
        while path.parent is not None:
            tokens.append(path.token)
            log_probs.append(path.log_prob)
            path = path.parent
        return tuple(reversed(tokens)), tuple(reversed(log_probs))


def _impossible(row: int, pad_id: int) -> _Path:
    """Return a path that pads a beam with fewer than R hypotheses."""
    return _Path(None, row, pad_id, 0.0, -math.inf, 0)


def _recorded(tree: SearchTree, path: _Path, penalty: float, status: Status) -> _Path:
    """Add a candidate to the tree; return it with its node."""
    parent = path.parent.node if path.parent is not None else 0
    node = tree.add(parent, path.token, path.log_prob, path.total, penalty, path.total / penalty, status)
    return replace(path, node=node)


def _beam_order(kept: list[_Path], rows: int, pad_id: int) -> list[_Path]:
    """Order paths so that a parent's first child takes its parent's place, which moves few keys and values.

    Results do not depend on the order: all are sorted again at each step.
    """
    places: list[_Path | None] = [None] * rows
    others: list[_Path] = []
    for path in kept:
        if places[path.row] is None:
            places[path.row] = path
        else:
            others.append(path)
    others.reverse()
    return [path or (others.pop() if others else _impossible(row, pad_id)) for row, path in enumerate(places)]


class SentenceBeam:
    """The beam of one sentence: its hypotheses, those that have ended, and what comes next."""

    def __init__(
        self,
        forced: Sequence[int],
        limit: int,
        config: DecodingConfig,
        record: bool,
        rows: int,
        special: SpecialIds,
    ) -> None:
        """Begin with the empty hypothesis.

        Args:
            forced: tokens that the translation must begin with.
            limit: greatest length in tokens, the end symbol counted.
            config: beam and length penalty.
            record: keep the tree of every candidate.
            rows: hypotheses per sentence in the batch, at least the beam.
            special: ids of padding, start and end.
        """
        self.forced, self.limit, self.config = forced, limit, config
        self._pad_id, start_id, self._end_id = special
        self.finished: list[Hypothesis] = []
        self.tree = SearchTree() if record else None
        start = _Path(None, 0, start_id, 0.0, 0.0, 0)
        self.paths = [start, *(_impossible(row, self._pad_id) for row in range(1, rows))]

    def advance(self, length: int, tokens: list[list[int]], log_probs: list[list[float]]) -> bool:
        """Extend the hypotheses by one token.

        Args:
            length: of the hypotheses afterwards.
            tokens: the most probable continuations of each hypothesis, [R][C], best first.
            log_probs: their log-probabilities, nats.

        Returns:
            True if the search must continue; `paths` then holds R hypotheses in the order of their rows.
        """
        beam, alpha = self.config.beam_size, self.config.alpha
        penalty = length_penalty(length, alpha)
        kept: list[_Path] = []
        for rank, candidate in enumerate(self._candidates(tokens, log_probs)):
            status: Status = "pruned"
            if candidate.token == self._end_id:
                status = "finished" if rank < beam else "pruned"
            elif len(kept) < beam:
                status = "kept"
            if self.tree is not None:
                candidate = _recorded(self.tree, candidate, penalty, status)
            if status == "finished":
                self._finish(candidate, penalty)
            elif status == "kept":
                kept.append(candidate)
        if length == self.limit:
            for candidate in kept[: max(0, beam - len(self.finished))]:
                self._finish(candidate, penalty)
            return False
        if not kept or self._is_decided(kept[0].total):
            return False
        self.paths = _beam_order(kept, len(self.paths), self._pad_id)
        return True

    def _candidates(self, tokens: list[list[int]], log_probs: list[list[float]]) -> list[_Path]:
        """Return the 2R best continuations of all hypotheses, best first; fewer if fewer are possible."""
        found = [
            (path.total + log_prob, row, token, log_prob)
            for row, path in enumerate(self.paths)
            if path.total > -math.inf
            for token, log_prob in zip(tokens[row], log_probs[row], strict=True)
            if log_prob > -math.inf
        ]
        found.sort(key=itemgetter(0), reverse=True)
        return [
            _Path(self.paths[row], row, token, log_prob, total, 0)
            for total, row, token, log_prob in found[: 2 * self.config.beam_size]
        ]

    def _finish(self, path: _Path, penalty: float) -> None:
        tokens, log_probs = path.steps()
        self.finished.append(Hypothesis(tokens, log_probs, path.total / penalty, path.token == self._end_id))

    def _is_decided(self, best_total: float) -> bool:
        """Return True if no continuing hypothesis can change those that are returned.

        Log-probabilities only fall and the length penalty only grows, so a hypothesis with `best_total` reaches at most
        best_total over the penalty of the greatest length.
        """
        returned, found = self.config.nbest, self.finished
        if len(found) < returned or self.config.beam_size == 1:
            return len(found) >= returned
        worst = sorted((hypothesis.score for hypothesis in found), reverse=True)[returned - 1]
        return best_total / length_penalty(self.limit, self.config.alpha) <= worst


class BeamSearch:
    """Beam search over a batch; finished sentences leave it."""

    def __init__(self, cache: DecoderCache, beams: list[SentenceBeam], beam_size: int, config: ModelConfig) -> None:
        """Search with a fresh cache, whose sentences are those of `beams` in order."""
        self._cache, self._beams, self._beam_size = cache, beams, beam_size
        self._start_id, self._never_generated = config.start_id, config.never_generated

    def run(self, probe: Probe | None) -> None:
        """Extend all beams until each is decided.

        Raises:
            CoreError: the model computes no finite probability for a sentence.
        """
        active: list[SentenceBeam] = self._beams
        device = self._cache.device
        logits = self._cache.begin(torch.full((len(active),), self._start_id, device=device), probe)  # [B, V]
        while active:
            log_probs = logits.float().log_softmax(dim=-1)  # over the whole vocabulary
            continuations = zip(active, *self._continuations(log_probs, active), strict=True)
            length = self._cache.length
            going: list[int] = [
                index
                for index, (beam, tokens, log_probs) in enumerate(continuations)
                if beam.advance(length, tokens, log_probs)
            ]
            if len(going) < len(active):
                going = without_gaps(going)
                active = [active[index] for index in going]
                if not active:
                    break
                self._cache.keep(going)
            paths = [(index * self._beam_size, path) for index, beam in enumerate(active) for path in beam.paths]
            self._cache.reorder([first + path.row for first, path in paths])
            read = torch.tensor([path.token for _, path in paths], device=device)
            logits = self._cache.step(read, probe)  # [B * R, V]
        if not all(beam.finished for beam in self._beams):
            raise no_probabilities()

    def _continuations(
        self, log_probs: Tensor, active: list[SentenceBeam]
    ) -> tuple[list[list[list[int]]], list[list[list[float]]]]:
        """Return the C most probable tokens of every hypothesis and their log-probabilities, [B][R][C].

        At the first step [B][1][C]: all hypotheses of a sentence begin alike.
        """
        beam = len(log_probs) // len(active)
        forbid(log_probs, self._never_generated)
        values, tokens = top(log_probs, min(2 * self._beam_size, log_probs.shape[-1]))  # [B * R, C]
        step = self._cache.length - 1
        for index, sentence in enumerate(active):
            if step < len(sentence.forced):  # only the forced token continues, at its own probability
                token = sentence.forced[step]
                rows = slice(index * beam, (index + 1) * beam)
                values[rows, 1:] = -torch.inf
                values[rows, 0] = log_probs[rows, token]
                tokens[rows, 0] = token
        shape = (len(active), beam, -1)
        ids = cast("list[list[list[int]]]", tokens.view(shape).tolist())
        return ids, cast("list[list[list[float]]]", values.view(shape).tolist())
