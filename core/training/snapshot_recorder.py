"""Taking snapshots: the attention of a few fixed sentences under the weights as they are now.

Nothing here draws a random number or changes a weight: a run with snapshots and one without end with the same bits.
"""

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.checkpoint import read_weights, shared_weights
from core.config import DecodingConfig, TrainingConfig
from core.data.corpus import ParallelText
from core.data.tokenizer import BOS_ID, Tokenizer
from core.decoding.batched import search_many
from core.errors import CoreError
from core.evaluation import token_scores
from core.inspection.trace import record_trace
from core.model.transformer import Transformer
from core.training.events import Event, Validated
from core.training.snapshots import (
    KINDS,
    MAX_BYTES,
    MAX_SENTENCES,
    FixedSentence,
    SentenceState,
    Snapshot,
    SnapshotFolder,
    Snapshots,
    quantised,
)
from core.training.trainer import Validation

_COMFORTABLE = (8, 16)  # tokens of the longer side: enough to align, and still read at a glance
_LONGEST = 32


class _Pair(NamedTuple):
    """A sentence as the model takes it."""

    source_ids: list[int]
    target_ids: list[int]
    shown: FixedSentence


class SnapshotRecorder:
    """Looks at the same sentences of one model whenever it is asked to."""

    def __init__(self, model: Transformer, tokenizer: Tokenizer, text: ParallelText, count: int) -> None:
        """Choose the sentences: the first pairs of `text` whose longer side has 8 to 16 tokens, else the nearest.

        Args:
            model: looked at as it is at each call; may be in training mode.
            tokenizer: its vocabulary.
            text: the validation pairs.
            count: sentences wanted; there may be fewer, where others are longer than 32 tokens or than the model
                takes, or the model has so many heads that a snapshot would take more than `MAX_BYTES`.
        """
        self._model = model
        self._tokenizer = tokenizer
        heads = model.config.num_layers * model.config.num_heads
        longest = min(_LONGEST, model.config.max_positions)
        self._pairs = _affordable(_chosen(tokenizer, text, min(count, MAX_SENTENCES), longest), heads)

    @property
    def sentences(self) -> tuple[FixedSentence, ...]:
        """What is looked at; empty where no pair is short enough."""
        return tuple(pair.shown for pair in self._pairs)

    def take(self, step: int, loss: float | None = None, bleu: float | None = None) -> Snapshots | None:
        """One snapshot.

        Args:
            step: where the training stands.
            loss: validation loss there, nats a token.
            bleu: validation BLEU there.

        Returns:
            The snapshot; None without sentences, or where a trace does not pass its checks, as with weights that are
            no longer finite.
        """
        training = self._model.training
        self._model.eval()
        try:
            states = self._states()
        finally:
            self._model.train(training)
        return Snapshots(self.sentences, (Snapshot(step, loss, bleu, tuple(states)),)) if states else None

    def _states(self) -> list[SentenceState]:
        greedy = DecodingConfig(beam_size=1)
        found = search_many(self._model, [pair.source_ids for pair in self._pairs], greedy)
        states: list[SentenceState] = []
        for pair, result in zip(self._pairs, found, strict=True):
            trace = record_trace(self._model, self._tokenizer, pair.source_ids, pair.target_ids)
            log_probs = [float(value) for value in trace.log_probs]
            if not trace.trusted or not result.hypotheses or not all(map(math.isfinite, log_probs)):
                return []
            best = result.hypotheses[0]
            weights = {kind: quantised(trace.weights(kind)) for kind in KINDS}
            states.append(SentenceState(self._tokenizer.decode(best.ids), best.log_prob, tuple(log_probs), weights))
        return states


