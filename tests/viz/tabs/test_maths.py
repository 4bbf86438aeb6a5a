"""The tab "Inside the maths": its handlers called directly, and its wiring read from the page's configuration."""

import base64
import math
import subprocess
import sys
from pathlib import Path

import gradio as gr
import numpy as np
import pytest

from core.errors import CoreError
from viz import texts
from viz.components.figure import unpack
from viz.tabs import maths
from viz.tabs.maths import masks, positional, schedule, softmax
from viz.tabs.maths.fields import CheckpointValues, gently, number, whole_number

ROOT = Path(__file__).parents[3]
VALUES = {
    "small": CheckpointValues(d_model=26, d_k=13, warmup_steps=170, rate_factor=0.5, last_step=1900),
    "pairs": CheckpointValues(d_model=64, pairs=[("a", "b"), ("c", "d")]),
}


def numbers(packed: object) -> np.ndarray:
    """An array of a packed figure: from a list, or from base64."""
    if isinstance(packed, list):
        return np.asarray(packed)
    flat = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])
    return flat.reshape([int(size) for size in packed["shape"].split(", ")]) if "shape" in packed else flat


def words(checkpoint: str, text: str) -> list[str]:
    """Stands in for a tokenizer: a token a word."""
    return [*text.split(), "</s>"]


def refused(call, *values) -> str:
    with pytest.raises(gr.Error) as error:
        call(*values)
    return error.value.message


@pytest.fixture
def page():
    with gr.Blocks() as blocks:
        checkpoint = gr.Dropdown(["small", "pairs"], value="small")
        with gr.Tabs(), gr.Tab("maths") as tab:
            built = maths.build(VALUES.__getitem__, words, checkpoint, tab)
    return blocks, built


# Positional encoding


def test_curves_and_matrix_hold_the_sines_of_the_paper():
    curves, heatmap = map(unpack, positional.draw(10, 7, "10000", "0, 3", "en"))
    expected = [[math.sin(p), math.cos(p / 10_000 ** (2 / 10))] for p in range(7)]
    drawn = np.stack([numbers(trace["y"]) for trace in curves["data"]], axis=-1)
    np.testing.assert_allclose(drawn, expected, atol=1e-6)
    np.testing.assert_array_equal(numbers(heatmap["data"][0]["z"])[:, [0, 3]], drawn)


def test_a_dimension_that_a_narrow_model_lacks_is_left_out_and_named():
    curves = unpack(positional.draw(4, 5, "10000", "1, 16, 17", "en")[0])
    assert len(curves["data"]) == 1
    assert "16, 17" in curves["layout"]["meta"]["caption"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((5, 9, "10000", "0"), "Width d_model must be an even number, not 5."),
        ((9999, 9, "10000", "0"), "Width d_model must be from 2 to 1,024, not 9,999."),
        ((4, None, "10000", "0"), "Positions is empty; it must be a number."),
        ((4, 9.5, "10000", "0"), "Positions must be a whole number, not 9.5."),
        ((4, "nine", "10000", "0"), "Positions must be a number, not “nine”."),
        ((4, 9, "ten", "0"), "Base must be a number above 1 and at most 1,000,000,000, not “ten”."),
        ((4, 9, "1", "0"), "Base must be a number above 1 and at most 1,000,000,000, not “1”."),
        ((4, 9, "nan", "0"), "Base must be a number above 1 and at most 1,000,000,000, not “nan”."),
        ((4, 9, "10", "0, x"), "Dimensions are whole numbers from 0 to 1023 with commas between; “x” is not."),
        ((4, 9, "10", "-1"), "Dimensions are whole numbers from 0 to 1023 with commas between; “-1” is not."),
        (
            (64, 9, "10", "0 1 2 3 4 5 6 7 8 9 10 11 12"),
            "At most 12 dimensions can be drawn at once; these are 13.",
        ),
    ],
)
def test_wrong_positional_values_are_refused_in_the_catalogues_words(values, said):
    assert refused(positional.read, *values, "en") == said
    assert refused(positional.draw, *values, "en") == said


def test_numbers_may_be_written_as_people_write_them():
    assert positional.read_base("10,000", "en") == positional.read_base(" 10000 ", "en") == 10_000
    assert positional.read_dimensions("3,, 1 ;3", "en") == [3, 1]
    assert positional.read_dimensions(None, "en") == []


# Masks


def test_the_drawn_masks_have_the_tokens_on_their_axes_and_padding_is_real():
    first, second = map(unpack, masks.draw(words, "c", "cross", "x y z", "p q", "x", "p", "en"))
    assert first["layout"]["xaxis"]["ticktext"] == ["x", "y", "z", "&lt;/s&gt;"]
    assert first["layout"]["yaxis"]["ticktext"] == ["&lt;s&gt;", "p", "q"]
    assert second["layout"]["xaxis"]["ticktext"] == ["x", "&lt;/s&gt;", "&lt;pad&gt;", "&lt;pad&gt;"]
    assert second["layout"]["yaxis"]["ticktext"] == ["&lt;s&gt;", "p", "&lt;pad&gt;"]
    assert numbers(first["data"][0]["z"]).tolist() == [[1, 1, 1, 1]] * 3
    assert numbers(second["data"][0]["z"]).tolist() == [[1, 1, 0, 0]] * 3


