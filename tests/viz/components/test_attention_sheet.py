"""What the attention view draws: from packed weights to a sheet, each step against numpy or a value worked by hand."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import viz.components.attention_view as attention_view_package
from viz.components.attention_view.component import SCRIPTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    Call = Callable[..., Any]

FOLDER = Path(attention_view_package.__file__).parent
PURE = ("payload", "reduced", "text", "align", "sheet", "options", "bench", "link", "overview")
NAMES = (
    *("alignTokens", "nearestAligned", "meanOf", "maxOf", "merged", "massed"),
    *("makeSheet", "differenceSheet", "rowOfStep", "stepOfRow", "wordsAlone", "linkedChoice", "unpackLens"),
    *("strongestOf", "offHeads", "isBlank", "standingIn", "cellMiddles", "standInLines"),
)
CHOICE: dict[str, Any] = {
    "kind": "cross",
    "layer": 1,
    "head": 2,
    "rows": "predicted",
    "step": 4,
    "lens": "weights",
    "combine": "one",
    "heads": [],
    "words": False,
    "specials": True,
    "mass": 1,
    "grow": False,
}
SRC = [" a", " do", "g", " runs", ".", "</s>"]
PREDICTED = [" Hu", "nd", " läuft", ".", "</s>"]
KINDS = {"encoder": (6, 6), "decoder": (5, 5), "cross": (5, 6)}
LEVELS = {
    kind: np.random.default_rng(q * k).integers(1, 256, size=(2, 3, q, k), dtype=np.uint8)
    for kind, (q, k) in KINDS.items()
}

# NaN does not pass through JSON: numbers leave as null, and arrive as NaN.
BRIDGE = """
const decoded = value => Array.isArray(value) ? value.map(decoded) : value && typeof value === 'object'
  ? 'f32' in value ? Float32Array.from(value.f32, x => x === null ? NaN : x)
    : 'u8' in value ? Uint8Array.from(value.u8)
    : 'map' in value ? new Map(Object.entries(decoded(value.map)))
    : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decoded(entry)])) : value;
const encoded = value => ArrayBuffer.isView(value) || Array.isArray(value)
  ? Array.from(value, encoded) : Number.isNaN(value) ? null : value && typeof value === 'object'
  ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, encoded(entry)])) : value;
