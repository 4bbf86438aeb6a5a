"""Effects measured in the background: equal to the core's, bounded, in turns, and stopped."""

import json
import shutil
import threading
import time

import pytest

from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.data.sample import SAMPLE_SENTENCES
from core.errors import CoreError
from core.inspection.ablation import ablate
from core.inspection.intervention import HeadName, Intervention
from core.library import CheckpointLibrary
from core.service import Service, ask, background
from core.service.effects import read_pairs
from core.service.turnstile import visiting

PAIRS = "seven\t七\nninety million\t九千万\n\ntwo hundred and four\t二百零四\n"
OFF = [["cross", 1, 0], ["cross", 1, 1]]
GREEDY = {"beam_size": 1, "alpha": 0.6}
WAIT = 60.0


@pytest.fixture
def service(miniature) -> Service:
    return Service(CheckpointLibrary(miniature.parent))


@pytest.fixture
def id(service, miniature) -> str:
    return service.translate(miniature.name, "seven", 1, 0.6).request.id


def ended(service, started, **more):
    until = time.monotonic() + WAIT
    while (found := ask(service, "effect_state", {"id": started.id, **more})).state == "running":
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


def start(service, id, **fields):
    return ask(service, "effect", {"id": id, "off": OFF, "pairs": PAIRS, **GREEDY, **fields})


def test_effect_is_that_of_the_core(service, id, translator):
    started = start(service, id)
    found = ended(service, started)
    assert found.state == "finished" and (found.done, found.total) == (6, 6)
    text = ParallelText(["seven", "ninety million", "two hundred and four"], ["七", "九千万", "二百零四"])
    change = Intervention(off=tuple(HeadName(*name) for name in OFF))
    config = DecodingConfig(beam_size=1)
    expected = ablate(translator.model, translator.vocabularies, text, change, "zh", config)
    effect, described = found.result
    assert effect.loss == pytest.approx(expected.loss, rel=1e-4) and effect.bleu == pytest.approx(expected.bleu)
    assert described["off"] == OFF and described["sentences"] == "own" and len(described["weights_sha256"]) == 64


def test_the_unchanged_model_is_measured_once_for_each_set(service, id):
    ended(service, start(service, id))
    again = ended(service, start(service, id, off=[], uniform=OFF))
    assert (again.done, again.total) == (3, 3)
    assert ended(service, start(service, id, beam_size=2)).total == 6


def test_sample_sentences_are_measured_without_pairs(service, id):
    found = ended(service, start(service, id, pairs=None))
    assert found.result[0].sentences == 60 and found.result[1]["sentences"] == "sample"


def test_sample_is_of_the_checkpoints_languages(tmp_path, miniature):
    """The card of a checkpoint has its languages apart from its details, so English models got their few examples."""
    shutil.copytree(miniature, tmp_path / "english")
    config = tmp_path / "english" / "config.json"
    described = json.loads(config.read_text(encoding="utf-8"))
    described |= {"target_language": "de", "examples": ["seven"], "data": {"task": None, "src_lang": "src"}}
    config.write_text(json.dumps(described), encoding="utf-8")
    service = Service(CheckpointLibrary(tmp_path))
    id = service.translate("english", "seven", 1, 0.6).request.id
    assert ask(service, "head_catalogue", {"id": id}).sentences == SAMPLE_SENTENCES
    with service.turnstile.expensive():
        started = start(service, id, pairs=None)
        assert started.total == 2 * SAMPLE_SENTENCES
        ask(service, "effect_state", {"id": started.id, "stop": True})


def test_effect_waits_its_turn_and_leaves_the_last_place(service, id):
    """A part waits while an expensive computation is inside; a cheap request of another visitor does not."""
    held, release = threading.Event(), threading.Event()

    def occupy() -> None:
        with service.turnstile.expensive():
            held.set()
            release.wait(WAIT)

    thread = threading.Thread(target=occupy)
    thread.start()
    try:
        held.wait(WAIT)
        started = start(service, id)
        assert ask(service, "head_importance", {"id": id}).base < 0
        assert ask(service, "effect_state", {"id": started.id}).done == 0
    finally:
        release.set()
        thread.join()
    assert ended(service, started).state == "finished"


