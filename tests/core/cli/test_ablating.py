"""`python -m core ablate`: the table, its CSV and JSON, a job, and errors of one line."""

import csv
import io
import json

import pytest

from core.cli.ablating import CSV_COLUMNS
from core.cli.parser import main
from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.inspection.ablation import ablate
from core.inspection.head_names import read_heads
from core.inspection.intervention import Intervention
from core.jobs.job import Job
from tests.core.cli.command import refused

SOURCE = ["seven", "three thousand four hundred and eighty-one", "ninety million"]
TARGET = ["七", "三千四百八十一", "九百万"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "a.en").write_text("\n".join(SOURCE) + "\n", encoding="utf-8")
    (tmp_path / "a.zh").write_text("\n".join(TARGET) + "\n", encoding="utf-8")
    return "--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh")


@pytest.fixture(scope="module")
def expected(translator):
    change = Intervention(off=read_heads("c.2,e.1.1", 2, 2))
    config = DecodingConfig(beam_size=1)
    text = ParallelText(SOURCE, TARGET)
    return ablate(translator.model, translator.vocabularies, text, change, "zh", config)


def run(capsys, miniature, *arguments):
    assert main(["ablate", "--checkpoint", str(miniature), "--beam", "1", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_csv_and_json_have_the_numbers_of_the_core(miniature, files, expected, capsys):
    written = run(capsys, miniature, "--off", "c.2,e.1.1", *files, "--csv")
    rows = list(csv.DictReader(io.StringIO(written)))
    assert tuple(rows[0]) == CSV_COLUMNS and [row["measure"] for row in rows] == ["loss", "bleu"]
    for row, paired in zip(rows, (expected.loss, expected.bleu), strict=True):
        assert [float(row[name]) for name in CSV_COLUMNS[1:]] == pytest.approx(list(paired), abs=1e-4)
    found = json.loads(run(capsys, miniature, "--off", "c.2,e.1.1", *files, "--json"))
    assert found["bleu"]["after"] == pytest.approx(expected.bleu.after) and found["resamples"] == 1000
    assert [row["source"] for row in found["per_sentence"]] == SOURCE


def test_table_names_the_set_and_the_interval(miniature, expected, files, capsys):
    lines = run(capsys, miniature, "--off", "c.2,e.1.1", *files).splitlines()
    assert lines[0].startswith("3 sentences, ") and lines[0].endswith("greedy")
    assert lines[1] == "off      c.2,e.1.1"
    assert lines[3].startswith("loss") and f"{expected.loss.after:.4f}" in lines[3]
    assert lines[5] == "fewer than 10 sentences: too few to tell whether the change is for the worse"
    assert "paired bootstrap over sentences, 1000 resamples, seed 12345" in lines[7]


def test_one_sentence_has_neither_interval_nor_verdict(miniature, tmp_path, capsys):
    (tmp_path / "a.en").write_text("seven\n", encoding="utf-8")
    lines = run(capsys, miniature, "--off", "c", "--src", str(tmp_path / "a.en")).splitlines()
    assert [line.endswith("   none for one sentence") for line in lines[3:5]] == [True, True]
    assert lines[5].startswith("fewer than 10 sentences")


def test_enough_sentences_have_no_warning(miniature, capsys):
    assert "fewer than" not in run(capsys, miniature, "--off", "c")


def test_the_sample_of_the_checkpoint_has_references(miniature, capsys):
    found = json.loads(run(capsys, miniature, "--uniform", "d", "--json"))
    assert found["sentences"] == 60 and not found["own_targets"] and found["bleu"]["before"] < 100


def test_ablation_as_a_job_records_its_effect(miniature, files, tmp_path, capsys):
    folder = tmp_path / "jobs" / "effect"
    run(capsys, miniature, "--off", "c", *files, "--job", str(folder))
    job = Job(folder)
    assert job.status().state == "finished"
    *_, progress, effect = job.events()
    assert progress["done"] == progress["total"] == 6
    assert effect["event"] == "effect" and effect["sentences"] == 3 and "per_sentence" not in effect


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name the heads to change"),
        (("--off", "c.9"), "'c.9' does not exist: the cross attention has 2 layers of 2 heads"),
        (("--off", "q"), "does not name heads"),
        (("--off", "c.1", "--uniform", "c.1.1"), "cannot be both off and uniform"),
        (("--off", "c", "--tgt", "x"), "--tgt needs --src"),
        (("--off", "c", "--batch-size", "0"), "batch_size (0) must be a whole number of at least 1"),
    ],
)
def test_bad_arguments_are_one_line(miniature, capsys, arguments, words):
    assert words in refused(capsys, "ablate", "--checkpoint", miniature, *arguments)


def test_files_of_different_lengths_are_refused(miniature, files, capsys):
    short = files[1].replace("a.en", "b.en")
    with open(short, "w", encoding="utf-8") as file:
        file.write("seven\n")
    line = refused(capsys, "ablate", "--checkpoint", miniature, "--off", "c", "--src", short, *files[2:])
    assert "--src has 1 lines and --tgt 3" in line
