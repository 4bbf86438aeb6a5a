"""The command `python -m viz handout`: the files of the save menu without the page."""

import json
from pathlib import Path

import pytest

from viz.cli.parser import HANDOUTS, main
from viz.handouts import FILES

GIVEN = ["--checkpoint", "numbers", "--text", "three thousand"]


def test_handout_is_written_where_it_is_asked_for(tmp_path, capsys):
    out = tmp_path / "head.ipynb"
    assert main(["handout", "notebook", *GIVEN, "--layer", "2", "--head", "3", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    code = "".join("".join(cell["source"]) for cell in json.loads(out.read_text(encoding="utf-8"))["cells"])
    assert 'seen["decoder.layers.1.cross_attention"][2]' in code


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--out", "head.xlsx"], "head.xlsx must end in .ipynb"),
        (["--layer", "9"], "layer 9 does not exist: there are 2"),
        (["--position", "0"], "row 0 does not exist"),
    ],
)
def test_handout_refuses_in_one_line(tmp_path, capsys, monkeypatch, more, words):
    monkeypatch.chdir(tmp_path)
    assert main(["handout", "notebook", *GIVEN, *more]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_homework_is_written_for_every_name_of_a_file(tmp_path, capsys):
    names, out = tmp_path / "names.txt", tmp_path / "sheets"
    names.write_text("\ufeffAda\n\n图灵\n", encoding="utf-8")
    wanted = ["--rows", "c.1.1.2", "--students", str(names), "--seeds", "101", "--paper", "letter", "--language", "zh"]
    assert main(["homework", *GIVEN, *wanted, "--out", str(out)]) == 0
    sheets, solutions = (Path(line).read_text(encoding="utf-8") for line in capsys.readouterr().out.splitlines())
    assert sheets.count('class="sheet"') == solutions.count('class="sheet"') == 2
    assert "<i>Ada</i>" in sheets and "图灵" in solutions and "102" in sheets
    assert main(["homework", *GIVEN, *wanted, "--out", str(out)]) == 2  # they exist
    assert main(["homework", *GIVEN, "--chapters", "masks", "--out", str(tmp_path / "new")]) == 2
    assert "there is no chapter 'masks'" in capsys.readouterr().err


def test_every_file_of_the_menu_is_a_choice():
    assert tuple(FILES) == HANDOUTS