def with_snapshots(
    events: Iterator[Event],
    folder: SnapshotFolder,
    model: Transformer,
    validation: Validation,
    config: TrainingConfig,
    step: int,
) -> Iterator[Event]:
    """The events of a training, with a snapshot taken now, before the first step, and at each validation.

    A snapshot that cannot be written is left out: a full disk does not end a training for it.

    Args:
        events: of the trainer.
        folder: where the snapshots go; those after `step` are forgotten.
        model: that is trained.
        validation: what it is measured on.
        config: how many sentences, and how far apart validations are.
        step: where the training begins or resumes.
    """
    recorder = SnapshotRecorder(model, validation.tokenizer, validation.text, config.snapshot_sentences)

    def keep(at: int, loss: float, bleu: float | None) -> None:
        taken = recorder.take(at, loss, bleu)
        if taken:
            with contextlib.suppress(OSError):
                folder.add(taken, config.validate_every)

    folder.discard_after(step)
    if step == 0 and recorder.sentences:
        keep(0, token_scores(model, validation.pairs).loss, None)

    def watched() -> Iterator[Event]:
        for event in events:
            if isinstance(event, Validated):
                keep(event.step, event.loss, event.bleu)
            yield event

    return watched()


def snapshots_of(
    recorder: SnapshotRecorder,
    model: Transformer,
    weights: Mapping[int, Path],
    scores: Mapping[int, tuple[float | None, float | None]],
) -> Snapshots:
    """Snapshots of step weights that were kept, long after the training.

    Args:
        recorder: of `model`.
        model: its weights are replaced by each file's in turn.
        weights: step -> model file.
        scores: step -> validation loss and BLEU, where they are known.

    Raises:
        CoreError: a file does not fit the model, or no snapshot can be taken.
    """
    taken: list[Snapshot] = []
    for step in sorted(weights):
        tensors = read_weights(weights[step], model.config)
        model.load_state_dict(shared_weights(tensors, model.config))
        found = recorder.take(step, *scores.get(step, (None, None)))
        taken += found.snapshots if found else ()
    if not taken:
        raise CoreError("snapshots.none", "there is nothing to take snapshots of: no kept weights, or no short pair")
    return Snapshots(recorder.sentences, tuple(taken))


def _chosen(tokenizer: Tokenizer, text: ParallelText, count: int, longest_side: int) -> list[_Pair]:
    """The pairs to look at, none with a longer side, in the order of the text; each source once."""
    if count < 1:
        return []
    sources = [encoded.ids for encoded in tokenizer.encode_batch(text.source)]
    targets = [encoded.ids for encoded in tokenizer.encode_batch(text.target)]
    low, high = _COMFORTABLE
    ranked: list[tuple[int, int]] = []
    for index, (source, target) in enumerate(zip(sources, targets, strict=True)):
        longest = max(len(source), len(target))
        if min(len(source), len(target)) > 1 and longest <= longest_side:
            ranked.append((max(low - longest, longest - high, 0), index))
    best: dict[str, int] = {}  # of the pairs that share a source
    for _, index in sorted(ranked):
        best.setdefault(text.source[index], index)
    wanted = sorted(list(best.values())[:count])
    return [_pair(tokenizer, text, index, sources[index], targets[index]) for index in wanted]


def _affordable(pairs: Sequence[_Pair], heads: int) -> list[_Pair]:
    """The first pairs whose weights together stay within `MAX_BYTES`."""
    left, kept = MAX_BYTES, []
    for pair in pairs:
        source, target = len(pair.source_ids), len(pair.target_ids)
        left -= heads * (source * source + target * target + target * source)
        if left < 0:
            break
        kept.append(pair)
    return kept


def _pair(tokenizer: Tokenizer, text: ParallelText, index: int, source: Sequence[int], target: Sequence[int]) -> _Pair:
    shown = FixedSentence(
        text.source[index],
        text.target[index],
        tuple(tokenizer.surface(source)),
        tuple(tokenizer.surface([BOS_ID, *target[:-1]])),
        tuple(tokenizer.surface(target)),
    )
    return _Pair(list(source), list(target), shown)