"""


@pytest.fixture(scope="module")
def call(browser: "Browser") -> Iterator["Call"]:
    """Call one of the pure functions by name with numpy arrays, lists and plain values."""
    assert set(PURE) <= set(SCRIPTS)
    page = browser.new_page()
    source = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in PURE)
    page.evaluate(
        "source => { window.call = new Function('name', 'args', source)}",
        f"{source}\n{BRIDGE}\nconst own = {{{', '.join(NAMES)}}};\nreturn encoded(own[name](...decoded(args)));",
    )
    yield lambda name, *args: page.evaluate(
        "([name, args]) => window.call(name, args)", [name, [sent(a) for a in args]]
    )
    page.close()


def sent(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype == np.uint8:
            return {"u8": value.ravel().tolist()}
        return {"f32": [None if np.isnan(x) else float(x) for x in value.ravel()]}
    if isinstance(value, dict):
        return {key: sent(entry) for key, entry in value.items()}
    return [sent(entry) for entry in value] if isinstance(value, list) else value


def numbers(values: list[float | None], *shape: int) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values], np.float32).reshape(shape)


def grid(values: np.ndarray) -> dict[str, Any]:
    rows, columns = values.shape
    return {"values": values, "rows": [[i] for i in range(rows)], "columns": [[i] for i in range(columns)]}


def packed(**changes: Any) -> dict[str, Any]:
    """A translation as the browser holds it, its numbers still 8 bits."""
    fields: dict[str, Any] = {
        "id": "t",
        "src_tokens": SRC,
        "tgt_tokens": ["<s>", *PREDICTED[:-1]],
        "predicted_tokens": PREDICTED,
        "kinds": {kind: {"shape": list(levels.shape), "weights": levels} for kind, levels in LEVELS.items()},
        "exactHeads": {"map": {}},
        "lenses": {"map": {}},
    }
    return {**fields, **changes}


def sheet(call: "Call", *, of: dict[str, Any] | None = None, **choice: Any) -> dict[str, Any]:
    return call("makeSheet", of or packed(), {**CHOICE, **choice}, "base", [213, 94, 0])


def shown(made: dict[str, Any]) -> np.ndarray:
    return numbers(made["values"], len(made["queries"]), len(made["keys"]))


def test_tokens_are_aligned_by_their_longest_common_subsequence(call: "Call") -> None:
    forward = call("alignTokens", list("abcdefg"), list("axcdyzg"))
    assert forward == {"forward": [0, -1, 2, 3, -1, -1, 6], "back": [0, -1, 2, 3, -1, -1, 6]}
    assert call("alignTokens", [], list("ab")) == {"forward": [], "back": [-1, -1]}
    generator = np.random.default_rng(3)
    for _ in range(7):
        a, b = ["".join(generator.choice(list("abc"), size=n)) for n in (11, 13)]
        pairs = [(i, j) for i, j in enumerate(call("alignTokens", list(a), list(b))["forward"]) if j >= 0]
        assert all(a[i] == b[j] for i, j in pairs)
        assert pairs == sorted(pairs) and len({j for _, j in pairs}) == len(pairs)
        assert len(pairs) == longest_common(a, b)


def longest_common(a: str, b: str) -> int:
    if not a or not b:
        return 0
    table = np.zeros((len(a) + 1, len(b) + 1), int)
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i, j] = table[i - 1, j - 1] + 1 if x == y else max(table[i - 1, j], table[i, j - 1])
    return int(table[-1, -1])


def test_a_step_without_a_counterpart_follows_the_last_one_that_has_one(call: "Call") -> None:
    assert [call("nearestAligned", [0, 1, -1, -1, 5], step) for step in range(5)] == [0, 1, 2, 3, 5]
    assert call("nearestAligned", [-1, -1], 1) == 0


def test_mean_and_maximum_go_element_by_element(call: "Call") -> None:
    arrays = [np.array([0.1, 0.9, np.nan]), np.array([0.3, 0.5, 0.2]), np.array([0.5, 0.1, 0.4])]
    assert np.allclose(numbers(call("meanOf", arrays), 3), [0.3, 0.5, np.nan], equal_nan=True)
    assert np.allclose(numbers(call("maxOf", arrays), 3), [0.5, 0.9, np.nan], equal_nan=True)


def test_words_sum_the_pieces_of_a_key_and_average_those_of_a_query(call: "Call") -> None:
    weights = np.array([[0.1, 0.2, 0.3, 0.4], [0.5, 0.1, 0.1, 0.3], [0.25, 0.25, 0.4, 0.1]], np.float32)
    merged = call("merged", grid(weights), [[0, 1], [2]], [[0], [1, 2], [3]])
    assert np.allclose(numbers(merged["values"], 2, 3), [[0.3, 0.35, 0.35], [0.25, 0.65, 0.1]])
    assert merged["rows"] == [[0, 1], [2]] and merged["columns"] == [[0], [1, 2], [3]]


def test_a_masked_weight_counts_as_nothing_and_a_row_not_made_yet_not_at_all(call: "Call") -> None:
    weights = np.array([[1, np.nan, np.nan], [0.4, 0.6, np.nan], [np.nan] * 3], np.float32)
    merged = call("merged", grid(weights), [[0, 1], [2]], [[0], [1, 2]])
    assert np.allclose(numbers(merged["values"], 2, 2), [[0.7, 0.3], [np.nan, np.nan]], equal_nan=True)
    partly = call("merged", grid(weights), [[0], [1, 2]], [[0], [1], [2]])
    assert np.allclose(numbers(partly["values"], 2, 3)[1], [0.4, 0.6, np.nan], equal_nan=True)


def test_scores_of_a_word_are_the_logarithm_of_their_summed_exponentials(call: "Call") -> None:
    scores = np.array([[2.0, -1.0, 0.5], [0.3, 0.7, -2.0]], np.float32)
    merged = call("merged", grid(scores), [[0, 1]], [[0], [1, 2]], True)
    expected = [scores[:, 0].mean(), np.log(np.exp(scores[:, 1:]).sum(1)).mean()]
    assert np.allclose(merged["values"], expected, atol=1e-6)


@pytest.mark.parametrize(("mass", "kept"), [(1, 4), (0.95, 4), (0.9, 3), (0.8, 2), (0.5, 1), (0.1, 1)])
def test_the_mass_keeps_the_smallest_set_that_covers_it(call: "Call", mass: float, kept: int) -> None:
    weights = np.array([[0.1, 0.5, 0.3, 0.1]], np.float32)
    values = numbers(call("massed", grid(weights), mass)["values"], 4)
    assert (~np.isnan(values)).sum() == kept
    assert np.nansum(values) >= mass - 1e-6 and np.nanmin(values) >= 0.1


def test_the_mass_of_signed_numbers_is_that_of_their_sizes(call: "Call") -> None:
    values = numbers(call("massed", grid(np.array([[0.1, -0.6, 0.3, np.nan]], np.float32)), 0.6)["values"], 4)
    assert np.allclose(values, [np.nan, -0.6, np.nan, np.nan], equal_nan=True)


def test_hidden_columns_leave_rows_that_sum_to_one_where_they_are_shares(call: "Call") -> None:
    levels = LEVELS["cross"].copy()
    levels[1, 2, 1] = [0, 0, 0, 0, 0, 255]  # all on the end symbol: nothing is left to be shared out
    kinds = {**packed()["kinds"], "cross": {"shape": list(levels.shape), "weights": levels}}
    made = sheet(call, of=packed(kinds=kinds), specials=False)
    raw = levels[1, 2].astype(float)[:-1, :-1]
    raw[1] = np.nan
    assert np.allclose(shown(made), raw / raw.sum(1, keepdims=True), atol=1e-6, equal_nan=True)
    assert made["queries"] == PREDICTED[:-1] and made["keys"] == SRC[:-1]
    assert call("rowOfStep", made, 4) == -1 and call("rowOfStep", made, 3) == 3


def test_the_plain_sheet_is_the_head_with_a_range_from_zero_to_one(call: "Call") -> None:
    made = sheet(call)
    assert np.allclose(shown(made), LEVELS["cross"][1, 2] / 255, atol=1e-7)
    assert (made["low"], made["high"], made["signed"], made["exact"], made["empty"]) == (0, 1, False, False, False)
    assert made["rows"] == [[0], [1], [2], [3], [4]]


def test_exact_weights_are_used_where_they_have_arrived(call: "Call") -> None:
    exact = np.random.default_rng(1).random((5, 6), dtype=np.float32)
    made = sheet(call, of=packed(exactHeads={"map": {"cross.1.2": exact}}))
    assert made["exact"] and np.array_equal(shown(made), exact)
    both = sheet(call, of=packed(exactHeads={"map": {"cross.1.2": exact}}), combine="mean", heads=["cross.0.0"])
    assert not both["exact"]  # the other one is still approximate


def test_the_decoder_has_no_weights_above_its_diagonal(call: "Call") -> None:
    made = shown(sheet(call, kind="decoder"))
    assert np.array_equal(np.isnan(made), ~np.tri(5, dtype=bool))


def test_rows_of_steps_not_made_yet_are_empty_and_the_encoder_has_no_steps(call: "Call") -> None:
    made = shown(sheet(call, grow=True, step=2))
    assert np.isnan(made[3:]).all() and not np.isnan(made[:3]).any()
    assert not np.isnan(shown(sheet(call, kind="encoder", grow=True, step=2))).any()


def test_several_heads_of_one_kind_are_combined(call: "Call") -> None:
    heads = ["cross.0.1", "encoder.0.0", "cross.1.2"]  # another kind, and the current one again: neither counts
    one, other = LEVELS["cross"][1, 2] / 255, LEVELS["cross"][0, 1] / 255
    assert np.allclose(shown(sheet(call, combine="mean", heads=heads)), (one + other) / 2, atol=1e-6)
    assert np.allclose(shown(sheet(call, combine="max", heads=heads)), np.maximum(one, other), atol=1e-6)
    made = sheet(call, combine="overlay", heads=heads)
    assert np.allclose(shown(made), one, atol=1e-6)
    assert [(each["layer"], each["head"]) for each in made["overlays"]] == [(1, 2), (0, 1)]
    assert made["overlays"][0]["colour"] == [213, 94, 0] != made["overlays"][1]["colour"]
    assert np.allclose(numbers(made["overlays"][1]["values"], 5, 6), other, atol=1e-6)


def test_the_maximum_of_heads_is_not_renormalised(call: "Call") -> None:
    made = shown(sheet(call, combine="max", heads=["cross.0.1"], specials=False))
    levels = LEVELS["cross"].astype(float) / 255
    assert np.allclose(made, np.maximum(levels[1, 2], levels[0, 1])[:-1, :-1], atol=1e-6)


def test_words_keep_the_full_stop_apart_and_rows_find_their_steps(call: "Call") -> None:
    made = sheet(call, words=True)
    assert made["queries"] == [" Hund", " läuft", ".", "</s>"] and made["keys"] == [" a", " dog", " runs", ".", "</s>"]
    assert [call("rowOfStep", made, step) for step in range(5)] == [0, 0, 1, 2, 3]
    assert call("stepOfRow", made, 1) == 2
    raw = LEVELS["cross"][1, 2].astype(float) / 255
    assert np.isclose(shown(made)[0, 1], (raw[0, 1:3].sum() + raw[1, 1:3].sum()) / 2)
    assert call("wordsAlone", [" don", "'", "t", '."', " go", "的", "的"]) == [[0, 1, 2], [3], [4], [5], [6]]


def lens(low: float, high: float, heads: int, *, signed: bool) -> dict[str, Any]:
    levels = np.random.default_rng(7).integers(0, 256, size=(2, heads, 5, 6), dtype=np.uint8)
    part = {"shape": [2, heads, 5, 6], "levels": levels, "low": low, "high": high}
    return {"signed": signed, "kinds": {"cross": part}, "agreement": {}}


def test_a_lens_carries_its_own_range_and_may_take_heads_together(call: "Call") -> None:
    data = lens(-3.0, 5.0, 1, signed=True)
    made = sheet(call, of=packed(lenses={"map": {"scores": data}}), lens="scores")
    levels = data["kinds"]["cross"]["levels"][1, 0]
    assert np.allclose(shown(made), -3 + levels / 255 * 8, atol=1e-5)
    assert (made["low"], made["high"], made["signed"], made["exact"]) == (-5, 5, True, False)


def test_a_lens_that_says_nothing_leaves_the_sheet_empty(call: "Call") -> None:
    for lenses in ({}, {"scores": lens(0.0, 1.0, 3, signed=True)}):
        made = sheet(call, of=packed(lenses={"map": lenses}), lens="scores", kind="encoder")
        assert made["empty"] and np.isnan(shown(made)).all() and shown(made).shape == (6, 6)


def test_a_reply_of_another_shape_is_not_believed(call: "Call") -> None:
    part = {"shape": [2, 3, 5, 6], "levels": "AAAA", "low": 0, "high": 1}
    assert call("unpackLens", {"kinds": {"cross": part}}, packed()) is None
    assert call("unpackLens", {"problem": "too long"}, packed()) == {"problem": "too long"}


def test_a_difference_is_taken_where_both_have_a_counterpart(call: "Call") -> None:
    other_levels = {kind: 255 - levels for kind, levels in LEVELS.items()}
    changed = packed(
        id="v",
        predicted_tokens=[" Hu", "nd", " rennt", ".", "</s>"],
        src_tokens=[" a", " ca", "g", " runs", ".", "</s>"],
        kinds={kind: {"shape": list(levels.shape), "weights": levels} for kind, levels in other_levels.items()},
    )
    base, variant = sheet(call), sheet(call, of=changed)
    rows = call("alignTokens", base["queries"], variant["queries"])
    columns = call("alignTokens", base["keys"], variant["keys"])
    for one in (base, variant):
        one["values"] = numbers(one["values"], 5, 6)
    made = call("differenceSheet", base, variant, rows, columns, 1)
    expected = (255 - 2 * LEVELS["cross"][1, 2].astype(float)) / 255
    expected[2], expected[:, 1] = np.nan, np.nan
    assert np.allclose(shown(made), expected, atol=1e-6, equal_nan=True)
    assert (made["low"], made["high"], made["signed"], made["side"]) == (-1, 1, True, "difference")


def test_a_link_is_read_within_its_bounds(call: "Call") -> None:
    asked = {"kind": "decoder", "layer": "2", "head": 99, "step": "3", "view": "matrix", "words": "1", "mass": "0.8"}
    choice = call("linkedChoice", json.dumps(asked), packed())
    assert choice == {
        "kind": "decoder",
        "layer": 1,
        "head": 2,
        "step": 2,
        "view": "matrix",
        "words": True,
        "mass": 0.8,
    }
    heads = call(
        "linkedChoice", json.dumps({"heads": "cross.1.3 cross.9.1 nonsense.1.1 cross.0.1 cross.1.3"}), packed()
    )
    assert heads == {"heads": ["cross.0.2"]}


@pytest.mark.parametrize(
    "text",
    [
        *("", "no", "[]", "null", '"x"', '{"kind": "self", "layer": -1, "head": "1e3", "step": null, "mass": "x"}'),
        *('{"words": [1], "lens": "toString", "bench": "nowhere", "view": {"a": 1}, "rows": 7}',),
    ],
)
def test_a_link_that_makes_no_sense_changes_nothing(call: "Call", text: str) -> None:
    assert call("linkedChoice", text, packed()) == {}


def test_of_overlaid_heads_a_cell_holds_the_number_of_the_one_that_is_drawn(call: "Call") -> None:
    first, second = numbers([0.2, None, None, 0.5], 2, 2), numbers([0.7, 0.1, None, 0.4], 2, 2)
    overlaid = {"values": first, "overlays": [{"values": first}, {"values": second}]}
    found = [call("strongestOf", overlaid, cell) for cell in range(4)]
    assert [one["layer"] for one in found] == [1, 1, 0, 0]
    assert numbers([one["value"] for one in found], 4) == pytest.approx([0.7, 0.1, np.nan, 0.5], nan_ok=True)
    assert call("strongestOf", {"values": first, "overlays": None}, 3) == {"value": 0.5, "layer": 0}


def test_a_sheet_knows_which_of_its_heads_are_off_and_that_it_is_empty(call: "Call") -> None:
    heads = [{"kind": "cross", "layer": 1, "head": head} for head in (0, 2)]
    assert call("offHeads", {"off": [["cross", 1, 2], ["decoder", 1, 0]]}, heads) == heads[1:]
    assert call("offHeads", {}, heads) == []
    for values, blank in (([0.0, None], True), ([0.0, -0.1], False)):
        assert call("isBlank", {"values": numbers(values, 1, 2), "overlays": None}) is blank


def test_pictures_of_two_translations_differ_where_both_have_the_token(browser: "Browser") -> None:
    page = browser.new_page()
    source = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in PURE)
    # One layer, two heads; base 2 x 2, the other 3 x 2 with a row inserted between: values number their cells.
    made = page.evaluate(
        "source => new Function(source)()",
        f"""{source}
        const of = (queries, keys, scale, heads) => ({{layers: 1, heads, queries, keys, low: 0, high: 1,
          value: (at, cell) => scale * (at * queries * keys + cell)}});
        const made = pictureDifference(of(2, 2, 0.01, 2), of(3, 2, 0.1, 1), [0, 2], [1, -1]);
        const cells = [0, 1, 2, 3].map(cell => made.value(0, cell));
        return {{...made, value: null, cells, other: made.value(1, 0)}};""",
    )
    assert made["cells"] == pytest.approx([0.1 - 0, np.nan, 0.5 - 0.02, np.nan], nan_ok=True)
    assert np.isnan(made["other"]) and (made["low"], made["high"], made["signed"]) == (-1, 1, True)
    page.close()


def test_a_model_with_fewer_layers_or_heads_shows_its_last_one_instead(call: "Call") -> None:
    at = {"kind": "cross", "layer": 1, "head": 2}
    assert call("standingIn", packed(), at) is None
    assert call("standingIn", packed(), {**at, "layer": 3, "head": 1}) == {**at, "layer": 1, "head": 1}


def test_a_smaller_picture_has_a_line_for_each_of_the_three_strongest_cells_of_a_row(call: "Call") -> None:
    # position i of 7 goes to cell i * 3 // 7: three, two and two of them
    assert list(call("cellMiddles", [[i] for i in range(7)], 7, 3)) == [1, 1, 1, 4, 4, 6, 6]
    assert list(call("cellMiddles", [[0, 1], [2], [5], [6]], 7, 3)) == [1, 1, 3, 3]  # words; 3 and 4 are hidden
    values = np.full((5, 5), np.nan, np.float32)
    values[1] = [0.1, 0.5, 0, 0.3, 0.2]
    values[3] = [0, 0, 0.4, np.nan, 0]
    middles = {"query": [1, 1, 3, 3, 3], "key": [0, 1, 2, 3, 4]}
    assert call("standInLines", values, middles) == [[1, 3, 4], [1, 3, 4], [2], [2], [2]]


def test_only_a_sheet_that_a_smaller_picture_stands_in_for_has_middles(call: "Call") -> None:
    small = {kind: {"shape": [2, 3, q, k], "reduced": [2, 2], "weights": np.full((2, 3, 2, 2), 255, np.uint8)}
             for kind, (q, k) in KINDS.items()}  # fmt: skip
    long = packed(kinds=small)
    assert sheet(call, of=long)["middles"] == {"query": [1, 1, 1, 4, 4], "key": [1, 1, 1, 4, 4, 4]}
    there = packed(kinds=small, layers={"map": {"cross.1": np.ones(3 * 5 * 6, np.uint8)}})
    assert sheet(call, of=there)["middles"] is None
    assert sheet(call)["middles"] is None
