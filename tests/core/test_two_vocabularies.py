"""Two vocabularies and unusual special symbols, from translation to export and training."""

import csv
import io
import itertools
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
import torch

from core.attention_kinds import KINDS
from core.config import DecodingConfig, TrainingConfig
from core.data.batching import BatchSampler, FixedPairs, encode_pairs
from core.data.corpus import ParallelText
from core.decoding.search import search
from core.errors import CoreError
from core.evaluation.scores import evaluate, token_scores
from core.inspection.catalogue import head_catalogue
from core.inspection.export import write_csv, write_json, write_npz
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.inspection.lenses import compute_lens, lenses
from core.inspection.trace import record_trace
from core.library import Card, CheckpointLibrary
from core.model.probe import Recorder
from core.service import Service, ask
from core.training.events import Progress
from core.training.snapshot_recorder import SnapshotRecorder
from core.training.trainer import Trainer
from core.translator import Translator
from tests.core.two_vocabularies import (
    END,
    PAD,
    SOURCE_TOKENS,
    START,
    TARGET_TOKENS,
    TEXTS,
    VOCABULARIES,
    log_probs,
    random_model,
    target_log_probs,
    translator,
)
from viz.wire.payload import payload_of

GREEDY, BEAM = DecodingConfig(beam_size=1, max_extra_tokens=5), DecodingConfig(nbest=4, max_extra_tokens=5)
LINK = HeadName("cross", 1, 3)
PAIRS = ParallelText(
    TEXTS, ["der rote Haus", "die Katze sieht der Hund", "grün Katze", "kein", "der rot Hund sieht die Haus"]
)


OTHER_SHAPE = {"num_decoder_layers": 3, "decoder_d_ff": 5, "activation": "swish", "output_bias": True}


@pytest.fixture(scope="module", params=[("none", {}), ("two-way", {}), ("none", OTHER_SHAPE)], ids=str)
def loaded(request) -> Translator:
    tying, settings = request.param
    return translator(tying, **settings)


@pytest.fixture(scope="module")
def service(tmp_path_factory) -> Service:
    """A service whose only checkpoint is the model; no folder can hold two vocabularies yet."""
    folder = tmp_path_factory.mktemp("checkpoints") / "two"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    subject = translator()

    class Library(CheckpointLibrary):
        def translator(self, name: str) -> Translator:
            return subject

        def card(self, name: str) -> Card:
            return Card(name, "en", "de", subject.model.config, {})

    return Service(Library(folder.parent))


@pytest.fixture(scope="module")
def answer(service):
    return service.translate("two", TEXTS[0], 4, 0.6)


def test_only_the_tokenizer_knows_the_ids_of_its_special_symbols():
    root = Path(__file__).resolve().parents[2]
    files = [path for folder in ("core", "viz") for path in (root / folder).rglob("*.py")]
    named = [path.name for path in files if re.search(r"\b(PAD|BOS|EOS)_ID\b", path.read_text(encoding="utf-8"))]
    assert named == ["tokenizer.py"]


# Decoding


def test_greedy_search_is_the_argmax_without_padding(loaded):
    preferred_padding = 0
    for text, found in zip(TEXTS, loaded.translate(TEXTS, GREEDY), strict=True):
        ids: list[int] = []
        while ids[-1:] != [END] and len(ids) < len(found.source_ids) - 1 + GREEDY.max_extra_tokens:
            row = log_probs(loaded.model, found.source_ids, [*ids, 0])[-1]
            preferred_padding += int(row.argmax()) == PAD
            row[PAD] = -math.inf
            ids.append(int(row.argmax()))
        assert list(found.source_ids) == VOCABULARIES.source.encode(text).ids
        assert list(found.hypotheses[0].ids) == ids
        assert found.text == "".join(TARGET_TOKENS[token] for token in ids if token != END).strip()
    assert preferred_padding  # the model would generate it


def test_sentences_hold_ids_that_are_special_elsewhere():
    assert VOCABULARIES.source.encode(TEXTS[0]).ids == [0, 2, 4, 5, END]
    assert VOCABULARIES.source.encode(TEXTS[1]).ids[0] == 1


