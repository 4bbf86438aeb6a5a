"""Files that strangers look for at the top of a project: one version in all of them."""

import re
import tomllib
from pathlib import Path

from core import VERSION

ROOT = Path(__file__).parents[1]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_version_is_stated_in_one_place_and_repeated_rightly():
    project = tomllib.loads(_text("pyproject.toml"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "core.VERSION"}
    assert re.search(r"^version: (.+)$", _text("CITATION.cff"), re.MULTILINE)[1] == VERSION
    released = re.findall(r"^## (\d\S*)", _text("CHANGELOG.md"), re.MULTILINE)
    assert released[0] == VERSION


def test_readme_and_the_automatic_check_run_the_same_command():
    readme = _text("README.md")
    for requirements, command in (("requirements-dev.txt", "pytest"), ("requirements.txt", "python app.py")):
        assert f"```bash\npip install -r {requirements}\n{command}\n```" in readme
    assert re.search(r"^pytest ", _text(".ci/run"), re.MULTILINE)
    assert "bash .ci/run" in _text(".github/workflows/check.yml")


def test_revisions_that_only_format_are_named():
    assert re.search(r"^[0-9a-f]{40}$", _text(".git-blame-ignore-revs"), re.MULTILINE)
