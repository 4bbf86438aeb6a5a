"""The command line, as other programs call it: what goes in, what comes out, and how wrong input ends."""

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from core.checkpoint import load_checkpoint
from core.cli.parser import build_parser, main
from core.config import PRESETS, DataConfig, DecodingConfig, ModelConfig, TrainingConfig, describe
from core.data.tasks import task
from core.training.run import Run

ROOT = Path(__file__).parents[2]
TINY = (
    *("--d-model", "14", "--num-layers", "1", "--num-heads", "7", "--d-ff", "11", "--vocab-size", "283"),
    *("--max-steps", "2", "--tokens-per-batch", "131", "--warmup-steps", "5", "--device", "cpu"),
)
COPY = ("--task", "copy", "--task-pairs", "31", "--valid-pairs", "5")
LINES = ["three thousand four hundred and eighty-one", "", "seven", "  ", "</s> <s>", "ninety million"]


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch):
    """Puts bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return put


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on standard error with which wrong input must end, beside exit status 2."""
    try:
        status = main(arguments)
    except SystemExit as ended:  # argparse
        status = ended.code
    out, err = capsys.readouterr()
    assert status == 2, err
    assert out == ""
    assert err.count("\n") == 1, err
    assert err.startswith(("python -m core: error: ", f"python -m core {arguments[0]}: error: "))
    return err


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Path, Path]:
    """23 unseen pairs of the numbers task, the target side gzipped."""
    text = task("numbers").pairs(23, 3, split="test")
    (tmp_path / "a.en").write_text("\n".join(text.source) + "\n", encoding="utf-8")
    (tmp_path / "a.zh.gz").write_bytes(gzip.compress(("\n".join(text.target) + "\n").encode()))
    return tmp_path / "a.en", tmp_path / "a.zh.gz"


# translate


def test_translate_writes_one_line_for_each_line_and_keeps_blank_ones(miniature, translator, stdin, capsys):
    stdin(("\n".join(LINES) + "\n").encode())
    assert main(["translate", "--checkpoint", str(miniature)]) == 0
    out, err = capsys.readouterr()
    lines = out.split("\n")
    assert lines.pop() == ""
    assert lines == [translation.text for translation in translator.translate(LINES)]
    assert lines[1] == lines[3] == ""
    assert sum(map(bool, lines)) >= 2
    assert err == ""  # quiet, since this is no terminal


@pytest.mark.parametrize(
    "data, lines",
    [(b"", 0), (b"\n", 1), (b"seven", 1), (b"seven\r\neight\r\n", 2), (b"\xef\xbb\xbfseven\n", 1), (b"\n\n\nsix", 4)],
)
def test_translate_counts_lines_as_other_programs_do(miniature, stdin, capsys, data, lines):
    stdin(data)
    assert main(["translate", "--checkpoint", str(miniature), "--beam", "1"]) == 0
    assert capsys.readouterr().out.count("\n") == lines


