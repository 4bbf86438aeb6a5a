"""Variation of names, places and numbers, on invented sentences."""

import re

import pytest

from core.data.corpora.phrasebook import phrase_table
from core.data.corpora.varying import NUMBERS, varied, varied_chinese

COUNT = 199


def first_of_many(source, target):
    """Vary the same sentence of many lengths; return the first pair of each."""
    pairs = [(f"{source} {'very ' * n}well", f"{target} {'sehr ' * n}gut") for n in range(COUNT)]
    return [next(varied(pair)) for pair in pairs]


@pytest.mark.parametrize(
    ("source", "target", "fixed"),
    [
        ("Tom sings", "Tom singt", "Tom"),
        ("Ask Mary,", "Frag Maria,", "Mary"),
        ("Go to Boston,", "Geh nach Boston,", "Boston"),
    ],
)
def test_half_of_the_names_are_replaced_alike_on_both_sides(source, target, fixed):
    found = first_of_many(source, target)
    changed = [pair for pair in found if fixed not in pair[0]]
    assert 0.35 < len(changed) / COUNT < 0.65
    place = source.split().index(next(word for word in source.split() if fixed in word))
    names = [(a.split()[place].strip(","), b.split()[place].strip(",")) for a, b in changed]
    assert all(one == other for one, other in names)
    assert len(set(names)) > 30


def test_genitive_keeps_its_endings_and_avoids_names_in_s():
    changed = [pair for pair in first_of_many("Tom's dog swims", "Toms Hund schwimmt") if "Tom's" not in pair[0]]
    for source, target in changed:
        name = source.split("'")[0]
        assert not re.search("[sxzß]$", name)
        assert target.startswith(f"{name}s Hund")


def test_pair_with_a_name_on_one_side_only_stays():
    assert all(pair[0].startswith("Tom sings") for pair in first_of_many("Tom sings", "Er singt"))
    assert all(pair[0].startswith("Tomorrow") for pair in first_of_many("Tomorrow it rains", "Tom morgen"))


def test_numbers_of_copies_agree_on_both_sides():
    pairs = list(varied(("She is thirty-one years old.", "Sie ist einunddreißig Jahre alt.")))
    assert len(pairs) == 5
    for source, target in pairs:
        assert NUMBERS[re.search(r"is (\S+) years", source)[1]] == re.search(r"ist (\S+) Jahre", target)[1]
    assert len(set(pairs)) > 3


@pytest.mark.parametrize(
    "pair",
    [
        ("Twenty years.", "Zwanzig Jahre."),  # a capital letter
        ("From twenty to thirty.", "Von zwanzig bis dreißig."),  # two numbers
        ("He is twenty.", "Er ist dreißig."),  # not the same
        ("One hundred and twenty-one-gun salute.", "Salut aus zwanzig Kanonen."),
    ],
)
def test_other_numbers_are_left_alone(pair):
    assert list(varied(pair)) == [pair]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("thirteen", "dreizehn"),
        ("twenty-one", "einundzwanzig"),
        ("seventy-six", "sechsundsiebzig"),
        ("ninety", "neunzig"),
    ],
)
def test_numbers_are_spelt_right(english, german):
    assert NUMBERS[english] == german
    assert len(NUMBERS) == 87


def test_chinese_names_are_replaced_by_those_of_the_table():
    pairs = [
        next(varied_chinese((f"Tom saw Mary {'very ' * n}well.", f"汤姆看见玛丽{'很' * n}好。"))) for n in range(COUNT)
    ]
    names = {row["en"]: row["zh"] for row in phrase_table("people")}
    changed = [pair for pair in pairs if not pair[0].startswith("Tom saw Mary")]
    assert 0.35 < len(changed) / COUNT < 0.65
    for source, target in changed:
        first, second = source.split()[0], source.split()[2]
        assert target.startswith(f"{names[first]}看见{names[second]}")


def test_chinese_numbers_inside_larger_ones_stay():
    assert len(list(varied_chinese(("She is thirty-one.", "她三十一岁。")))) == 5
    assert list(varied_chinese(("He has thirty-one.", "他有三百三十一个。"))) == [
        ("He has thirty-one.", "他有三百三十一个。")
    ]
