"""Attention given by other programs: every shape is read without a change, and each usual fault is named."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from core.errors import CoreError
from core.inspection.foreign import ForeignAttention, foreign_attention, surface

L, H, S, T = 2, 3, 7, 5
SRC = ["▁A", "▁dog", "▁runs", "▁in", "▁the", "▁sun", "</s>"]
TGT = ["<pad>", "▁Ein", "▁Hund", "▁läuft", "."]
SIZES = {"encoder": (S, S), "decoder": (T, T), "cross": (T, S)}
TWO_BEAMS = ((np.ones((2, H, 1, 1)),),)  # one step of one layer
Arrays = dict[str, Any]


def softmax(queries: int, keys: int, *, causal: bool = False, seed: int = 0) -> np.ndarray:
    scores = np.random.default_rng(seed).normal(size=(L, H, queries, keys))
    if causal:
        scores = np.where(np.tri(queries, keys, dtype=bool), scores, -np.inf)
    exponentials = np.exp(scores)
    return (exponentials / exponentials.sum(-1, keepdims=True)).astype(np.float32)


def arrays(seed: int = 0) -> Arrays:
    return {kind: softmax(*size, causal=kind == "decoder", seed=seed) for kind, size in SIZES.items()}


def read(changes: Arrays | None = None, **tokens: Any) -> ForeignAttention:
    given = {**arrays(), **(changes or {})}
    return foreign_attention(**given, **{"source_tokens": SRC, "target_tokens": TGT, **tokens})


def failed(given: ForeignAttention) -> set[str]:
    return {check.code for check in given.checks if not check.passed}


@pytest.mark.parametrize(
    "shaped",
    [
        lambda array: array,
        lambda array: array[:, None],
        lambda array: tuple(layer[None] for layer in array),
        lambda array: tuple(torch.from_numpy(layer[None]) for layer in array),
        lambda array: [torch.from_numpy(layer).requires_grad_() for layer in array],
        lambda array: array.astype(np.float64),
    ],
)
def test_every_shape_gives_the_same_bits(shaped: Callable[[np.ndarray], Any]) -> None:
    given = read({kind: shaped(array) for kind, array in arrays().items()})
    for kind, array in arrays().items():
        assert given.arrays[kind].tobytes() == array.tobytes()
    assert failed(given) == set() and given.kinds == ("encoder", "decoder", "cross")
    assert given.predicted_tokens == (" Ein", " Hund", " läuft", ".", "…")


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_judged_by_its_own_rounding(dtype: torch.dtype) -> None:
    given = read({kind: torch.from_numpy(array).to(dtype) for kind, array in arrays().items()})
    assert failed(given) == set()


def test_subsets_of_the_kinds_have_no_layers_elsewhere() -> None:
    encoder = foreign_attention(encoder=arrays()["encoder"], source_tokens=SRC)
    assert encoder.kinds == ("encoder",) and encoder.arrays["cross"].shape == (0, 0, 0, S)
    decoder = foreign_attention(decoder=arrays()["decoder"], target_tokens=["Ein", "ĠHund", "ĠlÃ¤uft", "Ġ.", "!"])
    assert decoder.kinds == ("decoder",) and decoder.tgt_tokens == ("Ein", " Hund", " läuft", " .", "!")
    assert failed(encoder) == failed(decoder) == set()


@pytest.mark.parametrize("cached", [True, False])
def test_generate_steps_are_joined_along_the_chosen_beam(cached: bool) -> None:
    path = [0, 2, 1, 1]
    steps, hypothesis = len(path), arrays(5)["decoder"]
    rng = np.random.default_rng(1)
    given = []
    for step, beam in enumerate([*path, 0]):  # the search goes on after this hypothesis has ended
        rows = slice(step, step + 1) if cached else slice(0, step + 1)
        layers = rng.random((L, 3, H, step + 1, step + 1)).astype(np.float32)[:, :, :, rows]
        layers[:, beam] = hypothesis[:, :, rows, : step + 1]
        given.append(tuple(layers))
    found = foreign_attention(decoder=tuple(given), target_tokens=TGT, beam_indices=np.array([[*path, -1]]))
    assert found.arrays["decoder"].tobytes() == hypothesis[:, :, :steps, :steps].tobytes()
    assert failed(found) == set()
    assert "one_hypothesis" in failed(foreign_attention(decoder=tuple(given), target_tokens=TGT))


def dropped(array: np.ndarray) -> np.ndarray:
    kept = np.random.default_rng(2).random(array.shape) >= 0.1
    return (array * kept / np.float32(0.9)).astype(np.float32)


def mixed(array: np.ndarray) -> np.ndarray:
    """Take the last row from a hypothesis that was shorter by one."""
    other = array.copy()
    other[:, :, -1] = array[:, :, -2]
    return other


def leaked(array: np.ndarray) -> np.ndarray:
    return softmax(T, T, seed=3)


def scaled(array: np.ndarray) -> np.ndarray:
    return array * np.float32(0.5)


def padded(array: np.ndarray) -> np.ndarray:
    wide = np.zeros((*array.shape[:-1], S + 2), dtype=np.float32)
    wide[..., :S] = array
    return np.concatenate([wide, wide[:, :, :2]], axis=2) if array.shape[-2] == S else wide


PLANTED = {
    "dropout on": ({kind: dropped(array) for kind, array in arrays().items()}, {}, {"no_dropout", "rows_sum_to_one"}),
    "axes swapped": ({"cross": arrays()["cross"].swapaxes(-1, -2)}, {}, {"not_transposed"}),
    "a beam mixed": ({"decoder": mixed(arrays()["decoder"])}, {}, {"one_hypothesis"}),
    "rows scaled": ({"encoder": scaled(arrays()["encoder"])}, {}, {"rows_sum_to_one"}),
    "future leaked": ({"decoder": leaked(arrays()["decoder"])}, {}, {"no_future"}),
    "start symbol missing": ({}, {"target_tokens": [*TGT[1:], "</s>"]}, {"tokens_not_shifted"}),
    "one token missing": ({}, {"source_tokens": SRC[:-1]}, {"tokens_not_shifted"}),
    "padding kept": (
        {kind: padded(arrays()[kind]) for kind in ("encoder", "cross")},
        {"source_tokens": [*SRC, "<pad>", "<pad>"]},
        {"no_padding_kept"},
    ),
    "padding without its tokens": (
        {kind: padded(arrays()[kind]) for kind in ("encoder", "cross")},
        {},
        {"no_padding_kept", "tokens_fit"},
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_each_planted_fault_is_named(fault: str) -> None:
    changes, tokens, expected = PLANTED[fault]
    assert failed(read(changes, **tokens)) == expected


def test_transposed_weights_are_transposed_back() -> None:
    given = read({kind: array.swapaxes(-1, -2) for kind, array in arrays().items()})
    assert all(np.array_equal(given.arrays[kind], array) for kind, array in arrays().items())
    assert failed(given) == {"not_transposed"}


def test_tokens_of_another_number_leave_positions() -> None:
    given = read(source_tokens=SRC[:3])
    assert given.src_tokens == (" 1", " 2", " 3", " 4", " 5", " 6", " 7") and failed(given) == {"tokens_fit"}


def test_repeated_end_symbols_are_padding() -> None:
    tokens = ["Ein", "ĠHund", "<|endoftext|>", "<|endoftext|>", "<|endoftext|>"]
    given = foreign_attention(decoder=arrays()["decoder"], target_tokens=tokens)
    assert failed(given) == {"no_padding_kept"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "give the attention of at least one of encoder, decoder, cross"),
        ({"encoder": (None, None)}, "attn_implementation='eager'"),
        ({"encoder": ()}, r"encoder attention must be \[layers, heads, queries, keys\]"),
        ({"encoder": np.ones((2, 3))}, r"not \(2, 3\)"),
        ({"encoder": "weights"}, "encoder attention must be"),
        ({"encoder": [np.ones((4, H, S, S))]}, "has 4 sentences"),
        ({"encoder": -softmax(S, S)}, "give the weights after softmax"),
        ({"encoder": softmax(S, S), "cross": softmax(T, S + 1)}, "not of one model and one pair of sentences"),
        ({"encoder": softmax(S, S), "source_tokens": [1, 2]}, "source tokens must be texts"),
        ({"encoder": softmax(S, S), "source_tokens": 3}, "source tokens must be texts"),
        ({"encoder": softmax(S, S), "source_tokens": "A dog"}, "source tokens must be texts"),
        ({"encoder": softmax(S, S), "source_tokens": np.array("A dog")}, "source tokens must be texts"),
        ({"decoder": TWO_BEAMS, "beam_indices": [3]}, "1 steps and 2 beams"),
        ({"decoder": TWO_BEAMS, "beam_indices": []}, "beam_indices name 0 steps"),
        ({"decoder": TWO_BEAMS, "beam_indices": torch.tensor([[-1, -1]])}, "beam_indices name 0 steps"),
        ({"decoder": TWO_BEAMS, "beam_indices": "abc"}, "beam_indices must be a row of whole numbers"),
        ({"decoder": TWO_BEAMS, "beam_indices": 3}, "beam_indices must be a row of whole numbers"),
    ],
)
def test_errors_say_what_is_wrong(given: Arrays, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        foreign_attention(**given)


def test_tokens_may_be_none() -> None:
    given = {kind: array for kind, array in arrays().items() if kind != "cross"}
    found = foreign_attention(**given, source_tokens=None, target_tokens=None)
    assert found.src_tokens == foreign_attention(**given).src_tokens and failed(found) == set()


@pytest.mark.parametrize(
    ("tokens", "shown"),
    [
        (["ä½łå¥½", "ä¸ĸçķĮ"], ["你好", "世界"]),
        (["<|im_start|>", "ÐºÐ¾ÑĤ", "Ġ1"], ["<|im_start|>", "кот", " 1"]),
        (["<｜begin▁of▁sentence｜>", "ä½łå¥½"], ["<｜begin▁of▁sentence｜>", "你好"]),
        (["ä½łå¥½", "ä¸"], ["你好", "\ufffd"]),  # generation ended within a character
        (["caf", "é"], ["caf", "é"]),
        (["Über", "größe", "naïve", "Ã"], ["Über", "größe", "naïve", "Ã"]),
        (["你", "好", "ä½ł"], ["你", "好", "ä½ł"]),
        (["dog"], ["dog"]),
    ],
)
def test_tokens_of_bytes_are_told_from_text(tokens: list[str], shown: list[str]) -> None:
    """Text without spaces has no "Ġ": it was shown as its bytes."""
    assert surface(tokens) == shown


def test_surface_leaves_special_tokens() -> None:
    assert surface(["[CLS]", "a", "##b", "[SEP]"]) == ["[CLS]", " a", "b", "[SEP]"]
