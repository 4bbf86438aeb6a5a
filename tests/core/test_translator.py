"""The object that the page and the command line hold: sentences in, translations out."""

import threading

import pytest

from core.config import DecodingConfig
from core.data.tasks import task
from core.data.tokenizer import EOS_ID
from core.errors import CoreError
from core.translator import Translation, Translator

SENTENCES = task("numbers").pairs(13, 7, split="test").source
GREEDY = DecodingConfig(beam_size=1)
HOSTILE = ["</s>", "<s> <pad>", "\ud800", "${x} <b>", "👩‍👩‍👧‍👦" * 3, "\u202eabc", "a\u0301" * 5, "猫" * 17, "\x00"]


def test_a_translator_is_called_like_its_folder(translator, miniature):
    assert translator.name == miniature.name
    assert translator.checkpoint.target_language == "zh"


def test_translations_come_in_order_and_equal_single_ones(translator):
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
            assert text == translator.tokenizer.decode(hypothesis.ids)


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
    told: list[int] = []
    translator.translate(["", "one", "two", " ", "three"], GREEDY, batch_size=2, progress=told.append)
    assert sum(told) == 5


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_translated_like_any_other(translator, text):
    translation = translator.search(text, DecodingConfig(beam_size=2, max_extra_tokens=2))
    assert translation.source_ids[-1] == EOS_ID
    assert isinstance(translation.text, str)
    assert "\n" not in translation.text
    assert translator.trace(translation).trusted


def test_a_sentence_longer_than_the_positions_is_cut_and_says_so(translator):
    config = DecodingConfig(beam_size=1, max_extra_tokens=0)
    limit = translator.model.config.max_positions
    long = translator.search("one " * limit, config, prefix=[EOS_ID])
    assert long.truncated
    assert len(long.source_ids) == limit
    assert long.source_ids[-1] == EOS_ID
    assert not translator.search("one", config).truncated


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_of_none_is_refused(translator, size):
    with pytest.raises(CoreError, match=rf"batch_size \({size}\)"):
        translator.translate(["one"], batch_size=size)


def test_a_forced_prefix_begins_the_translation(translator):
    prefix = translator.tokenizer.encode("九千").ids[:-1]
    translation = translator.search("three thousand", DecodingConfig(beam_size=3), prefix=prefix)
    assert translation.text.startswith("九千")
    assert translator.trace(translation).trusted


def test_the_tree_is_there_when_it_is_asked_for(translator):
    assert translator.search("nine", DecodingConfig(beam_size=2), record=True).tree is not None
    assert translator.search("nine", DecodingConfig(beam_size=2)).tree is None


@pytest.mark.parametrize("rank", [-1, 2, 99])
def test_a_hypothesis_that_does_not_exist_is_refused(translator, rank):
    translation = translator.search("nine", DecodingConfig(beam_size=2, nbest=2))
    with pytest.raises(CoreError, match=rf"hypothesis {rank + 1} does not exist: there are 2"):
        translator.trace(translation, rank)


def test_a_blank_source_has_no_trace(translator):
    with pytest.raises(CoreError, match="blank"):
        translator.trace_target("  ", "三")


def test_threads_that_share_a_translator_get_what_they_would_get_alone(translator: Translator):
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
