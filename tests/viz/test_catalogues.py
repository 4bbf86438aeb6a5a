"""The catalogues: every key is used, every key that is used exists, and all languages have the same fields."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from runpy import run_path

import pytest

from core.errors import CoreError, Names
from core.exercises.chapters import CHAPTERS
from core.settings import Allowed
from tests.pseudo import KEPT, LANGUAGE, pseudo_catalogue
from tests.viz.test_texts import SITES
from viz import texts
from viz.labs import lab_names
from viz.tabs.train.fields import MODEL_FIELDS, TRAINING_FIELDS
from viz.texts import CATALOGUES, ENGLISH, begun, en, texts_in

ROOT = Path(__file__).parents[2]
PAGE = [
    path
    for path in (ROOT / "viz").rglob("*")
    if path.suffix in (".py", ".js", ".html") and "texts" not in path.parts and path.name != "words.py"
]
# Components receive their sections without these.
PREFIXES = ("", "attention.", "time.", "machine.", "path.", "exercises.", "maths.", "study.", "sentences.")
FROM_CORE = ("error.", *(f"train.field.{name}.info" for name in (*MODEL_FIELDS, *TRAINING_FIELDS)))
TRANSLATED = {code: catalogue for code, catalogue in begun().items() if code != "en"}
EXERCISES = tuple(f"exercises.{chapter}." for chapter in CHAPTERS)
LABS = tuple(f"maths.{lab}." for lab in lab_names())
FIELD, FORMULA = re.compile(r"\{(\w+)(![rs])?(:[^{}]*)?\}"), re.compile(r"\$[^$]*\$")
HOLE, OUTER = r"[\w-]+", r"[\w.-]+"  # what is filled in: one part of a key; at its start or end, several


def fields(words: str) -> list[tuple[str, str, str]]:
    """Return the fields of a text with conversion and format, sorted: a translation may move, not change them."""
    return sorted(FIELD.findall(FORMULA.sub("", words)))


def _pattern(parts: list[str | None]) -> str:
    return "".join(HOLE if part is None else re.escape(part) for part in parts)


def _python_patterns(source: str) -> set[str]:
    """Return the strings of Python code as patterns of keys; what is filled in matches anything."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(_pattern([node.value]))
        if isinstance(node, ast.JoinedStr):
            found.add(_pattern([part.value if isinstance(part, ast.Constant) else None for part in node.values]))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "words" and len(node.args) == 2:
            found |= {f"{prefix}{re.escape('.')}{HOLE}" for prefix in _python_patterns(ast.unparse(node.args[1]))}
    return found


def _script_patterns(source: str) -> set[str]:
    """Return the strings of a script or a template as patterns of keys."""
    found = {re.escape(words) for words in re.findall(r"""['"]([\w.]+)['"]""", source)}
    for template in re.findall(r"`([^`\n]*)`", source):
        parts = re.split(r"\$\{[^}]*\}", template)
        found.add(HOLE.join(map(re.escape, parts)))
    return found


def _is_key(pattern: str) -> bool:
    """Return whether a pattern says more than that a key has parts."""
    if HOLE not in pattern:
        return len(pattern) < 120
    return re.search(r"[a-z_]\\\.|\\\.[a-z_]", pattern.replace(HOLE, "")) is not None and len(pattern) < 120


def _patterns() -> re.Pattern[str]:
    found: set[str] = set()
    for path in [*PAGE, ROOT / "app.py", ROOT / "viz/texts/__init__.py"]:
        source = path.read_text(encoding="utf-8")
        found |= _python_patterns(source) if path.suffix == ".py" else _script_patterns(source)
    keys = {re.sub(rf"^{re.escape(HOLE)}|{re.escape(HOLE)}$", lambda _: OUTER, one) for one in found if _is_key(one)}
    return re.compile("|".join(f"(?:{one})" for one in sorted(keys, key=len)))


def _stem(key: str, prefix: str) -> str:
    """Return what a component asks for: it adds the plural's ending by itself."""
    return re.sub(r"\.(one|many)$", "", key.removeprefix(prefix))


