"""Models and results of the package: every number is that of the command or of the page."""

import csv
import math
import shutil
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import glassformer as gf
from core.cli.parser import main
from core.data.corpus import ParallelText
from core.errors import CoreError
from core.inspection.head_names import read_heads
from core.library import CheckpointLibrary
from core.service import Service, ask
from glassformer import showing
from viz.wire.answers import FORMS
from viz.wire.payload import payload_of

SENTENCES = ["seven", "ninety million", "three thousand four hundred and eighty-one"]


@pytest.fixture(scope="module")
def model(miniature):
    return gf.load(miniature)


@pytest.fixture(scope="module")
def page(miniature):
    """Return what the page shows of the second sentence."""
    return Service(CheckpointLibrary(miniature.parent)).translate(miniature.name, SENTENCES[1], 4, 0.6)


@pytest.fixture(scope="module")
def result(model):
    return model(SENTENCES[1])


def test_importing_the_package_loads_nothing_heavy():
    script = "import glassformer, sys; print([m for m in ('torch', 'gradio', 'pandas', 'numpy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "[]\n"


def test_result_has_the_numbers_of_the_page(result, page):
    best = page.translation.hypotheses[0]
    assert (str(result), result.text) == (page.text, page.text)
    assert [one.text for one in result.hypotheses] == list(page.translation.texts)
    assert (result.score, result.log_prob) == pytest.approx((best.score, best.log_prob), abs=1e-5)
    assert result.tokens == (page.trace.src_tokens, page.trace.tgt_tokens, page.trace.predicted_tokens)
    for own, shown in zip(
        (result.encoder, result.decoder, result.cross),
        (page.trace.encoder_self, page.trace.decoder_self, page.trace.cross),
        strict=True,
    ):
        assert own.dtype == np.float32
        np.testing.assert_array_equal(own, shown)
    assert [check.code for check in result.checks if check.passed] == [check.code for check in page.trace.checks]


def test_answer_of_a_result_is_that_of_the_page(result, page):
    answer = result.answer()
    assert answer.request == page.request
    assert payload_of(answer, timed=False).to_json() == payload_of(page, timed=False).to_json()


def test_questions_of_the_page_can_be_asked_of_a_result(result):
    id = result.answer().request.id
    found = ask(result.service, "head_importance", {"id": id})
    assert found.token_losses.shape[1:3] == (2, 2)
    assert FORMS["head_importance"](found)


def test_sentences_of_a_list_are_those_of_the_command(model, miniature, monkeypatch, capsys):
    monkeypatch.setattr("core.cli.translating.read_standard_input", lambda: SENTENCES)
    assert main(["translate", "--checkpoint", str(miniature), "--nbest", "2"]) == 0
    written = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    found = model(sentence for sentence in SENTENCES)
    assert [[one.text for one in result.hypotheses[:2]] for result in found] == [
        [text for number, _, _, text in written if number == str(place)] for place in (1, 2, 3)
    ]
    scores = [one.score for result in found for one in result.hypotheses[:2]]
    assert scores == pytest.approx([float(score) for _, _, score, _ in written], abs=1e-5)


def test_attention_of_a_list_is_that_of_single_sentences(model, result):
    np.testing.assert_allclose(model(SENTENCES)[1].cross, result.cross, atol=1e-6)
    assert model(SENTENCES)[1].trace.trusted


def test_blank_sentence_stays_blank(model):
    blank = model([" ", "seven"])[0]
    assert (blank.text, blank.hypotheses, blank.tokens.predicted) == ("", [], [])
    assert math.isnan(blank.score) and math.isnan(blank.log_prob)
    assert blank._repr_mimebundle_()[0] == {"text/plain": repr(blank)}
    with pytest.raises(CoreError, match="the source sentence is blank"):
        _ = blank.cross


@pytest.mark.parametrize("reason", ["beam", "length", "deleted"])
def test_result_that_cannot_be_shown_says_why_in_its_cell(model, miniature, tmp_path, reason):
    """A call allows more than the page shows; the cell held a long traceback."""
    if reason == "deleted":
        folder = shutil.copytree(miniature, tmp_path / "copy")
        result = gf.load(folder)("seven")
        shutil.rmtree(folder)
    else:
        result = model("seven", beam_size=32) if reason == "beam" else model("seven " * 4000, beam_size=1)
    with pytest.raises(CoreError) as caught:
        showing.show(result)
    assert result._repr_mimebundle_() == ({"text/plain": f"{result!r}\n{caught.value}"}, {})


