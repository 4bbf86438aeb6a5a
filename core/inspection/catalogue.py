"""Head catalogue: every measure of every head, averaged over a sample of sentences.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens, B sentences in a batch.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import torch

from core.attention_kinds import KINDS, Kind, attention_site
from core.config import DecodingConfig, ModelConfig, SpecialIds
from core.data.batching import pad
from core.data.corpus import ParallelText
from core.data.pharaoh import GoldAlignment
from core.data.vocabulary import Vocabularies, Vocabulary
from core.data.words import Span, given_word_spans, split_words
from core.decoding.batched import search_many
from core.errors import CoreError
from core.inspection.alignment import (
    ROW_MEANINGS,
    AlignmentCounts,
    RowMeaning,
    count_links,
    coverage,
    diagonal_alignment,
    implied_alignment,
    word_attention,
)
from core.inspection.forced import read_ids
from core.inspection.measures import MEASURES, best_roles, measure_heads, uniform_measures
from core.inspection.words import join_words, word_spans
from core.model.probe import Recorder
from core.model.transformer import Transformer
from core.settings import check_batch_size

CATALOGUE_MEASURES = (*MEASURES, "coverage")
_MAX_WEIGHTS = 16_000_000  # attention weights kept at a time: 64 MB


class AlignmentScore(NamedTuple):
    """Agreement of implied with gold links, over all sentences together; each 0 to 1."""

    error_rate: float
    precision: float
    recall: float


@dataclass(frozen=True)
class HeadRow:
    """One head: means of its measures over sentences, and their standard deviations."""

    kind: Kind
    layer: int  # from 0
    head: int  # from 0
    means: dict[str, float]  # by name of CATALOGUE_MEASURES, those defined for the kind
    deviations: dict[str, float]
    chance: dict[str, float]  # the same measures of a uniform head on the same sentences, names of MEASURES
    alignment: dict[RowMeaning, AlignmentScore] = field(
        default_factory=dict[RowMeaning, AlignmentScore]
    )  # cross-attention with gold links

    @property
    def roles(self) -> list[tuple[str, float]]:
        """Roles with their scores, highest first; empty if no role is strong, or no sentence was long enough."""
        return best_roles(self.means, self.chance, self.kind) if self.means else []


@dataclass(frozen=True)
class LayerAlignment:
    """Alignment implied by the mean of a layer's cross-attention heads."""

    layer: int  # from 0
    alignment: dict[RowMeaning, AlignmentScore]


@dataclass(frozen=True)
class Catalogue:
    """All heads, and the size of the sample they were measured on."""

    rows: tuple[HeadRow, ...]  # by kind, layer and head
    layers: tuple[LayerAlignment, ...]  # empty without gold links
    sentences: int
    source_tokens: int  # including end symbols
    target_tokens: int
    translated: bool  # the targets are the model's own translations
    diagonal: AlignmentScore | None = None  # baseline `diagonal_alignment`; None without gold links


@dataclass
class _Sentence:
    source_ids: list[int]
    source_words: list[Span]
    target_ids: list[int] = field(default_factory=list[int])
    target_words: list[Span] = field(default_factory=list[Span])
    gold: GoldAlignment | None = None


class _SentenceMeasures(NamedTuple):
    """Measures of all heads on one sentence."""

    measures: dict[Kind, dict[str, np.ndarray]]  # [L, H] each; without the kinds in which no row counts
    chance: dict[Kind, dict[str, float]]  # of a uniform head; the same kinds
    counts: dict[RowMeaning, AlignmentCounts]  # [L, H + 1], the last column is the mean of the heads
    diagonal: AlignmentCounts | None = None  # []


