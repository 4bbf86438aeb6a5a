"""Results: a translation, and all of its attention once it is asked for."""

from __future__ import annotations

import functools
import math
import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from core.errors import CoreError
from core.service import Answer, Service
from core.service.service import forgotten

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from core.config import DecodingConfig
    from core.inspection.trace import Check, Trace
    from core.translator import Translation
    from glassformer.model import Model


class Tokens(NamedTuple):
    """Tokens of a result as text."""

    source: list[str]  # the end symbol last
    read: list[str]  # by the decoder, at each step; the start symbol first
    predicted: list[str]  # at each step


class Hypothesis(NamedTuple):
    """One of the translations that the search kept."""

    text: str
    score: float  # log-probability over length penalty
    log_prob: float  # nats


class Result:
    """A translation of one sentence, or a target that was given.

    `print` writes the translation; in a notebook a result shows all of its attention.

    Attributes:
        source: the sentence.
        text: its translation; empty for a blank sentence.
        truncated: the sentence, or the target, is longer than the model's positions: only its beginning was read.

    Examples:
        >>> from glassformer.model import load
        >>> result = load("numbers")("twenty-one")
        >>> result.text, result.tokens.source[-1], result.cross.shape[:2]
        ('二十一', '</s>', (2, 4))
        >>> result.to_frame("tokens")["predicted"].tolist() == result.tokens.predicted
        True
    """

    def __init__(
        self,
        model: Model,
        stamp: str,
        translation: Translation,
        config: DecodingConfig,
        target: tuple[int, ...] = (),
    ) -> None:
        """Keep a translation, or a given target; `stamp` is the version of the checkpoint that made it."""
        self.model = model
        self.source, self.text, self.truncated = translation.source, translation.text, translation.truncated
        self._translator = model.translator
        self._stamp, self._translation, self._config, self._target = stamp, translation, config, target

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        # A target that was given has a score only once its attention is computed.
        score = f", score {self.score:.2f}" if self._translation.hypotheses else ""
        return f"<Result {self.source!r} → {self.text!r}, {self.model.name}{score}>"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return how a notebook shows the result: all of its attention; one line for a blank sentence.

        A result that the page would refuse is a line with the reason: a cell that ends with it has no traceback.
        """
        if not self.target_ids:
            return {"text/plain": repr(self)}, {}
        from glassformer.showing import mimebundle

        try:
            return mimebundle(self)
        except CoreError as error:
            return {"text/plain": f"{self!r}\n{error}"}, {}

    @property
    def hypotheses(self) -> list[Hypothesis]:
        """All translations that the search kept, best first; none for a target that was given."""
        found = self._translation
        if self._target:
            return []
        return [
            Hypothesis(text, one.score, one.log_prob) for text, one in zip(found.texts, found.hypotheses, strict=True)
        ]

    @property
    def log_prob(self) -> float:
        """Log-probability of the translation, in nats; not a number for a blank sentence."""
        if self._target:
            return float(self.trace.log_probs.sum())
        return self.hypotheses[0].log_prob if self.hypotheses else math.nan

    @property
    def score(self) -> float:
        """Log-probability over length penalty, by which the search ranks; not a number for a blank sentence."""
        from core.decoding.hypothesis import length_penalty

        if self._target:
            return self.log_prob / length_penalty(len(self._target), self._config.alpha)
        return self.hypotheses[0].score if self.hypotheses else math.nan

    @property
    def target_ids(self) -> tuple[int, ...]:
        """Token ids of the translation, without the start symbol."""
        found = self._translation.hypotheses
        return self._target or (found[0].ids if found else ())

    @property
    def tokens(self) -> Tokens:
        """Tokens on both sides."""
        from core.inspection.forced import read_ids

        source, target = self._translator.vocabularies
        predicted = self.target_ids
        read = read_ids(predicted, self._translator.model.config.start_id) if predicted else []
        return Tokens(source.surface(self._translation.source_ids), target.surface(read), target.surface(predicted))

    @functools.cached_property
    def trace(self) -> Trace:
        """All attention weights, predictions and checks, computed when first asked for.

        Raises:
            CoreError: the sentence is blank.
        """
        if not self.target_ids:
            raise CoreError("translator.blank", "the source sentence is blank")
        if self._target:
            return self._translator.trace_ids(self.source, self._target, self._translation.intervention)
        return self._translator.trace(self._translation)

    @property
    def encoder(self) -> np.ndarray:
        """Self-attention of the encoder, float32 [layer, head, query, key]."""
        return self.trace.encoder_self

    @property
    def decoder(self) -> np.ndarray:
        """Self-attention of the decoder, float32 [layer, head, query, key]."""
        return self.trace.decoder_self

    @property
    def cross(self) -> np.ndarray:
        """Cross-attention, float32 [layer, head, query, key]: queries are steps, keys are source tokens."""
        return self.trace.cross

    @property
    def checks(self) -> tuple[Check, ...]:
        """Conditions of a valid trace, each with its measured value and limit."""
        return self.trace.checks

    def to_frame(self, rows: Literal["weights", "tokens"] = "weights") -> pd.DataFrame:
        """Return a table.

        Args:
            rows: "weights" for a row per weight, with the columns of the CSV file that the page saves; "tokens" for a
                row per step, with its log-probability.

        Raises:
            CoreError: another name, or the sentence is blank.
        """
        from core.inspection.frames import tokens_frame, weights_frame

        makers = {"weights": weights_frame, "tokens": tokens_frame}
        if rows not in makers:
            raise CoreError("python.rows", "rows must be weights or tokens, not {rows!r}", rows=rows)
        return makers[rows](self.trace)

    @property
    def service(self) -> Service:
        """The service that answers questions about this translation."""
        return self.model.service

    def answer(self) -> Answer:
        """Return the translation and its attention as the page takes them, kept for the questions of the page.

        Raises:
            CoreError: the checkpoint was replaced since, the sentence is blank, or it or the beam is beyond the limits
                of the page.
        """
        started = time.perf_counter()
        request = self.service.new_request(
            self.model.name, self.source, self._config.beam_size, self._config.alpha
        )._replace(intervention=self._translation.intervention, target=self._target)
        if request.stamp != self._stamp:
            raise forgotten()
        trace = self.trace
        return self.service.keep(request, self._translation, trace, (time.perf_counter() - started) * 1000)
