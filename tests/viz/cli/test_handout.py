"""The command `python -m viz handout`: the files of the save menu without the page."""

import json

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


def test_every_file_of_the_menu_is_a_choice():
    assert tuple(FILES) == HANDOUTS