def head_catalogue(
    model: Transformer,
    vocabularies: Vocabularies,
    text: Sequence[str] | ParallelText,
    config: DecodingConfig = DecodingConfig(),  # noqa: B008 -- frozen
    *,
    gold: Sequence[GoldAlignment] | None = None,
    joined: bool | None = None,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
) -> Catalogue:
    """Measure every head of the encoder's, the decoder's and the cross-attention.

    Weights come from one teacher-forced pass per sentence, over the model's own translation if only sources are
    given. Each measure is taken over a sentence (`core.inspection.measures`) and then averaged over sentences; blank
    sentences are skipped. `coverage` is the share of source words that some predicted word attends to most.

    Args:
        model: in eval mode.
        vocabularies: of the model's two sides.
        text: sources only, or pairs.
        config: how to translate sources.
        gold: one alignment per pair, which counts the space-separated words of the text.
        joined: the model reads the space-separated words joined as ordinary text is written (`join_words`), not the
            text as it is; None: if there are gold alignments.
        batch_size: sentences at a time; it does not change the result.
        progress: called with the number of sentences of each finished batch.

    Raises:
        CoreError: no sentence, gold alignments without a link or that do not match the pairs, or a pair too long to be
            aligned.
    """
    check_batch_size(batch_size)
    paired = isinstance(text, ParallelText)
    sentences = _sentences(model, vocabularies, text, gold, gold is not None if joined is None else joined)
    if not sentences:
        raise CoreError("catalogue.empty", "no sentence to measure the heads on")
    sentences.sort(key=lambda sentence: -len(sentence.source_ids))
    found: list[_SentenceMeasures] = []
    for start in range(0, len(sentences), batch_size):
        batch = sentences[start : start + batch_size]
        if not paired:
            _translate(model, vocabularies.target, batch, config)
        for part in _parts(model, batch):
            found += _measure(model, part)
        progress(len(batch))
    return Catalogue(
        rows=tuple(_rows(found, model.config)),
        layers=tuple(_layers(found, model.config.decoder_layers)),
        sentences=len(sentences),
        source_tokens=sum(len(sentence.source_ids) for sentence in sentences),
        target_tokens=sum(len(sentence.target_ids) for sentence in sentences),
        translated=not paired,
        diagonal=_diagonal(found),
    )


def catalogue_columns() -> list[str]:
    """Return the names of the columns of `catalogue_rows`."""
    measures = [column for name in CATALOGUE_MEASURES for column in (name, f"{name}_std")]
    scores = [f"{score}_{rows}" for rows in ROW_MEANINGS for score in ("aer", "precision", "recall")]
    return ["kind", "layer", "head", "role", "role_score", *measures, *scores]


def catalogue_rows(catalogue: Catalogue) -> Iterator[list[str | int | float | None]]:
    """Yield every number of a catalogue; None for what is not defined.

    Layers and heads count from 1; head `mean` is the mean of a layer's cross-attention heads.
    """
    for row in catalogue.rows:
        role, score = row.roles[0] if row.roles else ("", None)
        numbers = [part.get(name) for name in CATALOGUE_MEASURES for part in (row.means, row.deviations)]
        yield [row.kind, row.layer + 1, row.head + 1, role, score, *numbers, *_alignment_scores(row.alignment)]
    for layer in catalogue.layers:
        blank = [None] * (1 + 2 * len(CATALOGUE_MEASURES))
        yield ["cross", layer.layer + 1, "mean", "", *blank, *_alignment_scores(layer.alignment)]


def _alignment_scores(alignment: dict[RowMeaning, AlignmentScore]) -> list[float | None]:
    return [value for rows in ROW_MEANINGS for value in alignment.get(rows, (None, None, None))]