def test_stopped_effect_ends_without_a_result(service, id):
    with service.turnstile.expensive():  # so that it cannot begin
        started = start(service, id)
        ask(service, "effect_state", {"id": started.id, "stop": True})
    found = ended(service, started)
    assert found.state == "stopped" and found.result is None


def test_dismissed_turn_is_asked_for_again(service, id):
    with service.turnstile.expensive(), visiting("a"):
        started = start(service, id)
        until = time.monotonic() + WAIT
        while not service.turnstile._waiting:
            assert time.monotonic() < until
            time.sleep(0.01)
        service.turnstile.dismiss("a")
    assert ended(service, started).state == "finished"


def test_one_effect_for_each_visitor_and_a_few_in_all(service, id, monkeypatch):
    monkeypatch.setattr(background, "MAX_WORKS", 2)
    with service.turnstile.expensive():
        with visiting("a"):
            first = start(service, id)
            with pytest.raises(CoreError, match="another measurement of yours"):
                start(service, id)
        with visiting("b"):
            start(service, id)
        with visiting("c"), pytest.raises(CoreError, match="2 measurements are under way"):
            start(service, id)
        service.background.leave("a")
    assert ended(service, first).state == "stopped"


def test_effects_of_one_address_leave_room_for_others(service, id, monkeypatch):
    monkeypatch.setattr(background, "MAX_OF_ADDRESS", 1)
    with service.turnstile.expensive():
        with visiting("a", address="10.0.0.1"):
            first = start(service, id)
        with visiting("b", address="10.0.0.1"), pytest.raises(CoreError, match="measurements are under way"):
            start(service, id)
        with visiting("b", address="10.0.0.2"):
            start(service, id)
    ended(service, first)


def test_part_of_a_dear_effect_is_short(service, id, monkeypatch):
    parts: list[float] = []
    monkeypatch.setattr(
        service.turnstile, "expensive", lambda count, own=service.turnstile.expensive: parts.append(count) or own(count)
    )
    lines = "nine hundred and ninety-nine thousand\n" * 20
    ended(service, start(service, id, pairs=lines, beam_size=16))
    assert len(parts) > 4 and max(parts) <= 16


def test_effect_that_nobody_follows_ends(service, id, monkeypatch):
    monkeypatch.setattr(background, "_UNWATCHED", 0.0)
    started = start(service, id)
    until = time.monotonic() + WAIT
    while service.background._works[started.id].state == "running":
        assert time.monotonic() < until
        time.sleep(0.01)
    assert service.background._works[started.id].state == "stopped"


def test_failed_effect_raises_its_error(service, id, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise CoreError("x.y", "broken")

    monkeypatch.setattr("core.inspection.ablation.search_many", broken)
    with pytest.raises(CoreError, match="broken"):
        ended(service, start(service, id))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"pairs": "seven\n" * 201}, "explorer.effect_size"),
        ({"pairs": "seven " * 200}, "explorer.effect_size"),
        ({"pairs": "seven\t" + "七" * 200}, "explorer.effect_size"),
        ({"pairs": "x" * 60_001}, "explorer.effect_size"),
        ({"pairs": "a\tb\nc\n"}, "explorer.effect_line"),
        ({"pairs": "a\tb\tc"}, "explorer.effect_line"),
        ({"pairs": "\t"}, "ablation.no_sentences"),
        ({"pairs": 5}, "explorer.event"),
        ({"off": []}, "ablation.empty"),
        ({"off": [["cross", 9, 0]]}, "intervention.head"),
        ({"uniform": OFF}, "intervention.both"),
        ({"off": [["cross"]]}, "intervention.form"),
        ({"beam_size": 17}, "explorer.beam"),
        ({"alpha": -1.0}, "config.range"),
    ],
)
def test_what_cannot_be_measured_is_refused_at_once(service, id, fields, code):
    with pytest.raises(CoreError) as error:
        start(service, id, **fields)
    assert error.value.code == code


def test_read_pairs_skips_blank_lines():
    assert read_pairs("a\tb\n \n c d \t e\n") == ParallelText(["a", " c d "], ["b", " e"])
    assert read_pairs("a\r\n\nb\u2028c") == ["a", "b\u2028c"]
    assert read_pairs("a\n\u200b\n\ufeff \u00ad\nb") == ["a", "b"]
    with pytest.raises(CoreError, match="line 2 is not a source, a tab and its reference"):
        read_pairs("a\tb\nc\t\u200b")
