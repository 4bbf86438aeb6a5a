"""Training for programs: the trainer of the command `train` in this process, with its progress bar."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.checkpoint_config import read_checkpoint_config, read_model_config
from core.cli.reporting import Reporter
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.corpora.hub import HUB
from core.data.tasks import TASKS
from core.errors import CoreError, Names
from core.jobs.job import plain_name
from core.library import model_of_run
from core.settings import offered_settings
from core.training.run import Run, check_name, chosen_config, data_settings
from core.training.runs import named_run
from glassformer.model import RUNS, Model, load

Text = str | Path | tuple[str | Path, str | Path]
_CONFIGS = (ModelConfig, DataConfig, TrainingConfig)


def train(
    data: Text | None = None,
    *,
    run: str = "",
    preset: str | None = None,
    start: Model | str | Path | None = None,
    resume: str = "",
    **settings: Any,
) -> Model:
    """Train a model in this process and return it; the run is kept in the folder `runs`.

    An interrupt (Ctrl-C, or the stop button of a notebook) ends it after the current step with a checkpoint saved.

    Args:
        data: a generated task (`numbers`), a known corpus, a table with both sides, or a tuple of two files.
        run: name of the new run; from the data when left out.
        preset: size of the model, or a complete training that brings its data.
        start: model whose weights, shape and vocabulary the run begins with.
        resume: name of a run to continue, which keeps its settings; nothing else is given then.
        settings: any setting of the command, such as `max_steps=500` or `d_model=64`.

    Raises:
        CoreError: invalid settings or data, or the run was stopped from elsewhere.
        KeyboardInterrupt: it was interrupted.
    """
    from core.training.beginning import train_in_turn

    if resume and (data is not None or run or preset or start is not None or settings):
        raise CoreError("python.resume", "a run that is resumed keeps its settings: give its name alone")
    chosen = named_run(RUNS, resume) if resume else _new_run(data, run, preset, start, settings)
    with Reporter(chosen.read_config().training.max_steps, verbose=False) as report:
        ended_here = train_in_turn(chosen, report, new=not resume)
    status = chosen.status()
    if status.state == "finished":
        return load(model_of_run(chosen.name))
    stopped = CoreError(
        "python.stopped",
        "{name} was stopped at step {step}; train(resume={name!r}) continues it",
        name=chosen.name,
        step=status.step,
    )
    raise stopped if ended_here else KeyboardInterrupt(str(stopped))


def _new_run(
    data: Text | None, name: str, preset: str | None, start: Model | str | Path | None, settings: Mapping[str, Any]
) -> Run:
    """Create a run from what the caller has given."""
    from core.training.beginning import begin
    from core.training.record import languages_of_checkpoint
    from core.training.text import check_run, find_languages

    if name:
        check_name(name)
    model, text, training = _by_configuration(settings)
    if start is not None and preset is not None:
        raise CoreError("python.start", "a start brings the shape of the model: leave preset out")
    folder = None
    if start is not None:
        begins_with = start if isinstance(start, Model) else load(start)
        begins_with.require_unchanged("train")
        folder = begins_with.folder
    shape = read_model_config(folder) if folder is not None else None
    config = chosen_config(preset, shape, model, data_settings({**_text_settings(data), **text}), training)
    languages = languages_of_checkpoint(read_checkpoint_config(folder)) if folder is not None else ("", "")
    found = find_languages(config.data, ("src_lang" in text, "tgt_lang" in text), languages)
    config = config._replace(data=found.data)
    check_run(config, learns=folder is None)
    run = Run(RUNS / (name or _free_name(data, preset)))
    begin(run, config, folder)
    return run


def _by_configuration(settings: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return the settings of model, data and training.

    Raises:
        CoreError: there is no setting of a name.
    """
    names = [{item.name for item in offered_settings(config)} for config in _CONFIGS]
    if unknown := [*settings.keys() - set().union(*names)]:
        raise CoreError(
            "python.setting",
            "there is no setting {name}; see the options of the command train: {known}",
            name=unknown[0],
            known=Names(sorted(set().union(*names))),
        )
    return tuple({name: value for name, value in settings.items() if name in known} for known in names)


def _text_settings(data: Text | None) -> dict[str, Any]:
    """Return the settings that name the data; none if a preset brings its own.

    Raises:
        CoreError: it is neither a name nor files.
    """
    if data is None:
        return {}
    sides = data if isinstance(data, tuple) and len(data) == 2 else (data,)
    if not all(isinstance(side, str | Path) for side in sides):
        inside = f"[{', '.join(type(side).__name__ for side in data[:9])}]" if isinstance(data, tuple) else ""
        raise CoreError(
            "python.data",
            "data must be a task, a corpus, a table, or a tuple of two files, not {kind}",
            kind=f"{type(data).__name__}{inside}",
        )
    if isinstance(data, tuple):
        source, target = data
        return {"src": source, "tgt": target}
    if isinstance(data, str) and data in TASKS:
        return {"task": data}
    is_name = isinstance(data, str) and (data.startswith(HUB) or not {*data} & {*"./\\"})  # of a corpus
    if Path(data).is_file() or not is_name:
        return {"src": data}
    return {"corpus": data}


def _free_name(data: Text | None, preset: str | None) -> str:
    """Return a name that no run has, after the data."""
    first = data[0] if isinstance(data, tuple) else data
    stem = plain_name(Path(first).stem if first is not None else preset or "", "run")
    names = (stem, *(f"{stem}-{number}" for number in range(2, 10_000)))
    return next(name for name in names if not (RUNS / name).exists())
