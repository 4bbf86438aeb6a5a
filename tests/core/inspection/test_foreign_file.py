"""Files of attention: written and read back, those of the page, and hostile ones."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from core.errors import CoreError
from core.inspection.foreign import foreign_attention
from core.inspection.foreign_file import read_attention_file, save_attention
from tests.core.inspection.test_foreign import SRC, TGT, arrays, failed, read


def test_a_file_is_read_back_bit_for_bit(tmp_path: Path) -> None:
    given, path = read(), tmp_path / "trace.npz"
    save_attention(given, path)
    found = read_attention_file(path)
    assert all(found.arrays[kind].tobytes() == given.arrays[kind].tobytes() for kind in given.kinds)
    assert (found.src_tokens, found.tgt_tokens, found.predicted_tokens) == (
        given.src_tokens,
        given.tgt_tokens,
        given.predicted_tokens,
    )


BERT = ["[CLS]", "dog", "##s", "#", "##1", "[SEP]", "[SEP]"]


def test_tokens_of_a_file_are_shown_as_they_were(tmp_path: Path) -> None:
    """Shown forms were written and converted again: "dog" came back with two spaces, "##s" as a word of its own."""
    given, path = foreign_attention(encoder=arrays()["encoder"], source_tokens=BERT), tmp_path / "trace.npz"
    assert given.src_tokens == ("[CLS]", " dog", "s", " #", "1", "[SEP]", "[SEP]")
    save_attention(given, path)
    found = read_attention_file(path)
    assert (found.src_tokens, found.tgt_tokens) == (given.src_tokens, given.tgt_tokens)
    assert found.checks == given.checks
    save_attention(found, path)
    assert read_attention_file(path).src_tokens == given.src_tokens


def test_tokens_of_the_page_are_no_other_programs(tmp_path: Path) -> None:
    """A translation of "a##b" that the page had saved was taken for one of BERT's."""
    shown = (" a", "##", "b", " c", " d", " e", "</s>")
    np.savez(tmp_path / "page.npz", encoder_self=arrays()["encoder"], src_tokens=np.array(shown))
    assert read_attention_file(tmp_path / "page.npz").src_tokens == shown


def test_names_of_another_program_are_made_visible(tmp_path: Path) -> None:
    np.savez(tmp_path / "own.npz", encoder=arrays()["encoder"], source_tokens=np.array(BERT))
    assert read_attention_file(tmp_path / "own.npz").src_tokens[:3] == ("[CLS]", " dog", "s")


def test_a_file_of_the_page_is_read(tmp_path: Path) -> None:
    given, path = arrays(), tmp_path / "page.npz"
    np.savez(
        path,
        encoder_self=given["encoder"],
        decoder_self=given["decoder"],
        cross=given["cross"],
        src_tokens=np.array(SRC),
        tgt_tokens=np.array(["<s>", *TGT[1:]]),
        predicted_tokens=np.array([*TGT[1:], "</s>"]),
        intervention=np.array("{}"),
    )
    found = read_attention_file(path)
    assert failed(found) == set() and found.predicted_tokens[-1] == "</s>"


def header_of(shape: tuple[int, ...]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
    return file.getvalue()


def archived(path: Path, content: bytes) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("encoder.npy", content)


@pytest.mark.parametrize("fault", ["text", "header", "pickle", "no array", "tokens", "missing"])
def test_a_hostile_file_is_one_sentence(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "trace.npz"
    if fault == "text":
        path.write_text("attention")
    elif fault == "header":
        archived(path, header_of((1, 1, 1 << 20, 1 << 20)))
    elif fault == "no array":
        archived(path, b"\x93NUMPY")
    elif fault == "pickle":
        np.savez(path, encoder=np.array([{}], dtype=object))
    elif fault == "tokens":
        np.savez(path, encoder=arrays()["encoder"], source_tokens=np.arange(7))
    with pytest.raises(CoreError, match=r"is not a file of attention|must be a row|holds Python objects") as caught:
        read_attention_file(path)
    assert "\n" not in str(caught.value)


def test_a_file_beyond_the_limit_is_refused_unread(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "trace.npz", encoder=np.zeros((1, 1, 512, 512), dtype=np.float32))
    with pytest.raises(CoreError, match="has more than 0 MB of arrays"):
        read_attention_file(tmp_path / "trace.npz", most_bytes=1 << 18)