def test_the_combined_mask_closes_the_future_and_the_padding():
    _, second = map(unpack, masks.draw(words, "c", "decoder_combined", "x", "p q", "x", "p", "en"))
    assert numbers(second["data"][0]["z"]).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]


@pytest.mark.parametrize("kind", masks.KINDS)
def test_every_mask_can_be_chosen_and_says_what_to_look_for(kind):
    for packed in masks.draw(words, "c", kind, "x y", "p", "", "", "en"):
        assert unpack(packed)["layout"]["meta"]["caption"]


def test_wrong_masks_are_refused():
    assert refused(masks.read, words, "c", "other", "x", "p", "x", "p", "en") == "There is no mask named “other”."
    long = "x " * 48
    said = refused(masks.read, words, "c", "cross", long, "p", "x", "p", "en")
    assert said == "This sentence has 49 tokens; at most 48 can be drawn."


def test_whole_words_stand_in_while_there_is_no_checkpoint():
    first, _ = masks.draw(None, None, "cross", "x y", "p", "", "", "en")
    assert unpack(first)["layout"]["xaxis"]["ticktext"] == ["x", "▁y", "&lt;/s&gt;"]


def test_a_checkpoint_that_cannot_be_read_is_told_in_words():
    def broken(checkpoint: str, text: str) -> list[str]:
        raise CoreError("test.unknown", "{name} is broken", name=checkpoint)

    assert refused(masks.read, broken, "c", "cross", "x", "p", "x", "p", "en") == "c is broken"


# Learning rate


def test_the_sliders_setting_comes_first_and_none_comes_twice():
    settings = schedule.read(512, 4000, 1, 9000, ["512 / 4000", "256 / 4,000 / 0.5"], False, "en")
    assert settings.curves == [(512, 4000, 1.0), (256, 4000, 0.5)]


def test_the_papers_peak_is_on_the_figure():
    figure = unpack(schedule.draw(512, 4000, 1, 9000, [], False, "en"))
    mark = figure["data"][-1]
    assert numbers(mark["x"]).tolist() == [4000]
    assert numbers(mark["y"])[0] == pytest.approx(6.99e-4, rel=1e-3)
    assert mark["text"] == ["peak 6.99e-4 at step 4,000"]


@pytest.mark.parametrize(
    ("compared", "said"),
    [
        (["512"], "“512” is not d_model / warm-up, such as 512 / 4000."),
        (["512 / x"], "Warm-up w must be a number, not “x”."),
        (["512 / 0"], "Warm-up w must be from 1 to 16,000, not 0."),
        (["512 / 4000 / 99"], "Factor f must be from 0.05 to 10, not 99."),
        (["2 / 1", "2 / 2", "2 / 3", "2 / 4", "2 / 5", "2 / 6"],
         "At most 5 settings can be compared at once; these are 6."),
    ],
)  # fmt: skip
def test_wrong_comparisons_are_refused(compared, said):
    assert refused(schedule.read, 512, 4000, 1, 9000, compared, False, "en") == said


# Softmax


def test_the_checkpoints_own_d_k_is_measured_and_marked():
    figure = unpack(softmax.draw(13, 5, 8, 1, "en"))
    assert [shape["x0"] for shape in figure["layout"]["shapes"]] == [13] * 4
    assert all(13 in numbers(trace["x"]) for trace in figure["data"])


def test_the_analytic_variance_is_d_k_and_one():
    figure = unpack(softmax.draw(13, 5, 8, 1, "en"))
    exact = [trace for trace in figure["data"] if trace["name"].startswith("exact")]
    np.testing.assert_array_equal(numbers(exact[0]["y"]), numbers(exact[0]["x"]))
    np.testing.assert_array_equal(numbers(exact[1]["y"]), 1)


def test_another_seed_moves_the_figure_and_the_same_does_not():
    assert softmax.draw(8, 5, 8, 1, "en") == softmax.draw(8, 5, 8, 1, "en") != softmax.draw(8, 5, 8, 2, "en")


def test_wrong_softmax_values_are_refused():
    assert refused(softmax.read, 0, 5, 8, 1, "en").endswith("must be from 1 to 1,024, not 0.")
    assert refused(softmax.read, 8, 1000, 8, 1, "en") == "Keys must be from 2 to 64, not 1,000."


def test_the_largest_sliders_stay_within_what_the_lab_allows():
    softmax.read(softmax.HEAD_WIDTHS[1], softmax.KEYS[1], softmax.SAMPLES[1], 1, "en")
    from core.labs.softmax import MAX_DRAWS

    assert softmax.HEAD_WIDTHS[1] * softmax.KEYS[1] * softmax.SAMPLES[1] <= MAX_DRAWS


