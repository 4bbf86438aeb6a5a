"""Ablation of groups: losses from a model whose weights are edited, BLEU from sacrebleu, parts that do not matter."""

import contextlib
import copy

import numpy as np
import pytest
import sacrebleu
import torch

from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.errors import CoreError
from core.evaluation.significance import paired_bootstrap
from core.inspection.ablation import ablate, target_losses
from core.inspection.forced import read_ids
from core.inspection.head_names import read_heads
from core.inspection.intervention import HeadName, Intervention, RowEdit

SOURCE = ["seven", "three thousand four hundred and eighty-one", "ninety million", "twelve thousand and seven", "two"]
TARGET = ["七", "三千四百八十二", "九千万", "一万二千零七", "三"]
GREEDY = DecodingConfig(beam_size=1)
OFF = Intervention(off=read_heads("c.1,e.2.1,d.1.2", 2, 2))


@pytest.fixture(scope="module")
def encoded(translator):
    sides = ((translator.vocabularies.source, SOURCE), (translator.vocabularies.target, TARGET))
    return [[one.ids for one in vocabulary.encode_batch(lines)] for vocabulary, lines in sides]


def measured(translator, text, change=OFF, config=GREEDY, **options):
    return ablate(translator.model, translator.vocabularies, text, change, "zh", config, **options)


def without(model, heads):
    """Return a copy whose output projections have zeros where these heads would enter."""
    changed = copy.deepcopy(model)
    width = model.config.value_width
    for kind, layer, head in heads:
        block = (changed.encoder if kind == "encoder" else changed.decoder).layers[layer]
        attention = block.cross_attention if kind == "cross" else block.self_attention
        with torch.no_grad():
            attention.output.weight[:, head * width : (head + 1) * width] = 0
    return changed


@torch.inference_mode()
def plain_loss(model, source, target) -> float:
    logits = model(torch.tensor([source]), torch.tensor([read_ids(target, model.config.start_id)]))[0]
    return float(-logits.double().log_softmax(-1)[range(len(target)), target].sum())


def test_joint_loss_matches_a_model_with_edited_weights(translator, encoded):
    changed = without(translator.model, OFF.off)
    found = target_losses(translator.model, *encoded, OFF)
    expected = [plain_loss(changed, source, target) for source, target in zip(*encoded, strict=True)]
    assert found == pytest.approx(expected, rel=1e-4)
    together = measured(translator, ParallelText(SOURCE, TARGET))
    tokens = sum(map(len, encoded[1]))
    assert together.target_tokens == tokens and together.sentences == 5 and not together.own_targets
    assert together.loss.after == pytest.approx(sum(expected) / tokens, rel=1e-4)
    before = sum(plain_loss(translator.model, *pair) for pair in zip(*encoded, strict=True))
    assert together.loss.before == pytest.approx(before / tokens, rel=1e-4)
    assert together.loss.low <= together.loss.difference <= together.loss.high


def test_interval_can_be_computed_from_the_sentences(translator):
    found = measured(translator, ParallelText(["", *SOURCE], ["", *TARGET]))
    rows = found.per_sentence
    assert [(row.source, row.reference) for row in rows] == list(zip(SOURCE, TARGET, strict=True))
    before, after = (np.array([[row[column], row.target_tokens] for row in rows]) for column in (3, 4))
    assert paired_bootstrap(before, after, lambda sums: sums[..., 0] / sums[..., 1]) == pytest.approx(found.loss)
    changed = sum(row.translation_before != row.translation_after for row in rows)
    assert changed == found.changed and rows[0].translation_before == translator.search(SOURCE[0], GREEDY).texts[0]
    own = measured(translator, SOURCE[:2]).per_sentence
    assert [row.reference for row in own] == [row.translation_before for row in own]


def test_bleu_is_sacrebleus_of_both_states(translator):
    found = measured(translator, ParallelText(SOURCE, TARGET))
    both = [
        [translator.search(line, GREEDY, intervention=change).texts[0] for line in SOURCE]
        for change in (Intervention(), OFF)
    ]
    expected = [sacrebleu.corpus_bleu(side, [TARGET], tokenize="zh").score for side in both]
    assert [found.bleu.before, found.bleu.after] == pytest.approx(expected)
    assert found.changed == sum(a != b for a, b in zip(*both, strict=True)) > 0
    assert "tok:zh" in found.bleu_signature


@pytest.mark.parametrize("config", [GREEDY, DecodingConfig(beam_size=3)])
def test_uniform_heads_and_parts_do_not_depend_on_batches(translator, config):
    change = Intervention(off=OFF.off[:1], uniform=(HeadName("encoder", 0, 1),))
    text, advanced, turns = ParallelText(SOURCE, TARGET), [], []

    @contextlib.contextmanager
    def turn():
        turns.append(len(advanced))
        yield

    small = measured(translator, text, change, config, batch_size=1, part=2, progress=advanced.append, turn=turn)
    large = measured(translator, text, change, config, processes=2)
    assert small.loss == pytest.approx(large.loss, rel=1e-4) and small.bleu == pytest.approx(large.bleu)
    assert sum(advanced) == 2 * len(SOURCE) and len(turns) == 6


def test_sources_alone_are_compared_with_the_models_own_translations(translator):
    found = measured(translator, [*SOURCE, "  "])
    assert found.own_targets and found.sentences == 5
    assert found.bleu.before == pytest.approx(100) and found.bleu.difference < 0 < found.loss.difference


def test_an_earlier_measurement_of_the_unchanged_model_is_used(translator):
    kept, advanced, text = [], [], ParallelText(SOURCE, TARGET)
    first = measured(translator, text, keep=kept.append)
    again = measured(translator, text, before=kept[0], progress=advanced.append)
    assert (again.loss, again.bleu) == (first.loss, first.bleu) and sum(advanced) == len(SOURCE)


@pytest.mark.parametrize(
    ("text", "change", "code"),
    [
        ([" ", "\u200b"], OFF, "ablation.no_sentences"),
        (ParallelText(["a", "", "c"], ["", "b", "\ufeff\u00ad"]), OFF, "ablation.no_sentences"),
        (SOURCE, Intervention(), "ablation.empty"),
        (SOURCE, Intervention(edits=(RowEdit("cross", 0, 0, 0, (1.0,)),)), "ablation.edits"),
        (SOURCE, Intervention(off=(HeadName("cross", 7, 0),)), "intervention.head"),
    ],
)
def test_what_cannot_be_measured_is_refused(translator, text, change, code):
    with pytest.raises(CoreError) as error:
        measured(translator, text, change)
    assert error.value.code == code
