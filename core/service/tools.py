"""Functions for programs and agents: a sentence in, a short answer in plain values out.

The page's endpoint, Python (`glassformer.tools`) and agents have the same functions under the same names. Heads are
written as everywhere (`c.3.1`: cross-attention, layer 3, head 1); numbers of probability are natural logarithms.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.attention_kinds import KINDS
from core.config import DecodingConfig
from core.errors import CoreError, Names
from core.inspection.head_names import read_heads
from core.inspection.intervention import HeadName
from core.service.questions import ask
from core.service.requests import typed_lines
from core.service.service import Answer, Service
from core.service.tool_answers import (
    Compared,
    HeadsOff,
    HeadsThatMatter,
    HeadThatMatters,
    Linked,
    ModelFacts,
    Models,
    ModelTranslation,
    Scored,
    Translated,
    WordLink,
)

if TYPE_CHECKING:
    from core.inspection.importance import Importance
    from core.inspection.trace import Trace
    from core.inspection.words import Span

MAX_ANSWER_BYTES = 4000  # of JSON in UTF-8: an agent pays for each word that it reads
_DEFAULT = DecodingConfig()
_MAX_HEADS = 10  # that one answer names


class Tools:
    """The functions, over one service."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def list_models(self) -> Models:
        """List the models with their languages, size and BLEU.

        Returns:
            models: checkpoint (the name for other functions), languages, parameters, layers, heads and bleu of each.
        """
        library, cards = self._service.library, []
        for name in library.names():
            with contextlib.suppress(CoreError):  # a damaged folder says so once it is chosen
                cards.append(library.card(name))
        models: list[ModelFacts] = [
            {
                "checkpoint": card.name,
                "source_language": card.source_language,
                "target_language": card.target_language,
                "parameters": card.model.num_parameters,
                "encoder_layers": card.model.num_layers,
                "decoder_layers": card.model.decoder_layers,
                "heads": card.model.num_heads,
                "bleu": card.bleu,
            }
            for card in cards
        ]
        return _bounded({"models": models}, "models")

    def translate(
        self, text: str, checkpoint: str = "", beam: int = _DEFAULT.beam_size, alpha: float = _DEFAULT.alpha
    ) -> Translated:
        """Translate one sentence.

        Args:
            text: the sentence.
            checkpoint: name of a model; the first one when left out.
            beam: hypotheses kept; 1 is greedy search.
            alpha: exponent of the length penalty.

        Returns:
            translation, score (log-probability over length penalty), log_prob, and hypotheses, best first.
        """
        name, found = self._service.hypotheses(_one_line(text), checkpoint, beam, alpha)
        hypotheses: list[Scored] = [
            {"text": words, "score": hypothesis.score, "log_prob": hypothesis.log_prob}
            for words, hypothesis in zip(found.texts, found.hypotheses, strict=True)
        ]
        best = hypotheses[0]
        return _bounded(
            {
                "translation": best["text"],
                "score": best["score"],
                "log_prob": best["log_prob"],
                "checkpoint": name,
                "hypotheses": hypotheses,
            },
            "hypotheses",
        )

    def translate_with_word_links(self, text: str, checkpoint: str = "") -> Linked:
        """Translate one sentence, and link each word of the translation to the source word that it attends to most.

        Args:
            text: the sentence.
            checkpoint: name of a model; the first one when left out.

        Returns:
            translation, links (target, source, share of mean cross-attention without the end symbol), unlinked words.
        """
        from core.inspection.alignment import implied_alignment, word_attention
        from core.inspection.words import word_spans

        answer = self._answer(text, checkpoint)
        trace = answer.trace
        source, target = word_spans(trace.src_tokens), word_spans(trace.predicted_tokens)
        shares = word_attention(trace.cross.mean(axis=(0, 1)), source, target, "predicted")  # [J, I]
        linked = implied_alignment(shares)
        links: list[WordLink] = [
            {"target": word, "source": _word(trace.src_tokens, source[place]), "share": _rounded(row[place])}
            for word, place, row in zip(_words(trace.predicted_tokens, target), linked, shares, strict=True)
            if place >= 0
        ]
        unlinked = [word for place, word in enumerate(_words(trace.src_tokens, source)) if place not in linked]
        return _bounded(
            {
                "translation": answer.text,
                "checkpoint": answer.request.checkpoint,
                "links": links,
                "unlinked": unlinked,
            },
            "links",
        )

    def heads_that_matter(self, text: str, word: str = "", checkpoint: str = "", count: int = 3) -> HeadsThatMatter:
        """Translate one sentence and find the attention heads that a word of the translation needs most.

        Each head is switched off alone, and the same translation is scored again. c.3.1 is cross-attention, layer 3,
        head 1; e and d are the self-attention of the encoder and of the decoder.

        Args:
            text: the sentence.
            word: a word of the translation; all of the translation when left out.
            checkpoint: name of a model; the first one when left out.
            count: heads to name, 1 to 10.

        Returns:
            translation, the word's log_prob, and heads such as c.3.1: its loss in nats, and what it attends to most.
        """
        if type(count) is not int or not 1 <= count <= _MAX_HEADS:
            raise CoreError(
                "tools.count",
                "count must be a whole number from 1 to {limit}, not {count!r}",
                limit=_MAX_HEADS,
                count=count,
            )
        answer = self._answer(text, checkpoint)
        found, steps = _find_word(answer.trace.predicted_tokens, word)
        importance: Importance = ask(self._service, "head_importance", {"id": answer.request.id})
        losses = importance.token_losses[..., steps].sum(axis=-1)  # [3, L, H]
        tested = int(np.isfinite(losses).sum())
        order = np.argsort(-np.nan_to_num(losses, nan=-np.inf), axis=None)[: min(count, tested)]
        heads: list[HeadThatMatters] = []
        for kind_index, layer, head in zip(*np.unravel_index(order, losses.shape), strict=True):
            name = HeadName(KINDS[kind_index], int(layer), int(head))
            heads.append(
                {
                    "head": name.in_file,
                    "kind": KINDS[kind_index],
                    "layer": name.layer + 1,
                    "number": name.head + 1,
                    "loss": _rounded(losses[kind_index, layer, head]),
                    "attends_to": _attended(answer.trace, name, steps) if found else "",
                }
            )
        return _bounded(
            {
                "translation": answer.text,
                "checkpoint": answer.request.checkpoint,
                "word": found,
                "log_prob": _rounded(importance.log_probs[steps].sum()),
                "heads": heads,
                "tested": tested,
            },
            "heads",
        )

    def effect_of_heads_off(self, text: str, heads: str, checkpoint: str = "") -> HeadsOff:
        """Translate one sentence with and without some attention heads.

        Args:
            text: the sentence.
            heads: separated by commas, such as c.3.1 (cross-attention, layer 3, head 1), c.3 (a layer), e (a kind).
            checkpoint: name of a model; the first one when left out.

        Returns:
            before, after, same, log_prob_before of the first translation, log_prob_after of the same tokens.
        """
        answer = self._answer(text, checkpoint)
        model = self._service.library.card(answer.request.checkpoint).model
        off = read_heads(heads, model.num_layers, model.num_heads, model.decoder_layers)
        change = {"id": answer.request.id, "off": [list(name) for name in off]}
        after: Answer = ask(self._service, "variant", change).answer
        again: Answer = ask(self._service, "variant", {**change, "same": True}).answer
        return _bounded(
            {
                "checkpoint": answer.request.checkpoint,
                "off": [name.in_file for name in off],
                "before": answer.text,
                "after": after.text,
                "same": after.text == answer.text,
                "log_prob_before": _rounded(answer.trace.log_probs.sum()),
                "log_prob_after": _rounded(again.trace.log_probs.sum()),
            },
            "off",
        )

    def compare_models(self, text: str, first: str, second: str) -> Compared:
        """Translate one sentence with two models.

        Log-probabilities per token can be compared only between models with the same tokens.

        Args:
            text: the sentence.
            first: name of a model.
            second: name of another.

        Returns:
            same, and translations: checkpoint, translation, log_prob, log_prob_per_token and tokens of each.
        """
        found: list[ModelTranslation] = []
        for checkpoint in (first, second):
            name, made = self._service.hypotheses(_one_line(text), checkpoint, _DEFAULT.beam_size, _DEFAULT.alpha)
            best = made.hypotheses[0]
            found.append(
                {
                    "checkpoint": name,
                    "translation": made.text,
                    "log_prob": _rounded(best.log_prob),
                    "log_prob_per_token": _rounded(best.log_prob / len(best.ids)),
                    "tokens": len(best.ids),
                }
            )
        one, other = (each["translation"] for each in found)
        return _bounded({"same": one == other, "translations": found})

    def _answer(self, text: str, checkpoint: str) -> Answer:
        """Translate a sentence with the default search and keep its trace."""
        name = checkpoint or next(iter(self._service.library.names()), "")
        return self._service.translate(name, _one_line(text), _DEFAULT.beam_size, _DEFAULT.alpha)


