"""Chinese with the wrong tokens, against sacreBLEU."""

import pytest
from sacrebleu.metrics.bleu import BLEU

from tests.viz.labs.computed import computed, node

pytestmark = node
OURS, THEIRS = ["今天下雨，所以我们待在家里。", "我想喝一杯茶。"], ["今天下雨，我们就待在家里。", "我想喝一杯茶。"]


def test_right_side_is_sacrebleu_for_chinese():
    found = computed("averaged_bleu", {"ours": "\n".join(OURS), "theirs": "\n".join(THEIRS), "wrong": "words"})
    right = BLEU(tokenize="zh", smooth_method="none").corpus_score(OURS, [THEIRS])
    assert found["right"]["corpus"] == pytest.approx(right.score)
    assert found["wrong"]["tokens"] == [1, 1]
    assert found["wrong"]["corpus"] == 0


def test_blank_line_keeps_the_pairs_of_all_later_lines():
    """A blank line of one side was dropped there alone, so that the second line was scored against the first."""
    found = computed("averaged_bleu", {"ours": f"\n{OURS[1]}\n", "theirs": "\n".join(THEIRS), "wrong": "words"})
    assert found["right"]["single"] == pytest.approx([0, 100])
    assert found["right"]["tokens"] == [0, 7]
