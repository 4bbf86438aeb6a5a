"""The documents: every command is one that its program takes, every link leads somewhere, Python runs."""

import argparse
import importlib
import json
import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from core.cli.asking import ANSWERED_AT_ONCE
from core.cli.parser import CommandParser, build_parser
from core.cli.training import _configurations
from core.data.corpora.hub import HUB
from core.data.corpora.registry import known_corpus
from glassformer.command import page_parser, parser_for
from tests.documents import (
    CARDS,
    PAGES,
    ROOT,
    TRANSLATIONS,
    Command,
    anchors,
    block_commands,
    commands,
    fenced,
    inline_commands,
    links,
)
from viz.cli.parser import build_parser as build_viz_parser

COMMANDS = ROOT / "docs" / "commands.md"
LANGUAGES = {"bash", "python", "text", "json"}
LONGEST_README = 130  # lines: a newcomer reads it to the end
PARSERS = {("python", "-m", "core"): build_parser(), ("python", "-m", "viz"): build_viz_parser()}


def subcommands(parser: argparse.ArgumentParser) -> list[tuple[str, ...]]:
    """Return the names of all commands of a parser, and of their own commands."""
    if isinstance(parser, CommandParser):
        parser.load()
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    named = [(name, inner) for group in groups for name, inner in group.choices.items()]
    return [(name, *rest) for name, inner in named for rest in subcommands(inner) or [()]]


NAMES = {(*program, *names) for program, parser in PARSERS.items() for names in subcommands(parser)}
ALL = {
    f"{path.relative_to(ROOT)}: {command}": command
    for path in (*PAGES, *CARDS)
    for command in (
        *block_commands(path),
        *(one for one in inline_commands(path) if one.words not in NAMES | set(PARSERS)),
    )
}


def name_of(path: Path) -> str:
    """Return the name of a page in the project."""
    return str(path.relative_to(ROOT))


class _Parsed(BaseException):
    """Ends a program once it has read its command line."""


