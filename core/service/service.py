"""Translations with all of their attention, computed a few at a time and cached for their readers.

Loads no torch at import; the first translation does.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, NamedTuple

from core.config import DecodingConfig
from core.errors import CoreError
from core.inspection.intervention import Intervention
from core.inspection.store import TraceRequest, TraceStore
from core.library import CheckpointLibrary
from core.service.background import Background
from core.service.costs import passes, turns
from core.service.requests import MAX_BEAM_SIZE, MAX_TOKENS
from core.service.results import Results
from core.service.turnstile import Turnstile
from core.tuning.allocator import return_freed_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from core.inspection.trace import Trace
    from core.translator import Translation, Translator

_log = logging.getLogger(__name__)

MAX_COST = 4096  # of a search: hypotheses times tokens, some seconds
MAX_CHARACTERS = 20_000  # of a sentence as typed: blanks are not tokens, but they are kept and sent
AT_ONCE = 2  # computations; more would only compete for the processors
_TOGETHER = 32  # turns of waiting searches in one batch
_PER_VISITOR = 4  # requests in flight; a page asks two at a time
_PER_ADDRESS = 96  # of all visitors of one address: a class may share it
_PATIENCE = 60.0  # seconds that a request waits for its turn
_TIDY_EVERY = 25  # computations: small results between large temporary tensors would let the heap grow
_TRACE_BYTES, _RESULT_BYTES = 96 << 20, 32 << 20  # what a server keeps: 128 MB in all


class Answer(NamedTuple):
    """A translation and all of its attention."""

    request: TraceRequest
    translation: Translation  # without hypotheses where the target was given; its text is then the only one
    trace: Trace  # of the hypothesis `request.rank`
    milliseconds: float  # that it took
    languages: tuple[str, str] = ("", "")  # codes of source and target
    doubt_below: float | None = None  # see `Card`

    @property
    def text(self) -> str:
        """The translation that the trace is of."""
        return self.translation.texts[self.request.rank if self.translation.hypotheses else 0]


class TracedPair(NamedTuple):
    """One translation as a model takes it."""

    translator: Translator
    request: TraceRequest
    source_ids: tuple[int, ...]  # the end symbol last
    target_ids: tuple[int, ...]  # without the start symbol


class Service:
    """Translates and answers questions about translations; one is shared by all visitors and commands of a process."""

    def __init__(self, library: CheckpointLibrary) -> None:
        self.library = library
        self.turnstile = Turnstile(
            *(AT_ONCE, _PATIENCE, return_freed_memory, _TIDY_EVERY),
            per_visitor=_PER_VISITOR,
            per_address=_PER_ADDRESS,
            batch=_TOGETHER,
        )
        self.results = Results(_RESULT_BYTES)  # of lenses, trees and the like, by trace id
        self.background = Background()
        self.traces = TraceStore(self._compute, _TRACE_BYTES, self._compute_layer)

    def preload(self) -> None:
        """Load torch and the first checkpoint, so that the first visitor does not wait.

        Concurrent computations share the processor's cores: two computations on two cores take half the time with one
        thread each than with two.
        """
        import torch

        torch.set_num_threads(max(1, torch.get_num_threads() // AT_ONCE))
        names = self.library.names()
        try:
            if names:
                self.library.translator(names[0])
        except CoreError as error:  # reported again when the checkpoint is chosen
            _log.warning("checkpoint %s is not loaded ahead: %s", names[0], error)

    def translate(self, checkpoint: str, text: str, beam_size: int, alpha: float, rank: int = 0) -> Answer:
        """Translate a sentence and record the attention of one hypothesis.

        Args:
            checkpoint: name of a checkpoint in the library.
            text: one sentence.
            beam_size: hypotheses kept, 1 to `MAX_BEAM_SIZE`.
            alpha: length penalty.
            rank: hypothesis to trace, from 0, best first.

        Raises:
            CoreError: an unknown checkpoint, a setting of the wrong type or out of range, a blank or too long sentence.
        """
        return self.compute(self.new_request(checkpoint, text, beam_size, alpha, rank))

    def another_hypothesis(self, id: str, rank: int) -> Answer:
        """Trace another hypothesis of a translation that was made before.

        Raises:
            CoreError: the translation is no longer kept, or the hypothesis does not exist.
        """
        return self.compute(self.request(id)._replace(rank=rank, target=()))

    def compute(self, request: TraceRequest) -> Answer:
        """Compute what a request asks for and keep its trace.

        Args:
            request: with the checkpoint's present stamp.

        Raises:
            CoreError: this model and sentence do not allow what was asked for.
        """
        started = time.perf_counter()
        translation, trace = self.traced(request)
        return self.keep(request, translation, trace, (time.perf_counter() - started) * 1000)

    def keep(self, request: TraceRequest, translation: Translation, trace: Trace, milliseconds: float) -> Answer:
        """Keep a trace that its request would compute again, so that questions about it can be asked."""
        self.traces.put(request, trace)
        card = self.library.card(request.checkpoint)
        return Answer(request, translation, trace, milliseconds, card.languages, card.doubt_below)

    def new_request(self, checkpoint: str, text: str, beam_size: int, alpha: float, rank: int = 0) -> TraceRequest:
        """Return a request with its settings checked: any client can send anything.

        Raises:
            CoreError: see `translate`.
        """
        if not isinstance(text, str):
            raise CoreError("explorer.text", "the sentence must be text, not {value!r}", value=text)
        if len(text) > MAX_CHARACTERS:
            raise CoreError(
                "explorer.characters",
                "the text has {characters:,} characters; at most {limit:,} can be shown",
                characters=len(text),
                limit=MAX_CHARACTERS,
            )
        if type(beam_size) is not int or not 1 <= beam_size <= MAX_BEAM_SIZE:
            raise CoreError(
                "explorer.beam",
                "{setting} must be a whole number from 1 to {limit}, not {size!r}",
                setting="beam_size",
                limit=MAX_BEAM_SIZE,
                size=beam_size,
            )
        alpha = DecodingConfig(alpha=alpha).alpha
        return TraceRequest(checkpoint, text, beam_size, alpha, rank, stamp=self.stamp(checkpoint))

    def check(self, checkpoint: str, text: str, changes: Intervention) -> None:
        """Refuse changes that a model and a sentence do not allow.

        Raises:
            CoreError: see `Intervention.check`; or the checkpoint does not exist.
        """
        translator = self.library.translator(checkpoint)
        changes.check(translator.model.config, len(translator.encode(text).ids))

    def request(self, id: str) -> TraceRequest:
        """Return the request of a translation that was made before.

        Raises:
            CoreError: it is no longer kept, or its checkpoint was replaced since.
        """
        request = self.traces.request(id)
        if request is None:
            raise forgotten()
        self._require_stamp(request)
        return request

    def trace(self, id: str) -> Trace:
        """Return a trace that was made before, computed again if it is not kept.

        Raises:
            CoreError: its request is no longer kept, or its checkpoint was replaced.
        """
        trace = self.traces.get(id)
        if trace is None:
            raise forgotten()
        return trace

    def layer(self, id: str, kind: str, layer: int) -> np.ndarray:
        """Return one attention of a trace that was made before, float32 [H, Q, K].

        Raises:
            CoreError: the trace is no longer kept, or the layer does not exist.
        """
        found = self.traces.layer(id, kind, layer)
        if found is None and self.traces.request(id) is None:
            raise forgotten()
        if found is None:
            raise CoreError(
                "explorer.layer", "the {kind} attention does not have layer {layer}", kind=kind, layer=layer + 1
            )
        return found

    def pair(self, id: str) -> TracedPair:
        """Return the ids that a translation made before gives a model to read.

        Raises:
            CoreError: it is no longer kept, or its checkpoint can no longer be loaded.
        """
        request = self.request(id)
        target_ids = self.traces.target_ids(id)
        if target_ids is None:
            raise forgotten()
        translator = self.library.translator(request.checkpoint)
        return TracedPair(translator, request, tuple(translator.encode(request.text).ids), target_ids)

    def hypotheses(self, text: str, checkpoint: str, beam_size: int, alpha: float) -> tuple[str, Translation]:
        """Translate for a program, without a trace: the checkpoint's name and every hypothesis of the beam.

        Args:
            text: one sentence.
            checkpoint: a name; the first checkpoint if empty.
            beam_size: see `translate`.
            alpha: see `translate`.

        Raises:
            CoreError: see `translate`.
        """
        names = self.library.names()
        name = checkpoint or (names[0] if names else "")
        request = self.new_request(name, text, beam_size, alpha)
        return name, self.search(self.library.translator(name), request)

    def tokenize(self, checkpoint: str, text: str) -> list[str]:
        """Return the surface tokens of a text, the end symbol last."""
        vocabulary = self.library.translator(checkpoint).vocabularies.source
        return vocabulary.surface(vocabulary.encode(text, MAX_TOKENS).ids)

    def stamp(self, checkpoint: str) -> str:
        """Return the version of a checkpoint: one whose files changed has another.

        Raises:
            CoreError: the checkpoint does not exist.
        """
        return self.library.stamp(checkpoint)

    def traced(self, request: TraceRequest) -> tuple[Translation, Trace]:
        """Translate what a request asks for, and trace it.

        Raises:
            CoreError: its checkpoint was replaced, or this model and sentence do not allow what it asks for.
        """
        self._require_stamp(request)
        translator = self.library.translator(request.checkpoint)
        if request.target:
            own = _pass_turns(translator, _require_length(translator, request.text), len(request.target))
            return self.turnstile.compute(own, lambda: _given(translator, request))
        translation = self.search(translator, request)
        target = max((len(found.ids) for found in translation.hypotheses), default=0)
        own = _pass_turns(translator, len(translation.source_ids), target)
        return translation, self.turnstile.compute(own, lambda: translator.trace(translation, request.rank))

    def search(self, translator: Translator, request: TraceRequest) -> Translation:
        """Return every hypothesis of the beam; plain searches that wait are computed together.

        Args:
            translator: of the request's checkpoint.
            request: what to search.

        Raises:
            CoreError: see `search`; or the server is busy.
        """
        config, cost = decoding_config(translator, request)
        own = turns(cost, translator.model.config)
        if request.prefix or not request.intervention.empty:
            return self.turnstile.compute(own, lambda: search(translator, request))

        def compute(waiting: Sequence[tuple[str, DecodingConfig]]) -> Sequence[Translation]:
            texts, configs = zip(*waiting, strict=True)
            return translator.search_together(texts, configs)

        return self.turnstile.together((request.checkpoint, request.stamp), (request.text, config), compute, own)

    def _compute(self, request: TraceRequest) -> Trace:
        return self.traced(request)[1]

    def _compute_layer(self, request: TraceRequest, target_ids: tuple[int, ...], kind: str, layer: int) -> np.ndarray:
        self._require_stamp(request)
        translator = self.library.translator(request.checkpoint)
        source = len(translator.encode(request.text).ids)
        return self.turnstile.compute(
            _pass_turns(translator, source, len(target_ids)),
            lambda: translator.trace_layer(request.text, target_ids, kind, layer, request.intervention),
        )

    def _require_stamp(self, request: TraceRequest) -> None:
        """Refuse a request whose checkpoint was replaced: another model gives another trace under the same id."""
        if self.stamp(request.checkpoint) != request.stamp:
            raise forgotten()


def forgotten() -> CoreError:
    """Return the error about a translation that is no longer kept."""
    return CoreError("explorer.forgotten", "this translation is no longer kept; translate it again")


def search(translator: Translator, request: TraceRequest, *, record: bool = False) -> Translation:
    """Return every hypothesis of the beam for a sentence that is short enough to be shown.

    Args:
        translator: of the request's checkpoint.
        request: what to search.
        record: keep the search tree.

    Raises:
        CoreError: see `decoding_config`; or a prefix or an intervention that is not allowed.
    """
    config, _ = decoding_config(translator, request)
    return translator.search(
        request.text, config, prefix=request.prefix, record=record, intervention=request.intervention
    )


def decoding_config(translator: Translator, request: TraceRequest) -> tuple[DecodingConfig, int]:
    """Return how a request is decoded, and what that costs: hypotheses times tokens.

    Raises:
        CoreError: a blank or too long sentence, a too long prefix, or a beam that is too wide for so many tokens.
    """
    tokens = _require_length(translator, request.text)
    if len(request.prefix) >= MAX_TOKENS:
        raise CoreError(
            "explorer.prefix",
            "a translation can begin with fewer than {limit} given tokens, not {tokens}",
            tokens=len(request.prefix),
            limit=MAX_TOKENS,
        )
    longest = max(tokens, len(request.prefix))
    if request.beam_size * longest > MAX_COST:
        raise CoreError(
            "explorer.cost",
            "a beam of {beam} over {tokens} tokens takes too long here; at most {widest} for so many tokens",
            beam=request.beam_size,
            tokens=longest,
            widest=max(1, MAX_COST // longest),
        )
    extra = min(DecodingConfig().max_extra_tokens, MAX_TOKENS - (tokens - 1))
    config = DecodingConfig(
        beam_size=request.beam_size, alpha=request.alpha, nbest=request.beam_size, max_extra_tokens=extra
    )
    return config, request.beam_size * longest


def _pass_turns(translator: Translator, source: int, target: int) -> float:
    """Return what one pass counts as whose attention is kept."""
    return turns(passes(4, source, target), translator.model.config)


def _given(translator: Translator, request: TraceRequest) -> tuple[Translation, Trace]:
    """Return the trace of a target that is given, and a translation without hypotheses."""
    from core.translator import Translation

    _require_length(translator, request.text)
    trace = translator.trace_ids(request.text, request.target, request.intervention)
    words = translator.vocabularies.target.decode(request.target)
    source_ids = tuple(translator.encode(request.text).ids)
    return Translation(request.text, source_ids, False, (words,), (), None, request.intervention), trace


def _require_length(translator: Translator, text: str) -> int:
    """Return the source tokens with the end symbol, if they can be shown."""
    encoded, limit = translator.encode(text), min(MAX_TOKENS, translator.model.config.max_positions)
    tokens = len(encoded.ids)
    if tokens == 1:
        raise CoreError("translator.blank", "the source sentence is blank")
    if encoded.truncated or tokens > limit:
        tokens = len(translator.vocabularies.source.encode(text).ids)
        raise CoreError(
            "explorer.too_long",
            "the sentence has {tokens:,} tokens; at most {limit:,} can be shown",
            tokens=tokens,
            limit=limit,
        )
    return tokens
