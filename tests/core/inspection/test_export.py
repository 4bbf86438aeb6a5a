"""Export of a trace: files hold the same numbers, whatever its tokens contain."""

import csv
import dataclasses
import io
import json
import math

import numpy as np
import pandas
import pytest

from core.attention_kinds import KINDS
from core.inspection.export import CSV_COLUMNS, csv_text, write_csv, write_json, write_npz
from core.inspection.intervention import HeadName, Intervention
from core.inspection.trace import Check, Trace
from core.translator import Translator

INTERVENTION = Intervention(off=(HeadName("cross", 1, 0),))
HOSTILE = [
    *('"', "\\", "${alert(1)}", "`</script>`", "\u202eabc", "a\u0301\u0301", "👩\u200d👧", "\n,;\r"),
    *("\x00", "\ud800", "\u2028", "=1+1"),
]


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return translator.trace_ids(
        "three thousand four hundred", translator.vocabularies.target.encode("三千四百").ids, INTERVENTION
    )


def hostile(trace: Trace) -> Trace:
    """The same trace with tokens of every kind of harm."""

    def tokens(count: int, first: int) -> list[str]:
        return [HOSTILE[(first + place) % len(HOSTILE)] for place in range(count)]

    steps = len(trace.predicted_ids)
    return dataclasses.replace(
        trace,
        src_tokens=tokens(len(trace.src_tokens), 0),
        tgt_tokens=tokens(steps, 3),
        predicted_tokens=tokens(steps, 5),
        top_tokens=[tokens(len(step), 7 + row) for row, step in enumerate(trace.top_tokens)],
    )


