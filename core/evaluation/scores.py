"""Corpus scores with their signatures: sacreBLEU and chrF, perplexity and token accuracy.

Shapes: B batch, T target, V vocabulary.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from core.config import DecodingConfig
from core.data.batching import EncodedPairs, encode_pairs, make_batches
from core.data.corpus import ParallelText
from core.data.languages import base_code, contradicts, language_of_script, script_of
from core.data.normalisation import normalise
from core.data.vocabulary import Encoded, Vocabularies
from core.decoding.batched import search_many
from core.model.transformer import Transformer

# sacreBLEU's own tokenisation for languages without spaces; 13a for all others.
_TOKENISATION = {"zh": "zh", "zho": "zh", "cmn": "zh", "yue": "zh", "ja": "char", "jpn": "char", "th": "char"}

_NGRAMS = 4  # BLEU counts n-grams of 1 to 4
_SLICE_ROWS = 512  # whose logits exist at a time: those of a batch would not fit in the processor's caches


class CorpusScore(NamedTuple):
    """A metric on a corpus and the signature that describes its computation."""

    value: float  # 0 to 100
    signature: str


class TokenScore(NamedTuple):
    """Teacher-forced scores over target tokens."""

    loss: float  # cross-entropy without smoothing, nats per token
    smoothed_loss: float  # with label smoothing (5.4), as minimised in training
    accuracy: float  # share of tokens that are predicted as most probable

    @property
    def perplexity(self) -> float:
        """exp of the loss; infinite where that overflows."""
        return math.exp(self.loss) if self.loss < 700 else math.inf


def bleu(translations: Sequence[str], references: Sequence[str], language: str) -> CorpusScore:
    """Compute sacreBLEU, cased, of normalised text, with the tokenisation of the references; see `tokenisation`.

    Args:
        translations: one line per sentence.
        references: in the same order.
        language: code of the target language.
    """
    metric = _bleu_metric(language, references)
    score = metric.corpus_score(_normalised(translations), [_normalised(references)]).score
    return CorpusScore(score, str(metric.get_signature()))


def bleu_counts(translations: Sequence[str], references: Sequence[str], language: str) -> np.ndarray:
    """Count what BLEU is computed from, for each sentence: its sum over a set gives the score of the set.

    Returns:
        float64 [N, 10]: n-grams found in the reference and n-grams, each of 1 to 4, then the lengths of translation
        and reference.
    """
    metric = _bleu_metric(language, references)
    rows = []
    for translation, reference in zip(_normalised(translations), _normalised(references), strict=True):
        found = metric.corpus_score([translation], [[reference]])
        rows.append([*found.counts, *found.totals, found.sys_len, found.ref_len])
    return np.array(rows, dtype=np.float64).reshape(-1, 2 * _NGRAMS + 2)


def bleu_of_counts(counts: np.ndarray) -> np.ndarray:
    """Compute BLEU from sums of `bleu_counts` as sacreBLEU does with its defaults (exponential smoothing).

    Args:
        counts: float [..., 10].

    Returns:
        float64 [...], 0 to 100.
    """
    correct, total = counts[..., :_NGRAMS], counts[..., _NGRAMS : 2 * _NGRAMS]
    own, reference = counts[..., -2], counts[..., -1]
    missed = (correct == 0) & (total > 0)
    halved = np.exp2(np.cumsum(missed, axis=-1))  # the first order without a match counts 1/2, the next 1/4, ...
    precision = np.where(missed, 1 / halved, correct) / np.maximum(total, 1)
    scored = (correct > 0).any(axis=-1) & (total > 0).all(axis=-1)
    logs = np.log(np.where(precision > 0, precision, 1.0)).mean(axis=-1)  # precision is 0 only where nothing is scored
    brevity = np.minimum(0.0, 1 - reference / np.maximum(own, 1))
    return np.where(scored, 100 * np.exp(logs + brevity), 0.0)


class Tokenisation(NamedTuple):
    """The rule by which BLEU divides text into words."""

    name: str  # sacreBLEU's rule
    script: str  # of the references, where it contradicts their language and decides; else empty


def tokenisation(language: str, references: Sequence[str]) -> Tokenisation:
    """Return how BLEU divides text into words: as the language says, unless references are in another script.

    Chinese uses sacreBLEU's zh, Japanese and Thai characters, all others 13a.

    Args:
        language: code of the references.
        references: all of them.
    """
    script = script_of(references)
    decides = contradicts(language, script)
    code = language_of_script(script) if decides else base_code(language)
    return Tokenisation(_TOKENISATION.get(code, "13a"), script if decides else "")


def _bleu_metric(language: str, references: Sequence[str]) -> BLEU:
    return BLEU(tokenize=tokenisation(language, references).name)


def chrf(translations: Sequence[str], references: Sequence[str]) -> CorpusScore:
    """Compute chrF2 of sacreBLEU, of normalised text."""
    metric = CHRF()
    score = metric.corpus_score(_normalised(translations), [_normalised(references)]).score
    return CorpusScore(score, str(metric.get_signature()))


def _normalised(texts: Sequence[str]) -> list[str]:
    return [normalise(text) for text in texts]


def token_scores(
    model: Transformer, pairs: EncodedPairs, tokens_per_batch: int = 8192, *, label_smoothing: float = 0.0
) -> TokenScore:
    """Compute losses and accuracy of every target token, each predicted from the true tokens before it.

    Args:
        model: in any mode; it is put in eval mode during the call.
        pairs: source and reference.
        tokens_per_batch: padded tokens at a time.
        label_smoothing: of the smoothed loss; with 0 both losses are equal.
    """
    plain, uniform, correct, count = 0.0, 0.0, 0, 0
    for batch in _predictions(model, pairs, tokens_per_batch, label_smoothing):
        plain += batch.loss.sum().item()
        uniform += batch.uniform.sum().item()
        correct += int(batch.correct.sum())
        count += len(batch.loss)
    smoothed = (1 - label_smoothing) * plain + label_smoothing * uniform
    return TokenScore(plain / count, smoothed / count, correct / count)


class SentenceScores(NamedTuple):
    """Teacher-forced sums over the target tokens of each sentence."""

    loss: np.ndarray  # float64 [N], cross-entropy in nats
    tokens: np.ndarray  # int64 [N], the end symbol counted
    correct: np.ndarray  # int64 [N], tokens that are predicted as most probable


def sentence_scores(model: Transformer, pairs: EncodedPairs, tokens_per_batch: int = 8192) -> SentenceScores:
    """Compute what `token_scores` computes, for each sentence."""
    loss, correct = np.zeros(len(pairs)), np.zeros(len(pairs), dtype=np.int64)
    for batch in _predictions(model, pairs, tokens_per_batch):
        rows = batch.sentence.cpu().numpy()
        np.add.at(loss, rows, batch.loss.cpu().numpy())
        np.add.at(correct, rows, batch.correct.cpu().numpy())
    return SentenceScores(loss, pairs.target_lengths, correct)


class _Predictions(NamedTuple):
    """The target tokens of a batch, each predicted from the true tokens before it."""

    sentence: torch.Tensor  # int64 [n], the index of its pair
    loss: torch.Tensor  # float64 [n], nats
    uniform: torch.Tensor  # float64 [n], cross-entropy against 1/V; zeros where nothing is smoothed
    correct: torch.Tensor  # bool [n]


@torch.inference_mode()
def _predictions(
    model: Transformer, pairs: EncodedPairs, tokens_per_batch: int, label_smoothing: float = 0.0
) -> Iterator[_Predictions]:
    training = model.training
    model.eval()
    try:
        for chosen in make_batches(pairs, tokens_per_batch):
            device = model.output_weight.device
            batch = pairs.batch(chosen).to(device)
            memory, mask = model.encode(batch.source)
            real = batch.target_predicted != model.config.pad_id  # [B, T]
            targets = batch.target_predicted[real]  # [N]
            states = model.decode(batch.target_read, memory, mask)[real]  # [N, D]
            losses, uniforms, right = [], [], []
            for x, y in zip(states.split(_SLICE_ROWS), targets.split(_SLICE_ROWS), strict=True):
                logits = model.logits(x).float()  # [n, V]
                normaliser = logits.logsumexp(dim=-1)  # [n]
                losses.append((normaliser - logits.gather(1, y[:, None])[:, 0]).double())
                uniforms.append((normaliser - logits.mean(dim=-1)).double() if label_smoothing else 0 * losses[-1])
                right.append(logits.argmax(dim=-1) == y)
            sentences = torch.as_tensor(np.asarray(chosen), device=device)[real.nonzero()[:, 0]]
            yield _Predictions(sentences, torch.cat(losses), torch.cat(uniforms), torch.cat(right))
    finally:
        model.train(training)


def truncated_places(*sides: Sequence[Encoded]) -> list[int]:
    """Return the indices of the sentences, or pairs, of which a side was truncated."""
    pairs = enumerate(zip(*sides, strict=True))
    return [index for index, pair in pairs if any(sentence.truncated for sentence in pair)]


class Evaluation(NamedTuple):
    """All scores of a model on one corpus."""

    bleu: float
    bleu_signature: str
    chrf: float
    chrf_signature: str
    perplexity: float
    accuracy: float
    sentences: int
    sentences_per_second: float
    exact: float  # share of translations that equal their reference, in per cent
    truncated: int  # pairs of which a side is longer than the model's positions: scores are of their beginnings
    translations: list[str]


def evaluate(
    model: Transformer,
    vocabularies: Vocabularies,
    text: ParallelText,
    target_language: str,
    config: DecodingConfig,
    *,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
) -> Evaluation:
    """Translate a corpus and score it against its references.

    Args:
        model: in eval mode.
        vocabularies: of the model's two sides.
        text: sources and references.
        target_language: code such as `de`, for BLEU; see `tokenisation`.
        config: beam and length penalty.
        batch_size: sentences at a time.
        progress: called with the number of sentences of each finished batch.
        processes: see `search_many`.
    """
    limit = model.config.max_positions
    encoded = vocabularies.source.encode_batch(text.source, limit)
    sources = [sentence.ids for sentence in encoded]
    started = time.monotonic()
    found = search_many(model, sources, config, batch_size=batch_size, progress=progress, processes=processes)
    seconds = time.monotonic() - started
    translations = [vocabularies.target.decode(result.hypotheses[0].ids) for result in found]
    tokens = token_scores(model, encode_pairs(vocabularies, text, limit))
    bleu_score = bleu(translations, text.target, target_language)
    chrf_score = chrf(translations, text.target)
    pairs = zip(_normalised(translations), _normalised(text.target), strict=True)
    return Evaluation(
        bleu=bleu_score.value,
        bleu_signature=bleu_score.signature,
        chrf=chrf_score.value,
        chrf_signature=chrf_score.signature,
        perplexity=tokens.perplexity,
        accuracy=tokens.accuracy,
        sentences=len(sources),
        sentences_per_second=len(sources) / seconds,
        exact=100 * float(np.mean([translation == reference for translation, reference in pairs])),
        truncated=len(truncated_places(encoded, vocabularies.target.encode_batch(text.target, limit))),
        translations=translations,
    )
