"""Translator: a loaded checkpoint that translates and traces its translations."""

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from cachetools import LRUCache, cachedmethod

from core.attention_kinds import KINDS, Kind
from core.checkpoint import Checkpoint, load_checkpoint
from core.config import DecodingConfig
from core.data.vocabulary import Encoded
from core.decoding.batched import search_many
from core.decoding.candidates import no_probabilities
from core.decoding.hypothesis import Hypothesis, SearchResult
from core.decoding.search import search
from core.decoding.tree import SearchTree
from core.errors import CoreError
from core.inspection.forced import score_target
from core.inspection.importance import Importance, head_importance
from core.inspection.intervention import NO_CHANGE, Intervention
from core.inspection.states import record_states
from core.inspection.trace import LayerVisitor, Trace, record_layer, record_trace
from core.model.probe import Probe
from core.settings import check_batch_size


@dataclass(frozen=True)
class Translation:
    """One sentence and its search result."""

    source: str
    source_ids: tuple[int, ...]  # the end symbol last; only the end symbol for a blank sentence
    truncated: bool  # the sentence was longer than the model's positions
    texts: tuple[str, ...]  # of the hypotheses, best first
    hypotheses: tuple[Hypothesis, ...]
    tree: SearchTree | None = None
    intervention: Intervention = NO_CHANGE  # in force during the search

    @property
    def text(self) -> str:
        """The best translation; empty for a blank sentence."""
        return self.texts[0] if self.texts else ""


_KEPT_SENTENCES = 32  # whose tokens are kept: one request needs them several times