def as_json(trace: Trace) -> dict:
    file = io.BytesIO()
    write_json(trace, file)
    return json.loads(file.getvalue().decode("ascii"), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def as_csv(trace: Trace) -> list[dict[str, str]]:
    file = io.BytesIO()
    write_csv(trace, file)
    return list(csv.DictReader(io.StringIO(file.getvalue().decode("utf-8"), newline="")))


def as_npz(trace: Trace) -> dict[str, np.ndarray]:
    file = io.BytesIO()
    write_npz(trace, file)
    file.seek(0)
    with np.load(file) as arrays:
        return dict(arrays)


def test_an_npz_holds_every_array_and_every_token(trace):
    arrays = as_npz(trace)
    for name in ("encoder_self", "decoder_self", "cross", "log_probs", "entropies", "top_probs"):
        np.testing.assert_array_equal(arrays[name], getattr(trace, name))
        assert arrays[name].dtype == np.float32
    for name in ("src_tokens", "tgt_tokens", "predicted_tokens", "predicted_ids", "top_ids"):
        assert arrays[name].tolist() == getattr(trace, name)
    written = json.loads(str(arrays["intervention"]))
    assert Intervention.from_dict(written) == INTERVENTION
    assert written["off"] == [name.in_file for name in INTERVENTION.off]


@pytest.mark.parametrize("change", [lambda trace: trace, hostile], ids=["plain", "hostile"])
def test_json_holds_the_same_as_the_trace(trace, change):
    trace = change(trace)
    found = as_json(trace)
    for name in ("src_tokens", "tgt_tokens", "predicted_tokens", "predicted_ids"):
        assert found[name] == getattr(trace, name)
    np.testing.assert_allclose(found["log_probs"], trace.log_probs, rtol=1e-5)
    np.testing.assert_allclose(found["entropies"], trace.entropies, rtol=1e-5)
    assert [[one["token"] for one in step] for step in found["top"]] == trace.top_tokens
    assert [[one["id"] for one in step] for step in found["top"]] == trace.top_ids
    np.testing.assert_allclose([[p["probability"] for p in step] for step in found["top"]], trace.top_probs, rtol=1e-5)
    assert [check["code"] for check in found["checks"]] == [check.code for check in trace.checks]
    assert Intervention.from_dict(found["intervention"]) == trace.intervention


def test_json_names_every_head_once_with_its_weights(trace):
    heads = as_json(trace)["attention"]
    places = [(one["kind"], one["layer"], one["head"]) for one in heads]
    assert places == [(kind, layer, head) for kind in KINDS for layer in (1, 2) for head in (1, 2)]
    for one in heads:
        expected = trace.weights(one["kind"])[one["layer"] - 1, one["head"] - 1]
        np.testing.assert_allclose(one["weights"], expected, rtol=5e-6)
    assert any(0 in row for one in heads for row in one["weights"])


def test_json_numbers_have_six_digits_and_nonfinite_is_null(trace):
    odd = dataclasses.replace(
        trace,
        cross=np.full_like(trace.cross, 1 / 3),
        encoder_self=np.full_like(trace.encoder_self, 1.23456789e-12),
        decoder_self=np.full_like(trace.decoder_self, math.nan),
        log_probs=np.full_like(trace.log_probs, -math.inf),
        checks=(Check("tokens_agree", False, math.inf, 0.001),),
    )
    found = as_json(odd)
    values = {one["kind"]: {value for row in one["weights"] for value in row} for one in found["attention"]}
    assert values == {"cross": {0.333333}, "encoder": {1.23457e-12}, "decoder": {None}}
    assert set(found["log_probs"]) == {None}
    assert found["checks"] == [{"code": "tokens_agree", "passed": False, "value": None, "limit": 0.001}]


@pytest.mark.parametrize("change", [lambda trace: trace, hostile], ids=["plain", "hostile"])
def test_csv_has_one_row_per_weight(trace, change):
    trace = change(trace)
    if change is hostile:  # half of a surrogate pair is no UTF-8; no tokenizer makes one
        names = ("src_tokens", "tgt_tokens", "predicted_tokens")
        clean = {name: [token.replace("\ud800", "\ufffd") for token in getattr(trace, name)] for name in names}
        trace = dataclasses.replace(trace, **clean)
    rows = as_csv(trace)
    source, target = len(trace.src_tokens), len(trace.predicted_ids)
    assert tuple(rows[0]) == CSV_COLUMNS
    assert len(rows) == 2 * 2 * (source**2 + target * (target + 1) // 2 + target * source)
    for row in rows:
        layer, head, query, key = (int(row[name]) - 1 for name in ("layer", "head", "query", "key"))
        assert np.float32(row["weight"]) == trace.weights(row["kind"])[layer, head, query, key]
        queries = trace.src_tokens if row["kind"] == "encoder" else trace.tgt_tokens
        keys = trace.tgt_tokens if row["kind"] == "decoder" else trace.src_tokens
        assert (row["query_token"], row["key_token"]) == (csv_text(queries[query]), csv_text(keys[key]))


def test_readers_of_csv_leave_the_provenance_out(trace):
    """A source can hold any text: after a separator it would be a spreadsheet's formula, after "#" a comment."""
    found = {"source": '=1,=1+1;=2 "#\n', "rank": 1, "changes": [["cross", 0, 1], "a\\"]}
    marked = dataclasses.replace(trace, src_tokens=["#", "a#b", *trace.src_tokens[2:]])
    file = io.BytesIO()
    write_csv(marked, file, None, found)
    first, rest = file.getvalue().decode("utf-8").split("\n", 1)
    assert json.loads(first.removeprefix("# ")) == found
    cells = next(csv.reader([first])) + next(csv.reader([first], delimiter=";"))
    assert not any(cell.lstrip().startswith(tuple("=+-@")) for cell in cells)
    file.seek(0)
    table = pandas.read_csv(file, comment="#", keep_default_na=False)
    rows = list(csv.DictReader(io.StringIO(rest, newline="")))
    assert list(table.columns) == list(CSV_COLUMNS) and table["key_token"].tolist() == [
        row["key_token"] for row in rows
    ]
    np.testing.assert_allclose(table["weight"], [float(row["weight"]) for row in rows])


def test_the_three_files_hold_the_same_weights(trace):
    arrays, heads = as_npz(trace), as_json(trace)["attention"]
    stored = {"encoder": "encoder_self", "decoder": "decoder_self", "cross": "cross"}
    written = {(one["kind"], one["layer"], one["head"]): np.array(one["weights"]) for one in heads}
    for row in as_csv(trace):
        layer, head, query, key = (int(row[name]) for name in ("layer", "head", "query", "key"))
        value = float(row["weight"])
        assert arrays[stored[row["kind"]]][layer - 1, head - 1, query - 1, key - 1] == pytest.approx(value, rel=1e-7)
        assert written[row["kind"], layer, head][query - 1, key - 1] == pytest.approx(value, rel=5e-6)
