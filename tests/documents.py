"""The pages of the documents: their commands, their Python, their links; read for the tests."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = tuple(sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
TRANSLATIONS = {  # Chinese page -> English page
    ROOT / "README.zh-CN.md": ROOT / "README.md",
    **{path.parent / "zh-CN" / path.name: path for path in PAGES if path.parent.name == "docs"},
}
CARDS = tuple(sorted((ROOT / "checkpoints").glob("*/README.md")))

_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`((?:python app\.py|python -m [\w.]+|torchrun |pytest )[^`\n]*)`")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_VARIABLE = re.compile(r"[A-Z_]+=\S*")
_OPERATORS = {"<": "stdin", ">": "stdout"}


@dataclass(frozen=True)
class Fenced:
    """A fenced block."""

    language: str
    line: int  # of its first line of text, from 1
    text: str


@dataclass(frozen=True)
class Command:
    """One command, as a shell would read it."""

    words: tuple[str, ...]
    files: dict[str, str] = field(default_factory=dict)  # stdin and stdout, where they are files

    @property
    def program(self) -> tuple[str, ...]:
        """The words before the arguments: `python -m core`, `python app.py`, or one word."""
        words = self.words
        return words[: 1 if words[0] != "python" else 2 if words[1] != "-m" else 3]

    @property
    def arguments(self) -> list[str]:
        """The words after the program."""
        return list(self.words[len(self.program) :])

    def __str__(self) -> str:
        return shlex.join(self.words)


def fenced(text: str) -> list[Fenced]:
    """Return the fenced blocks of a page."""
    return [
        Fenced(found[1], text.count("\n", 0, found.start(2)) + 1, found[2].rstrip("\n"))
        for found in _FENCED.finditer(text)
    ]


def commands(script: str) -> Iterator[Command]:
    """Return the commands of a shell script of simple lines; comments and variables before a command are left out.

    Raises:
        ValueError: the script uses more of the shell than this reads.
    """
    for line in script.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        words, files, tokens = [], {}, iter(lexer)
        for token in tokens:
            if token in _OPERATORS:
                files[_OPERATORS[token]] = next(tokens)
            elif set(token) <= set("();<>|&"):
                raise ValueError(f"{token!r} in {line!r}: write one simple command a line")
            elif words or not _VARIABLE.fullmatch(token):
                words.append(token)
        if words:
            yield Command(tuple(words), files)


def block_commands(path: Path) -> list[Command]:
    """Return the commands in the fenced blocks of a page; in a model card, in blocks without a language."""
    language = "" if path in CARDS else "bash"
    blocks = fenced(path.read_text(encoding="utf-8"))
    return [command for block in blocks if block.language == language for command in commands(block.text)]


def inline_commands(path: Path) -> list[Command]:
    """Return the commands that a page names within its sentences and tables."""
    text = _FENCED.sub("", path.read_text(encoding="utf-8"))
    return [command for span in _INLINE.findall(text) for command in commands(span)]


def links(path: Path) -> list[str]:
    """Return the targets of a page's links and pictures."""
    return _LINK.findall(_FENCED.sub("", path.read_text(encoding="utf-8")))


def anchors(text: str) -> set[str]:
    """Return the names of a page's headings in an address, as GitHub makes them.

    Examples:
        >>> sorted(anchors("# The paper, again\\n## What `core` has"))
        ['the-paper-again', 'what-core-has']
    """
    headings = _HEADING.findall(_FENCED.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
