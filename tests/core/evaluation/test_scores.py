"""Scores: equal to sacreBLEU called directly, and to a plain loop."""

import math

import numpy as np
import pytest
import sacrebleu
import torch

from core.config import DecodingConfig, ModelConfig
from core.data.batching import encode_pairs
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.tokenizer import BOS_ID
from core.evaluation.scores import TokenScore, bleu, chrf, evaluate, token_scores, tokenisation
from core.model.transformer import Transformer
from core.translator import Translator

ENGLISH = (
    ["The dog runs fast.", "A cat sleeps on the sofa, quietly.", "Nothing matches here"],
    ["The dog runs very fast.", "A cat sleeps on the sofa.", "An entirely different line"],
)
CHINESE = (["一只狗在跑。", "两只猫，睡在沙发上"], ["一只狗在海滩上跑。", "两只猫睡在沙发上。"])


@pytest.mark.parametrize("language", ["de", "en", "fr", "letters", ""])
def test_bleu_is_sacrebleus_with_13a(language):
    score = bleu(*ENGLISH, language)
    assert score.value == sacrebleu.corpus_bleu(ENGLISH[0], [ENGLISH[1]]).score
    assert 0 < score.value < 100
    assert "tok:13a" in score.signature
    assert "case:mixed" in score.signature
    assert "nrefs:1" in score.signature
    assert f"version:{sacrebleu.__version__}" in score.signature


@pytest.mark.parametrize("language", ["zh", "zh-CN", "ZH_tw", "cmn", "yue-Hant"])
def test_bleu_of_chinese_is_sacrebleus_with_its_own_tokenisation(language):
    score = bleu(*CHINESE, language)
    assert score.value == sacrebleu.corpus_bleu(CHINESE[0], [CHINESE[1]], tokenize="zh").score
    assert score.value != sacrebleu.corpus_bleu(CHINESE[0], [CHINESE[1]]).score
    assert "tok:zh" in score.signature


def test_bleu_of_japanese_is_counted_in_characters():
    assert "tok:char" in bleu(*CHINESE, "ja").signature


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (CHINESE, "de", ("zh", "Han")),  # BLEU was 0.00
        (CHINESE, "letters", ("zh", "Han")),
        (ENGLISH, "zh", ("13a", "Latin")),
        ((["犬です"], ["これは犬です"]), "zh", ("char", "Kana")),
        ((["1"], ["1"]), "zh", ("zh", "")),
        (CHINESE, "ja", ("char", "")),
    ],
)
def test_script_that_contradicts_the_language_decides(text, language, expected):
    assert tokenisation(language, text[1]) == expected
    assert f"tok:{expected[0]}|" in bleu(*text, language).signature


def test_chrf_is_sacrebleus():
    score = chrf(*ENGLISH)
    assert score.value == sacrebleu.corpus_chrf(ENGLISH[0], [ENGLISH[1]]).score
    assert "nc:6" in score.signature
    assert "nw:0" in score.signature


def test_a_perfect_translation_scores_100_and_case_counts():
    assert bleu(ENGLISH[1], ENGLISH[1], "en").value == pytest.approx(100)
    assert bleu([line.upper() for line in ENGLISH[1]], ENGLISH[1], "en").value < 20


def test_token_scores_agree_with_a_naive_loop():
    torch.manual_seed(3)
    config = ModelConfig(vocab_size=283, d_model=14, num_layers=2, num_heads=7, d_ff=11, dropout=0.5)
    model = Transformer(config)
    text = task("reverse").pairs(37, 1, split="train")
    from core.data.tokenizer import Tokenizer
    from core.data.vocabulary import Vocabularies

    tokenizer = Tokenizer.train(text.source, 283)
    model.eval()
    losses, smoothed, hits = [], [], []
    for source, target in zip(text.source, text.target, strict=True):
        ids = tokenizer.encode(target).ids
        read = torch.tensor([[BOS_ID, *ids[:-1]]])
        with torch.inference_mode():
            log_probs = model(torch.tensor([tokenizer.encode(source).ids]), read)[0].double().log_softmax(dim=-1)
        losses += [-log_probs[step, token].item() for step, token in enumerate(ids)]
        wanted = torch.nn.functional.one_hot(torch.tensor(ids), 283) * 0.7 + 0.3 / 283
        smoothed += (-(wanted * log_probs).sum(dim=-1)).tolist()
        hits += [int(log_probs[step].argmax()) == token for step, token in enumerate(ids)]
    model.train()
    scores = token_scores(
        model, encode_pairs(Vocabularies.joint(tokenizer), text, 99), tokens_per_batch=101, label_smoothing=0.3
    )
    assert model.training
    assert scores.loss == pytest.approx(np.mean(losses), abs=1e-5)
    assert scores.smoothed_loss == pytest.approx(np.mean(smoothed), abs=1e-5)
    assert scores.accuracy == np.mean(hits)
    assert scores.perplexity == pytest.approx(math.exp(np.mean(losses)), rel=1e-5)


def test_the_size_of_the_batches_does_not_change_the_scores(translator: Translator):
    pairs = encode_pairs(translator.vocabularies, task("numbers").pairs(53, 3, split="test"), 256)
    small, large = (token_scores(translator.model, pairs, tokens) for tokens in (97, 8192))
    assert small.loss == pytest.approx(large.loss, abs=1e-5)
    assert small.accuracy == pytest.approx(large.accuracy, abs=0.005)


def test_perplexity_is_the_exponential_of_the_loss_and_never_overflows():
    assert TokenScore(math.log(7), 0.0, 0.5).perplexity == pytest.approx(7)
    assert TokenScore(1e6, 0.0, 0.0).perplexity == math.inf


def test_a_corpus_is_translated_and_scored(translator: Translator):
    text = task("numbers").pairs(23, 5, split="test")
    reported: list[int] = []
    config = DecodingConfig(beam_size=2, max_extra_tokens=3)
    scores = evaluate(
        translator.model, translator.vocabularies, text, "zh", config, batch_size=11, progress=reported.append
    )
    assert reported == [11, 11, 1]
    assert scores.translations == [t.text for t in translator.translate(text.source, config)]
    expected = sacrebleu.corpus_bleu(scores.translations, [text.target], tokenize="zh")
    assert scores.bleu == expected.score
    assert scores.chrf == sacrebleu.corpus_chrf(scores.translations, [text.target]).score
    assert scores.sentences == 23
    assert scores.sentences_per_second > 0
    pairs = encode_pairs(translator.vocabularies, text, 1024)
    assert scores.perplexity == pytest.approx(token_scores(translator.model, pairs).perplexity)
    assert 0 < scores.accuracy < 1


def test_exact_translations_are_compared_as_normalised_text(translator: Translator, monkeypatch):
    """A translation with two spaces in a row differed from its reference here, and equalled it in `text_measures`."""
    decode = type(translator.vocabularies.target).decode
    monkeypatch.setattr(type(translator.vocabularies.target), "decode", lambda self, ids: f" {decode(self, ids)}  ")
    wanted = translator.translate(["three"], DecodingConfig(beam_size=1))[0].text.strip()
    text = ParallelText(["three"], [wanted])
    scores = evaluate(translator.model, translator.vocabularies, text, "zh", DecodingConfig(beam_size=1))
    assert scores.exact == 100


def test_one_sentence_is_a_corpus(translator: Translator):
    text = ParallelText(["three"], ["三"])
    assert evaluate(translator.model, translator.vocabularies, text, "zh", DecodingConfig(beam_size=1)).sentences == 1
