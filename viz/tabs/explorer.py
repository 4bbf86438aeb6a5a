"""What the first tab shows, computed: a translation with all of its attention, kept for the person who looks at it.

Loads no torch at import; the first translation does.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.config import DecodingConfig
from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.components.attention_view import Check, Hypothesis, head_request, pack, pack_head

if TYPE_CHECKING:
    from core.inspection.store import TraceRequest, TraceStore
    from core.inspection.trace import Trace
    from core.translator import Translation, Translator

MAX_SOURCE_TOKENS = 200  # with the end symbol; a page with more would be slow to send and too dense to read
MAX_BEAM_SIZE = 16
_EXPORT_SECONDS = 3600.0  # how long a file that was handed out stays


class Shown(NamedTuple):
    """A translation, ready for the page."""

    payload: str  # JSON for the attention view
    source: str
    translation: str


class Explorer:
    """Translates for the page; one is shared by everybody."""

    def __init__(self, library: CheckpointLibrary) -> None:
        self.library = library
        self._store: TraceStore | None = None
        self._exports: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()

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
        started = time.perf_counter()
        request = _request(checkpoint, text, beam_size, alpha, rank)
        translator = self.library.translator(checkpoint)
        translation = _search(translator, request)
        trace = translator.trace(translation, rank)
        self._traces().put(request, trace)
        milliseconds = (time.perf_counter() - started) * 1000
        return Shown(_packed(request, translation, trace, milliseconds), text, translation.texts[rank])

    def again(self, id: str, rank: int) -> Shown:
        """Another hypothesis of a translation that was made before.

        Raises:
            CoreError: the translation is forgotten, or has no such hypothesis.
        """
        request = self._traces().request(id)
        if request is None:
            raise CoreError("explorer.forgotten", "this translation is no longer kept; translate it again")
        return self.translate(request.checkpoint, request.text, request.beam_size, request.alpha, rank)

    def head_values(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """One head's float32 weights, for the browser; None where the trace is forgotten or the request is bad."""
        try:
            id, kind, layer, head = head_request(data)
            trace = self._traces().get(id)
        except ValueError:  # CoreError among them: the checkpoint may be gone since
            return None
        if trace is None:
            return None
        weights = {"encoder": trace.encoder_self, "decoder": trace.decoder_self, "cross": trace.cross}[kind]
        if layer >= weights.shape[0] or head >= weights.shape[1]:
            return None
        return pack_head(weights[layer, head])

    def export(self, id: str, form: str) -> str:
        """Write every weight of a trace as csv or npz; returns the file's path.

        Raises:
            CoreError: the trace is forgotten, or the form is neither.
        """
        from core.inspection.export import write_csv, write_npz

        writers = {"csv": write_csv, "npz": write_npz}
        if form not in writers:
            raise CoreError("explorer.form", "a trace is saved as csv or npz, not {form!r}", form=form)
        trace = self._traces().get(id)
        if trace is None:
            raise CoreError("explorer.forgotten", "this translation is no longer kept; translate it again")
        path = self._export_folder() / f"attention-{id[:12]}.{form}"
        partial = path.with_name(f".{path.name}.{threading.get_ident()}")
        with partial.open("wb") as file:
            writers[form](trace, file)
        os.replace(partial, path)
        return str(path)

    def answer(self, text: str, checkpoint: str, beam_size: int, alpha: float) -> dict[str, Any]:
        """Translate for a program: the best hypothesis and all others with their scores.

        Raises:
            CoreError: see `translate`.
        """
        names = self.library.names()
        name = checkpoint or (names[0] if names else "")
        request = _request(name, text, beam_size, alpha, 0)
        translation = _search(self.library.translator(name), request)
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
        return tokenizer.surface(tokenizer.encode(text, MAX_SOURCE_TOKENS).ids)

    def _traces(self) -> TraceStore:
        from core.inspection.store import TraceStore

        with self._lock:
            if self._store is None:
                self._store = TraceStore(self._compute)
            return self._store

    def _compute(self, request: TraceRequest) -> Trace:
        translator = self.library.translator(request.checkpoint)
        return translator.trace(_search(translator, request), request.rank)

    def _export_folder(self) -> Path:
        """Where files that are handed out lie: a folder of this process alone; old files are cleared away."""
        with self._lock:
            if self._exports is None or not Path(self._exports.name).is_dir():
                self._exports = tempfile.TemporaryDirectory(prefix="glassformer-")
            folder = Path(self._exports.name)
        for path in folder.iterdir():
            with contextlib.suppress(FileNotFoundError):  # another request was first
                if time.time() - path.stat().st_mtime > _EXPORT_SECONDS:
                    path.unlink()
        return folder


def _request(checkpoint: str, text: str, beam_size: int, alpha: float, rank: int) -> TraceRequest:
    """What to translate, with its settings checked: any client can send anything."""
    from core.inspection.store import TraceRequest

    if not isinstance(text, str):
        raise CoreError("explorer.text", "the sentence must be text, not {value!r}", value=text)
    if type(beam_size) is not int or not 1 <= beam_size <= MAX_BEAM_SIZE:
        raise CoreError(
            "explorer.beam",
            "beam_size must be a whole number from 1 to {limit}, not {size!r}",
            limit=MAX_BEAM_SIZE,
            size=beam_size,
        )
    return TraceRequest(checkpoint, text, beam_size, DecodingConfig(alpha=alpha).alpha, rank)


def _search(translator: Translator, request: TraceRequest) -> Translation:
    """Every hypothesis of the beam for a sentence that can be shown whole."""
    tokens = len(translator.tokenizer.encode(request.text).ids)
    if tokens == 1:
        raise CoreError("translator.blank", "the source sentence is blank")
    limit = min(MAX_SOURCE_TOKENS, translator.model.config.max_positions)
    if tokens > limit:
        raise CoreError(
            "explorer.too_long",
            "the sentence has {tokens} tokens; at most {limit} can be shown",
            tokens=tokens,
            limit=limit,
        )
    config = DecodingConfig(beam_size=request.beam_size, alpha=request.alpha, nbest=request.beam_size)
    return translator.search(request.text, config)


def _packed(request: TraceRequest, translation: Translation, trace: Trace, milliseconds: float) -> str:
    return pack(
        trace_id=request.id,
        source=request.text,
        translation=translation.texts[request.rank],
        src_tokens=trace.src_tokens,
        tgt_tokens=trace.tgt_tokens,
        predicted_tokens=trace.predicted_tokens,
        probabilities=[min(1.0, p) for p in _exp(trace.log_probs)],
        entropies=[max(0.0, float(value)) for value in trace.entropies],
        top=[
            list(zip(tokens, (min(1.0, float(p)) for p in probs), strict=True))
            for tokens, probs in zip(trace.top_tokens, trace.top_probs, strict=True)
        ],
        encoder=trace.encoder_self,
        decoder=trace.decoder_self,
        cross=trace.cross,
        hypotheses=[
            Hypothesis(text, found.score, found.log_prob, len(found.ids))
            for text, found in zip(translation.texts, translation.hypotheses, strict=True)
        ],
        chosen=request.rank,
        checks=[Check(*check) for check in trace.checks],
        decoding={"beam_size": request.beam_size, "alpha": request.alpha},
        truncated=not translation.hypotheses[request.rank].finished,
        milliseconds=milliseconds,
    )


def _exp(log_probs: Any) -> list[float]:
    import numpy as np

    return np.exp(log_probs.astype(np.float64)).tolist()
