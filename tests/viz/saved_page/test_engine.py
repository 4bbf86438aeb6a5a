"""The forward pass in JavaScript against torch, on random models whose weights are exact in half precision."""

import numpy as np
import pytest
import torch

from core.attention_kinds import KINDS
from core.config import DecodingConfig
from core.decoding.search import search
from core.inspection.forced import ForcedPair
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.inspection.trace import record_trace
from tests.viz.saved_page.engine import SENTENCES, floats, random_checkpoint, run_engine

MODELS = {
    "post-norm": {},
    "pre-norm": {"norm": "pre", "tying": "two-way"},
    "gelu, unequal depths": {"activation": "gelu", "num_decoder_layers": 2, "decoder_d_ff": 29, "output_bias": True},
    "swish, own widths": {"activation": "swish", "d_k": 5, "d_v": 7, "scale_embedding": False, "layer_norm_eps": 1e-5},
    "learned": {"positions": "learned", "tying": "none", "scale_scores": False, "max_positions": 32},
}
SOURCE, TARGET = [11, 250, 42, 301, 99, 2], [17, 260, 33, 290, 2]
CHANGES = Intervention(
    off=(HeadName("encoder", 0, 1), HeadName("cross", 1, 0)),
    uniform=(HeadName("decoder", 1, 1),),
    edits=(
        RowEdit("cross", 0, 1, 2, (0.1, 0.2, 0.3, 0.4, 0.0, 0.0)),
        RowEdit("decoder", 0, 0, 2, (0.5, 0.25, 0.25)),
        RowEdit("encoder", 1, 0, 3, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)),
    ),
)


def sent(changes: Intervention) -> dict[str, object]:
    """The changes as the page has them."""
    edits = [dict(zip(("kind", "layer", "head", "query", "weights"), edit, strict=True)) for edit in changes.edits]
    return {"off": changes.off, "uniform": changes.uniform, "edits": edits}


@pytest.mark.parametrize("settings", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize("changes", [Intervention(), CHANGES], ids=["unchanged", "changed"])
def test_logits_and_attention_are_those_of_torch(settings, changes):
    checkpoint = random_checkpoint(**settings)
    model = checkpoint.model
    [found] = run_engine(checkpoint, {"task": "trace", "source": SOURCE, "target": TARGET, "changes": sent(changes)})
    expected = record_trace(model, checkpoint.vocabularies, SOURCE, TARGET, intervention=changes)
    for kind in KINDS:
        weights = expected.weights(kind)
        assert found["attention"][kind]["shape"] == list(weights.shape)
        assert np.abs(floats(found["attention"][kind]["weights"], *weights.shape) - weights).max() < 1e-4
        assert weights.std() > 0.05  # not a flat attention, to which anything is close
    pair = ForcedPair.of(model, SOURCE, TARGET, changes)
    with torch.inference_mode():
        logits = model.logits(pair.states(model, pair.probe(model))[0]).numpy()
    assert np.abs(floats(found["logits"], *logits.shape) - logits).max() < 1e-4
    steps = found["steps"]
    assert np.allclose([step["logProb"] for step in steps], expected.log_probs, atol=1e-4)
    assert np.allclose([step["entropy"] for step in steps], expected.entropies, atol=1e-4)
    assert [step["rank"] for step in steps] == expected.ranks
    assert [step["top"] for step in steps] == expected.top_ids


@pytest.mark.parametrize("settings", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize(("beam", "alpha"), [(1, 0.6), (3, 0.6), (8, 1.0), (4, 0.0)])
def test_search_finds_the_hypotheses_of_torch(settings, beam, alpha):
    checkpoint = random_checkpoint(seed=beam, **settings)
    sources = [checkpoint.vocabularies.source.encode(sentence).ids[-12:] for sentence in SENTENCES]
    options = {"beam": beam, "alpha": alpha, "maxExtraTokens": 7}
    [found] = run_engine(checkpoint, {"task": "search", "sources": sources, "options": options})
    decoding = DecodingConfig(beam_size=beam, alpha=alpha, max_extra_tokens=7, nbest=beam)
    with torch.inference_mode():
        expected = [search(checkpoint.model, [source], decoding, record=True)[0] for source in sources]
    for one, other in zip(found, expected, strict=True):
        assert [hypothesis["ids"] for hypothesis in one["hypotheses"]] == [list(h.ids) for h in other.hypotheses]
        assert np.allclose([h["score"] for h in one["hypotheses"]], [h.score for h in other.hypotheses], atol=1e-4)
        assert [h["isFinished"] for h in one["hypotheses"]] == [h.finished for h in other.hypotheses]
        assert other.tree is not None
        assert [node["status"] for node in one["nodes"]] == [node.status for node in other.tree]
        # Candidates within rounding of each other may change places, so their totals are compared.
        assert np.allclose([node["total"] for node in one["nodes"]], [node.total for node in other.tree], atol=1e-3)


def test_search_follows_a_prefix_and_changes():
    checkpoint = random_checkpoint(num_layers=2)
    options = {"beam": 2, "alpha": 0.6, "maxExtraTokens": 5, "prefix": [44, 55]}
    asked = {"task": "search", "sources": [SOURCE], "options": options, "changes": sent(CHANGES)}
    [[found]] = run_engine(checkpoint, asked)
    decoding = DecodingConfig(beam_size=2, max_extra_tokens=5, nbest=2)
    model = checkpoint.model
    with torch.inference_mode():
        [expected] = search(model, [SOURCE], decoding, prefixes=[[44, 55]], probe=CHANGES.probe(model.config))
    assert [hypothesis["ids"] for hypothesis in found["hypotheses"]] == [list(h.ids) for h in expected.hypotheses]


def test_text_becomes_the_same_tokens():
    checkpoint = random_checkpoint(num_layers=1)
    vocabulary = checkpoint.vocabularies.source
    texts = [
        *SENTENCES,
        "",
        "   ",
        "\u0065\u0301 and \u00e9, </s> is text",
        "中 文 mixed文字 with中spaces ",
        "tabs\tand\u00a0no-break\u2003spaces \ufeff here\x1fthere",
        "so\u00adft \u200b\ufeff\x00\x07\x7f\x9b\x85 \u202eleft\u200e\u2066\u061c می\u200cخواهم e\u00ad\u0301",
        "'s 're we'll I'd don't 'LL ''",
        "\U0001f469\u200d\U0001f4bb 𠀀𠀁 half \ud800 pair",
        "٣٤ Ⅷ ½ x² _under_ --",
    ]
    expected = [vocabulary.encode(text).ids for text in texts]
    pieces = [*expected, [3, 200, 201, 2], [230, 1, 240, 2], *([index] for index in range(262)), expected[6][2:5]]
    encoded, shown = run_engine(checkpoint, {"task": "encode", "texts": texts}, {"task": "surface", "ids": pieces})
    assert encoded == expected
    assert [one["surface"] for one in shown] == [vocabulary.surface(ids) for ids in pieces]
    assert [one["text"] for one in shown] == [vocabulary.decode(ids) for ids in pieces]
