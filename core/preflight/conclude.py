"""Conclusion of a preflight from settings, text and machine. Loads no torch."""

import dataclasses
import math

from core.preflight.memory import FLOAT_BYTES, count_parameters, memory_of_a_step
from core.preflight.result import Preflight, SpeedSample, TextStatistics
from core.preflight.warnings import data_warnings, machine_warnings, settings_warnings
from core.training.run import RunConfig
from core.training.schedule import peak_rate


def conclude(
    config: RunConfig,
    data: TextStatistics,
    speed: SpeedSample | None = None,
    *,
    kernels: int = 0,
    free_memory: int | None = None,
    free_disk: int | None = None,
    start_peak: float | None = None,
) -> Preflight:
    """Return all numbers and warnings of a training.

    Args:
        config: its settings.
        data: its text.
        speed: the time of a few steps, None where none were timed.
        kernels: bytes that the kernels of matrix products will take.
        free_memory: bytes, None where that is not known.
        free_disk: bytes, None where the disk is not known.
        start_peak: highest rate of the training of the checkpoint to start from, None where that is not known.
    """
    training = config.training
    model = dataclasses.replace(config.model, vocab_size=data.vocabulary)
    steps_per_epoch = data.batches / training.accumulate
    steps = training.max_steps
    if training.max_epochs is not None:  # the step in which the last epoch ends is taken
        steps = max(1, min(steps, math.ceil(training.max_epochs * data.batches / training.accumulate)))
    parameters = model.num_parameters
    step_checkpoint = 3 * FLOAT_BYTES * parameters
    kept = min(max(training.keep_checkpoints, training.average_last), max(1, steps // training.checkpoint_every))
    # In half precision: the finished model, that of the best validation, and a copy of the one to start from.
    models = 1 + (data.validation_pairs > 0) + (start_peak is not None or any(data.start))
    found = Preflight(
        model=model,
        asked_vocabulary=config.model.vocab_size,
        parameters=count_parameters(model),
        memory=memory_of_a_step(model, data.largest)._replace(kernels=kernels),
        free_memory=free_memory,
        step_checkpoint=step_checkpoint,
        disk=(kept + 1) * step_checkpoint + models * 2 * parameters,  # one more while the next is written
        free_disk=free_disk,
        steps_per_epoch=steps_per_epoch,
        steps=steps,
        epochs=steps / steps_per_epoch,
        warmup_epochs=training.warmup_steps / steps_per_epoch,
        peak_rate=peak_rate(model, training, steps),
        start_peak=start_peak,
        data=data,
        speed=speed,
        warnings=(),
    )
    settings = settings_warnings(config, steps, start_peak)
    warnings = (*settings, *data_warnings(config, found), *machine_warnings(config, found))
    return dataclasses.replace(found, warnings=warnings)
