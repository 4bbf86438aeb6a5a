"""Evaluation of systems: equal to sacreBLEU's command and to torch, the same after a kill, errors in one sentence."""

import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from sacrebleu.significance import PairedTest
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from core.config import DecodingConfig
from core.data.batching import encode_pairs
from core.data.tasks import task
from core.errors import CoreError
from core.evaluation import measures, outputs, significance
from core.evaluation.evaluate import evaluate_systems
from core.evaluation.flags import is_shorter
from core.evaluation.job import RESULT, ROWS, read_result
from core.evaluation.measures import Measure, text_measures
from core.evaluation.scores import sentence_scores, token_scores
from core.evaluation.significance import Estimate, estimate, intervals
from core.evaluation.systems import SentenceSet, System
from core.weights_files import WHOLE

GREEDY = DecodingConfig(beam_size=1)
GERMAN = "der Hund die Katze läuft schnell heute nicht auf dem Sofa , ."
WORDS = {"de": GERMAN.split(), "zh": list("一只狗在跑两猫睡。")}


def noisy(lines: list[str], language: str, share: float, *, seed: int) -> list[str]:
    """The lines with a share of their words replaced."""
    dice, blank = random.Random(seed), " " if language == "de" else ""
    words = [line.split() if blank else list(line) for line in lines]
    return [blank.join(w if dice.random() > share else dice.choice(WORDS[language]) for w in line) for line in words]


def made(language: str, count: int = 120) -> tuple[list[str], list[str], list[str]]:
    """References and the translations of two systems."""
    dice, blank = random.Random(3), " " if language == "de" else ""
    lines = [blank.join(dice.choices(WORDS[language], k=dice.randint(3, 15))) for _ in range(count)]
    return lines, noisy(lines, language, 0.2, seed=1), noisy(lines, language, 0.25, seed=2)


def estimates(language: str) -> tuple[list[Measure], list[Estimate], list[Estimate]]:
    references, first, second = made(language)
    ours, theirs = (text_measures(lines, [references], language) for lines in (first, second))
    return list(ours), estimate(ours), estimate(theirs, ours)


@pytest.mark.parametrize("language", ["de", "zh"])
def test_intervals_and_p_values_are_sacrebleus(language):
    references, first, second = made(language)
    spaced = language == "de"
    metrics = {
        "bleu": BLEU(tokenize="13a" if spaced else "zh"),
        "chrf": CHRF(),
        "ter": TER() if spaced else TER(normalized=True, asian_support=True),
    }
    systems = [("first", first), ("second", second)]
    names, ours, theirs = estimates(language)
    for kind, field in (("bs", "p_bootstrap"), ("ar", "p_randomisation")):
        _, found = PairedTest(systems, metrics, [references], kind)()
        for place, name in enumerate(("BLEU", "chrF2", "TER")):
            for mine, result in zip((ours[place], theirs[place]), found[name], strict=True):
                assert mine.value == pytest.approx(result.score, abs=1e-12)
                assert getattr(mine, field) == result.p_value, (kind, name)
                if kind == "bs":
                    assert (mine.mean, mine.half) == (result.mean, result.ci), name
    assert [measure.name for measure in names] == ["bleu", "chrf", "ter", "exact"]


def test_p_values_are_those_of_the_command(tmp_path):
    for name, lines in zip(("references", "first", "second"), made("de"), strict=True):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ["references", "-i", "first", "second", "-m", "bleu", "chrf", "ter", "--paired-ar", "--format", "json"]
    done = subprocess.run([sys.executable, "-m", "sacrebleu", *command], cwd=tmp_path, capture_output=True, check=True)
    _, second = json.loads(done.stdout)
    _, _, theirs = estimates("de")
    assert [second[name]["p_value"] for name in ("BLEU", "chrF2", "TER")] == [e.p_randomisation for e in theirs[:3]]


