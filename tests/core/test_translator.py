"""Translator, the object used by the page and the command line: sentences in, translations out."""

import threading

import numpy as np
import pytest

from core.checkpoint import load_checkpoint
from core.config import DecodingConfig
from core.data.tasks import task
from core.data.tokenizer import EOS_ID
from core.errors import CoreError
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.translator import Translation, Translator

SENTENCES = task("numbers").pairs(13, 7, split="test").source
GREEDY = DecodingConfig(beam_size=1)
HOSTILE = ["</s>", "<s> <pad>", "\ud800", "${x} <b>", "👩‍👩‍👧‍👦" * 3, "\u202eabc", "a\u0301" * 5, "猫" * 17, "a\x00b"]


def test_a_translator_is_called_like_its_folder(translator, miniature):
    assert translator.name == miniature.name
    assert translator.checkpoint.target_language == "zh"


def test_translations_keep_order_and_equal_single_ones(translator):
    together = translator.translate(SENTENCES, GREEDY, batch_size=5)
    assert [t.source for t in together] == SENTENCES
    for sentence, translation in zip(SENTENCES, together, strict=True):
        alone = translator.translate([sentence], GREEDY)[0]
        assert (alone.text, alone.source_ids) == (translation.text, translation.source_ids)


def test_a_half_trained_model_already_writes_chinese_numbers(translator):
    texts = "".join(t.text for t in translator.translate(SENTENCES, GREEDY))
    assert sum(character in "零一二三四五六七八九十百千万亿" for character in texts) > 0.5 * len(texts)


def test_text_and_ids_of_a_hypothesis_belong_together(translator):
    found = translator.translate(SENTENCES[:3], DecodingConfig(beam_size=3, nbest=3))
    for translation in found:
        assert len(translation.texts) == len(translation.hypotheses) == 3
        assert translation.text == translation.texts[0]
        for text, hypothesis in zip(translation.texts, translation.hypotheses, strict=True):
            assert text == translator.vocabularies.target.decode(hypothesis.ids)


@pytest.mark.parametrize("blank", ["", " ", "\t\u3000\n", "\u2028"])
def test_a_blank_sentence_stays_blank_and_moves_no_other(translator, blank):
    found = translator.translate([blank, "three", blank, "four thousand"], GREEDY)
    assert [bool(t.hypotheses) for t in found] == [False, True, False, True]
    assert (found[0].text, found[0].texts, found[0].source_ids) == ("", (), (EOS_ID,))
    assert found[1].text == translator.translate(["three"], GREEDY)[0].text
    assert translator.search(blank, GREEDY).hypotheses == ()


def test_no_sentence_gives_no_translation(translator):
    assert translator.translate([]) == []


def test_progress_counts_every_sentence(translator):
    reported: list[int] = []
    translator.translate(["", "one", "two", " ", "three"], GREEDY, batch_size=2, progress=reported.append)
    assert sum(reported) == 5


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_translated_like_any_other(translator, text):
    translation = translator.search(text, DecodingConfig(beam_size=2, max_extra_tokens=2))
    assert translation.source_ids[-1] == EOS_ID
    assert isinstance(translation.text, str)
    assert "\n" not in translation.text
    assert translator.trace(translation).trusted


def test_sentence_beyond_positions_is_truncated_and_marked(translator):
    config = DecodingConfig(beam_size=1, max_extra_tokens=0)
    limit = translator.model.config.max_positions
    long = translator.search("one " * limit, config, prefix=[EOS_ID])
    assert long.truncated
    assert len(long.source_ids) == limit
    assert long.source_ids[-1] == EOS_ID
    assert not translator.search("one", config).truncated


@pytest.mark.parametrize("size", [0, -1, 2.0, 1.5, "3", None])
def test_a_batch_of_none_is_refused(translator, size):
    with pytest.raises(CoreError, match=rf"batch_size \({size!r}\) must be a whole number of at least 1"):
        translator.translate(["one"], batch_size=size)


def test_one_string_instead_of_a_list_is_refused(translator):
    with pytest.raises(CoreError, match="list of sentences"):
        translator.translate("one two")


def test_a_forced_prefix_begins_the_translation(translator):
    prefix = translator.vocabularies.target.encode("九千").ids[:-1]
    translation = translator.search("three thousand", DecodingConfig(beam_size=3), prefix=prefix)
    assert translation.text.startswith("九千")
    assert translator.trace(translation).trusted


def test_tree_is_returned_on_request(translator):
    assert translator.search("nine", DecodingConfig(beam_size=2), record=True).tree is not None
    assert translator.search("nine", DecodingConfig(beam_size=2)).tree is None


