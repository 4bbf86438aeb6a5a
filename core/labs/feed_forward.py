"""The feed-forward network of one layer (3.3): rows by themselves, and the units that fire.

Shapes: L tokens, D d_model, F d_ff, n tokens of the sentence and the examples together.
"""

from typing import Annotated, Any, Literal, NamedTuple, cast

import torch
from pydantic import Field
from torch import Tensor

from core.config import DecodingConfig
from core.data.normalisation import is_blank
from core.errors import CoreError
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.layers import DecoderLayer, EncoderLayer, FeedForward
from core.model.probe import Recorder

STRONGEST = 10
MAX_TOKENS = 160  # of an example
COST = (0, 2)


class Values(_Values):
    """One layer, a token of it, and the sentences that units are counted on besides the one at hand."""

    side: Literal["encoder", "decoder"]
    layer: Annotated[int, Field(ge=0, lt=64)]
    token: Annotated[int, Field(ge=0)]
    examples: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=6)]


class Fired(NamedTuple):
    """Activations of the hidden units on several sentences."""

    hidden: Tensor  # [n, F]
    tokens: list[str]  # n


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return what a changed row changes, and how the hidden units fire.

    Returns:
        `feed_forward` and `attention`, the change of each row of a sub-layer's output, over its norm, if the input of
        one token is disturbed, float [L]; `active`, the share of units above 0 at each token, float [L]; `silent` and
        `dead`, units that are 0 on the sentence, and on all sentences; `often`, the share of the n tokens at which each
        unit fires, largest first, float [F]; of the strongest units of the token: `units`, `strengths`, `shares` of the
        tokens at which they fire, and the token at which they are largest, `tops`.

    Raises:
        CoreError: the model does not have this layer.
    """
    config = setting.model.config
    if values.layer >= config.layers(values.side):
        raise CoreError(
            "labs.layer",
            "this model has {layers} layers: there is no layer {layer}",
            layers=config.layers(values.side),
            layer=values.layer + 1,
        )
    if config.activation != "relu":
        raise CoreError(
            "labs.activation",
            "this lab counts units that ReLU sets to 0; this model uses {activation}, which sets none to 0",
            activation=config.activation,
        )
    site = f"{values.side}.{values.layer}"
    pair = setting.forced()
    parts = ("self.read", "feed_forward.read", "feed_forward.hidden")
    recorder = Recorder(sites=frozenset(f"{site}.{part}" for part in parts))
    with torch.no_grad():
        setting.model.states(pair.source, pair.read, recorder)
        attended, read, hidden = (recorder.observed[f"{site}.{part}"] for part in parts)  # [1, L, D] twice, [1, L, F]
        moved = _moved(setting, values, attended, read)
        others = _examples(setting, values, site)
    reads = pair.source if values.side == "encoder" else pair.read
    own = Fired(hidden[0], setting.surface(reads[0].tolist(), source=values.side == "encoder"))
    return {**moved, **_units(own, others, min(values.token, reads.shape[1] - 1))}


def disturbed(rows: Tensor, token: int) -> Tensor:
    """Return rows [1, L, D] with seeded noise of the same norm added to that of one token."""
    noise = torch.randn(rows.shape[-1], generator=torch.Generator().manual_seed(1)).to(rows)  # [D]
    changed = rows.clone()
    changed[0, token] += noise * rows[0, token].norm() / noise.norm()
    return changed


def _moved(setting: Setting, values: Values, attended: Tensor, read: Tensor) -> dict[str, Any]:
    """Return how far each row of both sub-layers moves."""
    model, is_source = setting.model, values.side == "encoder"
    layer = cast("EncoderLayer | DecoderLayer", (model.encoder if is_source else model.decoder).layers[values.layer])
    token = min(values.token, read.shape[1] - 1)
    sublayers = {
        "feed_forward": (read, layer.feed_forward),
        "attention": (attended, lambda x: layer.self_attention(x, x, None, causal=not is_source)),
    }
    found: dict[str, Any] = {}
    for name, (rows, sublayer) in sublayers.items():
        before, after = sublayer(rows)[0], sublayer(disturbed(rows, token))[0]  # [L, D]
        found[name] = ((after - before).norm(dim=-1) / before.norm(dim=-1)).numpy()
    return found


def _examples(setting: Setting, values: Values, site: str) -> Fired:
    """Return the activations on the examples; for the decoder they are translated greedily."""
    translator, config = setting.translator, setting.model.config
    pad = config.pad_id
    texts = [text for text in values.examples if not is_blank(text) and text != setting.text]
    if not texts:
        return Fired(torch.zeros(0, config.d_ff if values.side == "encoder" else config.decoder_inner), [])
    encoded = translator.vocabularies.source.encode_batch(texts, min(MAX_TOKENS, config.max_positions))
    source = _padded([sentence.ids for sentence in encoded], pad)
    recorder = Recorder(sites=frozenset({f"{site}.feed_forward.hidden"}))
    if values.side == "encoder":
        reads = [sentence.ids for sentence in encoded]
        setting.model.encode(source, recorder)
    else:
        made = translator.search_together(texts, [DecodingConfig(beam_size=1)] * len(texts))
        reads = [[config.start_id, *one.hypotheses[0].ids[:-1]] for one in made]
        source = _padded([list(one.source_ids) for one in made], pad)
        setting.model.states(source, _padded(reads, pad), recorder)
    hidden = recorder.observed[f"{site}.feed_forward.hidden"]  # [B, L, F]
    rows = torch.cat([hidden[i, : len(ids)] for i, ids in enumerate(reads)])  # [n, F]
    tokens = [text for ids in reads for text in setting.surface(ids, source=values.side == "encoder")]
    return Fired(rows, tokens)


def _units(own: Fired, others: Fired, token: int) -> dict[str, Any]:
    """Count which units fire where."""
    hidden, tokens = torch.cat([own.hidden, others.hidden]), [*own.tokens, *others.tokens]
    often = (hidden > 0).float().mean(dim=0)  # [F]
    strongest = own.hidden[token].topk(min(STRONGEST, hidden.shape[1]))
    units = strongest.indices
    return {
        "active": (own.hidden > 0).float().mean(dim=-1).numpy(),
        "silent": int((own.hidden <= 0).all(dim=0).sum()),
        "dead": int((often == 0).sum()),
        "often": often.sort(descending=True).values.numpy(),
        "count": len(hidden),
        "units": units.tolist(),
        "strengths": strongest.values.numpy(),
        "shares": often[units].numpy(),
        "tops": [tokens[place] for place in hidden[:, units].argmax(dim=0).tolist()],
    }


def _padded(rows: list[list[int]], pad_id: int) -> Tensor:
    """Return ids [B, longest], padded on the right."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[pad_id] * (longest - len(row))] for row in rows])


CODE = (compute, disturbed, FeedForward.forward)
