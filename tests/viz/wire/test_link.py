"""What a link may ask for, and what is ignored."""

import json
import re

import pytest

from core.inspection.intervention import HeadName, Intervention
from core.service import MAX_CHARACTERS
from tests.viz.components.translation import made
from viz.components.modules import FOLDER
from viz.texts.beside import panel_names
from viz.wire.link import misfits, read_link

NAMES = ["en-de", "numbers"]


def test_text_checkpoint_decoding_and_view_are_read():
    view = {
        "kind": "decoder",
        "layer": "2",
        "head": "3",
        "heads": "cross.1.2 encoder.2.1",
        "words": "1",
        "mass": "0.9",
        "pin": "query.3",
        "bench": "compare",
        "vs_lens": "value_norm",
        "edits": "c.1.2.3*0.5_0.5-e.1.1.1*1",
        "prefix": "12_7",
        "vs_text": "A cat\nand a dog",
        "vs_target": "Eine Katze",
        "vs_checkpoint": "en-de",
        "vs_rank": "2",
        "systems": "BA",
    }
    link = read_link(
        {
            "text": "A dog & a <cat>",
            "checkpoint": "numbers",
            "beam": "2",
            "alpha": "1.5",
            "rank": "3",
            **view,
        },
        NAMES,
    )
    assert link[:5] == ("A dog & a <cat>", "numbers", 2, 1.5, 2)
    assert json.loads(link.view) == view
    assert link.ignored == ()
    assert not link.empty


def test_fields_of_other_parts_of_the_page_are_accepted():
    """As the machine, the labs and the tour write them into the address."""
    query = {"tab": "machine", "block": "decoder.2.cross.add", "mode": "train", "at": "3", "lab": "masks", "stop": "12"}
    assert read_link(query, NAMES).ignored == ()
    assert read_link({"mode": "fast", "stop": "0", "at": "-1"}, NAMES).ignored == ("mode", "stop", "at")


def test_heads_off_and_uniform_are_read_from_one_on():
    query = {"off": "c.3.1,e.1-1.2-2", "uniform": "d.12.8", "same": "1", "side": "both"}
    link = read_link(query, NAMES)
    assert link.changes == Intervention(
        off=(HeadName("cross", 2, 0), HeadName("encoder", 0, 1)), uniform=(HeadName("decoder", 11, 7),)
    )
    assert json.loads(link.view) == {"same": "1", "side": "both"}
    assert link.ignored == () and not link.empty
    assert not read_link({"off": "c.1.1"}, NAMES).empty


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("off", "c.1-999.1-999"),
        *(
            ("off", value)
            for value in (
                "",
                "c",
                "all",
                "c.1.1-",
                "c.1",
                "x.1.1",
                "c.0.1",
                "c.1.1,",
                "c.1.1 c.1.2",
                "c.1.٤",
                "c.1000.1",
            )
        ),
        ("uniform", "c.1.1;<script>"),
        ("off", ",".join(["c.1.1"] * 5000)),
        ("side", "left"),
        ("text", ""),
        ("text", "  "),
        ("text", "x" * (MAX_CHARACTERS + 1)),
        ("checkpoint", "../numbers"),
        ("checkpoint", ""),
        *(("beam", value) for value in ("0", "17", "4.0", "-1", "x", "", "99999", "٤")),
        *(("alpha", value) for value in ("-1", "nan", "inf", "x", "", "1e99")),
        ("kind", "self"),
        ("layer", "-1"),
        ("layer", "1; DROP"),
        ("heads", "cross.1.2 <script>"),
        ("lens", "<img onerror=alert(1)>"),
        ("lens", "x" * 21),
        ("bench", "tree\n"),
        ("mass", "1e3"),
        ("words", "yes"),
        ("heads", "cross.1.1 " * 3000),
        ("lens", "lime"),
        ("vs_lens", "lime"),
        ("bench", "nowhere"),
        ("rank", "0"),
        ("pin", "query.0"),
        *(("edits", value) for value in ("c.1.1*1", "c.1.1.1*<b>", "c.1.1.1*1-", "c.1.1.1*" + "1_" * 20_000 + "1")),
        ("prefix", "1_2_"),
        ("vs_text", " "),
        ("vs_checkpoint", "../numbers"),
        ("systems", "AC"),
        ("tab", "admin"),
        ("lab", "<img>"),
        ("unknown", "1"),
        ("x" * 1000, "1"),
    ],
)
def test_a_field_that_does_not_fit_is_named_and_ignored(name, value):
    link = read_link({name: value}, NAMES)
    assert link.ignored == (name[:40],)
    assert link.empty


def test_panels_are_those_of_the_browser():
    choices = (FOLDER / "attention_view" / "numbers" / "choices.js").read_text(encoding="utf-8")
    names = re.search(r"PANEL_NAMES = \[(.*?)\]", choices)[1]
    assert set(re.findall(r"\w+", names)) == set(panel_names())


def test_fields_that_a_translation_does_not_have_are_named():
    payload = made()  # 2 layers, 3 heads, 5 steps
    assert misfits(json.dumps({"kind": "decoder", "layer": "2", "head": "3", "step": "5"}), payload) == []
    assert misfits(json.dumps({"layer": "3", "head": "4", "step": "0"}), payload) == ["layer", "head", "step"]
    assert misfits("", payload) == []


@pytest.mark.parametrize("name", ["__theme", "lang", "run"])
def test_fields_of_the_page_and_gradio_are_ignored(name):
    link = read_link({name: "dark"}, NAMES)
    assert link.empty
    assert link.ignored == ()
