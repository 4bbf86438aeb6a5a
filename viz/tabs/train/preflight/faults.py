"""Everything that is wrong with a form, found at once, with the value that would mend it where there is one."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.config import ModelConfig, TrainingConfig
from core.errors import CoreError
from core.settings import describe
from viz.tabs import uploads
from viz.tabs.train.context import Limits
from viz.tabs.train.data import upload
from viz.tabs.train.fields import (
    DEFAULTS,
    FILE,
    GIVEN_BY_START,
    HUB,
    MODEL_FIELDS,
    SMALLEST_VOCABULARY,
    START,
    TRAINING_FIELDS,
    Fields,
    Start,
    check_languages,
    configuration,
    hub_data_set,
    kept_pairs,
    model_config,
    plain_value,
)


class Fault(NamedTuple):
    """One thing that is wrong: the field, why, and the values of settings that would mend it."""

    field: str
    error: CoreError
    change: Mapping[str, Any] = {}


def form_faults(fields: Fields, limits: Limits) -> list[Fault]:
    """Return what is wrong with a form: its data first, then its settings, then what they are together."""
    found = [*_data_faults(fields, limits), *_setting_faults(fields, limits)]
    if any(fault.field in (*MODEL_FIELDS, *TRAINING_FIELDS) for fault in found):
        return found
    try:
        model_config(fields)
        configuration({**fields, "source": DEFAULTS["source"]}, limits)
    except CoreError as error:
        found.append(_together(error, fields, limits))
    return found


def _data_faults(fields: Fields, limits: Limits) -> Iterator[Fault]:
    if fields["source"] == HUB:
        try:
            hub_data_set(fields)
        except CoreError as error:
            yield Fault("hub", error)
    if fields["source"] == FILE and kept_pairs(fields) is None:
        try:
            upload.held_out(uploads.upload_stream(fields, limits))
        except CoreError as error:
            yield Fault("src_column" if error.code in ("train.columns", "train.same_column") else "file", error)
    if fields["source"] in (HUB, FILE):
        for name, error in check_languages(fields):
            yield Fault(name, error)


def _setting_faults(fields: Fields, limits: Limits) -> Iterator[Fault]:
    given = GIVEN_BY_START if isinstance(fields.get(START), Start) else ()
    shape = [name for name in MODEL_FIELDS if name not in given]
    for config, names in ((ModelConfig, shape), (TrainingConfig, TRAINING_FIELDS)):
        for item in describe(config):
            if item.name not in names:
                continue
            try:
                config(**{item.name: plain_value(config, item.name, fields[item.name])})
            except CoreError as error:
                if error.parameters.get("setting") == item.name:  # else the others, which are not those of the form
                    change = {item.name: _nearest(item.minimum, item.maximum, fields, item.name)}
                    yield Fault(item.name, error, change)


def _nearest(minimum: float | None, maximum: float | None, fields: Fields, name: str) -> Any:
    """Return the nearest value within the bounds, whole where the default is; the default for anything else."""
    value, default = fields[name], DEFAULTS[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return default
    if isinstance(default, int):
        value = round(min(max(value, -1e12), 1e12))
    low = value if minimum is None else max(value, minimum)
    return low if maximum is None else min(low, maximum)


def _together(error: CoreError, fields: Fields, limits: Limits) -> Fault:
    """Return the fault of settings that are sound one by one."""
    values = error.parameters
    if error.code == "config.heads":
        width, heads = int(str(values["d_model"])), int(str(values["num_heads"]))
        return Fault("num_heads", error, {"num_heads": next(n for n in range(heads, 0, -1) if width % n == 0)})
    if error.code == "config.odd_d_model":
        return Fault("d_model", error, {"d_model": int(fields["d_model"]) + 1})
    if error.code == "tokenizer.vocab_size":
        return Fault("vocab_size", error, {"vocab_size": SMALLEST_VOCABULARY})
    if error.code == "train.limit" and values["setting"] in fields:
        name = str(values["setting"])
        together = name == "tokens_per_batch" and fields["accumulate"] != 1
        return Fault(name, error, {name: values["limit"], **({"accumulate": 1} if together else {})})
    return Fault("d_model", error)
