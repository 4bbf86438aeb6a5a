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
    where = project["tool"]["hatch"]["version"]
    assert re.search(where["pattern"], _text(where["path"]))["version"] == VERSION
    assert re.search(r"^version: (.+)$", _text("CITATION.cff"), re.MULTILINE)[1] == VERSION
    released = re.findall(r"^## (\d\S*)", _text("CHANGELOG.md"), re.MULTILINE)
    assert released[0] == VERSION


def test_requirements_are_those_of_the_base_and_the_page():
    """`pip install -r requirements.txt` of a Space, and `pip install ".[page]"`, install the same."""
    project = tomllib.loads(_text("pyproject.toml"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["page"]]
    assert sorted(_text("requirements.txt").split()) == sorted(wanted)


def test_readme_and_the_automatic_check_run_the_same_command():
    readme = _text("README.md")
    for requirements, command in (("requirements-dev.txt", "pytest"), ("requirements.txt", "python app.py")):
        assert f"```bash\npip install -r {requirements}\n{command}\n```" in readme
    assert re.search(r"^pytest ", _text(".ci/run"), re.MULTILINE)
    assert "bash .ci/run" in _text(".github/workflows/check.yml")


def test_revisions_that_only_format_are_named():
    assert re.search(r"^[0-9a-f]{40}$", _text(".git-blame-ignore-revs"), re.MULTILINE)
