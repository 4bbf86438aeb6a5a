"""Generated tasks: number words checked by hand and by independent parsers, and disjoint splits."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.data.tasks import TASKS, SequenceTask, chinese_number, english_number, task
from core.errors import CoreError

BY_HAND = [
    (0, "zero", "零"),
    (2, "two", "二"),
    (10, "ten", "十"),
    (12, "twelve", "十二"),
    (15, "fifteen", "十五"),
    (20, "twenty", "二十"),
    (21, "twenty-one", "二十一"),
    (100, "one hundred", "一百"),
    (105, "one hundred and five", "一百零五"),
    (110, "one hundred and ten", "一百一十"),
    (115, "one hundred and fifteen", "一百一十五"),
    (200, "two hundred", "二百"),
    (1_000, "one thousand", "一千"),
    (1_001, "one thousand and one", "一千零一"),
    (1_010, "one thousand and ten", "一千零一十"),
    (1_100, "one thousand one hundred", "一千一百"),
    (2_002, "two thousand and two", "二千零二"),
    (3_481, "three thousand four hundred and eighty-one", "三千四百八十一"),
    (10_000, "ten thousand", "一万"),
    (10_001, "ten thousand and one", "一万零一"),
    (10_500, "ten thousand five hundred", "一万零五百"),
    (12_000, "twelve thousand", "一万二千"),
    (20_020, "twenty thousand and twenty", "二万零二十"),
    (100_000, "one hundred thousand", "十万"),
    (100_010, "one hundred thousand and ten", "十万零一十"),
    (105_000, "one hundred and five thousand", "十万五千"),
    (110_000, "one hundred and ten thousand", "十一万"),
    (120_000, "one hundred and twenty thousand", "十二万"),
    (1_000_005, "one million and five", "一百万零五"),
    (1_005_000, "one million five thousand", "一百万五千"),
    (1_100_000, "one million one hundred thousand", "一百一十万"),
    (10_000_000, "ten million", "一千万"),
    (10_010_005, "ten million ten thousand and five", "一千零一万零五"),
    (20_003_000, "twenty million three thousand", "二千万三千"),
    (100_000_000, "one hundred million", "一亿"),
    (100_000_001, "one hundred million and one", "一亿零一"),
    (100_005_000, "one hundred million five thousand", "一亿零五千"),
    (100_010_000, "one hundred million ten thousand", "一亿零一万"),
    (100_100_000, "one hundred million one hundred thousand", "一亿零一十万"),
    (105_000_000, "one hundred and five million", "一亿零五百万"),
    (110_000_000, "one hundred and ten million", "一亿一千万"),
    (200_020_002, "two hundred million twenty thousand and two", "二亿零二万零二"),
    (
        999_999_999,
        "nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine",
        "九亿九千九百九十九万九千九百九十九",
    ),
]
SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WORDS = {word: value for value, word in enumerate([*SMALL.split(), "seventeen", "eighteen", "nineteen"])} | {
    word: 10 * value for value, word in enumerate(TENS.split(), start=2)
}


def parse_english(text: str) -> int:
    """The value of number words, by adding up: nothing of the generator's grouping is used."""
    total, group = 0, 0
    for word in re.split(r"[ -]", text):
        if word == "hundred":
            group *= 100
        elif word in ("thousand", "million"):
            total, group = total + group * {"thousand": 1_000, "million": 1_000_000}[word], 0
        elif word != "and":
            group += WORDS[word]
    return total + group


def parse_chinese(text: str) -> int:
    """The value of a Chinese numeral, from the right: a place multiplies the digit before it."""
    value, place, section, pending = 0, 1, 1, False
    for sign in reversed(text):
        if sign in "万亿":
            section, place = {"万": 10**4, "亿": 10**8}[sign], 1
        elif sign in "十百千":
            place, pending = {"十": 10, "百": 100, "千": 1000}[sign], True
        elif sign != "零":
            value, place, pending = value + "零一二三四五六七八九".index(sign) * place * section, 1, False
    return value + (place * section if pending else 0)  # 十 at the very beginning omits its 一


def some_numbers() -> list[int]:
    """A few thousand numbers of every length: small, near round ones, full of zeros, random."""
    rng = np.random.default_rng(7)
    numbers = set(range(2003)) | {10**power + step for power in range(3, 9) for step in range(-103, 104)}
    for _ in range(4001):
        length = int(rng.integers(1, 10))
        kept = rng.integers(0, 2, size=length) if rng.random() < 0.5 else np.ones(length, dtype=int)
        numbers.add(int("".join(map(str, rng.integers(0, 10, size=length) * kept))))
    return sorted(numbers)


