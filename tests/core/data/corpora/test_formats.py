"""Formats of published corpora: their pairs, and errors for damaged archives."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from core.data.corpora.formats import LineFiles, TabbedFile, TedTalks, TedTraining, ZippedTabs
from core.errors import CoreError

XML = '<?xml version="1.0"?>\n<mteval><doc docid="7">\n<title>Not a segment</title>\n{}\n</doc></mteval>\n'


def archive(path: Path, **members: str) -> Path:
    """A packed archive; in the names two underscores stand for a point."""
    with tarfile.open(path, "w:gz") as tar:
        for name, text in members.items():
            content = text.encode("utf-8")
            info = tarfile.TarInfo("en-zh/" + name.replace("__", "."))
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


def segments(*texts: str) -> str:
    return XML.format("\n".join(f'<seg id="{n}"> {text} </seg>' for n, text in enumerate(texts, start=1)))


def member(name: str, language: str) -> str:
    return f"IWSLT17__TED__{name}__en-zh__{language}__xml"


@pytest.fixture
def talks(tmp_path) -> Path:
    members = {
        "train__tags__en-zh__en": "<url>x</url>\n<title>T</title>\nOne.\nTwo &amp; three.\n<url>y</url>\nFour.\n",
        "train__tags__en-zh__zh": "<url>http://x</url>\n一。\n二和三。\n<keywords>k</keywords>\n<url>y</url>\n四。\n",
        member("dev2010", "en"): segments("First.", "Second."),
        member("dev2010", "zh"): segments("第一。", "第二。"),
        member("tst2010", "en"): segments("Third."),
        member("tst2010", "zh"): segments("第三。"),
    }
    return archive(tmp_path / "en-zh.tgz", **members)


def test_tags_in_talks_are_not_sentences(talks):
    pairs = list(TedTraining("en-zh.tgz", "en", "zh").pairs(talks))
    assert [(a.strip(), b.strip()) for a, b in pairs] == [
        ("One.", "一。"),
        ("Two &amp; three.", "二和三。"),
        ("Four.", "四。"),
    ]


def test_segments_of_several_talks_follow_one_another(talks):
    pairs = TedTalks("en-zh.tgz", "en", "zh", ("tst2010", "dev2010")).pairs(talks)
    assert [(a.strip(), b.strip()) for a, b in pairs] == [
        ("Third.", "第三。"),
        ("First.", "第一。"),
        ("Second.", "第二。"),
    ]


def test_reading_an_archive_writes_nothing(talks, tmp_path):
    evil = archive(
        tmp_path / "evil.tgz", **{"../../out": "x", "train__tags__en-zh__en": "a\n", "train__tags__en-zh__zh": "b\n"}
    )
    assert len(list(TedTraining("evil.tgz", "en", "zh").pairs(evil))) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"en-zh.tgz", "evil.tgz"}
    assert not (tmp_path.parent / "out").exists()


def test_sides_of_unequal_length_are_refused(tmp_path):
    path = archive(
        tmp_path / "a.tgz",
        train__tags__en__zh="",
        **{"train__tags__en-zh__en": "a\nb\n", "train__tags__en-zh__zh": "b\n"},
    )
    with pytest.raises(CoreError, match="train: one side ends after 1 sentences"):
        list(TedTraining("a.tgz", "en", "zh").pairs(path))


def test_incomplete_or_invalid_archive_is_refused(talks, tmp_path):
    with pytest.raises(CoreError, match=r"does not contain IWSLT17.TED.tst2015.en-zh.en.xml"):
        list(TedTalks("en-zh.tgz", "en", "zh", ("tst2015",)).pairs(talks))
    cut = tmp_path / "cut.tgz"
    cut.write_bytes(talks.read_bytes()[: talks.stat().st_size // 2])
    other = tmp_path / "other.tgz"
    other.write_bytes(b"<html>not found</html>")
    for path in (cut, other):
        with pytest.raises(CoreError) as caught:
            list(TedTraining("x", "en", "zh").pairs(path))
        assert caught.value.code == "corpora.archive"


def test_columns_after_the_second_are_no_text(tmp_path):
    path = tmp_path / "cmn.txt"
    path.write_text("Hi.\t嗨。\tby somebody\nno tab\nBye.\t再见。\n", encoding="utf-8")
    assert list(TabbedFile("cmn.txt").pairs(path)) == [("Hi.", "嗨。"), ("no tab", ""), ("Bye.", "再见。")]


def zipped(path: Path, **members: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in members.items():
            packed.writestr(name.replace("__", "."), text)
    return path


def test_zipped_tabs_reads_pairs_without_unpacking(tmp_path):
    path = zipped(tmp_path / "deu-eng.zip", _about__txt="x\ty\n", deu__txt="Hi.\tHallo!\nno tab\nBye.\tTschüss!\tz\n")
    form = ZippedTabs("deu-eng.zip", "deu.txt")
    assert list(form.pairs(path)) == [("Hi.", "Hallo!"), ("no tab", ""), ("Bye.", "Tschüss!")]
    assert [one.name for one in tmp_path.iterdir()] == ["deu-eng.zip"]  # nothing is unpacked


def test_zipped_tabs_refuses_a_damaged_archive(tmp_path):
    path = zipped(tmp_path / "a.zip", deu__txt="Hi.\tHallo!\n" * 999)
    with pytest.raises(CoreError, match=r"does not contain eng.txt"):
        list(ZippedTabs("a.zip", "eng.txt").pairs(path))
    data = path.read_bytes()
    middle = len("deu.txt") + 30 + 20  # within the packed text
    for damage in (data[: len(data) // 2], b"<html>not found</html>", data[:middle] + b"\xff\xff" + data[middle + 2 :]):
        (tmp_path / "b.zip").write_bytes(damage)
        with pytest.raises(CoreError) as caught:
            list(ZippedTabs("b.zip", "deu.txt").pairs(tmp_path / "b.zip"))
        assert caught.value.code == "corpora.archive"


def test_line_files_name_both_sides(tmp_path):
    form = LineFiles("a.en", "a.zh")
    for name, text in zip(form.files, ("x\ny\n", "1\n2\n"), strict=True):
        (tmp_path / name).write_text(text)
    assert list(form.pairs(*(tmp_path / name for name in form.files))) == [("x", "1"), ("y", "2")]