NAMES = (
    "list_models",
    "translate",
    "translate_with_word_links",
    "heads_that_matter",
    "effect_of_heads_off",
    "compare_models",
)


def _one_line(text: str) -> str:
    """Return a text of one line: the model reads one sentence, and would leave the second out.

    Raises:
        CoreError: it has several lines.
    """
    lines = len(typed_lines(str(text).strip()))
    if lines > 1:
        raise CoreError("api.lines", "text has {lines} lines; send one sentence at a time", lines=lines)
    return text


def _find_word(tokens: Sequence[str], word: str) -> tuple[str, list[int]]:
    """Return a word as the translation has it, and the steps that write it; "" and all steps without a word.

    Raises:
        CoreError: the translation does not have the word.
    """
    from core.inspection.words import word_spans

    wanted = str(word).strip().casefold()
    if not wanted:
        return "", list(range(len(tokens)))
    spans = word_spans(tokens)
    words = _words(tokens, spans)
    for (start, stop), found in zip(spans, words, strict=True):
        if found.casefold() == wanted:
            return found, list(range(start, stop))
    raise CoreError(
        "tools.word",
        "the translation does not have the word {word!r}; its words: {words}",
        word=word,
        words=Names(words),
    )


def _attended(trace: Trace, name: HeadName, steps: Sequence[int]) -> str:
    """Return the word that a head attends to most while these steps are computed; "" for a head of the encoder."""
    from core.inspection.words import word_spans

    if name.kind == "encoder":
        return ""
    tokens = trace.src_tokens if name.kind == "cross" else trace.tgt_tokens
    weights = trace.weights(name.kind)[name.layer, name.head][list(steps)].sum(axis=0)  # [K]
    place = int(weights.argmax())
    span = next((one for one in word_spans(tokens) if one[0] <= place < one[1]), (place, place + 1))
    return _word(tokens, span)


def _words(tokens: Sequence[str], spans: Sequence[Span]) -> list[str]:
    return [_word(tokens, span) for span in spans]


def _word(tokens: Sequence[str], span: Span) -> str:
    return "".join(tokens[slice(*span)]).strip()


def _rounded(value: float) -> float:
    """Return a number with the digits that a reader needs."""
    return round(float(value), 4)


def _bounded(answer: Any, shortened: str = "") -> Any:
    """Return an answer of at most `MAX_ANSWER_BYTES`: the last entries of one list are left out, and counted.

    Raises:
        CoreError: it is too long without that list, too.
    """
    entries: list[Any] = answer[shortened] if shortened else []
    for kept in range(len(entries), -1, -1):
        left_out = len(entries) - kept
        part = {**answer, shortened: entries[:kept], "left_out": left_out} if left_out else answer
        if len(json.dumps(part, ensure_ascii=False).encode("utf-8", "replace")) <= MAX_ANSWER_BYTES:
            return part
    raise CoreError(
        "tools.long", "the answer would be longer than {limit:,} bytes; send a shorter sentence", limit=MAX_ANSWER_BYTES
    )
