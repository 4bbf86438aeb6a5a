"""The command `python -m viz page`: the explorer with its model in one file."""

import shutil

import pytest

from viz.cli.parser import main


@pytest.mark.parametrize("folder", [".", "site"])
def test_page_is_written_into_a_folder_as_its_index(tmp_path, capsys, miniature, folder):
    """A name without an ending was refused, unless it was a folder that existed."""
    assert main(["page", "--checkpoint", str(miniature), "--beam", "1", "--out", str(tmp_path / folder)]) == 0
    index = tmp_path / folder / "index.html"
    assert capsys.readouterr().out == f"{index} ({index.stat().st_size / 1e6:.1f} MB)\n"
    page = index.read_bytes().decode("utf-8-sig")  # a server may name another character set
    assert page.startswith("<!doctype html>") and 'id="model"' in page


def test_page_refuses_in_one_line(tmp_path, capsys, miniature):
    bare = tmp_path / "bare"
    shutil.copytree(miniature, bare)
    config = (bare / "config.json").read_text("utf-8").replace('"task": "numbers"', '"task": null')
    (bare / "config.json").write_text(config, "utf-8")
    given = {
        "page.txt must end in .html": ["--checkpoint", str(miniature), "--out", str(tmp_path / "page.txt")],
        "bare has no example sentence": ["--checkpoint", str(bare), "--out", str(tmp_path / "page.html")],
    }
    for words, arguments in given.items():
        assert main(["page", *arguments]) == 2
        said = capsys.readouterr().err
        assert words in said and said.count("\n") == 1
    with pytest.raises(SystemExit):
        main(["page", "--checkpoint", str(miniature)])
