"""Interventions: one canonical form, refusals, and their effect."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from core.config import ModelConfig
from core.errors import CoreError
from core.inspection.head_names import read_heads
from core.inspection.intervention import (
    MAX_EDITS,
    NO_CHANGE,
    HeadName,
    Intervention,
    RowEdit,
)
from core.model.probe import Chain, Recorder
from core.model.transformer import Transformer

ROOT = Path(__file__).parents[3]
CONFIG = ModelConfig(vocab_size=31, d_model=14, num_layers=3, num_heads=7, d_ff=11, max_positions=13)
SOURCE = 5
ROW = (0.5, 0.125, 0.0, 0.125, 0.25)


def edited(kind: str = "cross", query: int = 2, weights: tuple[float, ...] = ROW) -> Intervention:
    return Intervention(edits=(RowEdit(kind, 1, 4, query, weights),))


# Names and values


def test_head_name_site_is_the_probes():
    assert HeadName("cross", 2, 0).site == "decoder.2.cross"
    assert HeadName("decoder", 0, 1).site == "decoder.0.self"


def test_the_same_set_of_changes_is_the_same_object():
    heads = [HeadName("cross", 0, 1), HeadName("encoder", 2, 0), HeadName("cross", 0, 0)]
    rows = [RowEdit("cross", 0, 1, 3, ROW), RowEdit("cross", 0, 1, 2, ROW)]
    one = Intervention(off=tuple(heads), edits=tuple(rows))
    other = Intervention(off=(*heads[::-1], heads[0]), edits=(*rows[::-1], rows[1]))
    assert one == other and hash(one) == hash(other)
    assert one.off == (HeadName("cross", 0, 0), HeadName("cross", 0, 1), HeadName("encoder", 2, 0))
    assert [edit.query for edit in other.edits] == [2, 3]
    assert one != Intervention(uniform=tuple(heads), edits=tuple(rows))


def test_an_intervention_that_changes_nothing_is_empty():
    assert NO_CHANGE.empty and Intervention() == NO_CHANGE
    head = (HeadName("cross", 0, 0),)
    assert not Intervention(off=head).empty and not Intervention(uniform=head).empty and not edited().empty


def test_it_survives_json():
    one = Intervention((HeadName("cross", 0, 1),), (HeadName("encoder", 2, 6),), edited().edits)
    again = Intervention.from_dict(json.loads(json.dumps(one.to_dict())))
    assert again == one
    assert Intervention.from_dict({}) == NO_CHANGE
    assert Intervention.from_dict({"edits": [["cross", 1, 4, 2, [1, 0, 0, 0, 0]]]}).edits[0].weights == (1, 0, 0, 0, 0)


def test_files_name_heads_as_the_page_does_and_are_read_back():
    """Files counted layers and heads from 0, and everything else from 1."""
    one = Intervention((HeadName("cross", 2, 0),), (HeadName("encoder", 11, 6),), edited().edits)
    written = json.loads(json.dumps(one.to_file()))
    assert (written["off"], written["uniform"]) == (["c.3.1"], ["e.12.7"])
    [(head, row, weights)] = written["edits"]
    assert (head, row - 1, tuple(weights)) == (one.edits[0].name.in_file, one.edits[0].query, one.edits[0].weights)
    assert read_heads(",".join(written["off"])) == one.off
    assert Intervention.from_dict(written) == one


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        "off",
        {"on": []},
        {"off": "cross"},
        {"off": [None]},
        {"off": ["cross"]},
        {"off": ["c.0.1"]},
        {"off": ["c.1"]},
        {"off": [["cross", 0]]},
        {"edits": [["c.1.1", "1", [1.0]]]},
        {"edits": [["c.1", 1, [1.0]]]},
        {"off": [["cross", 0, True]]},
        {"off": [["cross", 0, 1.0]]},
        {"off": [[0, 0, 0]]},
        {"uniform": [["cross", "0", 0]]},
        {"edits": [["cross", 0, 0, 0]]},
        {"edits": [["cross", 0, 0, 0, 1.0]]},
        {"edits": [["cross", 0, 0, 0, ["1"]]]},
        {"edits": [["cross", 0, 0, 0, [True]]]},
        {"edits": [["cross", 0, 0, None, [1.0]]]},
        {"edits": [["cross", 0, 0, 0, [10**400]]]},
    ],
)
def test_values_of_another_form_are_refused(values):
    with pytest.raises(CoreError, match="a change of attention must give"):
        Intervention.from_dict(values)


def test_it_can_be_named_without_torch():
    script = "import core.inspection.intervention, core.inspection.store, sys; print('torch' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


# What is refused


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (HeadName("cross", 0, 7), "head 8 in cross layer 1 does not exist"),
        (HeadName("cross", 3, 0), "head 1 in cross layer 4 does not exist"),
        (HeadName("decoder", 0, -1), "head 0 in decoder layer 1 does not exist"),
        (HeadName("encoder", -1, 0), "head 1 in encoder layer 0 does not exist"),
        (HeadName("self", 0, 0), "head 1 in self layer 1 does not exist: .* with 3 layers, each of 7 heads"),
    ],
)
def test_a_head_that_does_not_exist_is_refused(name, shown):
    for intervention in (Intervention(off=(name,)), Intervention(uniform=(name,))):
        with pytest.raises(CoreError, match=shown):
            intervention.check(CONFIG, SOURCE)
    with pytest.raises(CoreError, match=shown):
        Intervention(edits=(RowEdit(*name, 0, ROW),)).check(CONFIG, SOURCE)


def test_a_head_that_is_both_off_and_uniform_is_refused():
    head = (HeadName("encoder", 2, 5),)
    with pytest.raises(CoreError, match="head 6 in encoder layer 3 cannot be both off and uniform"):
        Intervention(off=head, uniform=head).check(CONFIG, SOURCE)


@pytest.mark.parametrize(
    ("intervention", "message"),
    [
        (edited(weights=ROW[:4]), "row 3 of the cross attention needs 5 weights, not 4"),
        (edited("encoder", 4, (1.0, *(0.0,) * 5)), "row 5 of the encoder attention needs 5 weights, not 6"),
        (edited("decoder", 2), "row 3 of the decoder attention needs 3 weights, not 5"),
        (edited("encoder", 5), "row 6 of the encoder attention does not exist: rows go from 1 to 5"),
        (edited("cross", 13), "row 14 of the cross attention does not exist: rows go from 1 to 13"),
        (edited("cross", -1), "row 0 of the cross attention does not exist"),
        (edited(weights=(0.5, 0.6, -0.1, 0.0, 0.0)), "at least 0 that sum to 1"),
        (edited(weights=(0.5, 0.5, 0.001, 0.0, 0.0)), "sum to 1, not to 1.001"),
        (edited(weights=(0.0,) * 5), "sum to 1, not to 0"),
        (edited(weights=(float("nan"), 1.0, 0.0, 0.0, 0.0)), "sum to 1, not to nan"),
        (edited(weights=(float("inf"), 1.0, 0.0, 0.0, 0.0)), "sum to 1, not to inf"),
        (edited(weights=(1e308, 1e308, 0.0, 0.0, 0.0)), "sum to 1, not to inf"),
    ],
)
def test_a_row_that_cannot_be_is_refused(intervention, message):
    with pytest.raises(CoreError, match=message):
        intervention.check(CONFIG, SOURCE)


def test_check_raises_nothing_for_valid_rows():
    for intervention in (
        edited(),
        edited("encoder", 4),
        edited("decoder", 4),
        edited("cross", 12),
        edited(weights=(0.3333, 0.3333, 0.3333, 0.0, 0.00005)),  # rounded by a browser
    ):
        intervention.check(CONFIG, SOURCE)


def test_a_row_edited_in_two_ways_is_refused():
    rows = (RowEdit("decoder", 0, 2, 1, (0.5, 0.5)), RowEdit("decoder", 0, 2, 1, (1.0, 0.0)))
    with pytest.raises(CoreError, match="row 2 of head 3 in decoder layer 1 is edited in two ways"):
        Intervention(edits=rows)


def test_more_rows_than_a_hand_edits_are_refused():
    rows = tuple(RowEdit("cross", 0, 0, query, ROW) for query in range(MAX_EDITS + 1))
    with pytest.raises(CoreError, match="257 rows are edited; at most 256"):
        Intervention(edits=rows).check(CONFIG, SOURCE)


# What it does


def weights_under(intervention: Intervention, site: str, target: int = 6) -> tuple[torch.Tensor, torch.Tensor]:
    """One attention [H, Q, K] of a small model as it is, and as it was used under the intervention."""
    torch.manual_seed(3)
    model = Transformer(CONFIG).eval().requires_grad_(False)
    ids = torch.tensor([[7, 11, 13, 17, 2]]), torch.tensor([[1, 5, 7, 11, 13, 17][:target]])
    found = []
    for one in (NO_CHANGE, intervention):
        one.check(CONFIG, SOURCE)
        recorder = Recorder()
        model(*ids, Chain((one.probe(CONFIG), recorder)))
        found.append(recorder.weights[site][0])
    return found[0], found[1]


def test_off_uniform_and_edits_apply_in_documented_order():
    head = ("cross", 1, 4)
    plain, off = weights_under(Intervention(off=(HeadName(*head),), edits=edited().edits), "decoder.1.cross")
    assert bool((off[4] == 0).all())  # off wins
    assert torch.equal(off[:4], plain[:4]) and torch.equal(off[5:], plain[5:])
    _, both = weights_under(Intervention(uniform=(HeadName(*head),), edits=edited().edits), "decoder.1.cross")
    assert torch.equal(both[4, 2], torch.tensor(ROW))  # the edited row shows
    torch.testing.assert_close(both[4, [0, 1, 3, 4, 5]], torch.full((5, 5), 0.2))


def test_an_edited_row_is_scaled_to_a_sum_of_one():
    _, used = weights_under(edited(weights=(0.3333, 0.3333, 0.3333, 0.0, 0.0)), "decoder.1.cross")
    torch.testing.assert_close(used[4, 2], torch.tensor([1 / 3, 1 / 3, 1 / 3, 0, 0]))
    assert abs(float(used[4, 2].sum()) - 1) < 1e-6


def test_a_row_beyond_the_target_changes_nothing():
    plain, used = weights_under(edited("cross", 6), "decoder.1.cross")
    assert torch.equal(plain, used)
    plain, used = weights_under(edited("cross", 5), "decoder.1.cross")
    assert not torch.equal(plain, used)


def test_edited_decoder_row_leaves_the_future_unchanged():
    _, used = weights_under(edited("decoder", 3, (0.25, 0.0, 0.75, 0.0)), "decoder.1.self")
    assert used[4, 3].tolist() == [0.25, 0, 0.75, 0, 0, 0]
    assert bool((used.triu(1) == 0).all())