@pytest.mark.parametrize(("number", "english", "chinese"), BY_HAND)
def test_numbers_worked_by_hand(number, english, chinese):
    assert english_number(number) == english
    assert chinese_number(number) == chinese
    assert parse_english(english) == parse_chinese(chinese) == number


def test_words_lead_back_to_the_number():
    for number in some_numbers():
        assert parse_english(english_number(number)) == number
        assert parse_chinese(chinese_number(number)) == number


def test_chinese_zeros_are_single_inside_and_silent_at_the_end():
    for number in some_numbers()[1:]:
        text = chinese_number(number)
        assert not re.search("零零|零$|零[十百千万亿]|^一十|两", text), text
        # 十 without a digit before it is allowed at the very beginning only
        assert not re.search("(?<=.)(?<![一二三四五六七八九])十", text), text


def test_english_numbers_omit_and_and_hyphenate_tens():
    assert english_number(21_021) == "twenty-one thousand and twenty-one"
    assert not any("and hundred" in english_number(number) for number in some_numbers())


def test_copy_and_reverse_give_expected_targets():
    for name, expected in (("copy", lambda words: words), ("reverse", lambda words: words[::-1])):
        drawn = task(name).pairs(503, 11, split="train")
        assert [target.split() for target in drawn.target] == [expected(text.split()) for text in drawn.source]
        lengths = Counter(len(source.split()) for source in drawn.source)
        assert set(lengths) == set(range(1, 13)) and min(lengths.values()) > 20


@pytest.mark.parametrize("name", TASKS)
def test_splits_share_no_source(name):
    sources = {split: set(task(name).pairs(701, 5, split=split).source) for split in ("train", "valid", "test")}
    assert not sources["train"] & sources["test"]
    assert not sources["train"] & sources["valid"]
    assert not sources["valid"] & sources["test"]


def test_the_disjointness_check_can_fail():
    """A small space: one split meets itself under another seed."""
    small = SequenceTask("small", "x", "x", alphabet=tuple("abcde"), max_length=4)
    assert set(small.pairs(503, 1, split="test").source) & set(small.pairs(503, 2, split="test").source)
    assert not set(small.pairs(503, 1, split="test").source) & set(small.pairs(5003, 2, split="train").source)


def test_test_and_validation_are_a_twentieth_each():
    rng = np.random.default_rng(13)
    shares = Counter(TASKS["numbers"].draw(rng)[2] for _ in range(20_011))
    held_out_possible = 20_011 * 6 / 9  # numbers of 4 to 9 digits
    assert 0.04 < shares["test"] / held_out_possible < 0.06
    assert 0.04 < shares["valid"] / held_out_possible < 0.06


def test_short_sources_are_never_held_out():
    for split in ("valid", "test"):
        assert min(map(parse_english, TASKS["numbers"].pairs(701, 1, split=split).source)) >= 1000
        assert min(len(source.split()) for source in TASKS["copy"].pairs(503, 1, split=split).source) >= 4


def test_number_lengths_are_uniform_and_zeros_frequent():
    numbers = [parse_chinese(text) for text in TASKS["numbers"].pairs(9001, 2, split="train").target]
    lengths = Counter(len(str(number)) for number in numbers)
    assert all(850 < lengths[length] < 1180 for length in range(1, 10))
    long = [str(number) for number in numbers if number >= 10_000]
    assert 0.25 < sum(text.endswith("00") for text in long) / len(long) < 0.5
    assert 0.15 < sum("00" in text.rstrip("0") for text in long) / len(long) < 0.5


def test_pairs_depend_on_task_split_and_seed_only():
    def drawn(name: str, split: str, seed: int) -> list[str]:
        return task(name).pairs(31, seed, split=split).source

    assert drawn("numbers", "test", 1) == drawn("numbers", "test", 1)
    assert drawn("numbers", "test", 1) != drawn("numbers", "test", 2)
    assert drawn("copy", "train", 1) != drawn("reverse", "train", 1)


def test_another_process_draws_the_same_pairs():
    """A salted hash would differ from process to process."""
    script = "from core.data.tasks import TASKS\nfor t in TASKS.values(): print(t.pairs(7, 3, split='test').source)"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    here = "".join(f"{one.pairs(7, 3, split='test').source}\n" for one in TASKS.values())
    assert outputs == {here}


def test_an_unknown_task_lists_the_allowed_ones():
    with pytest.raises(CoreError, match="unknown task 'sort'; allowed: copy, reverse, numbers"):
        task("sort")
