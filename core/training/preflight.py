"""What a training will need and how it may fail, said before its start: numbers and cautions. Loads no torch."""

import dataclasses
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.config import ModelConfig, TrainingConfig
from core.training.footprint import (
    FLOAT_BYTES,
    PROGRAM_BYTES,
    BatchShape,
    Memory,
    ParameterCounts,
    count_parameters,
    memory_of_a_step,
)
from core.training.run import RunConfig
from core.training.schedule import training_rate

# Of rate * sqrt(d_model), the factor of Eq. 3 over the square root of its warm-up: 0.016 in the paper. After 400 steps
# of the numbers task (d_model 64, 2 + 2 layers) validation perplexity was 3.2 at 0.07 and 16 at 0.21.
HIGHEST_SCALED_RATE = 0.1
RARE = 10  # a token that occurs less often in training is hardly learnt
MANY_LONG = 0.1  # share of pairs left out, above which something is amiss
WORTH_SAYING = 0.1  # share of the time for which a training waited for other programs


@dataclass(frozen=True)
class Caution:
    """A combination that is known to fail, or to waste time; it never stops a run.

    Attributes:
        code: stable dotted name; the page words it in its own language.
        template: English sentence with `{name}` fields.
        parameters: the values of those fields.
    """

    code: str
    template: str
    parameters: Mapping[str, Any]

    def __str__(self) -> str:
        return self.template.format(**self.parameters)


@dataclass(frozen=True)
class DataSurvey:
    """What the training text is; counts hold for one pass, scaled up where only a part was looked at.

    Attributes:
        pairs: with text on both sides.
        examined: of them, looked at closely, evenly spread.
        blank: pairs left out because a side is blank.
        long_share: share of the pairs that is left out because a side has more than max_tokens.
        source_tokens: a pass, each sentence's end among them.
        target_tokens: likewise; what the training loss is taken on.
        vocabulary: tokens that the text gives, at most vocab_size.
        median_occurrences: of a token of the vocabulary in one pass, those that never occur left out; None for a
            generated task, which never ends.
        batches: a pass.
        padding: share of the batches' positions, both sides together.
        largest: the batch that needs most memory.
        row_counts: different numbers of positions that the padded batches have, either side.
        longest: tokens of the longest sentence that is kept, either side.
        edges: [K + 1] lengths in tokens that bound the K bars of the histograms; the last bar ends with its edge.
        source_lengths: [K] sentences a bar, of those examined.
        target_lengths: likewise.
        validation_pairs: pairs to validate on; 0 where there are none.
        repeated: of them, those that stand in the training text too.
    """

    pairs: int
    examined: int
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