def test_a_tie_is_as_probable_as_can_be_by_chance():
    references, lines, _ = made("de")
    measures = text_measures(lines, [references], "de")
    for found in estimate(measures, measures):
        assert (found.low, found.high, found.p_bootstrap, found.p_randomisation) == (0, 0, 1, 1)


def test_interval_of_a_share_stays_a_share():
    references, _, _ = made("de")
    (measure,) = [one for one in text_measures([*references[:-1], "x"], [references], "de") if one.name == "exact"]
    ((low, high),) = intervals([measure])
    assert 90 < low < measure.value < high == 100


def test_several_references_are_sacrebleus():
    references, first, second = made("de")
    found = {measure.name: measure for measure in text_measures(first, [references, second], "de")}
    assert found["bleu"].value == BLEU().corpus_score(first, [references, second]).score
    assert found["ter"].value == TER().corpus_score(first, [references, second]).score
    assert found["chrf"].sentences()[7] == CHRF().sentence_score(first[7], [references[7], second[7]]).score
    single = BLEU(effective_order=True).sentence_score(first[7], [references[7], second[7]]).score
    assert found["bleu"].sentences()[7] == pytest.approx(single, abs=1e-9)
    assert found["exact"].value == pytest.approx(
        100 * np.mean([line in both for line, both in zip(first, zip(references, second, strict=True), strict=True)])
    )


def test_measures_keep_no_lines_of_the_set():
    """sacreBLEU's tokenizers kept up to 65,536 lines each: 50 MB of an evaluation of 20,000 sentences."""
    references, lines, _ = made("de")
    text_measures(lines, [references], "de")
    for kind in (Tokenizer13a, TokenizerRegexp, TercomTokenizer):
        assert kind.__call__.cache_info().currsize == 0, kind


def test_parts_of_a_set_give_the_numbers_of_the_whole(monkeypatch):
    whole = estimates("de")
    monkeypatch.setattr(measures, "_AT_A_TIME", 50)
    monkeypatch.setattr(significance, "_SENTENCES_AT_A_TIME", 50)
    parts = estimates("de")
    assert whole[1:] == parts[1:]
    assert all((one.sums == other.sums).all() for one, other in zip(whole[0], parts[0], strict=True))


def test_losses_of_sentences_are_torchs_cross_entropy(translator):
    model, text = translator.model, task("numbers").pairs(13, 5, split="test")
    pairs = encode_pairs(translator.vocabularies, text, model.config.max_positions)
    found = sentence_scores(model, pairs, tokens_per_batch=40)
    for index in range(13):
        source = torch.tensor([translator.vocabularies.source.encode(text.source[index]).ids])
        target = translator.vocabularies.target.encode(text.target[index]).ids
        read = torch.tensor([[model.config.start_id, *target[:-1]]])
        with torch.inference_mode():
            logits = model(source, read)[0]
        expected = torch.nn.functional.cross_entropy(logits, torch.tensor(target), reduction="sum")
        assert found.loss[index] == pytest.approx(float(expected), abs=1e-4)
        assert (found.tokens[index], found.correct[index]) == (
            len(target),
            int((logits.argmax(dim=-1) == torch.tensor(target)).sum()),
        )
    whole = token_scores(model, pairs)
    assert found.loss.sum() / found.tokens.sum() == pytest.approx(whole.loss, abs=1e-6)


def test_coverage_is_the_attention_of_the_trace(translator):
    sources, targets = [], []
    lines = ("seven hundred", "two", "nineteen thousand and five")
    for line in lines:
        translation = translator.translate([line], GREEDY)[0]
        sources.append(translation.source_ids)
        targets.append(list(translation.hypotheses[0].ids))
    found = outputs.source_coverage(translator.model, sources, targets)
    for coverage, line, target in zip(found, lines, targets, strict=True):
        trace = translator.trace_ids(line, target)
        assert coverage == pytest.approx(trace.cross.mean(axis=(0, 1)).sum(axis=0), abs=1e-5)


