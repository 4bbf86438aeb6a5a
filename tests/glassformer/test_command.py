"""The command `glassformer`: the page without words, every command of the core and of the drawing by its name."""

import sys

import pytest

from core import VERSION
from core.cli.parser import COMMANDS
from glassformer.command import command_parser, main
from viz.cli.parser import COMMANDS as DRAWING

NAMES = [*(command.name for command in COMMANDS), *DRAWING]


def ended(arguments: list[str]) -> int:
    """Return the exit status of a command that argparse ends."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code


def test_help_lists_every_command_and_option_of_the_page(capsys):
    assert ended(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in NAMES if f"\n  {name} " not in shown] == []
    assert "--root-path" in shown


@pytest.mark.parametrize("name", NAMES)
def test_every_listed_command_is_there(name, capsys):
    assert ended([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: glassformer {name} ")


def test_every_command_is_listed(capsys):
    with pytest.raises(SystemExit):
        command_parser().parse_args(["none"])
    shown = capsys.readouterr().err
    assert shown.count("'") == 2 * (len(NAMES) + 1), shown  # the choices, and what was given


def test_version_is_printed(capsys):
    assert ended(["--version"]) == 0
    assert capsys.readouterr().out == f"glassformer {VERSION}\n"


@pytest.mark.parametrize(("words", "named"), [("fly", "'fly'"), ("--fly", "--fly"), ("--port x", "--port")])
def test_wrong_words_are_refused_in_one_line(words, named, capsys):
    assert ended(words.split()) == 2
    error = capsys.readouterr().err
    assert error.startswith("glassformer: error: ") and error.count("\n") == 1 and named in error


def test_error_of_a_command_has_its_name(capsys):
    assert main(["jobs", "show", "none"]) == 2
    assert capsys.readouterr().err == "glassformer jobs show: error: no job found in none\n"


def test_without_words_the_page_is_opened(monkeypatch):
    served = []
    monkeypatch.setattr("app.serve", lambda arguments, program: served.append((arguments.port, program)) or 0)
    monkeypatch.setattr("glassformer.command.prepare_gradio", lambda: None)
    monkeypatch.setattr("glassformer.command.collect_late", lambda objects: None)
    assert (main([]), main(["--port", "7877"])) == (0, 0)
    assert served == [(None, "glassformer"), (7877, "glassformer")]


def test_page_without_its_packages_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr("core.extras.find_spec", lambda name: None if name in ("gradio", "plotly") else sys)
    sentence = 'this needs packages that are not installed (gradio, plotly): pip install ".[page]"'
    for words in ([], ["publish", "numbers", "--as", "gradio", "--out", "none"]):
        assert main(words) == 2
        assert capsys.readouterr().err == f"{' '.join(['glassformer', *words[:1]])}: error: {sentence}\n"