def test_beam_hypotheses_have_the_log_probabilities_of_a_plain_pass(loaded):
    found = loaded.translate(TEXTS, BEAM)
    assert any(h.finished for one in found for h in one.hypotheses)
    for one in found:
        for hypothesis in one.hypotheses:
            assert PAD not in hypothesis.ids and END not in hypothesis.ids[:-1]
            assert hypothesis.finished == (hypothesis.ids[-1] == END)
            expected = target_log_probs(loaded.model, one.source_ids, hypothesis.ids)
            assert hypothesis.token_log_probs == pytest.approx(expected, abs=1e-5)


def test_wide_beam_finds_the_best_of_all_translations(loaded):
    source = VOCABULARIES.source.encode("no").ids  # at most two tokens follow
    words = [token for token in range(len(TARGET_TOKENS)) if token not in (PAD, END)]
    totals = {}
    for ids in [(END,), *itertools.product(words, [*words, END])]:
        totals[ids] = sum(target_log_probs(loaded.model, source, ids))
    config = DecodingConfig(beam_size=16, nbest=1, alpha=0.0, max_extra_tokens=1)
    best = search(loaded.model, [source], config)[0].hypotheses[0]
    assert best.ids == max(totals, key=totals.__getitem__)
    assert best.log_prob == pytest.approx(max(totals.values()), abs=1e-5)


@pytest.mark.parametrize("config", [GREEDY, BEAM])
def test_batch_padded_with_the_start_symbol_changes_nothing(loaded, config):
    together, alone = (loaded.translate(TEXTS, config, batch_size=size) for size in (5, 1))
    for first, second in zip(together, alone, strict=True):
        assert [h.ids for h in first.hypotheses] == [h.ids for h in second.hypotheses]
        assert [h.score for h in first.hypotheses] == pytest.approx([h.score for h in second.hypotheses], abs=1e-5)


@pytest.mark.parametrize(
    ("token", "allowed"), [(0, True), (1, True), (12, True), (PAD, False), (13, False), (16, False)]
)
def test_target_tokens_are_checked_against_the_target_vocabulary(loaded, token, allowed):
    calls = (
        lambda: loaded.search(TEXTS[0], GREEDY, prefix=[token]).hypotheses[0].ids[0],
        lambda: loaded.trace_ids(TEXTS[0], [token, END]).predicted_ids[0],
    )
    for call in calls:
        if allowed:
            assert call() == token
        else:
            with pytest.raises(CoreError, match=f"token {token} is not allowed"):
                call()


def test_blank_sentence_is_only_the_end_symbol(loaded):
    assert loaded.translate([""])[0].hypotheses == ()
    with pytest.raises(CoreError, match="blank"):
        loaded.trace_ids("", [END])


# Trace


def test_trace_names_each_side_by_its_vocabulary(loaded):
    trace = loaded.trace(loaded.search(TEXTS[0], BEAM))
    assert trace.src_tokens == [" the", " red", " ho", "use", "</s>"]
    assert trace.tgt_tokens[0] == "<pad>"  # the start symbol
    assert trace.predicted_tokens == [TARGET_TOKENS[token] for token in trace.predicted_ids]
    assert trace.tgt_tokens[1:] == trace.predicted_tokens[:-1]
    assert trace.top_tokens == [[TARGET_TOKENS[token] for token in row] for row in trace.top_ids]


def test_trace_passes_every_check_and_attends_to_the_start_symbol(loaded):
    for text in TEXTS:
        translation = loaded.search(text, BEAM)
        trace = loaded.trace(translation)
        codes = {check.code for check in trace.checks}
        assert {"paths_agree", "tokens_agree", "no_padding"} <= codes and trace.trusted, trace.checks
        assert np.array_equal(
            trace.decoder_self[:, :, 0, 0], np.ones((loaded.model.config.decoder_layers, 7))
        )  # padding, but visible
        assert (trace.decoder_self[:, :, :, 0] > 0).all() and (trace.cross > 0).all() and (trace.encoder_self > 0).all()


