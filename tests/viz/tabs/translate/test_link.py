"""What a link may ask for, and what is ignored."""

import json

import pytest

from core.inspection.intervention import HeadName, Intervention
from core.service import MAX_CHARACTERS
from viz.tabs.translate.link import read_link

NAMES = ["en-de", "numbers"]


def test_text_checkpoint_decoding_and_view_are_read():
    view = {
        "kind": "decoder",
        "layer": "2",
        "head": "3",
        "heads": "cross.1.2 encoder.2.1",
        "words": "1",
        "mass": "0.9",
    }
    link = read_link(
        {
            "text": "A dog & a <cat>",
            "checkpoint": "numbers",
            "beam": "2",
            "alpha": "1.5",
            **view,
        },
        NAMES,
    )
    assert link[:4] == ("A dog & a <cat>", "numbers", 2, 1.5)
    assert json.loads(link.view) == view
    assert link.ignored == ()
    assert not link.empty


def test_heads_off_and_uniform_are_read_from_one_on():
    query = {"off": "c.3.1,e.1.2", "uniform": "d.12.8", "same": "1", "side": "both"}
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
        *(("off", value) for value in ("", "c", "c.1", "x.1.1", "c.0.1", "c.1.1,", "c.1.1 c.1.2", "c.1.٤", "c.1000.1")),
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
        ("unknown", "1"),
        ("x" * 1000, "1"),
    ],
)
def test_a_field_that_does_not_fit_is_named_and_ignored(name, value):
    link = read_link({name: value}, NAMES)
    assert link.ignored == (name[:40],)
    assert link.empty


@pytest.mark.parametrize("name", ["__theme", "lang"])
def test_fields_of_the_page_and_gradio_are_ignored(name):
    link = read_link({name: "dark"}, NAMES)
    assert link.empty
    assert link.ignored == ()