def test_attention_is_traced_only_where_a_flag_depends_on_it():
    numbers = Path(__file__).parents[3] / "checkpoints" / "numbers"
    sources = ["seven", "seven", "ninety-two"]
    text = SentenceSet("set", sources, [["七", "七是一个很长的句子", "九"]], "zh")
    found, _ = outputs.system_outputs(System("numbers", numbers), text, GREEDY)
    traced = [len(one.coverage) > 0 for one in found]
    assert traced == [is_shorter(one.translation, [line]) for one, line in zip(found, text.references[0], strict=True)]
    assert traced == [len(one.pieces) > 0 for one in found]
    assert is_shorter("七", ["七是", "一二三"]) and not is_shorter("七", ["七", "一二三"])


@pytest.fixture
def test_set() -> SentenceSet:
    text = task("numbers").pairs(40, 5, split="test")
    return SentenceSet("numbers", text.source, [text.target])


@pytest.mark.parametrize("size", [0, -1, 2.0, None])
def test_a_batch_of_no_sentence_is_refused(test_set, miniature, size):
    with pytest.raises(CoreError, match=rf"batch_size \({size}\) must be a whole number of at least 1"):
        evaluate_systems([System("miniature", miniature)], test_set, GREEDY, batch_size=size)


def test_a_killed_evaluation_goes_on_and_writes_the_same_files(test_set, miniature, tmp_path, monkeypatch):
    monkeypatch.setattr(outputs, "PART", 16)
    system, folders = System("miniature", miniature), [tmp_path / "whole", tmp_path / "killed"]
    for folder in folders:
        folder.mkdir()
    evaluate_systems([system], test_set, GREEDY, folder=folders[0])

    done = 0

    def kill(sentences: int) -> None:
        nonlocal done
        done += sentences
        if done > 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_systems([system], test_set, GREEDY, folder=folders[1], progress=kill)
    with kept_file(folders[1]).open("ab") as file:
        file.write(b'{"translation": "cut o')
    again: list[int] = []
    evaluate_systems([system], test_set, GREEDY, folder=folders[1], progress=again.append)
    assert again[0] == 16 and sum(again) == 40
    for name in (kept_file(folders[0]).name, RESULT, ROWS):
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes(), name


def test_a_model_that_was_trained_on_translates_all_anew(test_set, miniature, tmp_path, monkeypatch):
    """A run that was trained longer before its evaluation resumed mixed the translations of both models."""
    copy, folder = tmp_path / "checkpoint", tmp_path / "evaluation"
    shutil.copytree(miniature, copy)
    folder.mkdir()
    systems = [System("miniature", copy)]
    evaluate_systems(systems, test_set, GREEDY, folder=folder)
    written = json.dumps({**kept(folder)[0], "translation": "of the old model"})
    kept_file(folder).write_text(f"{written}\n" * 40, encoding="utf-8")
    resumed = evaluate_systems(systems, test_set, GREEDY, folder=folder)
    assert resumed.rows[0].answers[0].translation == "of the old model"
    weights = copy / WHOLE
    os.utime(weights, ns=(0, weights.stat().st_mtime_ns + 10**9))
    again = evaluate_systems(systems, test_set, GREEDY, folder=folder)
    assert again.rows[0].answers[0].translation != "of the old model"


def test_another_text_is_translated_anew(test_set, miniature, tmp_path):
    """A job that was run again after its files had changed scored the old translations against the new sentences."""
    systems = [System("miniature", miniature)]
    other = replace(test_set, sources=test_set.sources[::-1], references=[lines[::-1] for lines in test_set.references])
    evaluate_systems(systems, test_set, GREEDY, folder=tmp_path)
    again = evaluate_systems(systems, other, GREEDY, folder=tmp_path)
    expected = [row.answers[0].translation for row in evaluate_systems(systems, other, GREEDY).rows]
    assert [row.answers[0].translation for row in again.rows] == expected