def test_padded_batch_has_the_weights_of_the_trace(loaded):
    targets = [[0, 1, 2, END], [9, END]]
    sources = [VOCABULARIES.source.encode(text).ids for text in TEXTS[:2]]
    longest = max(map(len, sources))
    recorder = Recorder()
    with torch.no_grad():
        padded = torch.tensor([ids + [PAD] * (longest - len(ids)) for ids in sources])
        loaded.model.states(padded, torch.tensor([[START, 0, 1, 2], [START, 9, PAD, PAD]]), recorder)
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        trace = record_trace(loaded.model, VOCABULARIES, source, target)
        for site, expected in (("decoder.1.self", trace.decoder_self[1]), ("decoder.1.cross", trace.cross[1])):
            weights = recorder.weights[site][row].numpy()
            queries, keys = expected.shape[1:]
            assert np.allclose(weights[:, :queries, :keys], expected, atol=1e-6)
            assert (weights[:, :queries, keys:] == 0).all()


# Lenses, importance, head lab


@pytest.mark.parametrize("name", lenses())
def test_every_lens_is_computed(loaded, name):
    source, target = VOCABULARIES.source.encode(TEXTS[1]).ids, [0, 2, 1, END]
    result = compute_lens(name, loaded.model, source, target)
    sizes = {"encoder": (8, 8), "decoder": (4, 4), "cross": (4, 8)}
    assert len(source) == 8
    for kind in result.lens.kinds:
        values = result.kind(kind)
        assert values is not None and values.shape[-2:] == sizes[kind]
        lower = np.tril_indices(4) if kind == "decoder" else slice(None)
        visible = values[..., lower[0], lower[1]] if kind == "decoder" else values
        assert np.isfinite(visible).all() and np.abs(visible).max() > 0


def test_occlusion_hides_one_source_token(loaded):
    source, target = VOCABULARIES.source.encode(TEXTS[0]).ids, [0, 2, END]
    lost = compute_lens("occlusion", loaded.model, source, target).kind("cross")[0, 0]
    whole, model = target_log_probs(loaded.model, source, target), loaded.model
    for place in range(len(source)):
        mask = torch.ones(1, 1, 1, len(source), dtype=torch.bool)
        mask[..., place] = False
        with torch.no_grad():
            memory = model.encoder(torch.tensor([source]), mask)
            states = model.decoder(torch.tensor([[START, 0, 2]]), memory, mask)
            without = model.logits(states)[0].log_softmax(dim=-1)[range(3), target]
        assert lost[:, place] == pytest.approx(np.array(whole) - without.numpy(), abs=1e-5)


def test_gradient_lens_reaches_the_start_symbol(loaded):
    source, target = VOCABULARIES.source.encode(TEXTS[0]).ids, [0, 2, END]
    values = compute_lens("gradient", loaded.model, source, target).kind("decoder")
    assert np.abs(values[:, :, 0, 0]).max() > 0  # read by the first step


def test_importance_is_the_loss_of_log_probability(loaded):
    source, target = VOCABULARIES.source.encode(TEXTS[1]).ids, [0, 2, 1, END]
    found = loaded.importance(TEXTS[1], target)
    whole = target_log_probs(loaded.model, source, target)
    assert found.log_probs.tolist() == pytest.approx(whole, abs=1e-5)
    without = loaded.trace_ids(TEXTS[1], target, Intervention(off=(LINK,)))
    assert found.cross[LINK.layer, LINK.head] == pytest.approx(sum(whole) - without.log_probs.sum(), abs=1e-4)


