"""Exercises on the whole model: its parts and parameters, complexity (Table 1), BLEU, what it depends on."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
from torch import Tensor

from core.attention_kinds import KINDS
from core.config import DecodingConfig
from core.decoding.search import search
from core.evaluation.scores import bleu_counts
from core.exercises.exercise import Amount, Choice, Exercise, Phrase
from core.exercises.forms import (
    counted,
    kind_place,
    log_probs_without,
    pick_clear,
    picked_head,
    shuffled_choice,
    shuffled_order,
)
from core.exercises.material import Material
from core.model.attention import MultiHeadAttention
from core.model.probe import Probe

_PARTS = ("embedding", "attention", "feed_forward")
_LARGER = 0.03  # of all parameters, between the largest part and the next
_NATS = 1.0  # of the translation's loss, between the greatest and the next
_HEAD_NATS = 0.2
_SPARED = 0.1  # nats that the translation loses at most without a head that it can spare
_BEAM = 4  # 6.1


def figure_1(material: Material, random: Random) -> Exercise | None:
    """Ask for the order in which the model computes the parts of Figure 1."""
    sites = {
        "embedding": "encoder.embedding",
        "encoder_self": "encoder.0.self",
        "encoder_forward": "encoder.0.feed_forward.hidden",
        "decoder_self": "decoder.0.self",
        "cross": "decoder.0.cross",
        "decoder_forward": "decoder.0.feed_forward.hidden",
        "softmax": "decoder.states",
    }
    computed = list(material.states)
    order = sorted(sites, key=lambda name: computed.index(sites[name]))
    return Exercise(
        chapter="whole",
        name="figure_1",
        answer=shuffled_order(random, [Phrase(name) for name in order]),
        values={"encoder": material.config.num_layers, "decoder": material.config.decoder_layers},
        lab="layer_times",
    )


def head_count(material: Material, random: Random) -> Exercise | None:
    """Ask for the number of attention heads of the whole model."""
    config = material.config
    attentions = sum(isinstance(module, MultiHeadAttention) for module in material.setting.model.modules())
    found = attentions * config.num_heads
    return Exercise(
        chapter="whole",
        name="head_count",
        answer=counted(found),
        values={
            "encoder": config.num_layers,
            "decoder": config.decoder_layers,
            "heads": config.num_heads,
            "attentions": attentions,
            "answer": found,
        },
        lab="several_heads",
    )


def largest_part(material: Material, random: Random) -> Exercise | None:
    """Ask where most of the parameters are."""
    model = material.setting.model
    sizes: Counter[str] = Counter()
    for name, weight in model.named_parameters():  # a shared matrix occurs once
        sizes[_part(name)] += weight.numel()
    shares = np.array([sizes[part] for part in _PARTS]) / sizes.total()
    largest = pick_clear(shares, apart=_LARGER)
    if largest is None:
        return None
    return Exercise(
        chapter="whole",
        name="largest_part",
        answer=Choice(tuple(Phrase(part) for part in _PARTS), largest),
        values={
            **{part: round(100 * share) for part, share in zip(_PARTS, shares.tolist(), strict=True)},
            "answer": Phrase(_PARTS[largest]),
            "parameters": sizes.total(),
        },
        lab="parameters",
    )


def n_and_d(material: Material, random: Random) -> Exercise | None:
    """Ask how many times as many operations a recurrent layer needs as self-attention, by Table 1."""
    tokens, width = len(material.source), material.config.d_model
    if width < 2 * tokens:
        return None
    times = round((tokens * width**2) / (tokens**2 * width), 1)
    return Exercise(
        chapter="whole",
        name="n_and_d",
        answer=Amount(times, 0.0, 10.0 ** np.ceil(np.log10(2 * times)).item(), round(0.1 + 0.02 * times, 1), "number"),
        values={"tokens": tokens, "width": width, "answer": times},
        lab="complexity",
    )


def passes(material: Material, random: Random) -> Exercise | None:
    """Ask how often the encoder or the decoder runs while greedy search writes the translation."""
    side = random.choice(("encoder", "decoder"))
    counting, setting = _Passes(), material.setting
    found = search(setting.model, [list(setting.source_ids)], DecodingConfig(beam_size=1), probe=counting)[0]
    tokens = len(found.hypotheses[0].ids)
    runs = counting.counts[side]
    wrong = [1, tokens, len(setting.source_ids), tokens * (tokens + 1) // 2, setting.model.config.layers(side)]
    answer = shuffled_choice(random, runs, wrong)
    return answer and Exercise(
        chapter="whole",
        name="passes",
        answer=answer,
        values={"side": Phrase(side), "tokens": tokens, "answer": runs, "reason": Phrase(f"{side}_runs")},
        lab="cache",
    )


def matched_words(material: Material, random: Random) -> Exercise | None:
    """Ask how many words of a translation BLEU finds in a reference."""
    setting = material.setting
    texts = setting.translator.search(setting.text, DecodingConfig(beam_size=_BEAM, nbest=_BEAM)).texts
    language = setting.translator.checkpoint.target_language
    for text in texts[1:]:
        matched, words = (int(one) for one in bleu_counts([text], [texts[0]], language)[0][[0, 4]])
        if 0 < matched < words:
            return Exercise(
                chapter="whole",
                name="matched_words",
                answer=Amount(matched, 0.0, float(words), 0.0, "count"),
                values={"text": text, "reference": texts[0], "words": words, "answer": matched},
                lab="bleu",
            )
    return None


def greatest_loss(material: Material, random: Random) -> Exercise | None:
    """Ask without which kind of attention the translation loses most."""
    before = float(material.trace.log_probs.sum())
    losses = np.array([before - float(log_probs_without(material, material.heads(kind)).sum()) for kind in KINDS])
    greatest = pick_clear(losses, apart=_NATS)
    if greatest is None:
        return None
    return Exercise(
        chapter="whole",
        name="greatest_loss",
        answer=Choice(tuple(Phrase(f"{kind}_attention") for kind in KINDS), greatest),
        values={
            **{kind: round(loss, 1) + 0.0 for kind, loss in zip(KINDS, losses.tolist(), strict=True)},
            "answer": Phrase(f"{KINDS[greatest]}_attention"),
        },
        lab="residual",
    )


def needed_head(material: Material, random: Random) -> Exercise | None:
    """Ask without which head of one kind the whole translation loses most."""
    found = [(kind, material.losses(kind).sum(axis=-1)) for kind in KINDS]  # [L, H]
    clear = [(losses, picked_head(kind, losses, apart=_HEAD_NATS)) for kind, losses in found]
    chosen = [(losses, answer) for losses, answer in clear if answer is not None and losses.max() > _HEAD_NATS]
    if not chosen:
        return None
    losses, answer = random.choice(chosen)
    return Exercise(
        chapter="whole",
        name="needed_head",
        answer=answer,
        values={
            "kind": Phrase(f"{answer.kind}_attention"),
            "answer": answer.right[0],
            "loss": round(float(losses.max()), 1),
            "heads": losses.size,
            "spared": int((losses < _SPARED).sum()),
        },
        place=kind_place(answer.kind),
        lab="several_heads",
    )


class _Passes(Probe):
    """Counts the runs of encoder and decoder."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def observe(self, site: str, tensor: Tensor) -> None:
        if site in ("encoder.memory", "decoder.states"):
            self.counts[site.partition(".")[0]] += 1


def _part(name: str) -> str:
    """Return the part that a parameter belongs to; layer normalisation and learned positions are other parts."""
    if "_attention." in name:
        return "attention"
    if ".feed_forward." in name:
        return "feed_forward"
    return "embedding" if name == "output_weight" or name.endswith("embedding.weight") else "other"


MAKERS = (figure_1, passes, head_count, largest_part, n_and_d, greatest_loss, needed_head, matched_words)
