"""Measures of a test set: what each sums over sentences, and its score of such a sum.

BLEU, chrF and TER are sacreBLEU's, of normalised text. Whatever is a sum over sentences is counted once: the score of
the set, of each sentence, of a part of the set and of each resample follow from it.

Shapes: N sentences, K numbers per sentence.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from sacrebleu.metrics.base import Metric
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from core.data.normalisation import normalise
from core.evaluation.scores import tokenisation

_MOST_NATS = 700.0  # whose exponential is a number
_AT_A_TIME = 500  # sentences: the n-grams and words of all lines of a large set would fill the memory


class Measure(NamedTuple):
    """One measure of the translations of one system."""

    name: str
    sums: np.ndarray  # float64 [N, K]
    score: Callable[[Any], float]  # of a sum [K]
    of_sentence: Callable[[Any], float]  # likewise; BLEU of a sentence counts only the n-grams that it can have
    signature: str = ""

    @property
    def value(self) -> float:
        """The score of the whole set."""
        return float(self.score(self.sums.sum(axis=0)))

    def sentences(self) -> list[float]:
        """Return the score of each sentence."""
        return [float(self.of_sentence(row.tolist())) for row in self.sums]


def text_measures(
    translations: Sequence[str], references: Sequence[Sequence[str]], language: str
) -> tuple[Measure, ...]:
    """Return BLEU, chrF2, TER and the share of translations that equal a reference, 0 to 100 each but for TER.

    Args:
        translations: N lines.
        references: one or several references of all N sentences.
        language: code of the references; see `core.evaluation.scores.tokenisation`.
    """
    rule = tokenisation(language, references[0]).name
    spaced = rule == "13a"  # else TER, too, needs a rule that finds words
    ter = TER() if spaced else TER(normalized=True, asian_support=True)
    metrics: dict[str, BLEU | CHRF | TER] = {"bleu": BLEU(tokenize=rule), "chrf": CHRF(), "ter": ter}
    parts: dict[str, list[np.ndarray]] = {name: [] for name in (*metrics, "exact")}
    for start in range(0, len(translations), _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        hypotheses = [normalise(line) for line in translations[part]]
        targets = [[normalise(line) for line in lines[part]] for lines in references]
        for name, metric in metrics.items():
            parts[name].append(_counts(metric, hypotheses, targets))
        equal = [line in given for line, given in zip(hypotheses, zip(*targets, strict=True), strict=True)]
        parts["exact"].append(np.array([equal, np.ones(len(equal))]).T)
    sums = {name: np.concatenate(found) for name, found in parts.items()}
    single = BLEU(tokenize=rule, effective_order=True)
    return (
        _of_sacrebleu("bleu", sums["bleu"], metrics["bleu"], single),
        *(_of_sacrebleu(name, sums[name], metrics[name]) for name in ("chrf", "ter")),
        Measure("exact", sums["exact"], _mean_in_per_cent, _mean_in_per_cent),
    )


def perplexity_measure(losses: Sequence[float], tokens: Sequence[int]) -> Measure:
    """Return the perplexity of the references.

    Args:
        losses: cross-entropy of each reference, the sum over its tokens in nats.
        tokens: of each reference, the end symbol counted.
    """
    return Measure("perplexity", np.array([losses, tokens], dtype=np.float64).T, _perplexity, _perplexity)


def _counts(metric: BLEU | CHRF | TER, hypotheses: list[str], references: list[list[str]]) -> np.ndarray:
    """Return what a metric counts of some sentences: float64 [n, K]."""
    found = np.array(metric._extract_corpus_statistics(hypotheses, references), dtype=np.float64)
    if tokenizer := getattr(metric, "tokenizer", None):  # which keeps what it returned for 65,536 lines
        for one in (tokenizer, getattr(tokenizer, "_post_tokenizer", tokenizer)):
            if clear := getattr(type(one).__call__, "cache_clear", None):
                clear()
    return found


def _of_sacrebleu(name: str, sums: np.ndarray, metric: Metric, single: Metric | None = None) -> Measure:
    def score(of: Metric) -> Callable[[Any], float]:
        return lambda total: of._compute_score_from_stats(total).score

    return Measure(name, sums, score(metric), score(single or metric), str(metric.get_signature()))


def _mean_in_per_cent(total: Any) -> float:
    return 100 * total[0] / total[1]


def _perplexity(total: Any) -> float:
    return float(np.exp(min(total[0] / max(total[1], 1), _MOST_NATS)))
