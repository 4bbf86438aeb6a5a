"""A Transformer of its own, in NumPy on the raw weights, to recompute the keys of exercises.

Shapes: L layers, H heads, S source, T target, D d_model, F d_ff, V vocabulary.
"""

from dataclasses import dataclass, field
from functools import cache, partial

import numpy as np
import torch

from core.exercises.chapters import makers
from core.exercises.exercise import Amount, Cells, Choice, Exercise, Order, PickedHead, PickedToken
from core.labs.shared.setting import Setting
from tests.core.exercises.test_chapters import made, setting

ROUNDING = {"probability": 0.00501, "number": 0.00501, "percent": 0.501, "count": 1e-9, "nats": 0.00501}
SEEDS = 3


@dataclass
class Own:
    """One teacher-forced pass; what it met on the way is in `seen`.

    Args:
        setting: the model and the sentence.
        off: heads that give nothing, as (kind, layer, head).
        silent: sides whose feed-forward networks give nothing.
        source: other source ids.
        read: other target ids that the decoder reads.
    """

    setting: Setting
    off: frozenset[tuple[str, int, int]] = frozenset()
    silent: frozenset[str] = frozenset()
    source: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    seen: dict[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.config = self.setting.model.config
        self.w = raw_weights(self.setting)
        self.source = self.source or self.setting.source_ids
        self.read = self.read or (self.config.start_id, *self.setting.target_ids[:-1])
        memory = self._stack("encoder", self.source, None)
        self.seen["memory"] = memory
        self.logits = product(self._stack("decoder", self.read, memory), self.w["output_weight"].T)  # [T, V]
        self.log_p = self.logits - np.log(np.exp(self.logits - self.logits.max()).sum(-1, keepdims=True))
        self.log_p -= self.logits.max()
        self.target = self.log_p[range(len(self.setting.target_ids)), list(self.setting.target_ids)]  # [T]

    def weights(self, kind: str) -> np.ndarray:
        """Return attention weights [L, H, Q, K]."""
        return np.stack([self.seen[f"{kind}.{layer}.weights"] for layer in range(self.config.layers(kind))])

    def _stack(self, side: str, ids: tuple[int, ...], memory: np.ndarray | None) -> np.ndarray:
        width, wave = self.config.d_model, np.arange(0, self.config.d_model, 2)
        angle = np.arange(len(ids))[:, None] / 10000 ** (wave / width)
        x = self.w[f"{side}.embedding.weight"][list(ids)] * width**0.5
        x = x + np.stack([np.sin(angle), np.cos(angle)], -1).reshape(len(ids), width)
        for layer in range(self.config.layers(side)):
            at = f"{side}.layers.{layer}."
            x = self._around(at + "self", x, partial(self._attend, at + "self", side, layer, None))
            if memory is not None:
                x = self._around(at + "cross", x, partial(self._attend, at + "cross", "cross", layer, memory))
            x = self._around(at + "feed_forward", x, partial(self._feed_forward, side, layer))
        return self._norm(f"{side}.final_norm", x) if self.config.norm == "pre" else x

    def _around(self, at, x, sublayer):
        if self.config.norm == "pre":
            return x + sublayer(self._norm(f"{at}_residual.norm", x))
        return self._norm(f"{at}_residual.norm", x + sublayer(x))

    def _norm(self, at, x):
        spread = np.sqrt(x.var(-1, keepdims=True) + self.config.layer_norm_eps)
        return (x - x.mean(-1, keepdims=True)) / spread * self.w[f"{at}.weight"] + self.w[f"{at}.bias"]

    def _linear(self, at, x):
        return product(x, self.w[f"{at}.weight"].T) + self.w[f"{at}.bias"]

    def _attend(self, at, kind, layer, memory, x):
        heads, other = self.config.num_heads, x if memory is None else memory
        parts = {"query": x, "key": other, "value": other}
        for name, rows in parts.items():
            split = self._linear(f"{at}_attention.{name}", rows).reshape(len(rows), heads, -1).swapaxes(0, 1)
            self.seen[f"{kind}.{layer}.{name}"] = parts[name] = split  # [H, L, E]
        scores = parts["query"] @ parts["key"].swapaxes(1, 2) / parts["query"].shape[-1] ** 0.5
        if kind == "decoder":
            scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        self.seen[f"{kind}.{layer}.weights"] = weights
        kept = [(kind, layer, head) not in self.off for head in range(heads)]
        mixed = (weights @ parts["value"]) * np.array(kept)[:, None, None]  # [H, Q, E]
        return self._linear(f"{at}_attention.output", mixed.swapaxes(0, 1).reshape(len(x), -1))

    def _feed_forward(self, side, layer, x):
        at = f"{side}.layers.{layer}.feed_forward"
        before = self._linear(f"{at}.inner", x)  # [L, F]
        self.seen[f"{side}.{layer}.before"] = before
        return 0.0 if side in self.silent else self._linear(f"{at}.outer", np.maximum(before, 0))


@cache
def raw_weights(setting: Setting) -> dict[str, np.ndarray]:
    """Return the weights of the model's file, float64."""
    return {name: one.double().numpy() for name, one in setting.model.state_dict().items()}


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Multiply matrices in torch: threads of NumPy would wait for those of torch."""
    return (torch.from_numpy(a) @ torch.from_numpy(b)).numpy()


@cache
def own(model: str, off=frozenset(), silent=frozenset(), source=(), read=()) -> Own:
    """Return a pass of a shipped model over its sentence."""
    return Own(setting(model), off, silent, source, read)


def all_heads(model: str, kind: str) -> frozenset[tuple[str, int, int]]:
    """Return the heads of one kind."""
    config = setting(model).model.config
    return frozenset((kind, layer, head) for layer in range(config.layers(kind)) for head in range(config.num_heads))


def surfaces(model: str, ids) -> list[str]:
    """Return the texts of target ids, each alone."""
    return setting(model).surfaces(list(ids))


def written(model: str) -> list[str]:
    """Return the tokens of the translation."""
    return setting(model).surface(setting(model).target_ids)


def read(model: str) -> list[str]:
    """Return the tokens that the decoder reads."""
    return setting(model).surface(own(model).read)


def source(model: str) -> list[str]:
    """Return the source tokens."""
    return setting(model).surface(setting(model).source_ids, source=True)


def key_of(exercise: Exercise):
    """Return the key of an exercise as a plain value."""
    match exercise.answer:
        case Choice(options, right):
            chosen = options[right]
            return getattr(chosen, "key", getattr(chosen, "text", chosen))
        case Amount(value):
            return value
        case PickedHead(_, _, _, right) | PickedToken(_, right) | Cells(_, _, right):
            return right
        case Order(items, right):
            return [items[place].key for place in right]


def check_keys(chapter: str, keys) -> None:
    """Compare the key of every exercise with that of a function (model, exercise) of the same name."""
    assert keys.keys() == {make.__name__ for make in makers(chapter)}
    for model in ("en-de", "en-zh", "numbers"):
        for seed in range(SEEDS):
            for exercise in made(model, chapter, seed):
                expected, found = keys[exercise.name](model, exercise), key_of(exercise)
                if isinstance(exercise.answer, Amount):
                    assert abs(found - expected) <= ROUNDING[exercise.answer.unit], (model, seed, exercise, expected)
                else:
                    assert found == expected, (model, seed, exercise, expected)