def _sentences(
    model: Transformer,
    vocabularies: Vocabularies,
    text: Sequence[str] | ParallelText,
    gold: Sequence[GoldAlignment] | None,
    joined: bool,
) -> list[_Sentence]:
    """Encode sentences and find their words; blank ones are skipped."""
    sources = text.source if isinstance(text, ParallelText) else text
    targets = text.target if isinstance(text, ParallelText) else None
    if gold is not None and (targets is None or len(gold) != len(sources)):
        raise CoreError(
            "catalogue.gold",
            "the numbers of alignments ({gold}) and of sentence pairs ({pairs}) must be equal",
            gold=len(gold),
            pairs=0 if targets is None else len(sources),
        )
    limit = model.config.max_positions

    def encode(lines: Sequence[str], vocabulary: Vocabulary) -> list[tuple[list[int], list[Span]]]:
        read = [join_words(split_words(line)) for line in lines] if joined else lines
        found = vocabulary.encode_batch(read, limit)
        cut = next((number for number, sentence in enumerate(found, start=1) if sentence.truncated), 0)
        if gold is not None and cut:
            raise CoreError(
                "catalogue.too_long",
                "line {line} is longer than the model's {limit} tokens: it cannot be aligned",
                line=gold[cut - 1].line,
                limit=limit,
            )
        encoded = [sentence.ids for sentence in found]
        pieces = [vocabulary.surface(ids) for ids in encoded]
        if gold is None:
            return [(ids, word_spans(tokens)) for ids, tokens in zip(encoded, pieces, strict=True)]
        return [
            (ids, given_word_spans(tokens, split_words(line)))
            for ids, tokens, line in zip(encoded, pieces, lines, strict=True)
        ]

    found = [_Sentence(*source) for source in encode(sources, vocabularies.source)]
    if targets is not None:
        for sentence, (ids, words) in zip(found, encode(targets, vocabularies.target), strict=True):
            sentence.target_ids, sentence.target_words = ids, words
    if gold is not None:
        for sentence, links in zip(found, gold, strict=True):
            sentence.gold = links
    # A blank side is only the end symbol; targets of untranslated sources are still empty.
    found = [s for s in found if len(s.source_ids) > 1 and s.target_ids != [model.config.end_id]]
    if gold is not None and found and not any(s.gold and s.gold.possible for s in found):
        raise CoreError("catalogue.no_links", "the alignments have no link: an alignment error rate needs gold links")
    return found


def _translate(model: Transformer, vocabulary: Vocabulary, batch: list[_Sentence], config: DecodingConfig) -> None:
    results = search_many(model, [s.source_ids for s in batch], config, batch_size=len(batch))
    for sentence, result in zip(batch, results, strict=True):
        sentence.target_ids = list(result.hypotheses[0].ids)
        sentence.target_words = word_spans(vocabulary.surface(sentence.target_ids))


def _parts(model: Transformer, batch: list[_Sentence]) -> Iterator[list[_Sentence]]:
    """Yield parts of the batch whose padded attention weights stay within the limit; at least one sentence each."""
    config = model.config
    heads = max(config.num_layers, config.decoder_layers) * config.num_heads
    part: list[_Sentence] = []
    source = target = 0
    for sentence in batch:
        source, target = max(source, len(sentence.source_ids)), max(target, len(sentence.target_ids))
        weights = heads * (source * source + target * target + target * source)
        if part and (len(part) + 1) * weights > _MAX_WEIGHTS:
            yield part
            part, source, target = [], len(sentence.source_ids), len(sentence.target_ids)
        part.append(sentence)
    yield part


@torch.inference_mode()
def _measure(model: Transformer, batch: list[_Sentence]) -> list[_SentenceMeasures]:
    """Run one teacher-forced pass over a batch and measure each sentence."""
    device = model.output_weight.device
    recorder = Recorder()
    special = model.config.special
    source = pad([sentence.source_ids for sentence in batch], special.pad).to(device)
    read = [read_ids(sentence.target_ids, special.start) for sentence in batch]
    model.states(source, pad(read, special.pad).to(device), recorder)
    weights = {
        kind: torch.stack([recorder.weights[attention_site(kind, layer)] for layer in range(model.config.layers(kind))])
        .cpu()
        .numpy()
        for kind in KINDS
    }  # [L, B, H, Q, K]
    return [
        _measure_one(
            {
                "encoder": weights["encoder"][:, row, :, : len(sentence.source_ids), : len(sentence.source_ids)],
                "decoder": weights["decoder"][:, row, :, : len(read[row]), : len(read[row])],
                "cross": weights["cross"][:, row, :, : len(read[row]), : len(sentence.source_ids)],
            },
            sentence,
            read[row],
            special,
        )
        for row, sentence in enumerate(batch)
    ]


