"""What `own_model` computes from the raw weights, by head and by sub-layer, for the chapters on the encoder.

Shapes: H heads, Q/K query/key positions, L tokens, D d_model.
"""

from functools import cache

import numpy as np

from core.exercises.chapters import makers
from core.labs.shared.setting import Setting
from tests.core.exercises.own_model import SEEDS, Own
from tests.core.exercises.test_chapters import SENTENCES, made, setting

Head = tuple[str, int, int]  # kind, layer, head


class OwnPass(Own):
    """One pass over the translation, with what enters and leaves each sub-layer."""

    def __post_init__(self) -> None:
        self.sums: dict[str, tuple[np.ndarray, np.ndarray]] = {}  # encoder.0.self -> input and output [L, D]
        super().__post_init__()
        self.tokens = self.setting.surface(self.setting.source_ids, source=True)
        self.written = self.setting.surface(self.setting.target_ids)

    def _around(self, at, x, sublayer):
        def kept(states):
            output = sublayer(states)
            self.sums[at.replace(".layers", "")] = (x, output)
            return output

        return super()._around(at, x, kept)

    def row_weights(self, head: Head) -> np.ndarray:
        """Return the weights of a head, [Q, K]."""
        return self.seen[f"{head[0]}.{head[1]}.weights"][head[2]]

    def scores(self, head: Head) -> np.ndarray:
        """Return the scores of a head, [Q, K], -inf where masked."""
        query, key = (self.seen[f"{head[0]}.{head[1]}.{part}"][head[2]] for part in ("query", "key"))
        scores = query @ key.T / query.shape[-1] ** 0.5
        return np.where(self.row_weights(head) > 0, scores, -np.inf)

    def heads(self, kind: str) -> list[Head]:
        """Return all heads of a kind."""
        layers, heads = self.config.layers(kind), self.config.num_heads
        return [(kind, layer, head) for layer in range(layers) for head in range(heads)]


def positions(length: int, width: int) -> np.ndarray:
    """Return the sinusoidal encoding, one number at a time, [L, D]."""
    table = np.zeros((length, width))
    for pos in range(length):
        for pair in range(width // 2):
            angle = pos / 10000 ** (2 * pair / width)
            table[pos, 2 * pair : 2 * pair + 2] = np.sin(angle), np.cos(angle)
    return table


def softmax(scores: np.ndarray) -> np.ndarray:
    """Apply softmax over the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def largest_by(values: np.ndarray) -> tuple[int, float]:
    """Return the place of the largest value, and its distance to the next."""
    order = np.argsort(-values)
    return int(order[0]), float(values[order[0]] - values[order[1]])


@cache
def own_pass(of: Setting, off: Head | None = None) -> OwnPass:
    """Return the pass of a model over its sentence, with one head off."""
    return OwnPass(of, frozenset([off] if off else []))


def check_all(chapter: str, *checks) -> None:
    """Check the key of every exercise of a chapter by the function (exercise, own pass) of its name."""
    named = {check.__name__: check for check in checks}
    assert named.keys() == {make.__name__ for make in makers(chapter)}
    for model in SENTENCES:
        for seed in range(SEEDS):
            for exercise in made(model, chapter, seed):
                named[exercise.name](exercise, own_pass(setting(model)))