@pytest.mark.parametrize(
    "changes",
    [
        Intervention(off=(LINK, HeadName("decoder", 0, 2))),
        Intervention(uniform=(HeadName("encoder", 1, 4), LINK)),
        Intervention(edits=(RowEdit("decoder", 0, 1, 1, (0.25, 0.75)),)),
    ],
)
def test_head_lab_translates_and_traces_alike(loaded, changes):
    found = loaded.search(TEXTS[1], BEAM, intervention=changes)
    trace = loaded.trace(found)
    assert trace.trusted and trace.checks[-1].code == "tokens_agree", trace.checks
    plain = loaded.search(TEXTS[1], BEAM)
    assert [h.score for h in found.hypotheses] != [h.score for h in plain.hypotheses]


def test_uniform_head_divides_its_weight_over_the_start_symbol_too(loaded):
    changes = Intervention(uniform=(HeadName("decoder", 1, 0),))
    trace = loaded.trace_ids(TEXTS[0], [0, 2, END], changes)
    thirds = [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]]
    assert np.allclose(trace.decoder_self[1, 0], thirds)


# Head catalogue


def test_catalogue_counts_only_special_symbols_as_special(loaded):
    source, target = VOCABULARIES.source.encode(TEXTS[0]).ids, VOCABULARIES.target.encode("der rot Haus").ids
    found = head_catalogue(loaded.model, VOCABULARIES, ParallelText([TEXTS[0]], ["der rot Haus"]))
    trace = record_trace(loaded.model, VOCABULARIES, source, target)
    row = next(row for row in found.rows if (row.kind, row.layer, row.head) == ("cross", 1, 3))
    assert row.means["share_special"] == pytest.approx(trace.cross[1, 3, :, -1].mean(), abs=1e-6)  # the end symbol
    row = next(row for row in found.rows if (row.kind, row.layer, row.head) == ("decoder", 1, 3))
    assert row.means["share_special"] == pytest.approx(trace.decoder_self[1, 3, 1:, 0].mean(), abs=1e-6)  # the start


# Service, export and payload


def test_search_tree_paths_end_with_the_end_symbol(service, answer):
    found = ask(service, "search_tree", {"id": answer.request.id})
    nodes = list(found.tree)
    assert found.surface == {node.token: TARGET_TOKENS[node.token] for node in nodes}
    assert all(node.token != PAD for node in nodes)
    ended = {tuple(found.tree.path(node.id)) for node in nodes if node.status == "finished"}
    assert ended and all(path[-1] == END for path in ended)
    source = VOCABULARIES.source.encode(TEXTS[0]).ids
    for node in nodes[:20]:
        expected = sum(target_log_probs(service.library.translator("two").model, source, found.tree.path(node.id)))
        assert node.total == pytest.approx(expected, abs=1e-5)


def test_service_answers_for_both_sides(service, answer):
    assert service.tokenize("two", "the red house") == [" the", " red", " ho", "use", "</s>"]
    data = {"id": answer.request.id, "off": [list(LINK)], "same": True}
    varied = ask(service, "variant", data).answer
    assert varied.trace.predicted_ids == answer.trace.predicted_ids
    assert varied.text == VOCABULARIES.target.decode(answer.trace.predicted_ids)
    for kind in KINDS:
        asked = {"id": answer.request.id, "kind": kind, "layer": 1, "head": 3, "query": 0}
        assert ask(service, "close_up", asked).weights.sum() == pytest.approx(1.0)


def test_exports_hold_the_tokens_of_both_sides(answer):
    trace = answer.trace
    files = {write: io.BytesIO() for write in (write_npz, write_csv, write_json)}
    for write, file in files.items():
        write(trace, file)
        file.seek(0)
    with np.load(files[write_npz]) as arrays:
        assert arrays["src_tokens"].tolist() == [" the", " red", " ho", "use", "</s>"]
        assert arrays["tgt_tokens"].tolist() == ["<pad>", *trace.predicted_tokens[:-1]]
        assert arrays["predicted_ids"].tolist() == trace.predicted_ids
    rows = list(csv.DictReader(io.StringIO(files[write_csv].getvalue().decode("utf-8"))))
    assert {(row["query_token"], row["key_token"]) for row in rows if row["kind"] == "cross"} == {
        (query, key) for query in trace.tgt_tokens for key in trace.src_tokens
    }
    written = json.loads(files[write_json].getvalue())
    assert (written["tgt_tokens"], written["predicted_ids"]) == (trace.tgt_tokens, trace.predicted_ids)


