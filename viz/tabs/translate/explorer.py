"""What the first tab shows, computed: a translation with all of its attention, kept for the person who looks at it.

Loads no torch at import; the first translation does.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from core.allocator import return_freed_memory
from core.config import DecodingConfig
from core.errors import CoreError
from core.inspection.intervention import Intervention
from core.inspection.store import TraceRequest, TraceStore
from core.library import CheckpointLibrary
from core.training.run import modified_time
from viz.tabs.translate.packing import packed
from viz.tabs.translate.sharing import Results, Turnstile

if TYPE_CHECKING:
    import numpy as np

    from core.inspection.trace import Trace
    from core.translator import Translation, Translator

MAX_TOKENS = 512  # of a source and of a target, with the end symbol; beyond, no picture of a head can be read
MAX_CHARACTERS = 20_000  # of a sentence as typed: blanks are no tokens, but they are kept and sent
MAX_BEAM_SIZE = 16
AT_ONCE = 2  # computations; more would only wait for one another's processor
_PATIENCE = 60.0  # seconds that a request waits for its turn
_TIDY_EVERY = 25  # computations: small results between large tensors that come and go would let the heap grow
_TRACE_BYTES, _RESULT_BYTES = 96 << 20, 32 << 20  # what a server keeps: 128 MB in all


class Shown(NamedTuple):
    """A translation, ready for the page."""

    payload: str  # JSON for the attention view
    source: str
    translation: str


class Pair(NamedTuple):
    """One translation as a model takes it."""

    translator: Translator
    request: TraceRequest
    source_ids: tuple[int, ...]  # the end symbol last
    target_ids: tuple[int, ...]  # without the start symbol


class Explorer:
    """Translates for the page; one is shared by everybody."""

    def __init__(self, library: CheckpointLibrary) -> None:
        self.library = library
        self.turnstile = Turnstile(AT_ONCE, _PATIENCE, return_freed_memory, _TIDY_EVERY)
        self.results = Results(_RESULT_BYTES)  # of lenses, trees and the like, by trace id
        self.traces = TraceStore(self._compute, _TRACE_BYTES, self._compute_layer)

    def preload(self) -> None:
        """Load torch and the first checkpoint, so that the first person need not wait."""
        names = self.library.names()
        with contextlib.suppress(CoreError):  # whoever chooses the checkpoint is told
            if names:
                self.library.translator(names[0])

    def translate(self, checkpoint: str, text: str, beam_size: int, alpha: float, rank: int = 0) -> Shown:
        """Translate a sentence and record the attention of one hypothesis.

        Args:
            checkpoint: name of a checkpoint in the library.
            text: one sentence.
            beam_size: hypotheses kept, 1 to `MAX_BEAM_SIZE`.
            alpha: length penalty.
            rank: hypothesis to look at, from 0, best first.

        Raises:
            CoreError: an unknown checkpoint, a setting of the wrong type or out of range, a blank or too long sentence.
        """
        return self.show(self.asked(checkpoint, text, beam_size, alpha, rank))

    def again(self, id: str, rank: int) -> Shown:
        """Another hypothesis of a translation that was made before.

        Raises:
            CoreError: the translation is forgotten, or has no such hypothesis.
        """
        return self.show(self.request(id)._replace(rank=rank, target=()))

    def show(self, request: TraceRequest, change: Mapping[str, Any] | None = None) -> Shown:
        """Compute what a request asks for, keep its trace and pack it.

        Args:
            request: with the checkpoint's present stamp.
            change: what makes this a variant of another translation, for the page.

        Raises:
            CoreError: what was asked for cannot be done to this model and sentence.
        """
        started = time.perf_counter()
        with self.turnstile:
            translation, trace = self.traced(request)
            self.traces.put(request, trace)
            milliseconds = (time.perf_counter() - started) * 1000
            payload = packed(request, translation, trace, milliseconds=milliseconds, change=change)
        return Shown(payload, request.text, translation.texts[request.rank if translation.hypotheses else 0])

    def asked(self, checkpoint: str, text: str, beam_size: int, alpha: float, rank: int = 0) -> TraceRequest:
        """What to translate, with its settings checked: any client can send anything.

        Raises:
            CoreError: see `translate`.
        """
        if not isinstance(text, str):
            raise CoreError("explorer.text", "the sentence must be text, not {value!r}", value=text)
        if len(text) > MAX_CHARACTERS:
            raise CoreError(
                "explorer.characters",
                "the text has {characters} characters; at most {limit} can be shown",
                characters=len(text),
                limit=MAX_CHARACTERS,
            )
        if type(beam_size) is not int or not 1 <= beam_size <= MAX_BEAM_SIZE:
            raise CoreError(
                "explorer.beam",
                "beam_size must be a whole number from 1 to {limit}, not {size!r}",
                limit=MAX_BEAM_SIZE,
                size=beam_size,
            )
        alpha = DecodingConfig(alpha=alpha).alpha
        return TraceRequest(checkpoint, text, beam_size, alpha, rank, stamp=self.stamp(checkpoint))

    def check(self, checkpoint: str, text: str, changes: Intervention) -> None:
        """Refuse changes that a model and a sentence do not allow.

        Raises:
            CoreError: see `Intervention.check`; or there is no such checkpoint.
        """
        translator = self.library.translator(checkpoint)
        changes.check(translator.model.config, len(translator.tokenizer.encode(text).ids))

    def request(self, id: str) -> TraceRequest:
        """What a translation that was made before is of.

        Raises:
            CoreError: it is forgotten, or its checkpoint was replaced since.
        """
        request = self.traces.request(id)
        if request is None:
            raise forgotten()
        self._require_stamp(request)
        return request

    def trace(self, id: str) -> Trace:
        """A trace that was made before, computed again if it is not kept.

        Raises:
            CoreError: it is forgotten, or cannot be computed again: its checkpoint was replaced.
        """
        trace = self.traces.get(id)
        if trace is None:
            raise forgotten()
        return trace

    def layer(self, id: str, kind: str, layer: int) -> np.ndarray:
        """One attention of a trace that was made before, float32 [H, Q, K].

        Raises:
            CoreError: it is forgotten, or has no such layer.
        """
        found = self.traces.layer(id, kind, layer)
        if found is None and self.traces.request(id) is None:
            raise forgotten()
        if found is None:
            raise CoreError("explorer.layer", "there is no {kind} layer {layer}", kind=kind, layer=layer + 1)
        return found

    def pair(self, id: str) -> Pair:
        """What a translation that was made before gives a model to read.

        Raises:
            CoreError: it is forgotten, or its checkpoint can no longer be loaded.
        """
        request = self.request(id)
        target_ids = self.traces.target_ids(id)
        if target_ids is None:
            raise forgotten()
        translator = self.library.translator(request.checkpoint)
        return Pair(translator, request, tuple(translator.tokenizer.encode(request.text).ids), target_ids)

    def answer(self, text: str, checkpoint: str, beam_size: int, alpha: float) -> dict[str, Any]:
        """Translate for a program: the best hypothesis and all others with their scores.

        Raises:
            CoreError: see `translate`.
        """
        names = self.library.names()
        name = checkpoint or (names[0] if names else "")
        request = self.asked(name, text, beam_size, alpha)
        with self.turnstile:
            translation = search(self.library.translator(name), request)
        hypotheses = [
            {"text": words, "score": found.score, "log_prob": found.log_prob}
            for words, found in zip(translation.texts, translation.hypotheses, strict=True)
        ]
        best = hypotheses[0]
        return {
            "translation": best["text"],
            "score": best["score"],
            "log_prob": best["log_prob"],
            "checkpoint": name,
            "hypotheses": hypotheses,
        }

    def tokenize(self, checkpoint: str, text: str) -> list[str]:
        """Surface tokens of a text, the end symbol last."""
        tokenizer = self.library.translator(checkpoint).tokenizer
        return tokenizer.surface(tokenizer.encode(text, MAX_TOKENS).ids)

    def stamp(self, checkpoint: str) -> str:
        """The version of a checkpoint: a folder that was replaced has another one.

        Raises:
            CoreError: there is no checkpoint of that name.
        """
        return repr(modified_time(self.library.folder(checkpoint) / "config.json"))

    def traced(self, request: TraceRequest) -> tuple[Translation, Trace]:
        """Translate what a request asks for, and trace it; to be called inside of the turnstile.

        Raises:
            CoreError: its checkpoint was replaced, or what it asks for cannot be done to this model and sentence.
        """
        self._require_stamp(request)
        translator = self.library.translator(request.checkpoint)
        if request.target:
            return _given(translator, request)
        translation = search(translator, request)
        return translation, translator.trace(translation, request.rank)

    def _compute(self, request: TraceRequest) -> Trace:
        with self.turnstile:
            return self.traced(request)[1]

    def _compute_layer(self, request: TraceRequest, target_ids: tuple[int, ...], kind: str, layer: int) -> np.ndarray:
        self._require_stamp(request)
        with self.turnstile:
            translator = self.library.translator(request.checkpoint)
            return translator.trace_layer(request.text, target_ids, kind, layer, request.intervention)

    def _require_stamp(self, request: TraceRequest) -> None:
        """The model of another version would give another trace under the same id."""
        if self.stamp(request.checkpoint) != request.stamp:
            raise forgotten()


def forgotten() -> CoreError:
    """What is said of a translation that is no longer kept."""
    return CoreError("explorer.forgotten", "this translation is no longer kept; translate it again")


def search(translator: Translator, request: TraceRequest, *, record: bool = False) -> Translation:
    """Every hypothesis of the beam for a sentence that can be shown whole.

    Args:
        translator: of the request's checkpoint.
        request: what to search.
        record: keep the search tree.

    Raises:
        CoreError: a blank or too long sentence, a prefix or an intervention that cannot be.
    """
    tokens = _require_length(translator, request.text)
    default = DecodingConfig()
    config = DecodingConfig(
        beam_size=request.beam_size,
        alpha=request.alpha,
        nbest=request.beam_size,
        max_extra_tokens=min(default.max_extra_tokens, MAX_TOKENS - (tokens - 1)),
    )
    if len(request.prefix) >= MAX_TOKENS:
        raise CoreError(
            "explorer.prefix",
            "a translation can begin with fewer than {limit} given tokens, not {tokens}",
            tokens=len(request.prefix),
            limit=MAX_TOKENS,
        )
    return translator.search(
        request.text, config, prefix=request.prefix, record=record, intervention=request.intervention
    )


def _given(translator: Translator, request: TraceRequest) -> tuple[Translation, Trace]:
    """The trace of a target that is given, beside a translation without hypotheses."""
    from core.translator import Translation

    _require_length(translator, request.text)
    trace = translator.trace_ids(request.text, request.target, request.intervention)
    words = translator.tokenizer.decode(request.target)
    source_ids = tuple(translator.tokenizer.encode(request.text).ids)
    return Translation(request.text, source_ids, False, (words,), (), None, request.intervention), trace


def _require_length(translator: Translator, text: str) -> int:
    """Source tokens with the end symbol, where they can be shown."""
    tokens = len(translator.tokenizer.encode(text).ids)
    if tokens == 1:
        raise CoreError("translator.blank", "the source sentence is blank")
    limit = min(MAX_TOKENS, translator.model.config.max_positions)
    if tokens > limit:
        raise CoreError(
            "explorer.too_long",
            "the sentence has {tokens} tokens; at most {limit} can be shown",
            tokens=tokens,
            limit=limit,
        )
    return tokens
