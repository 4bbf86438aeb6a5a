"""`python -m core heads`: the table, the CSV file, and errors of one line."""

import csv
import gzip
from pathlib import Path

import pytest

from core.cli.parser import main
from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.data.pharaoh import parse_pharaoh
from core.data.sample import sample_sentences
from core.inspection.catalogue import catalogue_columns, head_catalogue
from tests.core.cli.command import refused

SOURCE = ["seven", "three thousand four hundred and eighty-one", "ninety million"]
TARGET = ["七", "三 千 四 百 八 十 一", "九 千 万"]
# the first number counts target words, from 1
LINKS = ["1-1", "1-1 2-2 3-3 4-4 5-6 6p6 7-6", "1-1 2-1 3-2"]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "a.en").write_text("\n".join(SOURCE) + "\n", encoding="utf-8")
    (tmp_path / "a.zh.gz").write_bytes(gzip.compress(("\n".join(TARGET) + "\n").encode()))
    (tmp_path / "a.talp").write_text("\n".join(LINKS) + "\n", encoding="utf-8")
    return {"src": str(tmp_path / "a.en"), "tgt": str(tmp_path / "a.zh.gz"), "align": str(tmp_path / "a.talp")}


def run(capsys: pytest.CaptureFixture[str], miniature: Path, *arguments: str) -> list[str]:
    assert main(["heads", "--checkpoint", str(miniature), *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_heads_without_files_uses_the_checkpoints_sample(miniature, translator, tmp_path, capsys):
    lines = run(capsys, miniature, "--beam", "1", "--out", str(tmp_path / "heads.csv"))
    sentences = sample_sentences(translator.checkpoint.described)
    assert lines[0].startswith(f"{len(sentences)} sentences of ")
    assert "translations by the model" in lines[0]
    assert [line.split()[:3] for line in lines[4:-1]] == [
        [kind, layer, head] for kind in ("encoder", "decoder", "cross") for layer in "12" for head in "12"
    ]
    assert lines[-1] == f"{tmp_path / 'heads.csv'}: 12 heads"
    rows = read(tmp_path / "heads.csv")
    assert list(rows[0]) == catalogue_columns()
    assert len(rows) == 12
    assert {row["aer_predicted"] for row in rows} == {""}
    assert rows[-1]["share_previous"] == "" != rows[-1]["coverage"]


def test_csv_matches_the_catalogue(miniature, translator, files, tmp_path, capsys):
    run(capsys, miniature, "--src", files["src"], "--batch-size", "2", "--beam", "1", "--out", str(tmp_path / "h.csv"))
    found = head_catalogue(translator.model, translator.vocabularies, SOURCE, DecodingConfig(beam_size=1))
    for written, row in zip(read(tmp_path / "h.csv"), found.rows, strict=True):
        place = (written["kind"], int(written["layer"]), int(written["head"]))
        assert place == (row.kind, row.layer + 1, row.head + 1)
        role, score = row.roles[0] if row.roles else ("", None)
        assert written["role"] == role
        assert (float(written["role_score"]) if role else written["role_score"]) == (
            pytest.approx(score, abs=1e-5) if role else ""
        )
        for name, value in row.means.items():
            assert float(written[name]) == pytest.approx(value, abs=1e-5)
            assert float(written[f"{name}_std"]) == pytest.approx(row.deviations[name], abs=1e-5)


def test_gold_alignments_give_error_rates_sorted_ascending(miniature, translator, files, tmp_path, capsys):
    lines = run(
        capsys,
        miniature,
        *("--src", files["src"], "--tgt", files["tgt"], "--align", files["align"], "--segmented"),
        *("--one-based", "--align-swapped", "--out", str(tmp_path / "h.csv")),
    )
    assert lines[0].startswith("3 sentences of ")
    assert "the given translations" in lines[0]
    gold = [parse_pharaoh(line, one_based=True, swapped=True) for line in LINKS]
    found = head_catalogue(translator.model, translator.vocabularies, ParallelText(SOURCE, TARGET), gold=gold)
    rows = {(row["kind"], row["layer"], row["head"]): row for row in read(tmp_path / "h.csv")}
    assert len(rows) == 12 + 2
    for row in found.rows[-4:]:
        written = rows["cross", str(row.layer + 1), str(row.head + 1)]
        for meaning, score in row.alignment.items():
            shown = [float(written[f"{name}_{meaning}"]) for name in ("aer", "precision", "recall")]
            assert shown == pytest.approx(score, abs=1e-5)
    assert rows["cross", "2", "mean"]["entropy"] == ""
    assert float(rows["cross", "2", "mean"]["aer_read"]) == pytest.approx(
        found.layers[1].alignment["read"].error_rate, abs=1e-5
    )
    lowest = [min(map(float, line.split()[-2:])) for line in lines[6 : 6 + 6]]
    assert found.diagonal is not None
    assert lines[4].endswith(f"AER {found.diagonal.error_rate:.3f}")
    assert lowest == sorted(lowest)
    assert {line.split()[0] for line in lines[6 : 6 + 6]} == {"cross"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--tgt", "x"), "--tgt needs --src"),
        (("--src", "x", "--align", "x"), "--align needs --tgt"),
        (("--src", "x", "--one-based"), "--one-based needs --align"),
        (("--src", "x", "--align-swapped"), "--align-swapped needs --align"),
        (("--src", "x", "--as-written"), "--as-written needs --align"),
        (("--segmented",), "--segmented needs --src"),
        (("--out", "nowhere/heads.csv"), "--out nowhere/heads.csv must be a file in a folder that exists"),
        (("--src", "gone.en"), "gone.en: file not found"),
        (("--batch-size", "0"), "batch_size (0) must be a whole number of at least 1"),
        (("--beam", "0"), "beam_size"),
        (("--nonsense",), "unrecognized arguments: --nonsense"),
    ],
)
def test_wrong_input_ends_in_one_line(miniature, capsys, given, message):
    assert message in refused(capsys, "heads", "--checkpoint", str(miniature), *given)


def test_a_missing_checkpoint_ends_in_one_line(capsys):
    assert "checkpoint folder gone does not exist" in refused(capsys, "heads", "--checkpoint", "gone")


@pytest.mark.parametrize(
    ("lines", "flags", "message"),
    [
        (["1-1", "1-1 x", "1-1"], (), "alignment line 2: invalid link 'x'"),
        (["0-1", "", ""], ("--one-based",), "alignment line 1: '0-1' contains word 0"),
        (["0-0", "0-0", "2-0"], (), "words; do links count from 1, or name target words first?"),
        (["0-0"], (), "alignments (1) and of sentence pairs (3) must be equal"),
    ],
)
def test_invalid_alignments_are_refused_with_their_line(miniature, files, tmp_path, capsys, lines, flags, message):
    (tmp_path / "a.talp").write_text("\n".join(lines) + "\n")
    given = ("--src", files["src"], "--tgt", files["tgt"], "--align", files["align"], *flags)
    assert message in refused(capsys, "heads", "--checkpoint", str(miniature), *given)
    assert not list(tmp_path.glob("*.partial"))


def test_sides_of_different_length_end_in_one_line(miniature, files, tmp_path, capsys):
    (tmp_path / "a.en").write_text("seven\n")
    given = ("--src", files["src"], "--tgt", files["tgt"])
    assert "source has 1 sentences and target has 3" in refused(capsys, "heads", "--checkpoint", str(miniature), *given)