# The tab


def test_controls_begin_with_the_checkpoints_own_values(page):
    _, built = page
    begun = {control.elem_id: control.value for section in built.sections for control in section.controls}
    assert begun["maths-positional-d-model"] == begun["maths-schedule-d-model"] == 26
    assert begun["maths-schedule-warmup"] == 170
    assert begun["maths-schedule-factor"] == 0.5
    assert begun["maths-schedule-last"] == 1900
    assert begun["maths-softmax-d-k"] == 13


def test_another_checkpoint_gives_one_value_to_each_control(page):
    _, built = page
    defaults = tuple(section.defaults for section in built.sections)
    controls = [control for section in built.sections for control in section.controls]
    values = maths.on_checkpoint(VALUES.__getitem__, defaults, "pairs", "en")
    given = {control.elem_id: value for control, value in zip(controls, values, strict=True)}
    assert given["maths-positional-d-model"] == 64
    assert given["maths-masks-source-1"] == "a"
    assert given["maths-masks-target-2"] == "d"
    assert given["maths-schedule-warmup"] == 4000


def test_the_second_sentence_is_another_example_of_the_checkpoint_and_short(page):
    pairs = masks.untranslated(["of five words or so", "of five words or so", "many more words than those", "a few"])
    assert pairs == [("of five words or so", ""), ("a few", "")]
    assert masks.untranslated([]) == masks.untranslated(["one"]) == masks.untranslated(["one", "one"]) == []
    values = masks.defaults(CheckpointValues(pairs=pairs), "en")
    assert values[1:] == ("of five words or so", "", "a few", "")
    drawn = masks.draw(words, "small", *values, "en")
    assert all(unpack(figure)["data"] for figure in drawn)


def test_every_default_can_be_drawn(page):
    _, built = page
    extra = {"maths-masks-kind": ("small",)}
    for section in built.sections:
        values = section.defaults(VALUES["small"], "en")
        section.draw(*extra.get(section.controls[0].elem_id, ()), *values, "en")


def test_the_base_model_stands_in_without_a_checkpoint(page):
    _, built = page
    values = maths.on_checkpoint(VALUES.__getitem__, tuple(s.defaults for s in built.sections), None, "en")
    assert values[0] == 512


def test_no_handler_is_public_and_moving_controls_bypass_the_queue(page):
    blocks, built = page
    dependencies = blocks.get_config_file()["dependencies"]
    assert dependencies
    assert {d["api_visibility"] for d in dependencies} == {"private"}
    figures = {figure._id for section in built.sections for figure in section.figures}
    moving = [d for d in dependencies if d["targets"][0][1] == "change" and figures & set(d["outputs"])]
    assert moving
    assert all(d["queue"] is False for d in moving if len(d["targets"]) == 1 and d["trigger_mode"] == "always_last")


def test_a_refusal_goes_through_the_queue_because_gradio_shows_it_only_there(page):
    blocks, _ = page
    for dependency in blocks.get_config_file()["dependencies"]:
        if dependency["targets"][0][1] in ("release", "blur", "submit"):
            assert dependency["queue"] is not False
            assert dependency["outputs"] == []


def test_a_second_language_reaches_every_component_that_has_words(page, monkeypatch):
    english = texts.CATALOGUES["en"]
    second = {key: f"X {words}" for key, words in english.items()}
    monkeypatch.setattr(texts, "CATALOGUES", {"en": english, "xx": second})
    _, built = page
    updates = built.relabel("xx")
    assert len(updates) == len(built.labelled)
    for update in updates:
        said = {name: update[name] for name in ("label", "info", "caption", "value") if name in update}
        assert said
        assert all(words.startswith("X ") for words in said.values())
    curves, _ = positional.draw(4, 5, "10000", "0", "xx")
    assert unpack(curves)["layout"]["title"]["text"].startswith("X ")


def test_what_is_still_being_typed_changes_nothing():
    kept = gently(positional.draw)(3, 5, "10000", "0", "en")
    assert kept == gr.skip()
    assert gently(positional.draw)(4, 5, "10000", "0", "en") == positional.draw(4, 5, "10000", "0", "en")


def test_an_unknown_error_is_not_swallowed():
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        gently(broken)()


def test_true_is_not_a_number_and_a_whole_float_is():
    assert "must be a number" in refused(number, True, "maths.softmax.seed", 0, 9, "en")
    assert whole_number(7.0, "maths.softmax.seed", 0, 9, "en") == 7


def test_building_the_tab_loads_neither_torch_nor_plotly():
    script = (
        "import sys, gradio as gr\n"
        "from viz.tabs import maths\n"
        "with gr.Blocks():\n"
        "    picker = gr.Dropdown(['a'], value=None)\n"
        "    with gr.Tabs(), gr.Tab('m') as tab:\n"
        "        maths.build(dict, lambda c, t: [], picker, tab)\n"
        "print(sorted({'torch', 'plotly', 'tokenizers'} & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip().splitlines()[-1] == "[]"
