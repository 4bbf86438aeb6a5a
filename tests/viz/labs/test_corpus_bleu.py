"""Corpus BLEU and averaged sentence BLEU, against sacreBLEU."""

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from tests.viz.labs.computed import computed, node

pytestmark = node
OURS = ["Where is the station ?", "I would like a cup of tea .", "It is raining today , so we stay ."]
THEIRS = ["Where is the railway station ?", "I would like a cup of tea .", "It rains today , so we are staying ."]


def test_scores_are_those_of_sacrebleu():
    metric = BLEU(tokenize="none", smooth_method="none")
    found = computed("corpus_bleu", {"hypotheses": "\n".join(OURS), "references": "\n".join(THEIRS)})
    assert found["corpus"] == pytest.approx(metric.corpus_score(OURS, [THEIRS]).score)
    single = [metric.corpus_score([ours], [[theirs]]).score for ours, theirs in zip(OURS, THEIRS, strict=True)]
    assert found["single"] == pytest.approx(single)
    assert found["averaged"] == pytest.approx(np.mean(single))


def test_unsegmented_chinese_at_blanks_scores_nothing():
    lines = {"hypotheses": "车站在哪里？\n我想喝茶。", "references": "火车站在哪里？\n我想喝茶。"}
    found = computed("corpus_bleu", lines)
    assert found["corpus"] == 0
    assert found["single"] == [0, 0]  # the second line is the reference itself
    assert computed("corpus_bleu", {**lines, "tokens": "characters"})["corpus"] > 50


def test_blank_line_keeps_the_pairs_of_all_later_lines():
    """A blank line of one side was dropped there alone, so that each later line was scored against its neighbour."""
    ours, theirs = [OURS[0], "", OURS[1], "", OURS[2]], [THEIRS[0], "A line.", THEIRS[1], " ", THEIRS[2]]
    found = computed("corpus_bleu", {"hypotheses": "\n".join(ours), "references": "\n".join([*theirs, "", ""])})
    plain = computed("corpus_bleu", {"hypotheses": "\n".join(OURS), "references": "\n".join(THEIRS)})
    assert found["pairs"] == [OURS[0], "", OURS[1], OURS[2]]
    assert [found["single"][i] for i in (0, 2, 3)] == pytest.approx(plain["single"])
    assert found["single"][1] == 0
    assert found["missing"] == 0
    kept = [THEIRS[0], "A line.", THEIRS[1], THEIRS[2]]
    expected = BLEU(tokenize="none", smooth_method="none").corpus_score(found["pairs"], [kept])
    assert found["corpus"] == pytest.approx(expected.score)