class Translator:
    """One checkpoint, read-only and thread-safe."""

    def __init__(self, checkpoint: Checkpoint, name: str = "") -> None:
        self.name = name
        self.checkpoint = checkpoint
        self.model = checkpoint.model
        self.vocabularies = checkpoint.vocabularies
        self._encoded: LRUCache[object, Encoded] = LRUCache(_KEPT_SENTENCES)
        self._lock = threading.Lock()

    @classmethod
    def load(cls, folder: Path, device: torch.device | str = "cpu") -> "Translator":
        """Load a checkpoint folder; for errors see `core.checkpoint.load_checkpoint`."""
        return cls(load_checkpoint(folder, device), folder.name)

    @cachedmethod(lambda self: self._encoded, lock=lambda self: self._lock)
    def encode(self, text: str) -> Encoded:
        """Return the source tokens of a sentence, no more than the model has positions."""
        return self.vocabularies.source.encode(text, self.model.config.max_positions)

    def translate(
        self,
        texts: Sequence[str],
        config: DecodingConfig = DecodingConfig(),  # noqa: B008 -- frozen
        *,
        batch_size: int = 64,
        progress: Callable[[int], None] = lambda done: None,
        processes: int = 1,
        intervention: Intervention = NO_CHANGE,
    ) -> list[Translation]:
        """Translate sentences; blank ones stay blank.

        Args:
            texts: one sentence each.
            config: beam, length penalty, n-best.
            batch_size: sentences at a time; it does not change the result.
            progress: called with the number of sentences of each finished batch.
            processes: see `search_many`.
            intervention: changes of attention, applied to every sentence.

        Raises:
            CoreError: an invalid batch_size, `texts` is one string instead of a list of them, or the intervention does
                not fit the model and every sentence.
        """
        if isinstance(texts, str):
            raise CoreError("translator.one_text", "texts must be a list of sentences, not one string: [text]")
        check_batch_size(batch_size)
        encoded = self.vocabularies.source.encode_batch(texts, self.model.config.max_positions)
        wanted = [index for index, sentence in enumerate(encoded) if len(sentence.ids) > 1]
        progress(len(texts) - len(wanted))
        sources = [encoded[index].ids for index in wanted]
        for ids in sources:
            intervention.check(self.model.config, len(ids))
        results = search_many(
            self.model,
            sources,
            config,
            batch_size=batch_size,
            progress=progress,
            processes=processes,
            new_probe=lambda: self._probe(intervention),
        )
        found = dict(zip(wanted, results, strict=True))
        return [
            self._translation(text, sentence.ids, sentence.truncated, found.get(index, SearchResult(())), intervention)
            for index, (text, sentence) in enumerate(zip(texts, encoded, strict=True))
        ]

    def search(
        self,
        text: str,
        config: DecodingConfig,
        *,
        prefix: Sequence[int] = (),
        record: bool = False,
        intervention: Intervention | None = None,
    ) -> Translation:
        """Translate one sentence.

        Args:
            text: one sentence.
            config: beam, length penalty, n-best.
            prefix: target tokens with which every hypothesis begins.
            record: keep the search tree.
            intervention: changes of attention, applied at every step and in every hypothesis.

        Raises:
            CoreError: the prefix cannot begin a translation, or the intervention does not fit this model and sentence.
        """
        changes = intervention or NO_CHANGE
        encoded = self.encode(text)
        if len(encoded.ids) == 1:
            return self._translation(text, encoded.ids, False, SearchResult(()), changes)
        changes.check(self.model.config, len(encoded.ids))
        probe = self._probe(changes)
        result = search(self.model, [encoded.ids], config, prefixes=[list(prefix)], record=record, probe=probe)[0]
        return self._translation(text, encoded.ids, encoded.truncated, result, changes)

    def search_together(self, texts: Sequence[str], configs: Sequence[DecodingConfig]) -> list[Translation]:
        """Translate sentences in one batch, each with its own beam and length penalty.

        Args:
            texts: one sentence each, not blank.
            configs: of the sentences.

        Returns:
            What `search` returns for each sentence alone, up to the rounding of log-probabilities.
        """
        encoded = [self.encode(text) for text in texts]
        found = search(self.model, [sentence.ids for sentence in encoded], configs)
        return [
            self._translation(text, sentence.ids, sentence.truncated, result)
            for text, sentence, result in zip(texts, encoded, found, strict=True)
        ]

    def trace(
        self,
        translation: Translation,
        rank: int = 0,
        intervention: Intervention | None = None,
        *,
        on_layer: LayerVisitor | None = None,
    ) -> Trace:
        """Return every attention weight of one hypothesis of a translation.

        Args:
            translation: result of `search`.
            rank: of the hypothesis, from 0.
            intervention: changes of attention; by default those of the search. With others the search's
                log-probabilities are not compared, because they belong to different attention.
            on_layer: see `record_trace`.

        Raises:
            CoreError: the hypothesis does not exist, or the intervention is not allowed.
        """
        if not 0 <= rank < len(translation.hypotheses):
            raise CoreError(
                "translator.rank",
                "hypothesis {rank} does not exist: there are {count}",
                rank=rank + 1,
                count=len(translation.hypotheses),
            )
        hypothesis = translation.hypotheses[rank]
        changes = translation.intervention if intervention is None else intervention
        return record_trace(
            self.model,
            self.vocabularies,
            translation.source_ids,
            hypothesis.ids,
            hypothesis.token_log_probs if changes == translation.intervention else None,
            intervention=changes,
            on_layer=on_layer,
        )

    def trace_target(self, text: str, target: str) -> Trace:
        """Return every attention weight for a given target text.

        Raises:
            CoreError: the source is blank.
        """
        return self.trace_ids(text, self.vocabularies.target.encode(target, self.model.config.max_positions).ids)

    def trace_ids(
        self,
        text: str,
        target_ids: Sequence[int],
        intervention: Intervention | None = None,
        *,
        on_layer: LayerVisitor | None = None,
    ) -> Trace:
        """Return every attention weight for given target tokens, such as those of a translation under other attention.

        Args:
            text: one sentence.
            target_ids: without the start symbol.
            intervention: changes of attention.
            on_layer: see `record_trace`.

        Raises:
            CoreError: the source is blank, the target cannot be generated, or the intervention is not allowed.
        """
        source = self._source(text)
        self._check_target(target_ids)
        return record_trace(
            self.model, self.vocabularies, source, target_ids, intervention=intervention, on_layer=on_layer
        )

    def trace_layer(
        self, text: str, target_ids: Sequence[int], kind: str, layer: int, intervention: Intervention | None = None
    ) -> np.ndarray:
        """Return one attention of `trace_ids`, float32 [H, Q, K].

        Raises:
            CoreError: as `trace_ids`, or the layer does not exist.
        """
        source = self._source(text)
        self._check_target(target_ids)
        return record_layer(self.model, source, target_ids, kind, layer, intervention)

    def score(self, text: str, target_ids: Sequence[int], intervention: Intervention | None = None) -> np.ndarray:
        """Return the log-probability of each target token, float32 [T] in nats, without recording any attention.

        Raises:
            CoreError: the source is blank, the target cannot be generated, or the intervention is not allowed.
        """
        source = self._source(text)
        self._check_target(target_ids)
        return score_target(self.model, source, target_ids, intervention)

    def states(
        self,
        text: str,
        target_ids: Sequence[int],
        sites: Sequence[str] | None = None,
        intervention: Intervention | None = None,
    ) -> dict[str, np.ndarray]:
        """Return what a probe sees at the sites while the model reads source and target; see `record_states`.

        Raises:
            CoreError: the source is blank, the target cannot be generated, or see `record_states`.
        """
        source = self._source(text)
        self._check_target(target_ids)
        return record_states(self.model, source, target_ids, sites, intervention)

    def importance(
        self,
        text: str,
        target_ids: Sequence[int],
        intervention: Intervention | None = None,
        *,
        kinds: Sequence[Kind] = KINDS,
    ) -> Importance:
        """Return the importance of each head of these kinds for the target tokens; see `head_importance`.

        Raises:
            CoreError: the source is blank, the target cannot be generated, or the intervention is not allowed.
        """
        source = self._source(text)
        self._check_target(target_ids)
        return head_importance(self.model, source, target_ids, intervention or NO_CHANGE, kinds=kinds)

    def _probe(self, changes: Intervention) -> Probe | None:
        return None if changes.empty else changes.probe(self.model.config, self.model.output_weight.device)

    def _source(self, text: str) -> list[int]:
        ids = self.encode(text).ids
        if ids == [self.model.config.end_id]:
            raise CoreError("translator.blank", "the source sentence is blank")
        return ids

    def _check_target(self, ids: Sequence[int]) -> None:
        """Refuse a target with tokens that cannot be generated, or with the end symbol before its last position."""
        config = self.model.config
        limit = config.max_positions
        if not 1 <= len(ids) <= limit:
            raise CoreError(
                "translator.target_length",
                "a target must have 1 to {limit} tokens, not {length}",
                limit=limit,
                length=len(ids),
            )
        for place, token in enumerate(ids):
            ended = token == config.end_id and place < len(ids) - 1
            if ended or token in config.never_generated or not 0 <= token < config.output_size:
                raise CoreError(
                    "translator.target",
                    "token {token} is not allowed at place {place} of a target",
                    token=token,
                    place=place + 1,
                )

    def _translation(
        self,
        text: str,
        ids: Sequence[int],
        truncated: bool,
        result: SearchResult,
        intervention: Intervention = NO_CHANGE,
    ) -> Translation:
        if not all(math.isfinite(hypothesis.log_prob) for hypothesis in result.hypotheses):
            raise no_probabilities()
        texts = tuple(self.vocabularies.target.decode(hypothesis.ids) for hypothesis in result.hypotheses)
        return Translation(text, tuple(ids), truncated, texts, result.hypotheses, result.tree, intervention)
