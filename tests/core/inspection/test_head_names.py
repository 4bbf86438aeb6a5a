"""Heads as text: single heads, layers, kinds and blocks, and what is refused."""

import pytest

from core.errors import CoreError
from core.inspection.head_names import MAX_HEADS, read_heads, read_heads_of


def test_groups_name_the_heads_of_the_model():
    layer = [("cross", 2, head) for head in range(5)]
    assert list(read_heads("c.3", 3, 5)) == layer
    assert list(read_heads("c.3.2-4", 3, 5)) == layer[1:4] == list(read_heads("c.3.2-4"))
    assert list(read_heads("c.3.4,c.3.4, c.3.2", 3, 5)) == [layer[3], layer[1]]
    assert set(read_heads("d", 3, 5)) == {("decoder", i, h) for i in range(3) for h in range(5)}
    assert len(read_heads("all", 3, 5)) == 45 == len(set(read_heads("e,d,c", 3, 5)))


def test_encoder_and_decoder_may_differ_in_depth():
    assert len(read_heads("all", 3, 5, 1)) == (3 + 1 + 1) * 5
    assert len(read_heads("e.3", 3, 5, 1)) == 5
    with pytest.raises(CoreError, match=r"the cross attention has 1 layers"):
        read_heads("c.2", 3, 5, 1)


def test_kinds_may_differ_in_heads_and_be_missing():
    sizes = {"encoder": (3, 5), "decoder": (0, 0), "cross": (1, 7)}
    assert len(read_heads_of("all", sizes)) == 3 * 5 + 7 == len(read_heads_of("c,e", sizes))
    assert read_heads_of("c.1.7", sizes) == (("cross", 0, 6),)
    for words, reason in (
        ("e.1.6", "the encoder attention has 3 layers of 5 heads"),
        ("c,d", "'d' does not exist: there is no decoder attention, only encoder, cross"),
        ("d.1.1", "there is no decoder attention"),
    ):
        with pytest.raises(CoreError, match=reason):
            read_heads_of(words, sizes)


@pytest.mark.parametrize(
    ("words", "shape", "code"),
    [
        ("c.3", (), "heads.form"),
        ("all", (), "heads.form"),
        ("", (2, 3), "heads.form"),
        ("c.0.1", (2, 3), "heads.form"),
        ("x.1.1", (2, 3), "heads.form"),
        ("c.1.1;e", (2, 3), "heads.form"),
        ("c.2-1", (2, 3), "heads.form"),
        ("c.1.3-2", (), "heads.form"),
        ("c.3.1", (2, 3), "heads.missing"),
        ("c.1.2-4", (2, 3), "heads.missing"),
        ("c.1-999.1-999", (), "heads.many"),
    ],
)
def test_wrong_names_are_refused(words, shape, code):
    with pytest.raises(CoreError) as error:
        read_heads(words, *shape)
    assert error.value.code == code


def test_the_largest_block_that_is_allowed():
    assert len(read_heads("c.1-64.1-64")) == MAX_HEADS
