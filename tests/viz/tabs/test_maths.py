"""The tab "Inside the maths": its controls and their handlers, read from the page's configuration."""

import subprocess
import sys
from pathlib import Path

import gradio as gr
import pytest

from viz.labs import CheckpointValues, labs
from viz.tabs import maths
from viz.tabs.wording import Wording
from viz.texts import ENGLISH

ROOT = Path(__file__).parents[3]
VALUES = {
    "small": CheckpointValues(d_model=26, d_k=13, warmup_steps=170, rate_factor=0.5, last_step=1900),
    "pairs": CheckpointValues(d_model=64, pairs=[("a", "b"), ("c", "d")]),
}


@pytest.fixture
def page():
    wording = Wording(ENGLISH)
    with gr.Blocks() as blocks:
        checkpoint = gr.Dropdown(["small", "pairs"], value="small")
        with gr.Tabs(), gr.Tab("maths") as tab:
            built = maths.build(VALUES.__getitem__, lambda _, text: [*text.split(), "</s>"], checkpoint, tab, wording)
    return blocks, built


def test_controls_begin_with_the_checkpoints_values(page):
    _, built = page
    assert built.control("positional", "d_model").value == built.control("schedule", "d_model").value == 26
    assert built.control("positional", "d_model").elem_id == "maths-positional-d-model"
    assert built.control("schedule", "warmup").value == 170
    assert built.control("schedule", "factor").value == 0.5
    assert built.control("schedule", "last").value == 1900
    assert built.control("softmax", "d_k").value == 13


def test_controls_start_from_the_checkpoint_or_base_model():
    values = maths.control_values(VALUES.__getitem__, "pairs", ENGLISH)
    assert values["positional"]["d_model"] == 64
    assert (values["masks"]["source_1"], values["masks"]["target_2"]) == ("a", "d")
    assert values["schedule"]["warmup"] == 4000
    assert maths.control_values(VALUES.__getitem__, None, ENGLISH)["positional"]["d_model"] == 512


@pytest.mark.parametrize("lab", labs(), ids=lambda lab: lab.name)
def test_every_lab_has_a_link_that_selects_its_section(page, lab):
    _, built = page
    assert maths.SECTION + lab.name == built.labs[lab.name].tab.id


def test_handlers_are_private_and_moving_controls_bypass_the_queue(page):
    blocks, built = page
    dependencies = blocks.get_config_file()["dependencies"]
    assert dependencies
    assert {d["api_visibility"] for d in dependencies} == {"private"}
    figures = {figure._id for one in built.labs.values() for figure in one.figures.values()}
    moving = [d for d in dependencies if d["targets"][0][1] == "change" and figures & set(d["outputs"])]
    assert moving
    assert all(d["queue"] is False for d in moving if len(d["targets"]) == 1 and d["trigger_mode"] == "always_last")


def test_refusals_go_through_the_queue(page):
    """Gradio shows an error only of a handler in the queue."""
    blocks, _ = page
    for dependency in blocks.get_config_file()["dependencies"]:
        if dependency["targets"][0][1] in ("release", "blur", "submit"):
            assert dependency["queue"] is not False
            assert dependency["outputs"] == []


def call(page, event: str, control: str, **changed: object) -> dict:
    """Call the handler of a control's event with the page's first values; returns values by element id."""
    blocks, built = page
    target = built.control("positional", control)._id
    wanted = [
        function
        for function in blocks.fns.values()
        if (target, event) in function.targets and (len(function.outputs) > 0) == (event == "change")
    ]
    given = {component: component.value for component in wanted[0].inputs}
    given |= {built.control("positional", name): value for name, value in changed.items()}
    result = wanted[0].fn(given) or {}
    return {component.elem_id: value for component, value in result.items()}


def test_a_value_being_typed_changes_nothing(page):
    figures = {"maths-positional-curves", "maths-positional-heatmap"}
    kept = call(page, "change", "d_model", d_model=3)
    assert "value" not in kept.pop("maths-positional-code")
    assert kept == dict.fromkeys(figures, gr.skip())
    drawn = call(page, "change", "d_model", d_model=4)
    assert drawn.pop("maths-positional-code")["value"] is None  # it is closed
    assert set(drawn) == figures and all(drawn.values())


def test_a_released_value_is_reported(page):
    with pytest.raises(gr.Error, match="even number, not 3"):
        call(page, "release", "d_model", d_model=3)


def test_an_entry_that_cannot_be_read_leaves_its_list(page):
    blocks, built = page
    chosen = built.control("schedule", "compare")
    correct = next(
        one for one in blocks.fns.values() if (chosen._id, "change") in one.targets and one.outputs == [chosen]
    )
    given = {component: component.value for component in correct.inputs}
    assert correct.fn(given) == gr.skip()
    with pytest.warns(UserWarning, match="abc&lt;b&gt;"):
        assert correct.fn({**given, chosen: ["512 / 4000", "abc<b>", "256 / 4000"]}) == ["512 / 4000", "256 / 4000"]


def test_unknown_errors_are_not_hidden(page, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("core.labs.positional.positional_encoding", broken)
    with pytest.raises(ZeroDivisionError):
        call(page, "change", "d_model", d_model=4)


def test_building_the_tab_loads_neither_torch_nor_plotly():
    script = (
        "import sys, gradio as gr\n"
        "from viz.tabs import maths\n"
        "from viz.tabs.wording import Wording\n"
        "from viz.texts import ENGLISH\n"
        "with gr.Blocks():\n"
        "    picker = gr.Dropdown(['a'], value=None)\n"
        "    with gr.Tabs(), gr.Tab('m') as tab:\n"
        "        maths.build(dict, lambda c, t: [], picker, tab, Wording(ENGLISH))\n"
        "print(sorted({'torch', 'plotly', 'tokenizers'} & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip().splitlines()[-1] == "[]"