def test_every_key_is_used():
    used = _patterns()
    unused = [
        key
        for key in en.TEXTS
        if not key.startswith("error.")  # held by test_texts
        and not key.startswith(LABS)  # held by labs/test_labs
        and not key.startswith(EXERCISES)  # held by core/exercises/test_chapters
        and not any(key.startswith(prefix) and used.fullmatch(_stem(key, prefix)) for prefix in PREFIXES)
    ]
    assert unused == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_shipped_language_has_every_word(code):
    """A language that lacks one is not offered at all."""
    assert sorted(en.TEXTS.keys() - TRANSLATED[code].keys()) == []


def test_words_beside_a_lab_or_a_panel_are_there_in_every_language():
    """Each `words.py` names what is missing in it."""
    paths = [*(ROOT / "viz" / "labs").glob("*/words.py"), *(ROOT / "viz" / "components").rglob("words.py")]
    paths += (ROOT / "viz" / "components" / "path" / "chapters").glob("*.py")
    assert len(paths) > 90
    assert [
        missing for path in paths for missing in missing_words(path.parent.name, run_path(str(path))["WORDS"])
    ] == []


def missing_words(name: str, words: Mapping[str, str | Mapping[str, str]]) -> list[str]:
    """The languages that a key lacks; a text alone is for all of them."""
    texts = {key: text for key, text in words.items() if not isinstance(text, str)}
    return [f"{name}: {key} in {code}" for key, text in texts.items() for code in begun() if code not in text]


def test_a_missing_word_beside_a_lab_is_named():
    assert missing_words("softmax", {"title": {"en": "Softmax"}, "formula": "$x$"}) == ["softmax: title in zh"]