def test_payload_holds_the_tokens_of_both_sides(answer):
    payload = json.loads(payload_of(answer).to_json())
    assert payload["src_tokens"] == [" the", " red", " ho", "use", "</s>"]
    assert payload["tgt_tokens"][0] == "<pad>"
    assert payload["predicted_tokens"] == [TARGET_TOKENS[token] for token in payload["predicted_ids"]]
    assert payload["translation"] == VOCABULARIES.target.decode(payload["predicted_ids"])
    assert all(token in TARGET_TOKENS for step in payload["top"] for token, _ in step)
    assert all(check["passed"] for check in payload["checks"])


# Training data, loss, evaluation, snapshots


def test_batch_starts_and_pads_with_the_same_symbol():
    pairs = encode_pairs(VOCABULARIES, ParallelText(TEXTS[:2], ["der rot", "kein"]), 99)
    batch = pairs.batch(np.array([0, 1]))
    assert batch.source.tolist() == [[0, 2, 4, 5, END, PAD, PAD, PAD], [1, 6, 9, 0, 12, 8, 10, END]]
    assert batch.target_read.tolist() == [[START, 0, 2], [START, 12, PAD]]
    assert batch.target_predicted.tolist() == [[0, 2, END], [12, END, PAD]]
    assert batch.predicted.tolist() == [0, 1, 2, 3, 4]
    filled = batch.filled(3, 9)
    assert filled.source[2].tolist() == [END, *[PAD] * 8] and filled.tokens == 5
    assert batch.rows(slice(1, 2)).target_read.tolist() == [[START, 12, PAD]]


def nll(model, pairs: ParallelText) -> list[float]:
    found = []
    for source, target in zip(pairs.source, pairs.target, strict=True):
        ids = VOCABULARIES.source.encode(source).ids, VOCABULARIES.target.encode(target).ids
        found += [-value for value in target_log_probs(model, *ids)]
    return found


def test_training_step_reports_the_loss_of_plain_passes():
    model = random_model().requires_grad_(True)
    expected = np.mean(nll(model, PAIRS))
    sampler = BatchSampler(FixedPairs(encode_pairs(VOCABULARIES, PAIRS, 99)), 1000, seed=1)
    config = TrainingConfig(max_steps=1, report_every=1, precision="float32", device="cpu")
    progress = next(event for event in Trainer(model, sampler, config).train() if isinstance(event, Progress))
    assert progress.plain_loss == pytest.approx(expected, abs=1e-5)


def test_evaluation_scores_plain_passes(loaded):
    scores = evaluate(loaded.model, VOCABULARIES, PAIRS, "de", GREEDY)
    assert scores.perplexity == pytest.approx(math.exp(np.mean(nll(loaded.model, PAIRS))), rel=1e-5)
    assert scores.translations == [found.text for found in loaded.translate(TEXTS, GREEDY)]
    one_by_one = token_scores(loaded.model, encode_pairs(VOCABULARIES, PAIRS, 99), tokens_per_batch=1)
    assert scores.perplexity == pytest.approx(one_by_one.perplexity, rel=1e-5)


def test_snapshots_name_each_side_by_its_vocabulary(loaded):
    text = ParallelText(["a cat sees the big dogs"], ["die Katze sieht der Hund"])
    found = SnapshotRecorder(loaded.model, VOCABULARIES, text, 1).take(3)
    assert found is not None
    (sentence,) = found.sentences
    assert sentence.src_tokens == tuple(
        SOURCE_TOKENS[token] for token in VOCABULARIES.source.encode(text.source[0]).ids
    )
    assert sentence.tgt_tokens == ("<pad>", " die", " Katze", " sieht", " der", " Hund")
    (state,) = found.snapshots[0].states
    assert state.translation == loaded.translate(text.source, DecodingConfig(beam_size=1))[0].text
