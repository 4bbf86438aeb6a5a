"""The head catalogue over lines with gold alignments: the core's error rates, or one clear sentence."""

import pytest

from core.data.corpus import ParallelText
from core.data.pharaoh import parse_pharaoh
from core.data.tasks import task
from core.inspection.catalogue import Catalogue, head_catalogue

PAIRS = task("numbers").pairs(7, 3, split="test")
TARGETS = [" ".join(target) for target in PAIRS.target]  # a word a character
# Any links will do: every character with the word at its place, every third only possible.
LINKS = [
    " ".join(f"{i}{'-' if i % 3 else 'p'}{i}" for i in range(min(len(source.split()), len(target))))
    for source, target in zip(PAIRS.source, PAIRS.target, strict=True)
]
ERRORS = ("aer_predicted", "aer_read")


def lines_of(links: list[str]) -> str:
    return "\n".join("\t".join(fields) for fields in zip(PAIRS.source, TARGETS, links, strict=True))


@pytest.fixture
def expected(service) -> Catalogue:
    translator = service.library.translator("numbers")
    gold = [parse_pharaoh(links) for links in LINKS]
    text = ParallelText(PAIRS.source, TARGETS)
    return head_catalogue(translator.model, translator.vocabularies, text, gold=gold)


def test_lines_with_links_are_measured_on_their_references(ask, expected):
    reply = ask("head_catalogue", sentences=lines_of(LINKS))
    assert (reply["sentences"], reply["tokens"]) == (7, expected.source_tokens + expected.target_tokens)
    assert reply["columns"][-2:] == list(ERRORS)
    assert reply["gold"]["diagonal"] == pytest.approx(expected.diagonal.error_rate, rel=1e-5)
    heads = [row for row in reply["rows"] if row["head"] != "mean"]
    assert len(heads) == 3 * 2 * 2
    for row, own in zip(heads, expected.rows, strict=True):
        assert (row["kind"], row["layer"], row["head"]) == (own.kind, own.layer, own.head)
        assert row["entropy"] == pytest.approx(own.means["entropy"], rel=1e-5)
        rates = {f"aer_{rows}": score.error_rate for rows, score in own.alignment.items()}
        assert {name: row[name] for name in ERRORS if name in row} == pytest.approx(rates, rel=1e-5)
        assert bool(rates) == (own.kind == "cross")


def test_the_mean_of_each_layers_heads_has_a_row(ask, expected):
    rows = [row for row in ask("head_catalogue", sentences=lines_of(LINKS))["rows"] if row["head"] == "mean"]
    assert [(row["kind"], row["layer"], row["role"]) for row in rows] == [("cross", 0, None), ("cross", 1, None)]
    for row, own in zip(rows, expected.layers, strict=True):
        rates = [own.alignment[rows].error_rate for rows in ("predicted", "read")]
        assert [row[name] for name in ERRORS] == pytest.approx(rates, rel=1e-5)


def test_one_based_and_swapped_links_give_the_same_rates(ask):
    def counted(item: str) -> str:
        mark = "p" if "p" in item else "-"
        source, target = item.split(mark)
        return f"{int(target) + 1}{mark}{int(source) + 1}"

    first = [" ".join(f"0{mark}{i}" for i, mark in enumerate("-p"[: len(target)])) for target in PAIRS.target]
    other = [" ".join(map(counted, links.split())) for links in first]
    plain = ask("head_catalogue", sentences=lines_of(first))
    swapped_answer = ask("head_catalogue", sentences=lines_of(other), one_based=True, swapped=True)
    assert swapped_answer["rows"] == plain["rows"] and swapped_answer["gold"] == plain["gold"]
    shifted = ask("head_catalogue", sentences=lines_of(other), swapped=True)
    assert shifted.get("problem") or shifted["gold"] != plain["gold"]


def test_error_rates_require_gold_links(ask):
    reply = ask("head_catalogue", sentences="seven\nnine")
    assert reply["gold"] is None and not set(ERRORS) & set(reply["columns"])
    assert all(row["head"] != "mean" and not set(ERRORS) & set(row) for row in reply["rows"])


@pytest.mark.parametrize(
    ("lines", "flags", "message"),
    [
        ("seven\nseven\t七\t0-0", {}, "Line 1 has 1 of 3 tab-separated fields: give source,"),
        ("seven\t七\t0-0\n\nseven", {}, "Line 3 has 1 of 3 tab-separated fields"),
        ("seven\t七", {}, "Line 1 has 2 of 3 tab-separated fields"),
        ("seven\t \t0-0", {}, "Line 1 lacks a source or a reference."),
        ("\nseven\t七\t0-0 0:1", {}, "Alignment line 2: invalid link '0:1'; use i-j, ipj or i?j."),
        ("seven\t七\t0-0 <img>", {}, "invalid link '<img>'"),
        ("seven\t七\t0-0", {"one_based": True}, "Alignment line 1: '0-0' contains word 0; words count from 1."),
        ("\n\nseven\t七\t0-1", {}, "Alignment line 3: a link joins source word 1 and target word 2"),
        ("seven\t七\t0-0\n" * 101, {}, "at most 100 sentences of at most 128 tokens"),
        ("seven\t" + "七 " * 200 + "\t0-0", {}, "at most 100 sentences of at most 128 tokens"),
        ("seven\t七\t0-0", {"swapped": "yes"}, "sent no valid swapped"),
        ("seven\t七\t0-0", {"one_based": 1}, "sent no valid one_based"),
    ],
)
def test_lines_that_cannot_be_measured_are_refused_in_one_sentence(ask, lines, flags, message):
    assert message in ask("head_catalogue", sentences=lines, **flags)["problem"]


@pytest.mark.parametrize(
    "word", ["<img>", "</s>", "${a}`", "\u202e", "e\u0301\u0301", "\U0001f600\u200d\U0001f600", "x" * 90]
)
def test_words_of_any_kind_are_aligned(ask, word):
    reply = ask("head_catalogue", sentences=f"seven {word} six\t七 {word}\t0-0")
    assert "rows" in reply, reply
