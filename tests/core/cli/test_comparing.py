"""The command `compare`: several checkpoints on several test sets, side by side."""

import argparse
import json
import shutil
from pathlib import Path

import pandas
import pytest

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.cli.systems import corpus_set
from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.evaluation.comparison import PairSet, compare
from core.evaluation.job import read_result
from core.evaluation.systems import System
from tests.core.cli.command import ROOT, refused

MINIATURE = ROOT / "tests" / "miniature"
NUMBERS = ROOT / "checkpoints" / "numbers"


@pytest.fixture
def sets(tmp_path) -> list[str]:
    """Two sets of three pairs; the second is of the task of `numbers`."""
    lines = {
        "old.en": ["a dog", "two", "I see"],
        "old.de": ["ein Hund", "zwei", "ich sehe"],
        "new.en": ["five hundred and two", "one million and five", "three thousand"],
        "new.zh": ["五百零二", "一百万零五", "三千"],
    }
    for name, content in lines.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    names = [("--src", "old.en"), ("--tgt", "old.de"), ("--src", "new.en"), ("--tgt", "new.zh")]
    return [word for option, name in names for word in (option, str(tmp_path / name))]


def test_scores_are_those_of_evaluate(sets, capsys):
    models = ["--checkpoint", str(NUMBERS), "--checkpoint", str(MINIATURE)]
    assert main(["compare", *models, *sets, "--beam", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["checkpoints"] == [str(NUMBERS), str(MINIATURE)]
    assert [one["name"] for one in found["sets"]] == ["old.en", "new.en"]
    for place, folder in enumerate((NUMBERS, MINIATURE)):
        files = sets[4:]
        assert main(["evaluate", "--checkpoint", str(folder), *files, "--beam", "1", "--json"]) == 0
        alone = json.loads(capsys.readouterr().out)
        scores = found["sets"][1]["scores"][place]
        for name in ("chrf", "perplexity", "accuracy", "sentences"):
            assert scores[name] == pytest.approx(alone[name])
    gain = found["sets"][1]["bleu_against_the_first"][0]
    values = [one["bleu"] for one in found["sets"][1]["scores"]]
    assert gain["before"] == pytest.approx(values[0]) and gain["difference"] == pytest.approx(values[1] - values[0])
    assert gain["low"] <= gain["difference"] <= gain["high"]


def test_the_table_names_models_sets_and_changes(sets, capsys):
    models = [word for folder in (NUMBERS, MINIATURE, NUMBERS) for word in ("--checkpoint", str(folder))]
    assert main(["compare", *models, *sets, "--beam", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"1  {NUMBERS}" and "change of 3" in lines[4]
    first = next(line for line in lines if line.startswith("new.en"))
    assert first.split()[2] == "BLEU" and first.count("(") == 1
    assert first.split()[5] == first.split()[3]  # the third model is the first
    assert any(line.startswith("old.en: BLEU nrefs:1") and "tok:13a" in line for line in lines)
    assert any(line.startswith("new.en: BLEU nrefs:1") and "tok:zh" in line for line in lines)
    reason = "the target language of the checkpoint is zh"
    assert lines[-2:] == [
        f"old.en: BLEU divides words by '13a', because the references are in Latin script; {reason}",
        f"new.en: BLEU divides words by 'zh', because {reason}",
    ]
    assert main(["compare", *models, *sets[4:], "--beam", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"BLEU divides words by 'zh', because {reason}"


def test_what_is_left_out_or_truncated_is_counted(tmp_path, capsys):
    """Blank references and the ends of long sources were left out without a word."""
    (tmp_path / "a.en").write_text("seven\n" + "seven " * 1500 + "\nnine\n", encoding="utf-8")
    (tmp_path / "a.zh").write_text("七\n七\n\u200b\n", encoding="utf-8")
    given = ["compare", "--checkpoint", str(MINIATURE), "--checkpoint", str(MINIATURE), "--beam", "1"]
    given += ["--max-extra-tokens", "0", "--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh")]
    assert main(given) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "a.en: 1 of 3 pairs left out because a side is blank" in lines
    assert "a.en: 1 of 2 pairs truncated to the positions of model 2" in lines
    assert main([*given, "--json"]) == 0
    [one] = json.loads(capsys.readouterr().out)["sets"]
    assert (one["blank"], [score["truncated"] for score in one["scores"]]) == (1, [1, 1])


def test_the_language_of_references_can_be_given(sets, capsys):
    models = ["--checkpoint", str(NUMBERS), "--checkpoint", str(MINIATURE), "--beam", "1", "--json"]
    assert main(["compare", *models, *sets[:4], "--tgt-lang", "de"]) == 0
    found = json.loads(capsys.readouterr().out)["sets"][0]
    assert found["bleu_reason"] == "BLEU divides words by '13a', because --tgt-lang is de"
    assert "tok:13a" in found["scores"][0]["bleu_signature"]


def test_each_set_is_scored_in_its_own_language():
    """A model of Chinese that is trained on for letters was scored with two tokenisations on the same pairs."""
    text = ParallelText(["one"], ["1"])  # in no script, which would decide
    sets = [PairSet("old", text, "zh"), PairSet("new", text, "letters"), PairSet("third", text)]
    found = compare([lambda: load_checkpoint(NUMBERS)] * 2, sets, DecodingConfig(beam_size=1))
    signatures = [{score.bleu_signature.split("|")[3] for score in one.scores} for one in found]
    assert signatures == [{"tok:zh"}, {"tok:13a"}, {"tok:zh"}]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (["--checkpoint", str(NUMBERS)], "at least twice"),
        (["--checkpoint", str(NUMBERS), "--checkpoint", str(MINIATURE), "--src", "x"], "--src with --tgt"),
        (["--checkpoint", str(NUMBERS), "--checkpoint", str(MINIATURE)], "--src with --tgt"),
        (["--checkpoint", str(NUMBERS), "--checkpoint", "no", "--corpus", "nothing"], "nothing"),
        (["--checkpoint", str(NUMBERS), "--checkpoint", "no", "--batch-size", "0"], "batch_size"),
    ],
)
def test_invalid_input_is_one_line(change, words, capsys):
    assert words in refused(capsys, "compare", *change)


def test_a_missing_checkpoint_is_named(sets, capsys, tmp_path):
    missing = Path(tmp_path) / "none"
    assert str(missing) in refused(capsys, "compare", "--checkpoint", str(missing), "--checkpoint", "x", *sets)


@pytest.fixture
def one_set(tmp_path) -> list[str]:
    """Three pairs with a second reference and a column of one's own; translations made elsewhere."""
    lines = {
        "a.en": ["five hundred and two", "one million and five", "three thousand"],
        "a.zh": ["五百零二", "一百万零五", "三千"],
        "b.zh": ["五〇二", "一百万零五", "三千个"],
        "own": ["short", "long", "short"],
        "other.zh": ["五百零二", "一百零五", "=三千"],
    }
    for name, content in lines.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    return [f"--src={tmp_path / 'a.en'}", f"--tgt={tmp_path / 'a.zh'}", "--beam=1"]


def test_translations_made_elsewhere_are_compared_and_written(one_set, tmp_path, capsys):
    systems = [f"--checkpoint={NUMBERS}", f"--hyp={tmp_path / 'other.zh'}"]
    written = [f"--out={tmp_path / 'one.txt'}", f"--out={tmp_path / 'two.txt'}", f"--own={tmp_path / 'own'}"]
    rows = tmp_path / "rows.jsonl"
    assert main(["compare", *systems, *one_set, f"--tgt={tmp_path / 'b.zh'}", *written, f"--per-sentence={rows}"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0:2] == [f"1  {NUMBERS}", f"2  {tmp_path / 'other.zh'}"] and "nrefs:2" in "".join(lines)
    assert (tmp_path / "two.txt").read_text(encoding="utf-8") == "五百零二\n一百零五\n=三千\n"
    found = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert [row["own"] for row in found] == ["short", "long", "short"]
    assert found[1]["reference 2"] == "一百万零五" and found[1][f"{tmp_path / 'other.zh'}: flag number"]
    assert found[0][f"{tmp_path / 'other.zh'}: loss"] is None and found[0][f"{NUMBERS}: loss"] > 0
    columns = tmp_path / "rows.parquet"
    assert main(["evaluate", systems[1], *one_set, f"--per-sentence={columns}"]) == 0
    assert [*pandas.read_parquet(columns)["reference"]] == ["五百零二", "一百万零五", "三千"]
    table = tmp_path / "rows.csv"
    table.write_text("old", encoding="utf-8")
    assert main(["evaluate", systems[1], *one_set, f"--per-sentence={table}", "--replace"]) == 0
    assert "'=三千" in table.read_text(encoding="utf-8-sig"), "no spreadsheet computes it"


def test_perplexities_are_compared_where_there_are_any(one_set, tmp_path, capsys):
    """A file of translations has no tokens: two checkpoints next to it had "other tokens", even the same ones."""
    models = [f"--checkpoint={NUMBERS}", f"--hyp={tmp_path / 'other.zh'}", f"--checkpoint={NUMBERS}"]
    for systems, changes in ((models, ["–", "+0.00"]), (models[1:], ["–"]), (models[:2], ["–"])):
        assert main(["compare", *systems, *one_set]) == 0
        row = next(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("perplexity"))
        assert row.split()[1 + len(systems) :] == changes


def test_translations_of_blank_pairs_are_left_out_with_them(one_set, tmp_path, capsys):
    """A translation for each line of the file was refused where the file had a blank pair."""
    for name in ("a.en", "a.zh", "other.zh"):
        path = tmp_path / name
        first, *rest = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join([first, "left out\n" if name == "other.zh" else "\n", *rest]), encoding="utf-8")
    rows = tmp_path / "rows.jsonl"
    assert main(["evaluate", f"--hyp={tmp_path / 'other.zh'}", *one_set, f"--per-sentence={rows}"]) == 0
    found = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert [row["number"] for row in found] == [1, 3, 4]
    translated = [row[f"{tmp_path / 'other.zh'}: translation"] for row in found]
    assert translated == ["五百零二", "一百零五", "=三千"]


def test_a_comparison_as_a_job_is_repeated_and_read_back(one_set, tmp_path, capsys):
    systems = [f"--checkpoint={NUMBERS}", f"--hyp={tmp_path / 'other.zh'}"]
    job = tmp_path / "jobs" / "one"
    assert main(["compare", *systems, *one_set, f"--job={job}", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    result = read_result(job)
    assert [system.bleu.value for system in result.systems] == [one["bleu"] for one in first["sets"][0]["scores"]]
    assert main(["jobs", "run", str(job)]) == 0
    assert read_result(job) == result


def test_corpus_is_read_in_the_direction_of_the_systems(tmp_path):
    """A model of the other direction was given the references, and scored near 0 against the sources."""
    folder = tmp_path / "back"
    shutil.copytree(MINIATURE, folder)
    described = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    described |= {"source_language": "zh", "target_language": "en"}
    (folder / "config.json").write_text(json.dumps(described), encoding="utf-8")
    sets = [
        corpus_set("everyday-en-zh", "phrases_test", argparse.Namespace(systems=[System("", path)], tgt_lang=None))
        for path in (MINIATURE, folder)
    ]
    assert sets[0].sources == sets[1].references[0] and sets[1].sources == sets[0].references[0]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["evaluate"], "give one --checkpoint, or one --hyp"),
        (["evaluate", "--hyp=a", "--hyp=b"], "compare takes several"),
        (["evaluate", "--hyp=none.txt"], "none.txt: file not found"),
        (["evaluate", "--hyp=a.zh", "--out=x", "--out=y"], "once for each system: 2 for 1"),
        (["evaluate", "--hyp=a.zh", "--out=x.csv", "--per-sentence=./x.csv"], "x.csv is to be written twice"),
        (["compare", f"--checkpoint={NUMBERS}", f"--checkpoint={ROOT}/checkpoints/en-de"], "en → zh and"),
        (["evaluate", "--hyp=a.zh", "--out=b.zh"], "b.zh exists; choose another name, or give --replace"),
        (["evaluate", "--hyp=a.zh", "--per-sentence=none/rows.csv"], "--per-sentence none/rows.csv must be a file in"),
        (["evaluate", "--hyp=a.zh", "--per-sentence=rows.xls"], "csv, json, jsonl, parquet, not as 'xls'"),
        (["evaluate", "--hyp=a.zh", "--own=short"], "3"),
        (["evaluate", "--hyp=short"], "short has 1 lines and a.en has 3 sentences"),
        (
            ["compare", "--hyp=a.zh", "--hyp=other.zh", "--src=a.en", "--tgt=b.zh", "--out=x", "--out=y"],
            "one test set, not 2",
        ),
    ],
)
def test_systems_and_files_that_do_not_fit_are_one_line(command, words, one_set, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short").write_text("one\n")
    assert words in refused(capsys, *command, *one_set)