def test_representations_are_one_line(model, result):
    assert repr(result) == f"<Result {SENTENCES[1]!r} → {result.text!r}, miniature, score {result.score:.2f}>"
    assert repr(model.ablate("c.1.2")) == "<Model miniature: en-zh, 0.1 million parameters, without c.1.2>"
    assert "\n" not in repr(model.force("seven", "七"))


def test_forced_target_has_the_numbers_of_the_command(model, miniature, tmp_path):
    given = ["--text", "ninety million", "--target", "九千万"]
    assert main(["inspect", "--checkpoint", str(miniature), *given, "--out", str(tmp_path / "a.npz")]) == 0
    forced = model.force("ninety million", "九千万")
    with np.load(tmp_path / "a.npz") as written:
        np.testing.assert_array_equal(forced.cross, written["cross"])
        assert forced.tokens.predicted == written["predicted_tokens"].tolist()
        assert forced.log_prob == pytest.approx(float(written["log_probs"].sum()))
        np.testing.assert_allclose(model.score("ninety million", "九千万").log_probs, written["log_probs"], atol=1e-5)
    assert forced.hypotheses == [] and forced.answer().text == "九千万"


def test_forced_translation_has_the_score_of_the_search(model, result):
    forced = model.force(result.source, result.text)
    assert (forced.log_prob, forced.score) == pytest.approx((result.log_prob, result.score), abs=1e-4)


def test_heads_off_are_those_of_the_page(model, page):
    service = Service(CheckpointLibrary(model.folder.parent))
    shown = service.translate("miniature", SENTENCES[1], 4, 0.6)
    off = read_heads("c.2,d.1.1", 2, 2)
    changed = ask(service, "variant", {"id": shown.request.id, "off": [list(name) for name in off]}).answer
    ablated = model.ablate("c.2").ablate("d.1.1")
    assert ablated(SENTENCES[1]).text == ablated([SENTENCES[1]])[0].text == changed.text
    np.testing.assert_array_equal(ablated(SENTENCES[1]).cross, changed.trace.cross)
    assert not ablated(SENTENCES[1]).cross[1].any()
    assert ablated(SENTENCES[1]).answer().request.id == changed.request.id
    assert model(SENTENCES[1]).text == page.text


def test_states_are_chosen_by_site(model, result):
    states = model.states(SENTENCES[1], sites="decoder.*.cross")
    np.testing.assert_array_equal(states["decoder.0.cross"], result.cross[0])
    forced = model.states("seven", "七", ["encoder.memory", "decoder.states"])
    assert [*forced] == ["encoder.memory", "decoder.states"]
    assert len(forced["decoder.states"]) == len(model.force("seven", "七").tokens.read)


def test_frames_of_a_result_have_its_weights(result):
    frame = result.to_frame()
    row = frame[(frame.kind == "cross") & (frame.layer == 2) & (frame["head"] == 1)]
    assert row["weight"].tolist() == result.cross[1, 0].flatten().tolist()
    assert result.to_frame("tokens")["log_prob"].sum() == pytest.approx(result.log_prob, abs=1e-4)
    with pytest.raises(CoreError, match="rows must be weights or tokens, not 'heads'"):
        result.to_frame("heads")


