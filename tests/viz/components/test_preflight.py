import json

import pytest

from viz.components.preflight import Bars, Panel, Part, pack_panel


def test_packed_panel_is_json_without_tags():
    bars = Bars("<svg onload=x>", (0, 3, 7), ("<b>", "</script>"), ((5, 2), (0, 11)), "tokens")
    panel = Panel("<i>", cautions=["${alert(1)}"], facts=[("a", "b", "c")], parts=[Part("d", 13, "cross")], bars=bars)
    packed = pack_panel(panel)
    assert "<" not in packed
    shown = json.loads(packed)
    assert shown["title"] == "<i>" and shown["cautions"] == ["${alert(1)}"] and shown["facts"] == [["a", "b", "c"]]
    assert shown["parts"] == [{"name": "d", "count": 13, "hue": "cross", "pale": False}]
    assert shown["bars"]["counts"] == [[5, 2], [0, 11]]


def test_an_empty_panel_has_every_key_that_the_browser_reads():
    assert set(json.loads(pack_panel(Panel()))) == set(Panel._fields)


def test_bars_that_do_not_lie_between_the_edges_are_refused():
    with pytest.raises(ValueError, match="3 edges"):
        pack_panel(Panel(bars=Bars("", (0, 3, 7), ("", ""), ((1, 2), (3,)), "")))
