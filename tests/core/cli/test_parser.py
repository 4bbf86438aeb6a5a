"""The command line: help, exit status, and help without loading torch."""

import subprocess
import sys

import pytest

from core.cli.parser import COMMANDS, main
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.settings import describe
from tests.core.cli.command import ROOT


def test_help_explains_every_field_in_its_own_words(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["train", "--help"])
    assert ended.value.code == 0
    words = " ".join(capsys.readouterr().out.split())
    for config in (DataConfig, ModelConfig, TrainingConfig):
        for item in describe(config):
            assert (f"--{item.name.replace('_', '-')}" in words) == item.offered
            if not item.offered:
                continue
            assert " ".join(item.help.split()) in words.replace("- ", "-")


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m core {command} ")


def test_missing_and_unknown_commands_are_refused_in_one_line():
    for arguments in ([], ["fly"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2


def test_help_and_options_of_every_command_load_no_torch():
    """A wrong option is answered at once."""
    script = (
        "import importlib, sys\n"
        "from core.cli.parser import COMMANDS, build_parser\n"
        "build_parser()\n"
        "for name, module, _ in COMMANDS:\n"
        "    importlib.import_module(f'core.cli.{module}')\n"
        "    assert 'torch' not in sys.modules, name\n"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_interrupt_while_a_command_loads_ends_it(monkeypatch, capsys):
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("core.cli.parser.importlib.import_module", interrupted)
    assert main(["translate", "--help"]) == 130
    assert capsys.readouterr() == ("", "")


def test_process_exits_with_status_2_and_one_line(tmp_path):
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
