"""Recording of snapshots: the attention of a few fixed sentences under the current weights.

Nothing here draws a random number or changes a weight: a run ends with the same bits with and without snapshots.
"""

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.attention_kinds import KINDS, quantise
from core.checkpoint import read_weights, shared_weights
from core.config import DecodingConfig, TrainingConfig
from core.data.corpus import ParallelText
from core.data.vocabulary import Vocabularies
from core.decoding.batched import search_many
from core.errors import CoreError
from core.evaluation.scores import token_scores
from core.inspection.forced import read_ids
from core.inspection.trace import record_trace
from core.model.transformer import Transformer
from core.training.events import TrainerEvent, Validated
from core.training.snapshots import (
    MAX_BYTES,
    MAX_SENTENCES,
    FixedSentence,
    SentenceState,
    Snapshot,
    SnapshotFolder,
    Snapshots,
)
from core.training.trainer import Validation

_PREFERRED = (8, 16)  # tokens of the longer side: long enough to align, short enough to read at a glance
_LONGEST = 32


class _Pair(NamedTuple):
    """A sentence pair as token ids, with its surface text."""

    source_ids: list[int]
    target_ids: list[int]
    shown: FixedSentence


class SnapshotRecorder:
    """Records the attention of the same sentences of one model at each call."""

    def __init__(self, model: Transformer, vocabularies: Vocabularies, text: ParallelText, count: int) -> None:
        """Choose the sentences: the first pairs of `text` whose longer side has 8 to 16 tokens, else the nearest.

        Args:
            model: read at each call; may be in training mode.
            vocabularies: of the model's two sides.
            text: the validation pairs.
            count: most sentences; fewer if the others are longer than 32 tokens or than the model's positions, or if
                the model has so many heads that a snapshot would exceed `MAX_BYTES`.
        """
        self._model = model
        self._vocabularies = vocabularies
        heads = model.config.total_heads
        longest = min(_LONGEST, model.config.max_positions)
        self._pairs = _limit_bytes(_choose(vocabularies, text, min(count, MAX_SENTENCES), longest), heads)

    @property
    def sentences(self) -> tuple[FixedSentence, ...]:
        """The recorded sentences; empty if no pair is short enough."""
        return tuple(pair.shown for pair in self._pairs)

    def take(self, step: int, loss: float | None = None, bleu: float | None = None) -> Snapshots | None:
        """Take one snapshot.

        Args:
            step: current step of the training.
            loss: validation loss there, nats per token.
            bleu: validation BLEU there.

        Returns:
            The snapshot; None without sentences, or if a trace does not pass its checks, for example because weights
            are no longer finite.
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
            trace = record_trace(self._model, self._vocabularies, pair.source_ids, pair.target_ids)
            log_probs = [float(value) for value in trace.log_probs]
            if not trace.trusted or not result.hypotheses or not all(map(math.isfinite, log_probs)):
                return []
            best = result.hypotheses[0]
            weights = {kind: quantise(trace.weights(kind)) for kind in KINDS}
            words = self._vocabularies.target.decode(best.ids)
            states.append(SentenceState(words, best.log_prob, tuple(log_probs), weights))
        return states


def with_snapshots(
    events: Iterator[TrainerEvent],
    folder: SnapshotFolder,
    model: Transformer,
    validation: Validation,
    config: TrainingConfig,
    step: int,
) -> Iterator[TrainerEvent]:
    """Return the events of a training; take a snapshot now, before the first step, and at each validation.

    A snapshot that cannot be written is skipped: a full disk must not end a training because of it.

    Args:
        events: of the trainer.
        folder: of the snapshots; those after `step` are removed.
        model: the trained model.
        validation: data on which it is measured.
        config: number of sentences, and steps between validations.
        step: at which the training begins or resumes.
    """
    recorder = SnapshotRecorder(model, validation.vocabularies, validation.text, config.snapshot_sentences)

    def keep(at: int, loss: float, bleu: float | None) -> None:
        taken = recorder.take(at, loss, bleu)
        if taken:
            with contextlib.suppress(OSError):
                folder.add(taken, config.validate_every)

    folder.discard_after(step)
    if step == 0 and recorder.sentences:
        keep(0, token_scores(model, validation.pairs).loss, None)

    def with_recording() -> Iterator[TrainerEvent]:
        for event in events:
            if isinstance(event, Validated):
                keep(event.step, event.loss, event.bleu)
            yield event

    return with_recording()


def snapshots_of(
    recorder: SnapshotRecorder,
    model: Transformer,
    weights: Mapping[int, Path],
    scores: Mapping[int, tuple[float | None, float | None]],
) -> Snapshots:
    """Take snapshots of kept step weights after the training.

    Args:
        recorder: of `model`.
        model: its weights are replaced by each folder's in turn.
        weights: step -> folder of the weights.
        scores: step -> validation loss and BLEU, where known.

    Raises:
        CoreError: weights do not fit the model, or no snapshot can be taken.
    """
    taken: list[Snapshot] = []
    for step in sorted(weights):
        tensors = read_weights(weights[step], model.config)
        model.load_state_dict(shared_weights(tensors, model.config))
        found = recorder.take(step, *scores.get(step, (None, None)))
        taken += found.snapshots if found else ()
    if not taken:
        raise CoreError("snapshots.none", "snapshots need kept step weights and at least one short pair")
    return Snapshots(recorder.sentences, tuple(taken))


def _choose(vocabularies: Vocabularies, text: ParallelText, count: int, longest_side: int) -> list[_Pair]:
    """Choose the pairs to record, none with a longer side, in the order of the text; each source once."""
    if count < 1:
        return []
    sources = [encoded.ids for encoded in vocabularies.source.encode_batch(text.source)]
    targets = [encoded.ids for encoded in vocabularies.target.encode_batch(text.target)]
    low, high = _PREFERRED
    ranked: list[tuple[int, int]] = []
    for index, (source, target) in enumerate(zip(sources, targets, strict=True)):
        longest = max(len(source), len(target))
        if min(len(source), len(target)) > 1 and longest <= longest_side:
            ranked.append((max(low - longest, longest - high, 0), index))
    best: dict[str, int] = {}  # among pairs with the same source
    for _, index in sorted(ranked):
        best.setdefault(text.source[index], index)
    wanted = sorted(list(best.values())[:count])
    return [_pair(vocabularies, text, index, sources[index], targets[index]) for index in wanted]


def _limit_bytes(pairs: Sequence[_Pair], heads: int) -> list[_Pair]:
    """Return the first pairs whose weights together stay within `MAX_BYTES`."""
    left, kept = MAX_BYTES, []
    for pair in pairs:
        source, target = len(pair.source_ids), len(pair.target_ids)
        left -= heads * (source * source + target * target + target * source)
        if left < 0:
            break
        kept.append(pair)
    return kept


def _pair(
    vocabularies: Vocabularies, text: ParallelText, index: int, source: Sequence[int], target: Sequence[int]
) -> _Pair:
    read = read_ids(target, vocabularies.target.special.start)
    shown = FixedSentence(
        text.source[index],
        text.target[index],
        tuple(vocabularies.source.surface(source)),
        tuple(vocabularies.target.surface(read)),
        tuple(vocabularies.target.surface(target)),
    )
    return _Pair(list(source), list(target), shown)
