"""The result of a preflight: numbers and warnings, also as JSON. Loads no torch."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.config import ModelConfig
from core.preflight.memory import BatchShape, Memory, ParameterCounts
from core.training.warning import PreflightWarning

SHARE_REPORTED = 0.1  # of the time spent waiting for other programs; below it, the wait is not reported


@dataclass(frozen=True)
class TextStatistics:
    """Statistics of the training text; counts are of one pass, scaled up if only a sample was measured.

    Attributes:
        pairs: with text on both sides.
        sampled: number of pairs that were measured, evenly spread.
        blank: pairs left out because a side is blank.
        long_share: share of the pairs that is left out because a side has more than max_tokens.
        source_tokens: of one pass, end symbols included.
        target_tokens: likewise; the training loss is taken on these.
        vocabulary: size of the vocabulary that the text gives, at most vocab_size.
        median_occurrences: of a token of the vocabulary in one pass, without tokens that never occur; None for a
            generated task, which never ends.
        batches: of one pass.
        padding: share of the batches' positions, both sides together.
        largest: the batch that needs most memory.
        row_counts: number of different position counts among the padded batches, either side.
        longest: tokens of the longest sentence that is kept, either side.
        edges: [K + 1] lengths in tokens that bound the K bars of the histograms; the last bar includes its edge.
        source_lengths: [K] sentences in each bar, of those sampled.
        target_lengths: likewise.
        validation_pairs: pairs to validate on; 0 where there are none.
        repeated: number of validation pairs that occur in the training text too.
        languages: codes of source and target.
        scripts: in which source and target are written; "" for unclear ones and generated tasks.
        tokens_per_character: of the side with more of them, blanks left out; above 1 letters become bytes.
        start: codes of the checkpoint to start from; "" without one.
        swapped: whether the target is in the language that the checkpoint to start from reads.
    """

    pairs: int
    sampled: int
    blank: int
    long_share: float
    source_tokens: int
    target_tokens: int
    vocabulary: int
    median_occurrences: float | None
    batches: int
    padding: float
    largest: BatchShape
    row_counts: int
    longest: int
    edges: tuple[int, ...]
    source_lengths: tuple[int, ...]
    target_lengths: tuple[int, ...]
    validation_pairs: int
    repeated: int
    languages: tuple[str, str] = ("", "")
    scripts: tuple[str, str] = ("", "")
    tokens_per_character: float = 0.0
    start: tuple[str, str] = ("", "")
    swapped: bool = False


@dataclass(frozen=True)
class SpeedSample:
    """The time of a few real steps of the real model on real batches.

    Attributes:
        steps: batches that were timed.
        seconds: of an optimiser step, mean.
        spread: standard error of that mean, seconds.
        tokens_per_second: target tokens, without padding.
        device: on which.
        precision: in which.
        waited: share of that time in which the training was ready to compute while other programs used the processors,
            0 to 1; None where the system does not count it.
        compiles_later: whether the run will be compiled, which these steps were not.
    """

    steps: int
    seconds: float
    spread: float
    tokens_per_second: float
    device: str
    precision: str
    waited: float | None = None
    compiles_later: bool = False

    def duration(self, steps: float) -> tuple[float, float]:
        """Return the least and the most seconds for so many steps: two standard errors either side, no validation."""
        return max(0.0, steps * (self.seconds - 2 * self.spread)), steps * (self.seconds + 2 * self.spread)

    def undisturbed_duration(self, steps: float) -> float | None:
        """Return the most seconds for so many steps without the wait for other programs; None for a short wait.

        An upper bound: only the wait of the leading thread is known, not the waits of the threads that it leads.
        """
        if self.waited is None or self.waited < SHARE_REPORTED:
            return None
        return (1 - self.waited) * self.duration(steps)[1]


@dataclass(frozen=True)
class Preflight:
    """Everything that is known of a training before its start.

    Attributes:
        model: with the vocabulary that the text really gives.
        asked_vocabulary: the vocabulary of the settings, which the text may not give.
        parameters: by part.
        memory: of a step.
        free_memory: bytes, None where that is not known.
        step_checkpoint: bytes of one from which training can be resumed: weights and Adam's moments.
        disk: bytes of all that a run keeps at a time, without token files.
        free_disk: bytes, None where the disk is not known.
        steps_per_epoch: optimiser steps of one pass over the pairs.
        steps: that will be taken, by whichever limit comes first.
        epochs: passes that these are.
        warmup_epochs: passes during warm-up.
        peak_rate: learning rate at the end of warm-up (Eq. 3), or at the last step where that comes before.
        start_peak: that of the training of the checkpoint to start from; None without one, or if not known.
        data: the training text.
        speed: the time of a few steps, None where none were timed.
        warnings: what is known to fail.
    """

    model: ModelConfig
    asked_vocabulary: int
    parameters: ParameterCounts
    memory: Memory
    free_memory: int | None
    step_checkpoint: int
    disk: int
    free_disk: int | None
    steps_per_epoch: float
    steps: int
    epochs: float
    warmup_epochs: float
    peak_rate: float
    start_peak: float | None
    data: TextStatistics
    speed: SpeedSample | None
    warnings: tuple[PreflightWarning, ...]

    def to_json(self) -> str:
        """Return one line of JSON, which `from_json` reads back."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, line: str) -> "Preflight":
        """Return the preflight that `to_json` wrote.

        Raises:
            ValueError, KeyError, TypeError: anything else.
        """
        return cls.from_values(json.loads(line))

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "Preflight":
        """Return the preflight that `to_json` wrote, from its parsed JSON.

        Raises:
            ValueError, KeyError, TypeError: anything else.
        """
        data = values["data"]
        names = ("edges", "source_lengths", "target_lengths", "languages", "scripts", "start")
        tuples = {name: tuple(data[name]) for name in names if name in data}  # older files lack the last three
        return cls(
            **{
                **values,
                "model": ModelConfig(**values["model"]),
                "parameters": ParameterCounts(*values["parameters"]),
                "memory": Memory(*values["memory"]),
                "data": TextStatistics(**{**data, **tuples, "largest": BatchShape(*data["largest"])}),
                "speed": SpeedSample(**values["speed"]) if values["speed"] else None,
                "warnings": tuple(PreflightWarning(**one) for one in values["warnings"]),
            }
        )
