"""`show_attention` on real models of `transformers` with random weights: what is drawn are the tensors, bit for bit."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import glassformer as gf
from core.errors import CoreError
from core.inspection.foreign import ForeignAttention, foreign_attention
from glassformer.tensors import AttentionPage
from viz.wire.foreign import answer_foreign

SOURCE = [5, 7, 9, 11, 13, 2]
SIZES: dict[str, Any] = {
    "d_model": 16,
    "encoder_layers": 2,
    "decoder_layers": 3,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 24,
    "decoder_ffn_dim": 24,
    "vocab_size": 40,
    "max_position_embeddings": 32,
    "attention_dropout": 0.2,
    "attn_implementation": "eager",
}


def names(ids: Any) -> list[str]:
    return [{0: "<pad>", 1: "<s>", 2: "</s>"}.get(int(index), f"▁{int(index)}") for index in ids]


def assert_drawn(given: ForeignAttention, kind: Any, tensors: Any) -> None:
    """Compare the answers that the view draws with the tensors [1, H, Q, K] of each layer."""
    for layer, tensor in enumerate(tensors):
        for head, weights in enumerate(tensor[0].detach().float().numpy()):
            reply = answer_foreign(given, "head_values", {"kind": kind, "layer": layer, "head": head})
            assert base64.b64decode(reply["values"]) == np.ascontiguousarray(weights).tobytes()


def failed(given: ForeignAttention) -> set[str]:
    return {check.code for check in given.checks if not check.passed}


def test_a_page_of_arrays_needs_no_model() -> None:
    page = gf.attention_page(encoder=np.full((1, 2, 3, 3), 1 / 3), source_tokens=["[CLS]", "a", "[SEP]"])
    assert page.startswith(b"<!doctype html>")


def test_a_view_too_large_for_a_page_says_so_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viz.saved_page.standalone.MAX_GIVEN", 17)
    shown = gf.show_attention(encoder=np.full((1, 2, 3, 3), 1 / 3))
    data, _ = shown._repr_mimebundle_()
    assert data["text/html"].startswith("<p>18 weights are too many for a page, which holds 17: ")
    monkeypatch.setattr("glassformer.tensors.require_extra", _missing)
    with pytest.raises(CoreError, match="18 weights are too many for a page"):
        gf.show_attention(encoder=np.full((1, 2, 3, 3), 1 / 3))


def _missing(name: str) -> None:
    raise CoreError("extra.missing", "{name} is missing", name=name)


def opened(page: bytes) -> dict[str, str]:
    """Return the place on which a page opens."""
    found = re.search(rb'"fields": (\{[^}]*\})', page)
    assert found is not None
    return json.loads(found[1])


GIVEN: dict[str, Any] = {"encoder": np.full((2, 3, 5, 5), 1 / 5), "cross": np.full((4, 2, 7, 5), 1 / 5)}


def test_a_page_opens_where_it_was_asked_for() -> None:
    """The arguments of `show_attention` were refused, and its page without a kernel forgot them."""
    assert opened(gf.attention_page(**GIVEN)) == {}
    assert opened(gf.attention_page(**GIVEN, kind="encoder", head=3)) == {"kind": "encoder", "head": "3"}
    place = {"kind": "cross", "layer": "4", "head": "2", "step": "7"}
    assert opened(gf.attention_page(**GIVEN, layer=4, head=2, step=7)) == place
    assert opened(gf.attention_page(**GIVEN, step=7)) == {"step": "7"}


@pytest.mark.parametrize("has_notebook", [True, False])
def test_the_page_of_a_cell_opens_where_the_cell_does(
    has_notebook: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_notebook:
        monkeypatch.setattr("core.extras.find_spec", lambda name: None)
    shown = gf.show_attention(**GIVEN, kind="encoder", layer=2)
    assert isinstance(shown, AttentionPage) is not has_notebook
    shown.save(tmp_path / "page.html")
    place = {"kind": "encoder", "layer": "2", "head": "1"} | ({"step": "4"} if has_notebook else {})
    assert opened((tmp_path / "page.html").read_bytes()) == place


@pytest.mark.parametrize("show", [gf.show_attention, gf.attention_page])
@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"kind": "decoder"}, "^kind must be one of encoder, cross, not 'decoder'$"),
        ({"kind": "encoder", "layer": 3}, "^layer must be from 1 to 2, not 3$"),
        ({"head": 0}, "^head must be from 1 to 2, not 0$"),
        ({"layer": "2"}, "^layer must be from 1 to 4, not 2$"),
        ({"step": 8}, "^step must be from 1 to 7, not 8$"),
    ],
)
def test_a_place_that_does_not_exist_is_refused(show: Callable[..., Any], place: Any, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        show(**GIVEN, **place)


def translator(name: str) -> Any:
    transformers = pytest.importorskip("transformers")
    import torch

    torch.manual_seed(0)
    special = {"pad_token_id": 0, "eos_token_id": 2, "bos_token_id": 1, "decoder_start_token_id": 0}
    config = getattr(transformers, f"{name}Config")(**SIZES, **special, forced_eos_token_id=2)
    kind = {"Marian": "MarianMTModel", "Bart": "BartForConditionalGeneration"}[name]
    return getattr(transformers, kind)(config).eval()


@pytest.mark.interchange
@pytest.mark.parametrize("name", ["Marian", "Bart"])
def test_a_forward_pass_is_drawn_bit_for_bit(name: str) -> None:
    import torch

    model = translator(name)
    target = [0, 6, 8, 10]
    ids = {"input_ids": torch.tensor([SOURCE]), "decoder_input_ids": torch.tensor([target])}
    out = model(**ids, output_attentions=True)
    tensors = {"encoder": out.encoder_attentions, "decoder": out.decoder_attentions, "cross": out.cross_attentions}
    tokens = {"source_tokens": names(SOURCE), "target_tokens": names(target)}
    given = foreign_attention(**tensors, **tokens)
    for kind, layers in tensors.items():
        assert_drawn(given, kind, layers)
    assert failed(given) == set()
    assert gf.attention_page(**tensors, **tokens).startswith(b"<!doctype html>")
    model.train()
    out = model(**ids, output_attentions=True)
    assert "no_dropout" in failed(foreign_attention(decoder=out.decoder_attentions, cross=out.cross_attentions))


@pytest.mark.interchange
def test_a_call_of_bertviz_becomes_one_of_ours_with_the_same_numbers() -> None:
    bertviz = pytest.importorskip("bertviz")
    import torch

    ids = {"input_ids": torch.tensor([SOURCE]), "decoder_input_ids": torch.tensor([[0, 6, 8, 10]])}
    out = translator("Bart")(**ids, output_attentions=True)
    tensors = {"encoder": out.encoder_attentions, "decoder": out.decoder_attentions, "cross": out.cross_attentions}
    source, target = names(SOURCE), names([0, 6, 8, 10])
    theirs = bertviz.model_view(
        **{f"{kind}_attention": layers for kind, layers in tensors.items()},
        encoder_tokens=source,
        decoder_tokens=target,
        html_action="return",
    ).data
    given = foreign_attention(**tensors, source_tokens=source, target_tokens=target)
    drawn = [json.loads(text) for text in dict.fromkeys(re.findall(r'"attn": (\[[^"]*\])', theirs))]
    assert len(drawn) == len(tensors)
    for kind, numbers in zip(tensors, drawn, strict=True):  # in BertViz's order
        assert_drawn(given, kind, torch.tensor(numbers).unsqueeze(1))


@pytest.mark.interchange
@pytest.mark.parametrize("cached", [True, False])
def test_the_best_beam_of_generate_is_that_of_a_forced_pass(cached: bool) -> None:
    import torch

    model = translator("Marian")
    source = torch.tensor([SOURCE])
    found = model.generate(
        source,
        num_beams=4,
        max_new_tokens=7,
        use_cache=cached,
        output_attentions=True,
        return_dict_in_generate=True,
        output_scores=True,
    )
    sequence = found.sequences[0]
    given = foreign_attention(
        encoder=found.encoder_attentions,
        decoder=found.decoder_attentions,
        cross=found.cross_attentions,
        source_tokens=names(SOURCE),
        target_tokens=names(sequence),
        beam_indices=found.beam_indices,
    )
    forced = model(input_ids=source, decoder_input_ids=sequence[None, :-1], output_attentions=True)
    for kind, layers in (("decoder", forced.decoder_attentions), ("cross", forced.cross_attentions)):
        expected = np.stack([layer[0].detach().numpy() for layer in layers])
        assert given.arrays[kind].shape == expected.shape
        assert np.abs(given.arrays[kind] - expected).max() < 1e-5
    assert failed(given) == set()
    mixed = foreign_attention(cross=found.cross_attentions, source_tokens=names(SOURCE))
    assert "one_hypothesis" in failed(mixed)


@pytest.mark.interchange
def test_an_encoder_and_a_decoder_alone() -> None:
    transformers = pytest.importorskip("transformers")
    import torch

    small: dict[str, Any] = {"vocab_size": 40, "attn_implementation": "eager"}
    bert = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 24}
    out = transformers.BertModel(transformers.BertConfig(**small, **bert)).eval()(
        torch.tensor([SOURCE]), output_attentions=True
    )
    given = foreign_attention(encoder=out.attentions, source_tokens=names(SOURCE))
    assert_drawn(given, "encoder", out.attentions)
    assert failed(given) == set() and given.kinds == ("encoder",)
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**small, n_embd=16, n_layer=2, n_head=4)).eval()
    out = model(torch.tensor([SOURCE]), output_attentions=True)
    given = foreign_attention(decoder=out.attentions, target_tokens=names(SOURCE))
    assert_drawn(given, "decoder", out.attentions)
    assert failed(given) == set() and given.kinds == ("decoder",)
    made = model.generate(
        torch.tensor([SOURCE]), max_new_tokens=4, do_sample=False, output_attentions=True, return_dict_in_generate=True
    )
    given = foreign_attention(decoder=made.attentions, target_tokens=names(made.sequences[0]))
    forced = model(made.sequences[:, :-1], output_attentions=True).attentions
    expected = np.stack([layer[0].detach().numpy() for layer in forced])
    assert np.abs(given.arrays["decoder"] - expected).max() < 1e-5 and failed(given) == set()


@pytest.mark.interchange
def test_weights_that_were_not_computed_are_asked_for() -> None:
    with pytest.raises(ValueError, match="attn_implementation='eager'"):
        foreign_attention(encoder=(None, None))


def test_kind_that_was_not_given_is_refused():
    """The widget said of it: head must be from 1 to 0, not 1."""
    even = np.full((2, 1, 3, 3), 1 / 3)
    with pytest.raises(CoreError, match=r"^kind must be one of encoder, decoder, not 'cross'$"):
        gf.show_attention(encoder=even, decoder=even, kind="cross")
    view = gf.show_attention(encoder=even)
    with pytest.raises(CoreError, match=r"^kind must be one of encoder, not 'decoder'$"):
        view.kind = "decoder"
    assert (view.kind, view.layer, view.head) == ("encoder", 1, 1)