@pytest.mark.parametrize("pairs", [False, True])
def test_heads_are_those_of_the_command(model, miniature, tmp_path, pairs):
    targets = ["七", "九千万", "三千四百八十一"]
    for name, lines in (("a.en", SENTENCES), ("a.zh", targets)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = ["--src", str(tmp_path / "a.en"), *(["--tgt", str(tmp_path / "a.zh")] if pairs else [])]
    assert main(["heads", "--checkpoint", str(miniature), *words, "--out", str(tmp_path / "h.csv")]) == 0
    found = model.heads([*zip(SENTENCES, targets, strict=True)] if pairs else SENTENCES)
    with (tmp_path / "h.csv").open(encoding="utf-8", newline="") as file:
        written = [*csv.DictReader(file)]
    assert [*written[0]] == [*found.columns]
    for name in ("entropy", "share_first_std", "coverage"):
        rows = [(float(row[name]), value) for row, value in zip(written, found[name], strict=True) if row[name]]
        assert rows and [a for a, _ in rows] == pytest.approx([b for _, b in rows], abs=1e-6)


def test_corpus_of_heads_is_read_in_the_direction_of_the_model(model, monkeypatch):
    """A model from the second language of a corpus was measured on its sources as references."""
    asked = []

    def corpus(name, split, folders, *, swapped):
        asked.append((name, split, swapped))
        return SimpleNamespace(read=lambda: ParallelText(["seven"], ["七"]))

    monkeypatch.setattr("glassformer.model.corpus_stream", corpus)
    monkeypatch.setattr("glassformer.model.languages_of", lambda name, default: tuple(name.split("-")))
    assert model.card.languages == ("en", "zh")
    for name in ("zh-en", "en-zh", "en-de"):
        model.heads(name)
    assert asked == [("zh-en", "test", True), ("en-zh", "test", False), ("en-de", "test", False)]


def test_heads_of_a_changed_model_are_refused(model):
    with pytest.raises(CoreError, match="miniature has heads off: heads takes whole models"):
        model.ablate("c").heads()


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [(7, "int"), (b"seven", "bytes"), ({"a": 1}, "dict"), (["a", None], "NoneType"), (np.array("seven"), "ndarray")],
)
def test_other_things_than_text_are_refused(model, wrong, kind):
    with pytest.raises(CoreError, match=f"a sentence must be text, not {kind}"):
        model(wrong)


def test_table_is_refused_where_sentences_are_read(model):
    """Iterating a data frame gives the names of its columns: they were translated and measured."""
    table = pd.DataFrame({"source": ["seven"], "target": ["七"]})
    for use in (model, model.heads, lambda given: model.heads([given])):
        with pytest.raises(CoreError, match=r"give a column of the table, as in table\['source'\], not the table"):
            use(table)
    assert [result.text for result in model(table["source"])] == [model("seven").text]


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([("seven", "七", "柒")], "a pair must be a source and a target, not 3 texts"),
        ([("seven", "七"), ("ninety",)], "a pair must be a source and a target, not 1 texts"),
        ([("seven", "七"), "ab"], "a pair must be a source and a target, not 1 texts"),  # not "a" and "b"
        ([()], "a pair must be a source and a target, not 0 texts"),
        ([("seven", "七"), 7], "a sentence must be text, not int"),
        (7, "a sentence must be text, not int"),
    ],
)
def test_invalid_pairs_are_refused(model, pairs, words):
    with pytest.raises(CoreError, match=words):
        model.heads(pairs)


def test_unknown_model_is_refused(tmp_path):
    for name in ("en-tlh", tmp_path, 7):
        with pytest.raises(CoreError, match=r"unknown checkpoint .*available: .*en-de"):
            gf.load(name)


def test_arrays_of_attention_are_no_model(tmp_path):
    """Any .npz was taken for a model of Marian, which "lacks the tensor Wemb"."""
    np.savez(tmp_path / "attention.npz", encoder=np.full((1, 1, 2, 2), 0.5))
    with pytest.raises(CoreError, match="unknown checkpoint"):
        gf.load(tmp_path)


def test_models_of_a_folder_share_their_weights(model, miniature):
    assert gf.load(str(miniature)).translator is model.translator


def test_a_run_is_loaded_by_name(miniature_run, tmp_path, monkeypatch):
    (tmp_path / "runs").symlink_to(miniature_run.parent)
    monkeypatch.chdir(tmp_path)
    assert gf.load("run/miniature").folder.samefile(miniature_run / "checkpoint")


def test_a_run_is_loaded_by_its_folder(miniature_run, tmp_path, monkeypatch):
    """It was "a checkpoint of this program already: it needs no import"."""
    model = gf.load(miniature_run)
    assert (model.name, model.folder) == ("run/miniature", miniature_run / "checkpoint")
    (tmp_path / "runs").symlink_to(miniature_run.parent)
    monkeypatch.chdir(tmp_path)
    assert gf.load("runs/miniature").translator is model.translator


def test_a_run_without_a_model_says_so(miniature_run, tmp_path):
    for name in ("config.json", "status.json"):
        shutil.copy(miniature_run / name, tmp_path)
    with pytest.raises(CoreError, match="is a run; its models are: none"):
        gf.load(tmp_path)


def test_result_of_a_replaced_checkpoint_is_not_answered(miniature, tmp_path):
    folder = shutil.copytree(miniature, tmp_path / "copy")
    result = gf.load(folder)("seven")
    (folder / "config.json").write_text((folder / "config.json").read_text("utf-8") + " ", encoding="utf-8")
    with pytest.raises(CoreError, match="no longer kept"):
        result.answer()