@dataclass(frozen=True)
class SpeedSample:
    """A few real steps of the real model on real batches.

    Attributes:
        steps: batches that were timed.
        seconds: an optimiser step, mean.
        spread: standard error of that mean, seconds.
        tokens_per_second: target tokens, padding not counted.
        device: on which.
        precision: in which.
        waited: share of that time in which the training could have computed and other programs had the processors,
            0 to 1; None where the system does not count that.
        compiles_later: the run is to be compiled, which these steps were not.
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
        """Seconds that so many steps take, from and to: two standard errors either side; validation comes on top."""
        return max(0.0, steps * (self.seconds - 2 * self.spread)), steps * (self.seconds + 2 * self.spread)

    def undisturbed_duration(self, steps: float) -> float | None:
        """Seconds that so many steps take at most without the wait for other programs; None where it was too short.

        At most, since only the wait of the thread that leads the others is known, not what these wait for as well.
        """
        if self.waited is None or self.waited < WORTH_SAYING:
            return None
        return (1 - self.waited) * self.duration(steps)[1]


@dataclass(frozen=True)
class Preflight:
    """Everything that is known before the start.

    Attributes:
        model: with the vocabulary that the text really gives.
        asked_vocabulary: the vocabulary of the settings, which the text may not give.
        parameters: by part.
        memory: of a step.
        free_memory: bytes, None where that is not known.
        step_checkpoint: bytes of one from which training can be resumed: weights and Adam's moments.
        disk: bytes of all that a run keeps at a time, token files left out.
        free_disk: bytes, None where nobody said on which disk.
        steps_per_epoch: optimiser steps of one pass over the pairs.
        steps: that will be taken, by whichever limit comes first.
        epochs: passes that these are.
        warmup_epochs: passes during warm-up.
        peak_rate: learning rate at the end of warm-up (Eq. 3), or at the last step where that comes before.
        data: the text.
        speed: a short measurement, None where none was made.
        cautions: what is known to fail.
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
    data: DataSurvey
    speed: SpeedSample | None
    cautions: tuple[Caution, ...]

    def to_json(self) -> str:
        """One line of JSON, from which `from_json` makes the same again."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, line: str) -> "Preflight":
        """The preflight that `to_json` wrote; ValueError, KeyError or TypeError for anything else."""
        values = json.loads(line)
        data = values["data"]
        tuples = {name: tuple(data[name]) for name in ("edges", "source_lengths", "target_lengths")}
        return cls(
            **{
                **values,
                "model": ModelConfig(**values["model"]),
                "parameters": ParameterCounts(*values["parameters"]),
                "memory": Memory(*values["memory"]),
                "data": DataSurvey(**{**data, **tuples, "largest": BatchShape(*data["largest"])}),
                "speed": SpeedSample(**values["speed"]) if values["speed"] else None,
                "cautions": tuple(Caution(**caution) for caution in values["cautions"]),
            }
        )


def assess(
    config: RunConfig,
    data: DataSurvey,
    speed: SpeedSample | None = None,
    *,
    kernels: int = 0,
    free_memory: int | None = None,
    free_disk: int | None = None,
) -> Preflight:
    """All numbers and cautions of a training, from its settings, from what its text is, and from the machine.

    `kernels` are the bytes that those of matrix products come to take.
    """
    training = config.training
    model = dataclasses.replace(config.model, vocab_size=data.vocabulary)
    steps_per_epoch = data.batches / training.accumulate
    epoch_limit = math.inf if training.max_epochs is None else training.max_epochs * steps_per_epoch
    steps = max(1, math.floor(min(training.max_steps, epoch_limit)))
    parameters = model.num_parameters
    step_checkpoint = 3 * FLOAT_BYTES * parameters
    kept = min(max(training.keep_checkpoints, training.average_last), max(1, steps // training.checkpoint_every))
    found = Preflight(
        model=model,
        asked_vocabulary=config.model.vocab_size,
        parameters=count_parameters(model),
        memory=memory_of_a_step(model, data.largest)._replace(kernels=kernels),
        free_memory=free_memory,
        step_checkpoint=step_checkpoint,
        # One more while the next is written, and the finished checkpoint in half precision.
        disk=(kept + 1) * step_checkpoint + 2 * parameters,
        free_disk=free_disk,
        steps_per_epoch=steps_per_epoch,
        steps=steps,
        epochs=steps / steps_per_epoch,
        warmup_epochs=training.warmup_steps / steps_per_epoch,
        peak_rate=_peak_rate(model, training, steps),
        data=data,
        speed=speed,
        cautions=(),
    )
    cautions = (*settings_cautions(config, steps), *_data_cautions(config, found), *_machine_cautions(config, found))
    return dataclasses.replace(found, cautions=cautions)


def settings_cautions(config: RunConfig, steps: int | None = None) -> list[Caution]:
    """What the settings alone give away; `steps` that will be taken, max_steps where that is not known."""
    model, training = config.model, config.training
    steps = training.max_steps if steps is None else steps
    found: list[Caution] = []
    shortest = math.ceil(2 / (1 - training.adam_beta2))
    if model.norm == "post" and training.warmup_steps < shortest:
        # Ma and Yarats 2019 (arXiv 1910.04209): linear warm-up over 2 / (1 - beta2) steps, until Adam's second moment
        # is more than noise. Xiong et al. 2020 (arXiv 2002.04745): post-norm needs warm-up, pre-norm does not.
        found.append(
            Caution(
                "warmup_short",
                "warm-up of {warmup:,} steps with post-norm: below 2 / (1 - beta2) = {shortest:,} steps Adam's second "
                "moment is still noise, and post-norm models often do not recover; warm up longer or use pre-norm",
                {"warmup": training.warmup_steps, "shortest": shortest},
            )
        )
    if training.warmup_steps >= steps:
        found.append(
            Caution(
                "warmup_unended",
                "warm-up of {warmup:,} steps is not over when the run ends after {steps:,}: the rate only ever rises",
                {"warmup": training.warmup_steps, "steps": steps},
            )
        )
    peak = _peak_rate(model, training, steps)
    highest = HIGHEST_SCALED_RATE * model.d_model**-0.5
    if peak > highest:
        found.append(
            Caution(
                "rate_high",
                "the rate peaks at {peak:.1e}; for d_model {d_model:,} above {highest:.1e} the loss tends to "
                "stay where it is; lower rate_factor or warm up longer",
                {"peak": peak, "highest": highest, "d_model": model.d_model},
            )
        )
    return found


def _data_cautions(config: RunConfig, found: Preflight) -> list[Caution]:
    data, training = found.data, config.training
    cautions: list[Caution] = []
    if data.median_occurrences is not None and data.median_occurrences < RARE:
        # Gowda and May 2020 (arXiv 2004.02334) want 95 % of the types seen a hundred times; this asks far less.
        cautions.append(
            Caution(
                "vocabulary_rare",
                "half of the {vocabulary:,} tokens, those left out that never occur, occur fewer than {rare} times in "
                "the training text, too rarely to be learnt; a smaller vocabulary translates better",
                {"vocabulary": data.vocabulary, "rare": RARE},
            )
        )
    if data.repeated:
        cautions.append(
            Caution(
                "validation_seen",
                "{repeated:,} of {pairs:,} validation pairs also stand in the training text: validation scores will "
                "be too good",
                {"repeated": data.repeated, "pairs": data.validation_pairs},
            )
        )
    if data.longest > training.tokens_per_batch:
        cautions.append(
            Caution(
                "batch_narrow",
                "the longest sentence has {longest:,} tokens and a batch may have {tokens:,}: longer sentences become "
                "batches of their own, larger than asked for",
                {"longest": data.longest, "tokens": training.tokens_per_batch},
            )
        )
    if training.max_epochs is not None and found.epochs < training.max_epochs - 1e-9:
        reached = math.floor(found.epochs * 10) / 10
        if reached < training.max_epochs:
            cautions.append(
                Caution(
                    "epochs_unreached",
                    "{steps:,} steps are {reached:.1f} passes over the pairs; {epochs:,} are never reached",
                    {"steps": training.max_steps, "reached": reached, "epochs": training.max_epochs},
                )
            )
    if data.long_share > MANY_LONG:
        cautions.append(
            Caution(
                "many_long",
                "{share:.0%} of the pairs are left out because a side has more than {tokens:,} tokens (max_tokens)",
                {"share": data.long_share, "tokens": config.data.max_tokens},
            )
        )
    return cautions


def _machine_cautions(config: RunConfig, found: Preflight) -> list[Caution]:
    cautions: list[Caution] = []
    limit = config.training.max_minutes
    if limit is not None and found.speed is not None and found.speed.duration(found.steps)[0] > 60 * limit:
        cautions.append(
            Caution(
                "minutes_short",
                "at the speed measured {steps:,} steps take longer than {minutes:g} minutes (max_minutes), and the run "
                "ends before them",
                {"steps": found.steps, "minutes": limit},
            )
        )
    needed = found.memory.total + PROGRAM_BYTES
    if found.free_memory is not None and needed > found.free_memory:
        cautions.append(
            Caution(
                "memory",
                "about {needed:.1f} GB of memory are needed and {free:.1f} GB are free; take a smaller model or "
                "fewer tokens a batch, and accumulate",
                {"needed": needed / 1e9, "free": found.free_memory / 1e9},
            )
        )
    if found.free_disk is not None and found.disk > found.free_disk:
        cautions.append(
            Caution(
                "disk",
                "about {needed:.1f} GB of disk are needed for checkpoints and {free:.1f} GB are free; keep fewer",
                {"needed": found.disk / 1e9, "free": found.free_disk / 1e9},
            )
        )
    return cautions


def _peak_rate(model: ModelConfig, training: TrainingConfig, steps: int) -> float:
    last = training.max_steps
    # where the warm-up ends, where the cool-down begins, or within both, where step * (steps left) is largest
    corners = training.warmup_steps, max(1, last - training.cooldown_steps), (last + 1) // 2
    return max(training_rate(min(step, steps), model.d_model, training) for step in corners)