def parse_program(module: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a module's `main` read a command line with its own parser, and do nothing else."""
    if "argparse" not in (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"):
        assert arguments == []
        return
    variables = dict(os.environ)
    program = pytest.importorskip(module, exc_type=ModuleNotFoundError)
    os.environ.clear()
    os.environ.update(variables)  # a benchmark sets some of them when it is imported
    own = argparse.ArgumentParser.parse_args

    def read(parser: argparse.ArgumentParser, given: object = None, namespace: object = None) -> None:
        own(parser, arguments)
        raise _Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", read)
    with pytest.raises(_Parsed):
        program.main()


def check_core(arguments: list[str]) -> None:
    """Parse a command of `python -m core`; the settings of a training must be valid, and a corpus known."""
    parsed = PARSERS["python", "-m", "core"].parse_args(arguments)
    if arguments[0] == "train" and not parsed.resume:
        _configurations(parsed)
    corpus = parsed.name if arguments[:2] == ["data", "get"] else getattr(parsed, "corpus", None)
    if corpus and not corpus.startswith(HUB):
        assert (getattr(parsed, "split", None) or "test") in {*known_corpus(corpus).splits, "test"}


def check_pytest(arguments: list[str], config: pytest.Config) -> None:
    """Parse a command of pytest; its files must exist, and its markers must be declared."""
    parsed = config._parser.parse(arguments)
    assert all((ROOT / name).exists() for name in parsed.file_or_dir)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]["markers"]
    assert {word for word in parsed.markexpr.split() if word != "not"} <= {line.split(":")[0] for line in declared}


def check(command: Command, monkeypatch: pytest.MonkeyPatch, config: pytest.Config) -> None:
    """Check that a program takes a command; a program that this does not know is a fault."""
    arguments = [word for word in command.arguments if word != "--help"]
    match command.program:
        case ("python", "-m", "core"):
            check_core(arguments)
        case ("python", "-m", "viz"):
            PARSERS[command.program].parse_args(arguments)
        case ("python", "app.py") | ("glassformer",):
            parser_for(arguments).parse_args(arguments)
        case ("python", "-m", module) if (ROOT / f"{module.replace('.', '/')}.py").is_file():
            parse_program(module, arguments, monkeypatch)
        case ("torchrun",):
            launcher = importlib.import_module("torch.distributed.run").get_args_parser().parse_args(arguments)
            assert launcher.module and launcher.training_script == "core"
            check_core(launcher.training_script_args)
        case ("pytest",):
            check_pytest(arguments, config)
        case ("pip",):
            assert arguments[0] == "install"
            packages = (["datasets>=4"], [".[page]"], ["-e", ".[page]"], ["."])
            assert arguments[1:] in packages or ((ROOT / arguments[-1]).is_file() and arguments[1] == "-r")
        case ("npm",):
            scripts = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
            assert arguments == ["ci"] or (arguments[0] == "run" and arguments[1] in scripts)
        case unknown:
            raise AssertionError(f"no test knows {unknown}")


@pytest.mark.parametrize("command", ALL.values(), ids=ALL)
def test_command_is_accepted_by_its_program(command, monkeypatch, pytestconfig, capsys):
    try:
        check(command, monkeypatch, pytestconfig)
    except SystemExit:
        pytest.fail(f"{command}\n{capsys.readouterr().err}")


@pytest.mark.parametrize(
    "planted",
    ["python -m core paint", "python -m core train --colour red", "python -m tests.nothing", "make page", "npm run x"],
)
def test_unknown_command_fails(planted, monkeypatch, pytestconfig):
    with pytest.raises((SystemExit, AssertionError)):
        check(next(commands(planted)), monkeypatch, pytestconfig)


def test_shell_beyond_simple_commands_is_refused():
    assert [str(one) for one in commands("A=1 python x.py \\\n  --a 'b c' < in.txt  # why\n")] == [
        "python x.py --a 'b c'"
    ]
    with pytest.raises(ValueError, match="one simple command"):
        list(commands("cat a | sort"))


def test_every_command_has_an_example():
    shown = [command.words for command in block_commands(COMMANDS)]
    assert [name for name in sorted(NAMES) if name not in {words[: len(name)] for words in shown}] == []
    text = COMMANDS.read_text(encoding="utf-8")
    options = {option for action in page_parser()._actions for option in action.option_strings} - {
        "-h",
        "--help",
        "--version",
    }
    assert [
        name for name in sorted(options | set(ANSWERED_AT_ONCE)) if f"`{name}" not in text and f", `{name}" not in text
    ] == []


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path):
    for link in links(path):
        name, _, anchor = link.partition("#")
        if name.startswith("https://"):
            continue
        target = path.parent / name if name else path
        assert target.is_file(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_blocks_name_their_language(path):
    assert {block.language for block in fenced(path.read_text(encoding="utf-8"))} <= LANGUAGES


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LONGEST_README


def test_every_page_is_linked_from_the_readme_of_its_language():
    for readme, pages in (
        ("README.md", {*PAGES} - {*TRANSLATIONS}),
        ("README.zh-CN.md", {*TRANSLATIONS}),
    ):
        linked = {(ROOT / link).resolve() for link in links(ROOT / readme)}
        assert [name_of(path) for path in pages - linked if not path.name.startswith("README")] == []


def outline(path: Path) -> tuple[list[str], list[str], list[Path | str]]:
    """Return what a page and its translation share: headings, lists and tables, and where the links lead."""
    text = path.read_text(encoding="utf-8")
    targets: list[Path | str] = []
    for link in links(path):
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        english = TRANSLATIONS.get(target, target.with_name(target.name.replace(".zh-CN.", ".")))
        if english != TRANSLATIONS.get(path, path) or not name:  # all but the other language of the page itself
            is_translated = english in TRANSLATIONS.values()
            targets.append(name if "://" in name else english if is_translated else f"{english}#{anchor}")
    return re.findall(r"^(#+) ", text, re.MULTILINE), re.findall(r"^(\*|\|)", text, re.MULTILINE), targets


def table_numbers(path: Path) -> list[list[str]]:
    """Return the numbers in each row of the tables of a page: new ones go into both languages."""
    rows = re.findall(r"^\|.*", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [sorted(re.findall(r"\d(?:[\d.,]*\d)?", row)) for row in rows]


def shown_blocks(path: Path) -> list[tuple[str, str]]:
    """Return language and text of each block of a page, of both what its language does not change.

    The Python of a README differs and runs. Of what a screen reader reads, the roles remain:
    `tests/e2e/test_accessibility.py` compares the names with the page in each language.
    """
    blocks = fenced(path.read_text(encoding="utf-8"))
    if path.name == "accessibility.md":
        return [(block.language, re.sub(r" .*", "", block.text)) for block in blocks]
    return [
        (block.language, "" if path.name.startswith("README") and block.language == "python" else block.text)
        for block in blocks
    ]


@pytest.mark.parametrize("path", TRANSLATIONS, ids=name_of)
def test_a_chinese_page_has_what_the_english_one_has(path):
    """The same headings, lists, links and commands in the same order; only the words around them differ."""
    english = TRANSLATIONS[path]
    assert outline(path) == outline(english)
    assert table_numbers(path) == table_numbers(english)
    assert shown_blocks(path) == shown_blocks(english)
    for page, other in ((path, english), (english, path)):
        assert os.path.relpath(other, page.parent) in links(page), "the switch of the language"
    left = {(path.parent / link.partition("#")[0]).resolve() for link in links(path)} & {*TRANSLATIONS.values()}
    assert [name_of(page) for page in left - {english}] == [], "links to English pages"


@pytest.mark.parametrize("path", TRANSLATIONS, ids=name_of)
def test_a_chinese_page_is_set_well(path):
    """Blanks between Latin and Chinese, full-width marks, and no line break inside a paragraph: it becomes a blank."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    chinese = "[\u4e00-\u9fff]"
    unblanked, half_width = rf"{chinese}[A-Za-z0-9`]|[A-Za-z0-9`%]{chinese}", rf"{chinese}[,;:?!.]|[,;:?!]{chinese}"
    broken = r"[^\s|#*>][^\n|]*\n(?=[^\s|#*`])"
    assert re.findall(rf".{{0,20}}(?:{unblanked}|{half_width}|{broken}).{{0,20}}", text) == []


def python_blocks() -> dict[str, str]:
    """Return the Python of all pages that needs no server, once each, by page and line."""
    blocks = [(path, block) for path in PAGES for block in fenced(path.read_text(encoding="utf-8"))]
    found = {
        block.text: f"{name_of(path)}:{block.line}"
        for path, block in reversed(blocks)
        if block.language == "python" and "7860" not in block.text
    }
    return {place: text for text, place in found.items()}


@pytest.mark.parametrize("code", python_blocks().values(), ids=python_blocks())
def test_python_runs(code, tmp_path, monkeypatch):
    (tmp_path / "checkpoints").symlink_to(ROOT / "checkpoints")
    shutil.copy(ROOT / "checkpoints" / "numbers" / "history.csv", tmp_path / "weights.csv")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(code, names)
    assert names.get("trace", True) and getattr(names.get("trace"), "trusted", True)


def test_python_of_the_endpoint_runs(served, capsys):
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    code = next(block.text for block in fenced(text) if block.language == "python")
    exec(code.replace("http://127.0.0.1:7860/", served), {})
    assert "Hund" in capsys.readouterr().out


def test_files_named_in_code_exist():
    for path in PAGES:
        words = inline_paths(path)
        assert [word for word in words if not (ROOT / word).exists()] == [], path


def inline_paths(path: Path) -> list[str]:
    """Return the paths of this project in the inline code of a page."""
    spans = [span for span in path.read_text(encoding="utf-8").split("`")[1::2] if " " not in span and "\n" not in span]
    tops = ("core/", "viz/", "tests/", "checkpoints/", "docs/", ".ci/")
    return [span for span in spans if span.startswith(tops) and not any(mark in span for mark in "*NAMECODE{<")]
