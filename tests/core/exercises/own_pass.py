"""The forward pass once more, in float64 numpy from the raw weights: keys of exercises are recomputed from it.

Shapes: H heads, Q/K query/key positions, L tokens, D d_model, T target tokens.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from core.exercises.chapters import make_exercises
from core.exercises.exercise import Exercise
from tests.core.exercises.test_chapters import SENTENCES, setting

Off = tuple[str, int, int]  # kind, layer, head that is switched off


@dataclass
class Attended:
    """One attention."""

    scores: np.ndarray  # [H, Q, K], -inf where masked
    weights: np.ndarray  # [H, Q, K]
    value: np.ndarray  # [H, K, V]


@dataclass
class OwnPass:
    """What a teacher-forced pass makes of the translation."""

    model: str
    off: Off | None = None
    attended: dict[tuple[str, int], Attended] = field(default_factory=dict)  # by kind and layer
    sums: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)  # site -> input and output [L, D]
    log_probs: np.ndarray = field(default_factory=lambda: np.empty(0))  # [T]

    def __post_init__(self) -> None:
        self.setting = setting(self.model)
        self.config = self.setting.model.config
        self.raw = raw_weights(self.model)
        self.source_ids, self.target_ids = list(self.setting.source_ids), list(self.setting.target_ids)
        self.source = self.setting.surface(self.source_ids, source=True)
        self.written = self.setting.surface(self.target_ids)
        self._run()

    def weights(self, head: Off) -> np.ndarray:
        """Return the weights of a head, [Q, K]."""
        return self.attended[head[0], head[1]].weights[head[2]]

    def scores(self, head: Off) -> np.ndarray:
        """Return the scores of a head, [Q, K]."""
        return self.attended[head[0], head[1]].scores[head[2]]

    def heads(self, kind: str) -> list[Off]:
        """Return all heads of a kind."""
        layers = len([1 for one, _ in self.attended if one == kind])
        return [(kind, layer, head) for layer in range(layers) for head in range(self.config.num_heads)]

    def positions(self, length: int) -> np.ndarray:
        """Return the sinusoidal encoding, one number at a time, [L, D]."""
        width = self.config.d_model
        table = np.zeros((length, width))
        for pos in range(length):
            for pair in range(width // 2):
                angle = pos / 10000 ** (2 * pair / width)
                table[pos, 2 * pair : 2 * pair + 2] = np.sin(angle), np.cos(angle)
        return table

    def normalised(self, states: np.ndarray, name: str) -> np.ndarray:
        """Apply a layer normalisation."""
        centred = states - states.mean(-1, keepdims=True)
        unit = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + self.config.layer_norm_eps)
        return unit * self.raw[f"{name}.weight"] + self.raw[f"{name}.bias"]

    def _run(self) -> None:
        pre = self.config.norm == "pre"
        states = self._embed("encoder", self.source_ids)
        for layer in range(self.config.num_layers):
            states = self._layer("encoder", layer, states, None)
        memory = self.normalised(states, "encoder.final_norm") if pre else states
        states = self._embed("decoder", [self.config.start_id, *self.target_ids[:-1]])
        for layer in range(self.config.decoder_layers):
            states = self._layer("decoder", layer, states, memory)
        states = self.normalised(states, "decoder.final_norm") if pre else states
        logits = states @ self.raw["output_weight"].T
        logits -= logits.max(-1, keepdims=True)
        log_probs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
        self.log_probs = log_probs[np.arange(len(self.target_ids)), self.target_ids]

    def _embed(self, side: str, ids: list[int]) -> np.ndarray:
        table = self.raw[f"{side}.embedding.weight"] if side == "encoder" else self.raw["output_weight"]
        return table[ids] * self.config.d_model**0.5 + self.positions(len(ids))

    def _layer(self, side: str, layer: int, states: np.ndarray, memory: np.ndarray | None) -> np.ndarray:
        name, site = f"{side}.layers.{layer}", f"{side}.{layer}"
        own = (side, layer)
        states = self._around(states, f"{site}.self", f"{name}.self", lambda x: self._attend(own, f"{name}.self", x, x))
        if memory is not None:
            cross = ("cross", layer)
            states = self._around(
                states, f"{site}.cross", f"{name}.cross", lambda x: self._attend(cross, f"{name}.cross", x, memory)
            )
        return self._around(states, f"{site}.feed_forward", f"{name}.feed_forward", lambda x: self._forward(name, x))

    def _around(self, states, site, name, sublayer) -> np.ndarray:
        norm, pre = f"{name}_residual.norm", self.config.norm == "pre"
        output = sublayer(self.normalised(states, norm) if pre else states)
        self.sums[site] = (states, output)
        return states + output if pre else self.normalised(states + output, norm)

    def _attend(self, key: tuple[str, int], name: str, states: np.ndarray, memory: np.ndarray) -> np.ndarray:
        heads = self.config.num_heads

        def projected(x: np.ndarray, part: str) -> np.ndarray:
            full = x @ self.raw[f"{name}_attention.{part}.weight"].T + self.raw[f"{name}_attention.{part}.bias"]
            return full.reshape(len(x), heads, -1).transpose(1, 0, 2)

        query, keys, value = projected(states, "query"), projected(memory, "key"), projected(memory, "value")
        scores = query @ keys.transpose(0, 2, 1) / query.shape[-1] ** 0.5
        if key[0] == "decoder":
            scores[:, ~np.tri(len(states), dtype=bool)] = -np.inf
        weights = softmax(scores)
        self.attended[key] = Attended(scores, weights, value)
        results = weights @ value
        if self.off is not None and self.off[:2] == key:
            results[self.off[2]] = 0
        joined = results.transpose(1, 0, 2).reshape(len(states), -1)
        return joined @ self.raw[f"{name}_attention.output.weight"].T + self.raw[f"{name}_attention.output.bias"]

    def _forward(self, name: str, states: np.ndarray) -> np.ndarray:
        inner, outer = f"{name}.feed_forward.inner", f"{name}.feed_forward.outer"
        hidden = np.maximum(0, states @ self.raw[f"{inner}.weight"].T + self.raw[f"{inner}.bias"])
        return hidden @ self.raw[f"{outer}.weight"].T + self.raw[f"{outer}.bias"]


def softmax(scores: np.ndarray) -> np.ndarray:
    """Apply softmax over the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


@cache
def raw_weights(model: str) -> dict[str, np.ndarray]:
    """Return every parameter of a model, float64, by its name."""
    return {name: tensor.double().numpy() for name, tensor in setting(model).model.state_dict().items()}


@cache
def own_pass(model: str, off: Off | None = None) -> OwnPass:
    """Return the pass of a model over its sentence, with one head off."""
    return OwnPass(model, off)


def made(chapter: str, model: str) -> Iterator[Exercise]:
    """Yield the exercises of a chapter of three seeds."""
    for seed in range(3):
        yield from make_exercises(setting(model), chapter, seed)


def largest_by(values: np.ndarray) -> tuple[int, float]:
    """Return the place of the largest value, and its distance to the next."""
    order = np.argsort(-values)
    return int(order[0]), float(values[order[0]] - values[order[1]])


MODELS = tuple(SENTENCES)
