"""`translate`, `evaluate` and `inspect` as called by other programs: input, output, and refusals."""

import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from core.cli.parser import main
from core.config import DecodingConfig
from core.data.tasks import task
from tests.core.cli.command import ROOT, refused

LINES = ["three thousand four hundred and eighty-one", "", "seven", "  ", "</s> <s>", "ninety million"]


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch):
    """Puts bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return put


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Path, Path]:
    """23 unseen pairs of the numbers task, the target side gzipped."""
    text = task("numbers").pairs(23, 3, split="test")
    (tmp_path / "a.en").write_text("\n".join(text.source) + "\n", encoding="utf-8")
    (tmp_path / "a.zh.gz").write_bytes(gzip.compress(("\n".join(text.target) + "\n").encode()))
    return tmp_path / "a.en", tmp_path / "a.zh.gz"


# translate


def test_translate_writes_one_line_per_line_and_keeps_blank_ones(miniature, translator, stdin, capsys):
    stdin(("\n".join(LINES) + "\n").encode())
    assert main(["translate", "--checkpoint", str(miniature)]) == 0
    out, err = capsys.readouterr()
    lines = out.split("\n")
    assert lines.pop() == ""
    assert lines == [translation.text for translation in translator.translate(LINES)]
    assert lines[1] == lines[3] == ""
    assert sum(map(bool, lines)) >= 2
    assert err == ""  # quiet without a terminal


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


def test_translate_reports_a_truncated_sentence(miniature, stdin, capsys):
    stdin(b"seven\n" + b"seven " * 1500 + b"\n")
    assert main(["translate", "--checkpoint", str(miniature), "--beam", "1", "--max-extra-tokens", "0"]) == 0
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 2
    assert captured.err == "1 of the sentences were truncated to the model's 1024 tokens, the first in line 2\n"


def test_translate_writes_utf8_to_any_pipe(miniature):
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
        (("--batch-size", "0"), "batch_size (0) must be a whole number of at least 1"),
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


def test_error_of_many_lines_is_printed_in_one(miniature, tmp_path, stdin, capsys):
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


def test_evaluate_scores_chinese_of_a_checkpoint_with_a_wrong_language(miniature, corpus, tmp_path, capsys):
    """A Chinese model whose card said German had BLEU 0.00, and nothing could be done about it."""
    wrong = shutil.copytree(miniature, tmp_path / "wrong")
    config = json.loads((wrong / "config.json").read_text(encoding="utf-8"))
    (wrong / "config.json").write_text(json.dumps({**config, "target_language": "de"}), encoding="utf-8")
    given = ["evaluate", "--checkpoint", str(wrong), "--src", str(corpus[0]), "--tgt", str(corpus[1]), "--beam", "1"]
    assert main(given) == 0
    why = "BLEU divides words by 'zh', because the references are in Han script"
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == f"{why}; the target language of the checkpoint is de" and "tok:zh" in out
    assert main([*given, "--tgt-lang", "zh"]) == 0
    out = capsys.readouterr().out
    assert "tok:zh" in out and out.splitlines()[-1] == "BLEU divides words by 'zh', because --tgt-lang is zh"
    assert main([*given, "--tgt-lang", "de", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "tok:zh" in found["bleu_signature"] and found["bleu_reason"] == f"{why}; --tgt-lang is de"


def test_evaluate_writes_json_for_infinite_perplexity(miniature, tmp_path, corpus, capsys):
    hopeless = tmp_path / "hopeless"
    shutil.copytree(miniature, hopeless)
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


def test_evaluate_says_how_many_pairs_are_left_out(miniature, tmp_path, capsys):
    """The scores of seven pairs were printed for a file of eight without a word."""
    (tmp_path / "a.en").write_text("one\ntwo\nthree\n", encoding="utf-8")
    (tmp_path / "a.zh").write_text("一\n\n三\n", encoding="utf-8")
    files = ("--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh"), "--beam", "1")
    assert main(["evaluate", "--checkpoint", str(miniature), *files]) == 0
    assert "blank       1 of 3 pairs left out because a side is blank" in capsys.readouterr().out
    assert main(["evaluate", "--checkpoint", str(miniature), *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["sentences"], found["blank"]) == (2, 1)


@pytest.mark.parametrize("command", [["evaluate"], ["heads"], ["ablate", "--off", "c.1"]])
def test_the_first_pair_that_is_truncated_is_named(command, miniature, tmp_path, capsys):
    (tmp_path / "a.en").write_text("seven\nnine\n" + "seven " * 1500 + "\n", encoding="utf-8")
    (tmp_path / "a.zh").write_text("七\n九\n七\n", encoding="utf-8")
    files = ["--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh")]
    options = ["--beam", "1", "--max-extra-tokens", "0"] if command[0] == "evaluate" else []
    assert main([*command, "--checkpoint", str(miniature), *files, *options]) == 0
    told = capsys.readouterr().err
    assert told.startswith("1 of the pairs ") and re.search(r"the first (in line|is number) 3\b", told)


def test_text_is_cleaned_alike_in_every_command(miniature, tmp_path, stdin, capsys):
    """Entities of a source were resolved in `evaluate`, not in `translate`; soft hyphens in named corpora only."""
    plain, odd = "seven & ninety café\n", "se\u00adven &amp; \u200bnin\x07ety\u00a0cafe\u0301\ufeff \n"
    found = []
    for number, text in enumerate((plain, odd)):
        stdin(text.encode())
        assert main(["translate", "--checkpoint", str(miniature), "--beam", "1"]) == 0
        translated = capsys.readouterr().out
        (tmp_path / f"{number}.en").write_text(text, encoding="utf-8")
        (tmp_path / f"{number}.zh").write_text(text, encoding="utf-8")
        files = ("--src", str(tmp_path / f"{number}.en"), "--tgt", str(tmp_path / f"{number}.zh"), "--beam", "1")
        assert main(["evaluate", "--checkpoint", str(miniature), *files, "--json"]) == 0
        scores = json.loads(capsys.readouterr().out)
        found.append((translated, scores["bleu"], scores["chrf"], scores["perplexity"]))
    assert found[0] == found[1]
    scored = ("translate", "--checkpoint", str(miniature), "--nbest", "1")
    for unescape in ("true", "false"):
        stdin(odd.encode())
        assert main([*scored, "--unescape", unescape]) == 0
        found.append(capsys.readouterr().out)
    assert found[2] != found[3]


def test_side_without_a_visible_character_is_blank(miniature, tmp_path, capsys):
    (tmp_path / "a.en").write_text("one\n\u200b\u00ad\nthree\n", encoding="utf-8")
    (tmp_path / "a.zh").write_text("一\n二\n\u00a0\u3000\n", encoding="utf-8")
    files = ("--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh"), "--beam", "1")
    assert main(["evaluate", "--checkpoint", str(miniature), *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["sentences"], found["blank"]) == (1, 2)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"A.\rB.\r", "lines end with a carriage return only"),
        ("one\n".encode("utf-16-le"), "UTF-16"),
        ("one\n".encode("utf-16"), "UTF-16"),
        (b"two\none\0three\n", "line 2"),
        (b"\x89PNG\r\n", "a PNG picture"),
        (gzip.compress(b"one\n", mtime=0), "is a gzip file, not text"),
        (b"one\n" + b"x" * (1 << 20) + b"x\n", "line 2: longer than 1,048,576 bytes"),
    ],
)
def test_standard_input_is_checked_as_files_are(miniature, stdin, capsys, data, words):
    """Two sentences became one, and UTF-16 nonsense, with status 0."""
    stdin(data)
    message = refused(capsys, "translate", "--checkpoint", str(miniature))
    assert words in message and "standard input" in message


# inspect


def test_inspect_writes_the_attention_of_the_tokens_that_were_generated(miniature, translator, tmp_path, capsys):
    out = tmp_path / "trace.npz"
    assert main(["inspect", "--checkpoint", str(miniature), "--text", LINES[0], "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: ")
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
    described = json.loads(str(arrays["provenance"]))
    decoded = translator.vocabularies.target.decode(translation.hypotheses[0].ids)
    assert (described["source"], described["translation"]) == (LINES[0], decoded)
    assert described["weights_sha256"] == sha256((miniature / "model.safetensors").read_bytes()).hexdigest()
    assert described["log_probability"] == pytest.approx(translation.hypotheses[0].log_prob, abs=1e-4)
    assert (described["beam_size"], described["rank"]) == (DecodingConfig().beam_size, 1)


def test_inspect_takes_a_given_target(miniature, tmp_path):
    out = tmp_path / "trace.npz"
    given = ["inspect", "--checkpoint", str(miniature), "--text", "seven", "--target", "七千", "--out", str(out)]
    assert main(given) == 0
    with np.load(out, allow_pickle=False) as file:
        assert "".join(file["predicted_tokens"]) == "七千</s>"


def test_inspect_says_what_it_truncates(miniature, tmp_path, capsys):
    """A target of 1,200 words was cut without a word."""
    given = ["inspect", "--checkpoint", str(miniature), "--out", str(tmp_path / "a.npz"), "--beam", "1"]
    assert main([*given, "--text", "seven", "--target", "七 " * 1200]) == 0
    assert capsys.readouterr().err == "the target of 2,400 tokens was truncated to the model's 1024\n"
    assert main([*given, "--replace", "--text", "seven " * 1200, "--max-extra-tokens", "0"]) == 0
    assert "the source of" in capsys.readouterr().err


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
