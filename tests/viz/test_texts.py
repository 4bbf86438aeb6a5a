"""Each error has one English sentence; the catalogue overrides only those that must differ on the page."""

import ast
import pickle
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from core.errors import CoreError
from viz.texts import CATALOGUES, ENGLISH, as_sentence, en, texts_in

ROOT = Path(__file__).parents[2]
OVERRIDES = {
    key.removeprefix("error."): words
    for key, words in en.TEXTS.items()
    if key.startswith("error.") and not key.startswith("error.setting.")
}


class Site(NamedTuple):
    """One place that makes a CoreError."""

    code: str
    template: str
    parameters: frozenset[str]
    place: str


def fields(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def sites() -> Iterator[Site]:
    paths = [ROOT / "app.py", *(ROOT / "core").rglob("*.py"), *(ROOT / "viz").rglob("*.py")]
    paths += (ROOT / "glassformer").rglob("*.py")
    for path in paths:
        if path == ROOT / "core/errors.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CoreError":
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert len(node.args) == 2 and all(isinstance(part, ast.Constant) for part in node.args), place
                code, template = (ast.literal_eval(part) for part in node.args)
                names = {item.arg for item in node.keywords if item.arg}
                if len(names) < len(node.keywords):  # **values: those that the template names
                    names |= fields(template)
                yield Site(code, template, frozenset(names), place)


SITES = list(sites())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_name_of_a_head_switch_begins_with_its_words(language):
    """WCAG 2.5.3: in Chinese the name had none of the words that are shown, which a speaker says."""
    texts = texts_in(language)
    for state in ("on", "off"):
        key = f"attention.lab.switch.{state}"
        assert texts(f"{key}.label", name="x").startswith(texts(key))


def test_every_error_is_found():
    assert len(SITES) > 200


def test_a_code_has_one_template():
    templates: dict[str, set[str]] = {}
    for site in SITES:
        templates.setdefault(site.code, set()).add(site.template)
    assert {code: found for code, found in templates.items() if len(found) > 1} == {}


def test_every_field_of_a_template_has_a_value():
    assert [site.place for site in SITES if not fields(site.template) <= site.parameters] == []


def test_every_override_has_a_code_and_uses_its_parameters():
    given: dict[str, frozenset[str]] = {}
    for site in SITES:
        given[site.code] = given.get(site.code, site.parameters) & site.parameters
    assert OVERRIDES.keys() - given.keys() == set()
    assert {code: fields(words) - given[code] for code, words in OVERRIDES.items() if fields(words) - given[code]} == {}


def test_no_override_repeats_the_sentence_of_the_core():
    unformatted = {site.code: as_sentence(site.template, Unfilled()) for site in SITES}
    assert [code for code, words in OVERRIDES.items() if unformatted[code] == words.format_map(Unfilled())] == []


def test_errors_of_the_command_line_are_not_overridden():
    assert [code for code in OVERRIDES if code.startswith("cli.")] == []


class _Field(str):
    """A field that formats as it is written."""

    def __format__(self, form: str) -> str:
        return "{" + self + ":" + form + "}"


class Unfilled(dict[str, _Field]):
    """Every field, as it is written."""

    def __missing__(self, name: str) -> _Field:
        return _Field(name)


def test_an_error_is_a_sentence_on_the_page():
    error = CoreError("average.too_few", "run {name} has {found} checkpoints", name="first", found=2)
    assert ENGLISH.error(error) == "Run first has 2 checkpoints."


def test_a_name_keeps_its_case():
    assert ENGLISH.error(CoreError("x", "max_tokens ({n}) is too large", n=3)) == "max_tokens (3) is too large."
    assert ENGLISH.error(CoreError("x", "{path} is missing", path="config.json")) == "config.json is missing."


@pytest.mark.parametrize("language", ["en", "zh"])
def test_signs_that_are_not_printed_are_shown_by_their_codes(language):
    """A sign of direction in a typed name turned the rest of the Chinese sentence round."""
    error = CoreError("run.name", "run name {name} is bad", name="a\u202eb\x07c 中")
    words = texts_in(language).error(error)
    assert "a\\u202eb\\x07c 中" in words and words.isprintable()


def test_a_setting_is_called_by_its_label():
    error = CoreError("config.range", "{setting} must be {allowed}", setting="beam_size", allowed="from 1 to 8")
    assert ENGLISH.error(error) == "Beam must be from 1 to 8."


def test_a_run_named_like_a_setting_keeps_its_name():
    assert (
        ENGLISH.error(CoreError("run.busy", "run {name} is being trained", name="seed")) == "Run seed is being trained."
    )


def test_an_override_takes_the_place_of_the_sentence():
    assert ENGLISH.error(CoreError("translator.blank", "the source sentence is blank")) == "Type a sentence first."


def test_reason_keeps_a_single_full_stop():
    assert ENGLISH.error(CoreError("x", "it failed: {reason}", reason="no room.")) == "It failed: no room."


@pytest.mark.parametrize("values", [{}, {"a": 1, "b": Path("x")}])
def test_an_error_survives_pickling(values):
    error = CoreError("x", "no values" if not values else "{a} of {b}", **values)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.template, copy.parameters, str(copy)) == ("x", error.template, values, str(error))


@pytest.mark.parametrize(
    ("parameter", "shown"),
    [
        (Path("/home/ann/models/en-de/config.json"), "en-de/config.json"),
        (Path("/home/ann/runs/first"), "first"),
        (PermissionError(13, "Permission denied", "/home/ann/secret"), "Permission denied"),
        ("plain words", "plain words"),
        (7, "7"),
    ],
)
def test_page_errors_omit_server_folders(parameter, shown):
    error = CoreError("anything.at_all", "found {what}", what=parameter)
    assert ENGLISH.error(error) == f"Found {shown}."
    assert str(error) == f"found {parameter}"


@pytest.mark.parametrize("language", CATALOGUES)
def test_an_error_names_the_kind_of_attention_as_its_page_does(language):
    """In Chinese such an error mixed the core's name of a kind, "encoder", into its sentence."""
    texts = texts_in(language)
    error = CoreError("explorer.layer", "the {kind} attention does not have layer {layer}", kind="encoder", layer=9)
    assert texts("attention.kind.encoder.short") in texts.error(error)
    assert ("encoder" in texts.error(error)) is (language == "en")
