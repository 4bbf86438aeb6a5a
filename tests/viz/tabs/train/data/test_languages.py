"""Languages that the form suggests, as the command finds them: a new suggestion replaces only an old one."""

import json
from pathlib import Path

import pytest

from core.cli.training import _new_configurations
from core.data.corpora import reading
from tests.viz.tabs.train.made import TINY, Tab, filled, tab
from viz.tabs.train.data.languages import on_languages
from viz.tabs.train.form.fields import Fields

CHECKPOINTS = Path(__file__).parents[5] / "checkpoints"


def upload(*paths: Path, **fields: object) -> Fields:
    return {**TINY, "source": "own_file", "file": [str(path) for path in paths], **fields}


def table(path: Path, header: str, line: str = "dog,Hund") -> Path:
    path.write_text(f"{header}\n" + f"{line}\n" * 11, encoding="utf-8")
    return path


def files(folder: Path, *names: str, lines: tuple[str, str] = ("a dog", "ein Hund")) -> list[Path]:
    paths = [folder / name for name in names]
    for path, line in zip(paths, lines, strict=True):
        path.write_text(f"{line}\n" * 11, encoding="utf-8")
    return paths


def suggested(found: Tab, fields: Fields) -> list[object]:
    """Return what the form changes: both languages, None for one that stays, and the remembered suggestion."""
    data = found.form.data
    panel = data.hub if fields["source"] == "hub" else data.upload
    start, panels = found.form.settings.start, (data.hub, data.upload)
    updates = on_languages(data.context, panels, data.source, start, filled(found.form, fields))
    given = [updates.get(box) for box in (panel.source_language, panel.target_language, panel.suggested_languages)]
    return [one if isinstance(one, str) else None for one in given]


@pytest.mark.parametrize(
    ("header", "codes"),
    [
        ("English,German", ["en", "de", "en de"]),
        ("src,tgt", [None, None, " "]),
        ("zh_CN,ja", ["zh-CN", "ja", "zh-CN ja"]),
    ],
)
def test_columns_named_after_languages(tmp_path, header, codes):
    assert suggested(tab(tmp_path), upload(table(tmp_path / "a.csv", header))) == codes


def test_suggestion_is_replaced_and_a_typed_code_stays(tmp_path):
    """A second upload kept the languages of the first: Chinese was trained and scored as German."""
    paths = files(tmp_path, "t.en", "t.zh", lines=("a dog", "一只狗"))
    before = {"src_lang": "en", "tgt_lang": "de", "suggested_languages": "en de"}
    assert suggested(tab(tmp_path), upload(*paths, **before)) == ["en", "zh", "en zh"]
    assert suggested(tab(tmp_path), upload(*paths, **{**before, "tgt_lang": "yue"})) == ["en", None, "en zh"]
    assert suggested(tab(tmp_path), upload(*paths, src_lang="fr", tgt_lang="it"))[:2] == [None, None]


@pytest.mark.parametrize(("line", "codes"), [("狗跑\t犬が走る", ["zh", "ja"]), ("dog\tHund", ["", ""])])
def test_script_of_the_text_suggests_its_language_else_an_old_suggestion_goes(tmp_path, line, codes):
    (tmp_path / "a.tsv").write_text(f"{line}\n" * 11, encoding="utf-8")
    sent = upload(tmp_path / "a.tsv", src_lang="en", tgt_lang="de", suggested_languages="en de")
    assert suggested(tab(tmp_path), sent)[:2] == codes


def test_chosen_sides_give_their_languages(tmp_path):
    sent = upload(table(tmp_path / "a.csv", "id,de,en", "1,Hund,dog"), src_column="en", tgt_column="de")
    assert suggested(tab(tmp_path), sent)[:2] == ["en", "de"]
    paths = files(tmp_path, "t.de", "t.en")
    assert suggested(tab(tmp_path), upload(*paths))[:2] == ["de", "en"]
    assert suggested(tab(tmp_path), upload(*paths, src_column="t.en", tgt_column="t.de"))[:2] == ["en", "de"]


def test_nothing_changes_without_a_file_or_for_a_task(tmp_path):
    assert suggested(tab(tmp_path), upload(src_lang="fr", tgt_lang="it")) == [None] * 3
    assert suggested(tab(tmp_path), TINY) == [None] * 3


@pytest.mark.parametrize(
    ("names", "lines", "start"),
    [
        (("a.txt", "b.txt"), ("a dog", "ein Hund"), "en-de"),
        (("a.txt", "b.txt"), ("a dog", "一只狗"), "en-de"),
        (("a.de", "b.en"), ("ein Hund", "a dog"), "en-de"),
        (("a.en", "b.zh"), ("a dog", "一只狗"), ""),
        (("a.txt", "b.txt"), ("a dog", "一只狗"), ""),
    ],
)
def test_form_and_command_find_the_same(tmp_path, names, lines, start, capsys):
    """The tab ignored the languages of the checkpoint to start from; the command did not."""
    from core.cli.parser import build_parser

    paths = files(tmp_path, *names, lines=lines)
    words = ["train", "--run", "x", "--src", str(paths[0]), "--tgt", str(paths[1])]
    words += ["--init-from", str(CHECKPOINTS / start)] if start else []
    data = _new_configurations(build_parser().parse_args(words)).data
    found = suggested(tab(tmp_path, checkpoints=CHECKPOINTS), upload(*paths, start=start))
    assert [code or default for code, default in zip(found[:2], ("src", "tgt"), strict=True)] == [
        data.src_lang,
        data.tgt_lang,
    ]


def test_data_set_of_the_hub_is_judged_likewise(tmp_path, monkeypatch):
    """A second data set of the Hub kept the languages of the first."""
    monkeypatch.setenv(reading.DATA_VARIABLE, str(tmp_path))
    folder = tmp_path / "hub" / "someone" / "talks" / "default"
    folder.mkdir(parents=True)
    for columns, pair, codes in (
        (("translation.en", "translation.zh"), ("a dog", "一只狗"), ["en", "zh"]),
        (("question", "answer"), ("a dog", "一只狗"), ["", "zh"]),
    ):
        line = json.dumps(dict(zip(("source", "target"), pair, strict=True)))
        (folder / "train.jsonl").write_text(f"{line}\n", encoding="utf-8")
        about = {"columns": columns, "pairs": {"train": 1}}
        (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")
        sent = {
            **TINY,
            "source": "hub",
            "hub": "someone/talks",
            "hub_src_column": columns[0],
            "hub_tgt_column": columns[1],
            "hub_src_lang": "en",
            "hub_tgt_lang": "de",
            "hub_suggested_languages": "en de",
        }
        assert suggested(tab(tmp_path), sent)[:2] == codes
        assert suggested(tab(tmp_path), {**sent, "hub_tgt_lang": "yue"})[1] is None