def test_result_is_read_back(test_set, miniature, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("".join(f"{line}\n" for line in test_set.references[0]), encoding="utf-8")
    systems = [System("miniature", miniature), System("other.txt", translations=other)]
    done = evaluate_systems(systems, replace(test_set, own=["a"] * 40), GREEDY, folder=tmp_path)
    result = read_result(tmp_path)
    assert result == done._replace(rows=tuple(done.rows))
    rows, (first, second) = result.rows, result.systems
    assert (
        second.bleu.p_bootstrap < 0.05
        and first.bleu.p_bootstrap is None
        and [row.number for row in rows] == [*range(1, 41)]
    )
    assert all(row.answers[1].exact and row.answers[1].loss is None and row.own == "a" for row in rows)
    assert second.perplexity is None and second.exact.value == 100
    assert first.perplexity.value == pytest.approx(
        np.exp(sum(output["loss"] for output in kept(tmp_path)) / sum(output["tokens"] for output in kept(tmp_path)))
    )


def kept_file(folder: Path) -> Path:
    (path,) = folder.glob("system-1*.jsonl")
    return path


def kept(folder: Path) -> list[dict]:
    return [json.loads(line) for line in kept_file(folder).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"one\n", "has 1 lines and numbers has 40 sentences; the numbers must be equal"),
        (b"\n" * 40, "has only blank lines"),
        (b"\xff\xfe\n" * 40, "UTF-8"),
        (None, "file not found"),
    ],
)
def test_translations_that_do_not_fit_are_refused(content, message, test_set, tmp_path):
    path = tmp_path / "other.txt"
    path.mkdir() if content is None else path.write_bytes(content)
    with pytest.raises(CoreError, match=message):
        evaluate_systems([System("other.txt", translations=path)], test_set, GREEDY)


def test_systems_and_sets_that_make_no_sense_are_refused(test_set, miniature):
    one = System("miniature", miniature)
    for systems, given, message in (
        ([one], replace(test_set, sources=[]), "has no sentences"),
        ([one], replace(test_set, references=[["a"]]), "40 sources and 1 references"),
    ):
        with pytest.raises(CoreError, match=message):
            evaluate_systems(systems, given, GREEDY)


def test_models_of_other_languages_are_refused_under_the_same_name(test_set, miniature, tmp_path):
    """The checkpoints of two runs are both named "checkpoint": the second hid the languages of the first."""
    other = tmp_path / "checkpoint"
    shutil.copytree(miniature, other)
    config = json.loads((other / "config.json").read_text(encoding="utf-8"))
    (other / "config.json").write_text(json.dumps(config | {"target_language": "de"}), encoding="utf-8")
    with pytest.raises(CoreError, match="checkpoint translates en → zh and checkpoint translates en → de"):
        evaluate_systems([System("checkpoint", folder) for folder in (miniature, other)], test_set, GREEDY)


def test_damaged_results_are_refused(test_set, miniature, tmp_path):
    with pytest.raises(CoreError, match="no finished evaluation"):
        read_result(tmp_path)
    evaluate_systems([System("miniature", miniature)], test_set, GREEDY, folder=tmp_path)
    for content in ("", "[]", '{"format": 2}', '{"format": 1}', "nothing"):
        (tmp_path / RESULT).write_text(content)
        with pytest.raises(CoreError, match="is damaged; evaluate again"):
            read_result(tmp_path)
    kept_file(tmp_path).write_text('{"translation": 7}\n' * 40)
    with pytest.raises(CoreError, match="is damaged; remove it"):
        evaluate_systems([System("miniature", miniature)], test_set, GREEDY, folder=tmp_path)


def test_oddities_of_a_set_are_counted(miniature):
    given = SentenceSet("odd", ["seven", "seven"], [["7", "7"]], dropped=3)
    notes = evaluate_systems([System("miniature", miniature)], given, GREEDY).notes
    assert dict(notes) == {"blank": 3, "repeated": 1}
