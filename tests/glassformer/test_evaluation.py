"""Evaluation by the package: the scores of the command."""

import json
import math

import pandas as pd
import pytest

import glassformer as gf
from core.cli.parser import main
from core.errors import CoreError

SOURCES = ["seven", "ninety million", "", "three thousand four hundred and eighty-one"]
REFERENCES = ["七", "九千万", "八", "三千四百八十一"]


def test_scores_are_those_of_the_command(miniature, tmp_path, capsys):
    for name, lines in (("a.en", SOURCES), ("a.zh", REFERENCES)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = ["--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh")]
    assert main(["evaluate", "--checkpoint", str(miniature), *files, "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    found = gf.evaluate(gf.load(miniature), SOURCES, REFERENCES)
    system = found.systems[0]
    assert (system.bleu.value, system.chrf.value, system.exact.value) == (
        written["bleu"], written["chrf"], written["exact"]
    )  # fmt: skip
    assert system.perplexity.value == written["perplexity"] and system.bleu.signature == written["bleu_signature"]
    assert found.sentences == written["sentences"] == 3 and dict(found.notes)["blank"] == 1
    assert found.to_frame()["source"].tolist() == [line for line in SOURCES if line]
    assert found.to_frame()["number"].tolist() == [1, 2, 4], "as in what was given"


def test_loss_of_a_row_is_the_score_of_its_reference(miniature):
    model = gf.load(miniature)
    found = gf.evaluate(model, SOURCES[:2], REFERENCES[:2])
    for row in found.rows:
        score = model.score(row.source, row.references[0])
        assert row.answers[0].loss == pytest.approx(-score.log_prob / len(score.tokens), abs=1e-5)


def test_several_models_and_references_are_taken(miniature):
    found = gf.evaluate([miniature, "numbers"], SOURCES[:2], [REFERENCES[:2], ["柒", "九千萬"]])
    assert [system.name for system in found.systems] == ["miniature", "numbers"]
    assert found.rows[0].references == ("七", "柒")


def test_wrong_input_is_refused(miniature):
    model = gf.load(miniature)
    with pytest.raises(CoreError, match="2 sources and 1 references"):
        gf.evaluate(model, SOURCES[:2], REFERENCES[:1])
    with pytest.raises(CoreError, match="sources has no sentences"):
        gf.evaluate(model, [" "], ["a"])
    with pytest.raises(CoreError, match="at least one model"):
        gf.evaluate([], SOURCES, REFERENCES)
    with pytest.raises(CoreError, match="miniature has heads off: evaluate takes whole models"):
        gf.evaluate(model.ablate("c.1"), SOURCES, REFERENCES)


def test_table_is_refused_and_its_columns_are_taken(miniature):
    """Iterating a data frame gives the names of its columns: they were evaluated."""
    table = pd.DataFrame({"source": SOURCES[:2], "reference": REFERENCES[:2]})
    source, reference = table["source"], table["reference"]
    for given in (
        (table[["source"]], table[["reference"]]),
        (source, table[["reference"]]),
        (source, [reference, table]),
    ):
        with pytest.raises(CoreError, match="give a column of the table"):
            gf.evaluate(miniature, *given)
    found = gf.evaluate(miniature, source, [reference, reference])
    assert [row.source for row in found.rows] == SOURCES[:2]


@pytest.mark.parametrize(
    "references",
    [
        [["七", "九千万"], "柒"],  # the text was dropped without a word
        ["七", ["九千万", "九千萬"]],
        [["七"], ["九千万"]],  # a list for each source
        [["七", "九千万"], []],
    ],
)
def test_references_of_another_shape_are_refused(miniature, references):
    words = "references must be 2 texts, or lists of 2 texts, one list for each set of references"
    with pytest.raises(CoreError, match=words):
        gf.evaluate(miniature, SOURCES[:2], references)


@pytest.mark.parametrize("missing", [None, math.nan, 7])
def test_missing_texts_are_refused(miniature, missing):
    words = f"a sentence must be text, not {type(missing).__name__}"
    for sources, references in (
        (["seven", missing], REFERENCES[:2]),
        (SOURCES[:2], ["七", missing]),
        (SOURCES[:2], [missing, "七"]),
        (SOURCES[:2], [REFERENCES[:2], ["七", missing]]),
        (SOURCES[:2], [missing, missing]),
    ):
        with pytest.raises(CoreError, match=words):
            gf.evaluate(miniature, sources, references)
