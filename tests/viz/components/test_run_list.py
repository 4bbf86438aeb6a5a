import json

import pytest

from viz.components.run_list import EVENTS, WORDS, RunLine, pack_runs, run_list

LINE = RunLine("night-7", "good", "finished", "1,000", "BLEU 31.4", 1e9, followed=True, colour=("#000001", "#000002"))
SPOKEN = {word: word for word in WORDS}


def test_every_line_reaches_the_browser_as_it_is():
    packed = json.loads(pack_runs([LINE, LINE._replace(name="b", colour=None)], words=SPOKEN, most_compared=5))
    assert packed["runs"][0] == {
        "name": "night-7",
        "tone": "good",
        "state": "finished",
        "step": "1,000",
        "score": "BLEU 31.4",
        "when": 1e9,
        "followed": True,
        "colour": ["#000001", "#000002"],
        "changeable": True,
    }
    assert packed["runs"][1]["colour"] is None and packed["most"] == 5 and packed["words"] == SPOKEN


def test_nothing_in_it_is_like_a_tag():
    hostile = LINE._replace(state="<img src=x onerror=alert(1)>")
    assert "<" not in pack_runs([hostile], words=SPOKEN, most_compared=5)


def test_a_missing_word_is_named():
    with pytest.raises(ValueError, match="words lacks rename, delete"):
        pack_runs([LINE], words={w: w for w in WORDS if w not in ("rename", "delete")}, most_compared=5)


def test_its_events_can_be_listened_to():
    component = run_list(elem_id="runs")
    assert all(callable(getattr(component, event)) for event in EVENTS)