def _measure_one(
    weights: dict[Kind, np.ndarray], sentence: _Sentence, read_ids: list[int], ids: SpecialIds
) -> _SentenceMeasures:
    """Compute all measures of one sentence; weights [L, H, Q, K] of each kind."""
    keys: dict[Kind, list[int]] = {"encoder": sentence.source_ids, "decoder": read_ids, "cross": sentence.source_ids}
    measures: dict[Kind, dict[str, np.ndarray]] = {}
    chance: dict[Kind, dict[str, float]] = {}
    for kind in KINDS:
        if len(keys[kind]) > 1:  # with a single key every head has the same weights
            special = np.isin(keys[kind], ids if kind == "decoder" else (ids.pad, ids.end))
            measures[kind] = measure_heads(weights[kind], kind, special)
            queries, key_count = weights[kind].shape[-2:]
            chance[kind] = uniform_measures(queries, key_count, kind, special)
    words: dict[RowMeaning, np.ndarray] = {
        rows: word_attention(weights["cross"], sentence.source_words, sentence.target_words, rows)
        for rows in (ROW_MEANINGS if sentence.gold else ROW_MEANINGS[:1])
    }  # [L, H, J, I]
    measures["cross"]["coverage"] = coverage(implied_alignment(words["predicted"]), len(sentence.source_words))
    counts: dict[RowMeaning, AlignmentCounts] = {}
    diagonal = None
    if sentence.gold:
        sure, possible = sentence.gold.matrices(len(sentence.source_words), len(sentence.target_words))
        for rows, attention in words.items():
            with_mean = np.concatenate([attention, attention.mean(axis=1, keepdims=True)], axis=1)
            counts[rows] = count_links(implied_alignment(with_mean), sure, possible)
        diagonal = count_links(diagonal_alignment(*sure.shape[::-1]), sure, possible)
    return _SentenceMeasures(measures, chance, counts, diagonal)


def _rows(found: list[_SentenceMeasures], config: ModelConfig) -> Iterator[HeadRow]:
    scores = _scores(found)
    for kind in KINDS:
        measured = [one.measures[kind] for one in found if kind in one.measures]
        names = [name for name in CATALOGUE_MEASURES if measured and name in measured[0]]
        values = {name: np.stack([one[name] for one in measured]) for name in names}  # [sentences, L, H]
        uniform = [one.chance[kind] for one in found if kind in one.chance]
        chance = {name: float(np.mean([one[name] for one in uniform])) for name in uniform[0]} if uniform else {}
        for layer, head in np.ndindex(config.layers(kind), config.num_heads):
            yield HeadRow(
                kind,
                layer,
                head,
                means={name: float(array[:, layer, head].mean()) for name, array in values.items()},
                deviations={name: float(array[:, layer, head].std()) for name, array in values.items()},
                chance=chance,
                alignment={rows: score[layer][head] for rows, score in scores.items()} if kind == "cross" else {},
            )


def _layers(found: list[_SentenceMeasures], layers: int) -> Iterator[LayerAlignment]:
    scores = _scores(found)
    for layer in range(layers if scores else 0):
        yield LayerAlignment(layer, {rows: score[layer][-1] for rows, score in scores.items()})


def _diagonal(found: list[_SentenceMeasures]) -> AlignmentScore | None:
    counts = [one.diagonal for one in found if one.diagonal is not None]
    if not counts:
        return None
    total = sum(counts[1:], start=counts[0])
    return AlignmentScore(float(total.error_rate), float(total.precision), float(total.recall))


def _scores(found: list[_SentenceMeasures]) -> dict[RowMeaning, list[list[AlignmentScore]]]:
    """Return scores over all sentences, [L][H + 1] for each meaning of a row; empty without gold links."""
    totals: dict[RowMeaning, AlignmentCounts] = {}
    for one in found:
        for rows, counts in one.counts.items():
            totals[rows] = totals[rows] + counts if rows in totals else counts
    return {
        rows: [
            [AlignmentScore(*map(float, values)) for values in zip(*layer, strict=True)]
            for layer in zip(total.error_rate, total.precision, total.recall, strict=True)
        ]
        for rows, total in totals.items()
    }