def test_every_key_that_the_code_names_exists():
    """Keys in full stand in Python; a key that is put together is read when the page is walked through."""
    named: dict[str, str] = {}
    for path in [*(path for path in PAGE if path.suffix == ".py"), ROOT / "app.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = ast.unparse(node.func)
                if called.rpartition(".")[2] in ("texts", "request_texts()") or called == "request_texts()":
                    named[str(node.args[0].value)] = f"{path.name}:{node.lineno}"
    assert len(named) > 80
    assert {key: place for key, place in named.items() if key not in en.TEXTS} == {}


@pytest.mark.parametrize("catalogue", [*begun().values(), pseudo_catalogue(en.TEXTS)], ids=[*begun(), LANGUAGE])
def test_translations_have_the_fields_of_the_english_texts(catalogue):
    known = {key: words for key, words in catalogue.items() if key in en.TEXTS}
    assert {key: words for key, words in known.items() if fields(words) != fields(en.TEXTS[key])} == {}
    assert [key for key in catalogue if key not in en.TEXTS and not key.startswith(FROM_CORE)] == []


def order(words: str) -> list[str]:
    """Return the names of a text's fields as they follow one another."""
    return [name for name, _, _ in FIELD.findall(FORMULA.sub("", words))]


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_have_each_field_in_its_place(code):
    """Two exchanged fields are a false sentence that has all its fields: who moves one writes down the new order."""
    lines = (Path(__file__).with_name(f"fields_moved_in_{code}.txt")).read_text(encoding="utf-8").splitlines()
    reviewed = dict(line.split(": ", 1) for line in lines if not line.startswith("#"))
    english = {f"error.{site.code}": site.template for site in SITES} | en.TEXTS
    moved = {
        key: " ".join(order(words))
        for key, words in TRANSLATED[code].items()
        if key in english and order(words) != order(english[key])
    }
    assert moved == reviewed


@pytest.mark.parametrize("catalogue", TRANSLATED.values(), ids=TRANSLATED)
def test_translations_word_what_english_takes_from_the_core(catalogue):
    assert sorted({*FROM_CORE[1:], *(f"error.{site.code}" for site in SITES)} - catalogue.keys()) == []


@pytest.mark.parametrize(
    ("allowed", "words"),
    [
        (Allowed("int", 1, 8), " 1 到 8 的整数"),
        (Allowed("float", 0.5), "不小于 0.5 的数"),
        (Allowed("bool"), " true 或 false"),
        (Allowed("str", choices=("pre", "post")), " pre、post 之一"),
    ],
)
def test_a_range_in_an_error_is_worded_in_its_language(allowed, words):
    error = CoreError(
        "config.range", "{setting} must be {allowed}, not {value!r}", setting="x", allowed=allowed, value=9
    )
    assert texts_in("zh").error(error) == f"“x”必须是{words}，不能是 9。"
    assert ENGLISH.error(error) == f"x must be {allowed}, not 9."


def test_names_in_an_error_are_listed_as_in_its_language():
    error = CoreError("task.unknown", "unknown task {name!r}; allowed: {allowed}", name="x", allowed=Names(["a", "b"]))
    assert texts_in("zh").error(error) == "未知的任务 'x'；允许：a、b。"
    assert ENGLISH.error(error) == "Unknown task 'x'; allowed: a, b." == f"U{str(error)[1:]}."
    assert (
        texts_in("zh").error(error.with_parameters({"name": "x", "allowed": Names()})) == "未知的任务 'x'；允许：无。"
    )


def test_the_reason_of_an_error_is_worded_in_its_language():
    inner = CoreError("vocabulary.special", "an id of a special symbol is not in the vocabulary")
    error = CoreError("import.shape", "{path}: {reason}", path=Path("a/config.json"), reason=inner)
    assert ENGLISH.error(error) == f"a/config.json: {inner}."
    assert texts_in("zh").error(error) == "a/config.json：有一个特殊符号的编号不在词表中。"


def test_chinese_has_blanks_around_latin_and_full_width_marks():
    chinese = r"[\u4e00-\u9fff]"
    latin = "[A-Za-z0-9%]"
    wrong = re.compile(
        rf"{chinese}({latin}|[,;:?!])|({latin}|[,;:?!]){chinese}|[，。；：、！？] [^|]|[^|] [，。；：、！？]"
    )
    found = {key: re.sub(r"\$[^$]*\$|`[^`]*`", "$", words) for key, words in begun()["zh"].items()}
    assert {key: words for key, words in found.items() if wrong.search(words)} == {}


def test_chinese_has_no_blank_at_a_quotation_mark_and_one_word_for_one_thing():
    words = begun()["zh"].items()
    loose = r"[\u4e00-\u9fff] [“（]|[”）] [\u4e00-\u9fff]|[\u4e00-\u9fff]…(?!…)|[\u4e00-\u9fff\d}] %|[^\d]-\d 表示"
    others = r"公式 \d|分数为|掩盖|你|(?<!第 )(?<![\d.])\d[\d.]* 节|Escape"  # 式 3, 得分, 遮住, 第 5.4 节, Esc
    assert {key: text for key, text in words if re.search(f"{loose}|{others}", text)} == {}


def test_latin_words_in_chinese_are_names():
    lines = (Path(__file__).with_name("latin_in_chinese.txt")).read_text(encoding="utf-8").splitlines()
    names = {word for line in lines if not line.startswith("#") for word in line.split()}
    found: dict[str, str] = {}
    for key, text in begun()["zh"].items():
        found |= dict.fromkeys(re.findall("[A-Za-z]{2,}", KEPT.sub(" ", text)), key)
    assert {word: key for word, key in found.items() if word not in names} == {}
    assert names - found.keys() == set()


def test_only_a_language_with_every_word_is_offered(monkeypatch):
    short = {key: words for key, words in en.TEXTS.items() if key != "page.title"}
    monkeypatch.setattr(texts, "begun", lambda: {"xx": short, "yy": {**en.TEXTS, "error.other": "y"}})
    assert list(texts._catalogues()) == ["en", "yy"]
    assert all(en.TEXTS.keys() <= catalogue.keys() for catalogue in CATALOGUES.values())


def test_an_unknown_language_falls_back_to_english():
    assert [texts_in(code) for code in ("xx", None, 7, "../en")] == [ENGLISH] * 4