@pytest.mark.parametrize("rank", [-1, 2, 99])
def test_a_hypothesis_that_does_not_exist_is_refused(translator, rank):
    translation = translator.search("nine", DecodingConfig(beam_size=2, nbest=2))
    with pytest.raises(CoreError, match=rf"hypothesis {rank + 1} does not exist: there are 2"):
        translator.trace(translation, rank)


def test_blank_source_cannot_be_traced(translator):
    with pytest.raises(CoreError, match="blank"):
        translator.trace_target("  ", "三")


def test_threads_share_one_translator_without_interference(translator: Translator):
    alone = {sentence: translator.search(sentence, GREEDY).text for sentence in SENTENCES[:5]}
    found: dict[str, Translation] = {}

    def work(sentence: str) -> None:
        for _ in range(3):
            found[sentence] = translator.search(sentence, GREEDY)
            translator.trace(found[sentence])

    threads = [threading.Thread(target=work, args=(sentence,)) for sentence in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {sentence: translation.text for sentence, translation in found.items()} == alone


# Under an intervention

OFF = Intervention(off=(HeadName("cross", 1, 0), HeadName("cross", 1, 1), HeadName("encoder", 0, 1)))


def interventions(source: int) -> dict[str, Intervention]:
    """Of every sort, for a source of so many tokens."""
    last = (*(0.0,) * (source - 1), 1.0)
    edits = (
        RowEdit("encoder", 1, 0, 2, last),
        RowEdit("cross", 0, 1, 2, last),
        RowEdit("decoder", 1, 1, 3, (0.5, 0.0, 0.5, 0.0)),
    )
    uniform = (HeadName("decoder", 0, 0), HeadName("cross", 0, 0), HeadName("encoder", 1, 1))
    return {
        "off": OFF,
        "uniform": Intervention(uniform=uniform),
        "edits": Intervention(edits=edits),
        "all": Intervention(OFF.off, uniform, edits),
    }


@pytest.mark.parametrize("beam", [1, 2, 5])
@pytest.mark.parametrize("sort", ["off", "uniform", "edits", "all"])
def test_search_under_intervention_matches_teacher_forcing(translator, beam, sort):
    sentence = SENTENCES[2]
    changes = interventions(len(translator.vocabularies.source.encode(sentence).ids))[sort]
    config = DecodingConfig(beam_size=beam, nbest=beam)
    # The half-trained model would generate few tokens.
    prefix = translator.vocabularies.target.encode("九千八百").ids[:-1]
    assert len(prefix) == 4
    found = translator.search(sentence, config, prefix=prefix, intervention=changes)
    plain = translator.search(sentence, config, prefix=prefix)
    assert found.intervention == changes and plain.intervention.empty
    assert [h.score for h in found.hypotheses] != [h.score for h in plain.hypotheses]
    assert all(len(hypothesis.ids) > 4 for hypothesis in found.hypotheses)  # the row that is edited is the fourth
    for rank in range(beam):
        trace = translator.trace(found, rank)
        assert trace.checks[-1].code == "tokens_agree"
        assert trace.trusted, trace.checks
    without = translator.trace_ids(sentence, found.hypotheses[0].ids)
    assert np.abs(without.log_probs - found.hypotheses[0].token_log_probs).max() > 1e-3  # the test can see a difference


def test_edited_row_leaves_earlier_steps_unchanged(translator):
    sentence = SENTENCES[2]
    source = len(translator.vocabularies.source.encode(sentence).ids)
    # The same tokens, so that steps can be compared.
    prefix = translator.vocabularies.target.encode("九千八百七十").ids[:-1]
    step = 3
    edit = RowEdit("cross", 1, 1, step, (*(0.0,) * (source - 1), 1.0))
    plain, changed = (
        np.array(translator.search(sentence, GREEDY, prefix=prefix, intervention=one).hypotheses[0].token_log_probs[:6])
        for one in (None, Intervention(edits=(edit,)))
    )
    assert np.abs(changed - plain)[:step].max() < 1e-5
    assert np.abs(changed - plain)[step] > 1e-4


def test_an_empty_intervention_is_none(translator):
    plain = translator.search(SENTENCES[3], GREEDY)
    assert translator.search(SENTENCES[3], GREEDY, intervention=Intervention()).hypotheses == plain.hypotheses
    assert [c.code for c in translator.trace(plain, intervention=Intervention()).checks][-1] == "tokens_agree"


def test_an_intervention_and_a_prefix_go_together(translator):
    prefix = translator.vocabularies.target.encode("九千").ids[:-1]
    found = translator.search("three thousand", DecodingConfig(beam_size=3), prefix=prefix, intervention=OFF)
    assert found.text.startswith("九千")
    assert translator.trace(found).trusted


def test_an_intervention_applies_to_every_sentence_of_a_batch(translator):
    off = Intervention(off=tuple(HeadName("cross", layer, head) for layer in (0, 1) for head in (0, 1)))
    together = translator.translate([*SENTENCES[:5], " "], GREEDY, batch_size=3, intervention=off)
    alone = [translator.search(sentence, GREEDY, intervention=off) for sentence in SENTENCES[:5]]
    assert [t.text for t in together] == [*(t.text for t in alone), ""]
    assert {t.intervention for t in together} == {off}
    assert [t.text for t in together[:5]] != [t.text for t in translator.translate(SENTENCES[:5], GREEDY)]


def test_trace_under_other_intervention_skips_search_comparison(translator):
    found = translator.search(SENTENCES[3], GREEDY)
    trace = translator.trace(found, intervention=OFF)
    assert "tokens_agree" not in {check.code for check in trace.checks}
    again = translator.trace_ids(SENTENCES[3], found.hypotheses[0].ids, OFF)
    np.testing.assert_array_equal(trace.log_probs, again.log_probs)
    np.testing.assert_array_equal(trace.cross, again.cross)


def test_an_intervention_that_the_model_does_not_allow_is_refused(translator):
    wrong = Intervention(uniform=(HeadName("encoder", 2, 0),))
    with pytest.raises(CoreError, match="head 1 in encoder layer 3 does not exist"):
        translator.search("nine", GREEDY, intervention=wrong)


@pytest.mark.parametrize("beam", [1, 3])
def test_threads_with_own_interventions_do_not_interfere(translator, beam):
    config = DecodingConfig(beam_size=beam)
    source = len(translator.vocabularies.source.encode(SENTENCES[5]).ids)
    variants = {"none": Intervention(), **interventions(source)}
    alone = {
        name: translator.search(SENTENCES[5], config, intervention=one).hypotheses for name, one in variants.items()
    }
    assert len({found[0].score for found in alone.values()}) == len(variants)
    found: dict[str, list[object]] = {name: [] for name in variants}

    def work(name: str) -> None:
        for _ in range(3):
            found[name].append(translator.search(SENTENCES[5], config, intervention=variants[name]).hypotheses)

    threads = [threading.Thread(target=work, args=(name,)) for name in variants]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {name: [hypotheses] * 3 for name, hypotheses in alone.items()}


# Given targets


def test_given_tokens_are_traced_as_they_are(translator):
    ids = translator.vocabularies.target.encode("九千").ids
    assert translator.trace_ids("nine thousand", ids).predicted_ids == ids
    assert translator.trace_ids("nine thousand", ids[:-1]).predicted_ids == ids[:-1]  # it need not end


def test_trace_layer_matches_the_trace(translator):
    ids = translator.vocabularies.target.encode("九千").ids
    whole = translator.trace_ids("nine thousand", ids, OFF)
    np.testing.assert_allclose(translator.trace_layer("nine thousand", ids, "cross", 1, OFF), whole.cross[1], atol=1e-6)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([], "1 to 1024 tokens, not 0"),
        ([7] * 1025, "1 to 1024 tokens, not 1025"),
        ([7, EOS_ID, 7], "token 2 is not allowed at place 2"),
        ([0], "token 0 is not"),
        ([7, 1], "token 1 is not allowed at place 2"),
        ([10**9], "token 1000000000 is not"),
        ([-1], "token -1 is not"),
    ],
)
def test_a_target_that_cannot_be_generated_is_refused(translator, ids, message):
    for ask in (
        lambda: translator.trace_ids("nine", ids),
        lambda: translator.trace_layer("nine", ids, "cross", 0),
        lambda: translator.importance("nine", ids),
    ):
        with pytest.raises(CoreError, match=message):
            ask()


def test_the_importance_of_heads_is_that_of_the_target(translator):
    found = translator.search(SENTENCES[3], GREEDY).hypotheses[0]
    importance = translator.importance(SENTENCES[3], found.ids)
    assert importance.base == pytest.approx(found.log_prob, abs=1e-3)
    assert importance.cross.shape == (2, 2)
    with pytest.raises(CoreError, match="blank"):
        translator.importance(" ", found.ids)


@pytest.mark.parametrize("beam", [1, 4])
def test_weights_that_overflow_are_reported(miniature, beam):
    overflowing = Translator(load_checkpoint(miniature))
    for parameter in overflowing.model.parameters():
        parameter.data.fill_(1e30)
    with pytest.raises(CoreError, match="finite probabilities"):
        overflowing.search("one two", DecodingConfig(beam_size=beam))
