"""Doubt: from which mean log-probability of its tokens on a translation is likely wrong.

A model that is unsure of its own words is wrong more often. The limit is chosen on validation data, so that it marks a
given share of them, and kept in the checkpoint's config.json (`doubt.below`). How good it is, is measured on test data:
precision is the share of marked translations that are wrong, recall the share of wrong ones that are marked; a
translation counts as wrong if its chrF against the reference is below 30.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sacrebleu.metrics.chrf import CHRF

from core.decoding.hypothesis import Hypothesis
from core.errors import CoreError

WRONG_BELOW = 30.0  # chrF, 0 to 100


class Doubt(NamedTuple):
    """A limit, and how well it marks wrong translations of one set."""

    below: float  # nats per token
    marked: float  # share of all translations
    wrong: float  # likewise
    precision: float | None  # None where nothing is marked
    recall: float | None  # None where nothing is wrong


def mean_log_prob(hypothesis: Hypothesis) -> float:
    """Return the mean log-probability of a hypothesis's tokens, in nats, its end symbol included; 0 for none."""
    return hypothesis.log_prob / len(hypothesis.ids) if hypothesis.ids else 0.0


def check_share(share: float) -> None:
    """Refuse a share of translations to mark that is not between 0 and 1.

    Raises:
        CoreError: it is not.
    """
    if not 0 < share < 1:
        raise CoreError("doubt.share", "the share to mark ({share}) must be between 0 and 1", share=share)


def choose_limit(means: Sequence[float], share: float) -> float:
    """Return the limit that marks a share of the translations of a set, rounded to 3 digits.

    Args:
        means: mean log-probability of each translation, nats per token.
        share: to be marked, between 0 and 1.

    Raises:
        CoreError: the share is not between 0 and 1.
    """
    check_share(share)
    return round(float(np.quantile(np.asarray(means), share)), 3)


def measure(means: Sequence[float], translations: Sequence[str], references: Sequence[str], below: float) -> Doubt:
    """Measure how well a limit marks the wrong translations of a set.

    Args:
        means: mean log-probability of each translation, nats per token.
        translations: one line per sentence.
        references: in the same order.
        below: the limit.
    """
    metric = CHRF()
    scores = [
        metric.sentence_score(translation, [reference]).score
        for translation, reference in zip(translations, references, strict=True)
    ]
    marked, wrong = np.asarray(means) < below, np.asarray(scores) < WRONG_BELOW
    both = float((marked & wrong).sum())
    return Doubt(
        below,
        float(marked.mean()),
        float(wrong.mean()),
        both / float(marked.sum()) if marked.any() else None,
        both / float(wrong.sum()) if wrong.any() else None,
    )
