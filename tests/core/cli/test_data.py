"""data list, get and show; training and evaluating on a corpus by name."""

import gzip
import json

import pytest

from core.cli import data as commands
from core.cli.parser import main
from core.data.corpora import download, reading
from core.data.corpora.reading import DATA_VARIABLE
from core.data.stream import stream_parallel_files
from core.errors import CoreError


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """A folder with an invented Multi30k, and none of downloads."""
    monkeypatch.setenv(DATA_VARIABLE, "")  # given back after what a command sets
    monkeypatch.setattr(reading, "DOWNLOADS", tmp_path / "downloads")
    folder = tmp_path / "copies" / "multi30k-en-de"
    folder.mkdir(parents=True)
    for stem, count in (("train", 23), ("val", 5), ("test_2016_flickr", 3)):
        for language, word in (("en", "dog"), ("de", "Hund")):
            lines = [f"{word} {stem} {n}" for n in range(count)]
            (folder / f"{stem}.{language}").write_text("\n".join(lines) + "\n")
    return folder.parent


def test_list_marks_downloaded_corpora(copies, capsys):
    (copies / "3am-en-zh").mkdir()
    for side in ("en", "zh"):
        (copies / "3am-en-zh" / f"val.{side}").write_text("x\n")
    assert main(["data", "list", "--data-dir", str(copies)]) == 0
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert " yes " in rows["multi30k-en-de"] and "31,014" in rows["multi30k-en-de"]
    assert " in part " in rows["3am-en-zh"] and " in part " in rows["everyday-en-zh"]
    assert " no " in rows["tatoeba-en-zh"] and "CC-BY 2.0 FR" in rows["tatoeba-en-zh"]


def test_a_corpus_is_shown_with_counts_lengths_and_pairs(copies, capsys):
    (copies / "multi30k-en-de" / "val.en").unlink()
    assert main(["data", "show", "multi30k-en-de", "--data-dir", str(copies)]) == 0
    shown = capsys.readouterr().out
    assert "train: 23 pairs; characters: median 12 and 13, 95 % up to 12 and 13, longest 12 and 13" in shown
    assert "valid: not here" in shown
    assert "dog train 0\n  → Hund train 0" in shown
    assert "Elliott" in shown


def test_lengths_are_counted_by_hand(tmp_path):
    for side, lines in (("a", ["x", "xx", "xxx", "", "x" * 10]), ("b", ["y", "y", "yy", "y", "yyy"])):
        (tmp_path / side).write_text("\n".join(lines) + "\n")
    report = commands.report("train", stream_parallel_files(tmp_path / "a", tmp_path / "b"))
    assert report == ("train", 4, 1, (2, 1), (10, 3), (10, 3))


def test_fetching_verifies_the_number_of_pairs(copies, monkeypatch, capsys):
    monkeypatch.setattr(download, "fetch", lambda file, folder, progress: folder / file.name)
    assert main(["data", "get", "multi30k-en-de", "--to", str(copies)]) == 2
    error = capsys.readouterr().err
    assert "multi30k-en-de, train: 23 pairs where 29,000 are published" in error
    assert error.count("\n") == 1


def test_unreachable_corpus_reports_where_to_put_it(tmp_path, capsys):
    assert main(["data", "get", "tvsub-en-zh", "--to", str(tmp_path)]) == 2
    assert f"Put the files into {tmp_path / 'tvsub-en-zh'}" in capsys.readouterr().err


def test_a_data_set_of_the_hub_needs_its_columns(tmp_path, capsys):
    assert main(["data", "get", "hub:a/b", "--to", str(tmp_path)]) == 2
    assert "--src-column and --tgt-column" in capsys.readouterr().err


TINY = "--d-model 14 --num-heads 7 --d-ff 17 --num-layers 1 --vocab-size 263 --max-positions 64 --max-tokens 64"
QUICK = "--max-steps 2 --tokens-per-batch 200 --validate-every 2 --checkpoint-every 2 --snapshot-sentences 0"


def test_run_trains_on_corpus_and_scores_its_test_pairs(copies, tmp_path, capsys):
    run = tmp_path / "run"
    by_name = ["--corpus", "multi30k-en-de", "--data-dir", str(copies)]
    assert main(["train", "--run", str(run), *by_name, *TINY.split(), *QUICK.split()]) == 0
    started = json.loads((run / "events.jsonl").read_text().splitlines()[0])
    assert started["training_pairs"] == 23
    assert json.loads((run / "tokens" / "tokens.json").read_text())["read"] == 23
    config = json.loads((run / "checkpoint" / "config.json").read_text())
    assert (config["source_language"], config["target_language"]) == ("en", "de")
    before = (run / "tokens" / "tokens.json").stat().st_mtime_ns
    assert main(["train", "--resume", str(run), "--max-steps", "3"]) == 0  # the folder is known from the environment
    assert (run / "tokens" / "tokens.json").stat().st_mtime_ns == before
    capsys.readouterr()
    assert main(["evaluate", "--checkpoint", str(run / "checkpoint"), *by_name, "--json", "--beam", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 3


def test_evaluation_takes_files_or_a_corpus_not_both(copies, capsys):
    for given in (["--corpus", "multi30k-en-de", "--src", "x"], ["--src", "x"], ["--split", "test"], []):
        assert main(["evaluate", "--checkpoint", "nowhere", *given]) == 2
        assert "give either --src and --tgt, or --corpus" in capsys.readouterr().err


def test_a_preset_of_a_corpus_is_a_whole_configuration(monkeypatch):
    from core.cli import training
    from core.cli.parser import build_parser

    arguments = build_parser().parse_args(["train", "--run", "r", "--preset", "iwslt2017-en-zh", "--accumulate", "3"])
    config = training._configurations(arguments)
    model = config.model
    assert (model.num_layers, model.num_heads, model.d_model, model.d_ff, model.vocab_size) == (6, 8, 512, 2048, 10_000)
    assert (config.training.precision, config.training.accumulate) == ("bfloat16", 3)
    assert config.data.corpus == "iwslt2017-en-zh"


def test_reversed_languages_swap_a_corpus(copies, monkeypatch):
    from core.config import DataConfig
    from core.training.text import read_corpus

    monkeypatch.setenv(DATA_VARIABLE, str(copies))
    corpus = read_corpus(DataConfig(corpus="multi30k-en-de", src_lang="de", tgt_lang="en"))
    assert (corpus.source_language, corpus.target_language) == ("de", "en")
    assert corpus.validation.source[0] == "Hund val 0"
    with pytest.raises(CoreError, match="unknown corpus 'x'"):
        read_corpus(DataConfig(corpus="x"))
    with pytest.raises(CoreError, match=r"exactly one of task, src .* and corpus"):
        read_corpus(DataConfig(corpus="multi30k-en-de", task="copy"))


def test_copy_of_a_collected_corpus_is_compared_with_the_one_used(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GLASSFORMER_DATA", str(tmp_path))
    folder = tmp_path / "stamps-en-de"
    folder.mkdir()
    for language in ("en", "de"):
        (folder / f"train.{language}.gz").write_bytes(gzip.compress(b"A stamp.\n"))
    assert main(["data", "show", "stamps-en-de"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("differs from the one that was used: SHA-256") == 2


def test_mixture_fetches_what_it_can_and_names_the_rest(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(download, "fetch", lambda file, folder, progress: None)
    assert main(["data", "get", "everyday-en-de", "--to", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "make these yourself" in shown
    assert "phrases-en-de: Debian package trans-de-en" in shown and "tatoeba" not in shown.split("yourself")[1]