def test_a_line_separator_inside_a_sentence_does_not_split_it(miniature, stdin, capsys):
    stdin("six\u2028seven\x0ceight\x85nine\n".encode())
    assert main(["translate", "--checkpoint", str(miniature), "--beam", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_translate_takes_beam_and_alpha(miniature, translator, stdin, capsys):
    stdin("\n".join(LINES).encode())
    assert main(["translate", "--checkpoint", str(miniature), "--beam", "2", "--alpha", "1.5"]) == 0
    expected = translator.translate(LINES, DecodingConfig(beam_size=2, alpha=1.5))
    assert capsys.readouterr().out == "".join(translation.text + "\n" for translation in expected)


def test_nbest_writes_line_number_rank_score_and_text(miniature, translator, stdin, capsys):
    stdin("\n".join(LINES).encode())
    assert main(["translate", "--checkpoint", str(miniature), "--nbest", "3"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {len(row) for row in rows} == {4}
    assert [(int(row[0]), int(row[1])) for row in rows] == [(n, r) for n in range(1, 7) for r in range(1, 4)]
    found = translator.translate(LINES, DecodingConfig(beam_size=4, nbest=3))
    for number, rank, score, text in rows:
        translation = found[int(number) - 1]
        if not translation.hypotheses:
            assert (score, text) == ("", "")
            continue
        assert text == translation.texts[int(rank) - 1]
        assert float(score) == pytest.approx(translation.hypotheses[int(rank) - 1].score, abs=1e-5)


def test_nbest_widens_a_beam_that_was_not_given(miniature, stdin, capsys):
    stdin(b"seven\n")
    assert main(["translate", "--checkpoint", str(miniature), "--nbest", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_translate_says_when_a_sentence_was_cut(miniature, stdin, capsys):
    stdin(b"seven\n" + b"seven " * 1500 + b"\n")
    assert main(["translate", "--checkpoint", str(miniature), "--beam", "1", "--max-extra-tokens", "0"]) == 0
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 2
    assert captured.err == "1 of the sentences were cut to the model's 1024 tokens\n"


def test_translate_in_a_pipe_of_another_encoding_still_writes_utf8(miniature):
    # a real process: what it reads and writes must not depend on the locale
    done = subprocess.run(
        [sys.executable, "-m", "core", "translate", "--checkpoint", str(miniature), "--beam", "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
        input=b"three thousand\n\nseven\n",
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode("utf-8").split("\n")
    assert len(lines) == 4
    assert lines[1] == lines[3] == ""
    assert any(character in "零一二三四五六七八九十百千万" for character in lines[0])


@pytest.mark.parametrize(
    "options, words",
    [
        (("--beam", "0"), "beam_size must be a whole number from 1 to 64, not 0"),
        (("--beam", "65"), "from 1 to 64"),
        (("--beam", "two"), "two"),
        (("--alpha", "-1"), "alpha must be a number from 0.0 to 5.0, not -1.0"),
        (("--alpha", "nan"), "alpha"),
        (("--nbest", "3", "--beam", "2"), "nbest (3) must not be larger than beam_size (2)"),
        (("--batch-size", "0"), "batch_size (0) must be at least 1"),
        (("--device", "tpu"), "tpu"),
        (("--unknown", "3"), "--unknown"),
    ],
)
def test_wrong_decoding_settings_are_refused_in_one_line(miniature, stdin, capsys, options, words):
    stdin(b"seven\n")
    assert words in refused(capsys, "translate", "--checkpoint", str(miniature), *options)


def test_input_that_is_not_utf8_is_refused_with_its_line(miniature, stdin, capsys):
    stdin(b"seven\neight\nnine \xff\n")
    assert "line 3" in refused(capsys, "translate", "--checkpoint", str(miniature))


@pytest.mark.parametrize("command", ["translate", "evaluate", "inspect"])
def test_a_checkpoint_that_is_not_there_is_named(tmp_path, stdin, capsys, corpus, command):
    stdin(b"seven\n")
    rest = {
        "translate": (),
        "evaluate": ("--src", str(corpus[0]), "--tgt", str(corpus[1])),
        "inspect": ("--text", "x", "--out", str(tmp_path / "o.npz")),
    }[command]
    assert "nowhere" in refused(capsys, command, "--checkpoint", str(tmp_path / "nowhere"), *rest)
    assert not (tmp_path / "o.npz").exists()


def test_an_error_of_many_lines_is_told_in_one(miniature, tmp_path, stdin, capsys):
    spoilt = tmp_path / "two\nlines"
    shutil.copytree(miniature, spoilt)
    (spoilt / "model.safetensors").write_bytes(b"short")
    stdin(b"seven\n")
    assert "model.safetensors" in refused(capsys, "translate", "--checkpoint", str(spoilt))


# evaluate


def test_evaluate_prints_one_json_object_with_its_keys(miniature, corpus, capsys):
    command = ["evaluate", "--checkpoint", str(miniature), "--src", str(corpus[0]), "--tgt", str(corpus[1])]
    assert main([*command, "--beam", "2", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    scores = json.loads(out)
    required = {"bleu", "bleu_signature", "chrf", "chrf_signature", "perplexity", "sentences", "sentences_per_second"}
    assert required <= scores.keys()
    assert scores["sentences"] == 23
    assert "tok:zh" in scores["bleu_signature"]
    assert 0 <= scores["bleu"] <= 100
    assert scores["perplexity"] > 1
    assert main([*command, "--beam", "2"]) == 0
    words = capsys.readouterr().out
    assert all(word in words for word in ("BLEU", "chrF", "perplexity", "23", f"{scores['bleu']:.2f}"))


def test_evaluate_writes_json_even_where_the_perplexity_is_beyond_all_numbers(miniature, tmp_path, corpus, capsys):
    hopeless = tmp_path / "hopeless"
    shutil.copytree(miniature, hopeless)
    from safetensors.torch import save_file

    tensors = load_file(hopeless / "model.safetensors")
    tensors["encoder.embedding.weight"] *= 2000
    save_file(tensors, hopeless / "model.safetensors")
    command = ["evaluate", "--checkpoint", str(hopeless), "--src", str(corpus[0]), "--tgt", str(corpus[1])]
    assert main([*command, "--beam", "1", "--max-extra-tokens", "0", "--json"]) == 0

    def no_such_constant(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    assert json.loads(capsys.readouterr().out, parse_constant=no_such_constant)["sentences"] == 23


def test_evaluate_refuses_files_that_do_not_belong_together(miniature, corpus, tmp_path, capsys):
    (tmp_path / "short").write_text("一\n", encoding="utf-8")
    given = ("evaluate", "--checkpoint", str(miniature), "--src", str(corpus[0]), "--tgt")
    message = refused(capsys, *given, str(tmp_path / "short"))
    assert "23 lines" in message and "has 1" in message
    assert "nowhere" in refused(capsys, *given, str(tmp_path / "nowhere"))


# inspect


def test_inspect_writes_the_attention_of_the_tokens_that_were_generated(miniature, translator, tmp_path, capsys):
    out = tmp_path / "trace.npz"
    assert main(["inspect", "--checkpoint", str(miniature), "--text", LINES[0], "--out", str(out)]) == 0
    assert capsys.readouterr() == ("", "")
    with np.load(out, allow_pickle=False) as file:
        arrays = dict(file)
    translation = translator.search(LINES[0], DecodingConfig())
    source, target = len(translation.source_ids), len(translation.hypotheses[0].ids)
    assert arrays["encoder_self"].shape == (2, 2, source, source)
    assert arrays["decoder_self"].shape == (2, 2, target, target)
    assert arrays["cross"].shape == (2, 2, target, source)
    for kind in ("encoder_self", "decoder_self", "cross"):
        assert arrays[kind].dtype == np.float32
        np.testing.assert_allclose(arrays[kind].sum(axis=-1), 1, atol=1e-5)
    assert [len(arrays[name]) for name in ("src_tokens", "tgt_tokens", "predicted_tokens")] == [source, target, target]
    assert {arrays[name].dtype.kind for name in ("src_tokens", "tgt_tokens", "predicted_tokens")} == {"U"}
    assert arrays["src_tokens"][-1] == "</s>"
    assert "".join(arrays["src_tokens"][:-1]).strip() == LINES[0]
    assert arrays["tgt_tokens"][0] == "<s>"
    assert arrays["tgt_tokens"][1:].tolist() == arrays["predicted_tokens"][:-1].tolist()
    assert [path.name for path in tmp_path.iterdir()] == ["trace.npz"]


def test_inspect_takes_a_given_target(miniature, tmp_path):
    out = tmp_path / "trace.npz"
    given = ["inspect", "--checkpoint", str(miniature), "--text", "seven", "--target", "七千", "--out", str(out)]
    assert main(given) == 0
    with np.load(out, allow_pickle=False) as file:
        assert "".join(file["predicted_tokens"]) == "七千</s>"


@pytest.mark.parametrize("text", ["", "   "])
def test_inspect_refuses_a_blank_sentence(miniature, tmp_path, capsys, text):
    given = ("inspect", "--checkpoint", str(miniature), "--text", text, "--out", str(tmp_path / "o.npz"))
    assert "blank" in refused(capsys, *given)
    assert not list(tmp_path.iterdir())


def test_inspect_refuses_a_place_where_nothing_can_be_written(miniature, tmp_path, capsys):
    given = ("inspect", "--checkpoint", str(miniature), "--text", "seven", "--out")
    assert "nowhere" in refused(capsys, *given, str(tmp_path / "nowhere" / "o.npz"))
    (tmp_path / "folder").mkdir()
    assert "folder" in refused(capsys, *given, str(tmp_path / "folder"))
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


# train and average


def test_train_on_a_generated_task_leaves_a_checkpoint_and_says_nothing(tmp_path, capsys):
    assert main(["train", "--run", str(tmp_path / "r"), *COPY, *TINY]) == 0
    assert capsys.readouterr() == ("", "")
    assert Run(tmp_path / "r").status().state == "finished"
    config = load_checkpoint(tmp_path / "r" / "checkpoint").model.config
    assert (config.d_model, config.num_layers, config.dropout) == (14, 1, PRESETS["tiny"].dropout)


def test_every_field_of_the_configurations_can_be_given(tmp_path):
    values = {
        "attention-dropout": "0.25",
        "norm": "pre",
        "positions": "learned",
        "max-positions": "300",
        "tying": "two-way",
        "scale-scores": "false",
        "d-k": "3",
        "d-v": "5",
        "seed": "11",
        "accumulate": "2",
        "label-smoothing": "0.2",
        "dropout": "0.15",
        "rate-factor": "0.5",
        "clip-norm": "1.5",
        "max-epochs": "3",
        "validate-every": "2",
        "checkpoint-every": "1",
        "patience": "7",
        "average-last": "1",
        "adam-beta1": "0.8",
        "adam-beta2": "0.9",
        "adam-eps": "1e-8",
        "precision": "bfloat16",
        "validation-sentences": "2",
        "sample-sentences": "1",
        "report-every": "1",
        "keep-checkpoints": "1",
    }
    given = [part for name, value in values.items() for part in (f"--{name}", value)]
    assert main(["train", "--run", str(tmp_path / "r"), *COPY, *TINY, *given]) == 0
    config = Run(tmp_path / "r").read_config()
    for name, value in values.items():
        field = name.replace("-", "_")
        found = next(getattr(part, field) for part in config if hasattr(part, field))
        assert str(found).lower() == value or float(found) == float(value)


def test_train_takes_gzipped_files_and_relative_paths_that_still_hold_elsewhere(tmp_path, monkeypatch, capsys):
    (tmp_path / "data").mkdir()
    for side, lines in (("en", "a dog\nthe cat\n" * 11), ("de", "ein hund\ndie katze\n" * 11)):
        (tmp_path / "data" / f"a.{side}.gz").write_bytes(gzip.compress(lines.encode()))
    files = ["--src", "data/a.en.gz", "--tgt", "data/a.de.gz", "--src-lang", "en", "--tgt-lang", "de"]
    valid = ["--valid-src", "data/a.en.gz", "--valid-tgt", "data/a.de.gz", "--validate-every", "1"]
    monkeypatch.chdir(tmp_path)
    assert main(["train", "--run", "r", *files, *valid, *TINY]) == 0
    monkeypatch.chdir(ROOT)  # where a run that is resumed from the page stands
    assert main(["train", "--resume", str(tmp_path / "r"), "--max-steps", "3"]) == 0
    assert Run(tmp_path / "r").status()[:2] == ("finished", 3)
    checkpoint = load_checkpoint(tmp_path / "r" / "checkpoint")
    assert (checkpoint.source_language, checkpoint.target_language) == ("en", "de")


def test_verbose_tells_each_validation(tmp_path, capsys):
    assert main(["train", "--run", str(tmp_path / "r"), *COPY, *TINY, "--validate-every", "1", "--verbose"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split(":")[0] for line in err.splitlines()] == ["step 1", "step 2"]


@pytest.mark.parametrize(
    "options, words",
    [
        ((), "either task or src"),
        (("--task", "sorting"), "sorting"),
        ((*COPY, "--src", "x"), "src cannot be given beside it"),
        ((*COPY, "--valid-src", "x"), "valid_src cannot be given beside it"),
        (("--src", "nowhere.en", "--tgt", "nowhere.de"), "nowhere.en"),
        ((*COPY, "--vocab-size", "258"), "vocab_size (258) must be at least 259"),
        ((*COPY, "--d-model", "15"), "d_model (15) must be even"),
        ((*COPY, "--num-heads", "5"), "d_model (14) must be divisible by num_heads (5)"),
        ((*COPY, "--d-model", "ten"), "ten"),
        ((*COPY, "--dropout", "1"), "dropout must be a number from 0.0 to 0.95, not 1.0"),
        ((*COPY, "--max-steps", "0"), "max_steps must be a whole number"),
        ((*COPY, "--norm", "middle"), "middle"),
        ((*COPY, "--scale-scores", "maybe"), "maybe"),
        ((*COPY, "--seed", "-1"), "seed must be a whole number"),
        ((*COPY, "--max-tokens", "4", "--task-pairs", "16", "--seed", "1"), "max_tokens"),
        ((*COPY, "--max-positions", "16"), "16"),
    ],
)
def test_wrong_settings_are_refused_and_nothing_is_written(tmp_path, monkeypatch, capsys, options, words):
    monkeypatch.chdir(tmp_path)
    if "--max-tokens" in options:  # all pairs of the draw are longer
        monkeypatch.setattr("core.data.tasks.SequenceTask.draw", lambda *_: ("a b c d e f", "a b c d e f", "train"))
        monkeypatch.setattr("core.data.tasks.SequenceTask._bucket", lambda *_: "train")
        monkeypatch.setattr("core.data.tasks.Task._drawn_from", lambda self, split, rng: self.draw(rng)[:2])
    assert words in refused(capsys, "train", "--run", "r", *TINY, *options)
    assert not list(tmp_path.iterdir())


def test_cuda_where_there_is_none_is_refused_and_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    given = [*TINY[:-1], "cuda"]
    assert "no CUDA" in refused(capsys, "train", "--run", str(tmp_path / "r"), *COPY, *given)
    assert not list(tmp_path.iterdir())


def test_a_run_that_exists_is_refused_and_kept(miniature_run, capsys):
    before = {path: path.stat().st_mtime for path in miniature_run.rglob("*")}
    assert "exists already" in refused(capsys, "train", "--run", str(miniature_run), *COPY, *TINY)
    assert {path: path.stat().st_mtime for path in miniature_run.rglob("*")} == before


def test_a_bad_run_name_is_refused(tmp_path, capsys):
    assert "run name" in refused(capsys, "train", "--run", str(tmp_path / "a b"), *COPY, *TINY)
    assert not list(tmp_path.iterdir())


def test_a_run_below_a_file_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("x")
    assert "file" in refused(capsys, "train", "--run", str(tmp_path / "file" / "r"), *COPY, *TINY)


def test_run_and_resume_exclude_one_another_and_one_is_needed(tmp_path, capsys):
    assert "--run" in refused(capsys, "train", *COPY)
    assert "--run" in refused(capsys, "train", "--run", "a", "--resume", "b")
    assert "nowhere" in refused(capsys, "train", "--resume", str(tmp_path / "nowhere"))


def test_a_resumed_run_keeps_its_settings(miniature_run, capsys):
    message = refused(capsys, "train", "--resume", str(miniature_run), "--seed", "3", "--d-model", "64")
    assert "d_model, seed cannot be changed" in message


def test_a_preset_beside_resume_is_refused_and_not_ignored(miniature_run, capsys):
    assert "preset cannot be changed" in refused(capsys, "train", "--resume", str(miniature_run), "--preset", "base")


def test_the_configuration_of_a_run_that_is_being_trained_is_left_alone(miniature_run, tmp_path, capsys):
    """A new limit was written into it before the run was found to be busy."""
    run = Run(shutil.copytree(miniature_run, tmp_path / "busy"))
    run.set_status("running", 40, process=os.getppid())
    before = run.config_path.read_bytes()
    assert "another process" in refused(capsys, "train", "--resume", str(run.folder), "--max-steps", "9999")
    assert run.config_path.read_bytes() == before


def test_average_writes_the_mean_of_the_last_checkpoints(miniature_run, tmp_path, capsys):
    assert main(["average", "--run", str(miniature_run), "--last", "3", "--out", str(tmp_path / "mean")]) == 0
    assert capsys.readouterr() == ("", "")
    paths = [miniature_run / f"checkpoints/step-{step}/model.safetensors" for step in (40, 80, 120)]
    parts = [load_file(path) for path in paths]
    averaged = load_file(tmp_path / "mean" / "model.safetensors")
    for name, tensor in averaged.items():
        mean = sum(part[name].double() for part in parts) / 3
        assert torch.equal(tensor.float(), mean.float().half().float())
    assert load_checkpoint(tmp_path / "mean").details["averaged"] == ["step-40", "step-80", "step-120"]


@pytest.mark.parametrize("last", ["0", "-2", "4", "many"])
def test_average_refuses_a_number_of_checkpoints_that_there_is_not(miniature_run, tmp_path, capsys, last):
    given = ("average", "--run", str(miniature_run), "--last", last, "--out", str(tmp_path / "mean"))
    assert last in refused(capsys, *given)
    assert not list(tmp_path.iterdir())


def test_average_never_replaces_a_folder_of_another_kind(miniature_run, tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("three years")
    refused(capsys, "average", "--run", str(miniature_run), "--last", "1", "--out", str(tmp_path))
    assert (tmp_path / "thesis.txt").read_text() == "three years"


# Help


def test_help_explains_every_field_in_its_own_words(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["train", "--help"])
    assert ended.value.code == 0
    words = " ".join(capsys.readouterr().out.split())
    for config in (DataConfig, ModelConfig, TrainingConfig):
        for item in describe(config):
            assert f"--{item.name.replace('_', '-')}" in words
            assert " ".join(item.help.split()) in words.replace("- ", "-")


@pytest.mark.parametrize("command", ["translate", "evaluate", "inspect", "average", "train"])
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert "--" in capsys.readouterr().out


def test_no_command_and_an_unknown_one_are_refused_in_one_line():
    for arguments in ([], ["fly"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2


def test_the_parser_loads_no_torch():
    script = "import sys; from core.cli.parser import build_parser; build_parser(); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == 0
    assert build_parser().prog == "python -m core"


def test_the_module_ends_with_status_2_and_one_line_in_a_real_process(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "core", "train", "--run", str(tmp_path / "r"), "--src", str(tmp_path / "none.tsv")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "none.tsv" in done.stderr
    assert not list(tmp_path.iterdir())
