"""Settings: the fields of small frozen dataclasses, checked, described and read from plain values.

Each field has a description, bounds and choices, which the command line, the page's forms and the documentation share
(see `describe`).
"""

import dataclasses
import math
import types
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from core.errors import CoreError, Names

_LONGEST_TEXT = 60  # characters of a refused value that an error repeats
_LARGEST_NUMBER = 10**30  # far above any setting; the largest float is about 10**308


def setting(
    default: Any,
    help: str,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    offered: bool = True,
) -> Any:
    """Return a dataclass field with a one-line description and inclusive bounds.

    Args:
        default: its value when left out.
        help: one sentence.
        minimum: smallest value allowed.
        maximum: largest value allowed.
        offered: False for what a vocabulary decides: no form or command line offers it, and it is only written to
            files that need it.
    """
    return field(default=default, metadata={"help": help, "minimum": minimum, "maximum": maximum, "offered": offered})


class Setting(NamedTuple):
    """One configuration field, as needed by a form or a command line."""

    name: str
    type: type
    optional: bool
    choices: tuple[str, ...] | None
    default: Any
    help: str
    minimum: float | None
    maximum: float | None
    offered: bool


class Allowed(NamedTuple):
    """The values that a setting may have: a parameter of errors, which the page words in its own language.

    Examples:
        >>> str(Allowed("int", 1, 8))
        'a whole number from 1 to 8'
    """

    type: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.choices:
            return "one of " + ", ".join(self.choices)
        word = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "text"}[self.type]
        if self.minimum is not None and self.maximum is not None:
            return f"{word} from {self.minimum:,} to {self.maximum:,}"
        return f"{word} of at least {self.minimum:,}" if self.minimum is not None else word


def describe(config: type) -> list[Setting]:
    """Return the settings of a configuration class, in the order of its fields."""
    hints = get_type_hints(config)
    return [Setting(f.name, *_plain_type(hints[f.name]), f.default, **f.metadata) for f in fields(config)]


def offered_settings(config: type) -> list[Setting]:
    """Return the settings that a form or a command line offers: those that no vocabulary decides."""
    return [item for item in describe(config) if item.offered]


@dataclass(frozen=True)
class Validated:
    """Checks every field against its own metadata; messages include the field's name."""

    def __post_init__(self) -> None:
        for item in describe(type(self)):
            object.__setattr__(self, item.name, _validate(item, getattr(self, item.name)))


Config = TypeVar("Config", bound=Validated)


def from_dict(config: type[Config], values: object, *, where: str = "configuration") -> Config:
    """Build a configuration from plain values, as read from JSON.

    Raises:
        CoreError: an unknown field, or a value of the wrong type or out of bounds; the message names it.
    """
    known = {f.name for f in fields(config)}
    if not isinstance(values, dict):
        raise CoreError("config.not_an_object", "{where} must be an object with named fields", where=where)
    for name in values:
        if name not in known:
            raise CoreError(
                "config.unknown_field",
                "{where} has an unknown field {name}; allowed: {known}",
                where=where,
                name=name,
                known=Names(sorted(known)),
            )
    return config(**values)


def to_dict(config: Any) -> dict[str, Any]:
    """Return a configuration's plain values, ready for JSON; settings that are not offered only where they differ."""
    values = dataclasses.asdict(config)
    usual = {item.name for item in describe(type(config)) if not item.offered and values[item.name] == item.default}
    return {name: value for name, value in values.items() if name not in usual}


def check_batch_size(size: object) -> None:
    """Refuse a number of sentences at a time that is not a whole number of at least 1.

    Raises:
        CoreError: so it is.
    """
    if type(size) is not int or size < 1:
        raise CoreError(
            "translator.batch_size", "batch_size ({size!r}) must be a whole number of at least 1", size=_shortened(size)
        )


def _plain_type(hint: Any) -> tuple[type, bool, tuple[str, ...] | None]:
    """Return an annotation's scalar type, True if None is allowed, and the choices of a Literal."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = next(option for option in get_args(hint) if option is not type(None))
        plain, _, choices = _plain_type(inner)
        return plain, True, choices
    return (str, False, get_args(hint)) if get_origin(hint) is Literal else (hint, False, None)


def _validate(item: Setting, value: Any) -> Any:
    """Return the value in the setting's type; refuse it with the setting, the value and what is allowed."""
    if value is None and item.optional:
        return None
    allowed = Allowed(item.type.__name__, item.minimum, item.maximum, item.choices or ())
    if item.type in (int, float) and isinstance(value, int) and abs(value) > _LARGEST_NUMBER:
        digits = int(math.log10(abs(value))) + 1
        raise CoreError(
            "config.digits",
            "{setting} must be {allowed}, not a number of {digits} digits",
            setting=item.name,
            allowed=allowed,
            digits=digits,
        )
    if item.type is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if value is None:
        raise CoreError(
            "config.missing", "{setting} is missing; it must be {allowed}", setting=item.name, allowed=allowed
        )
    if type(value) is not item.type or (item.type is float and not math.isfinite(value)):
        raise CoreError(
            "config.type",
            "{setting} must be {allowed}, not {value!r}",
            setting=item.name,
            allowed=allowed,
            value=_shortened(value),
        )
    outside = (
        (item.minimum is not None and value < item.minimum)
        or (item.maximum is not None and value > item.maximum)
        or (item.choices is not None and value not in item.choices)
    )
    if outside:
        raise CoreError(
            "config.range",
            "{setting} must be {allowed}, not {value!r}",
            setting=item.name,
            allowed=allowed,
            value=_shortened(value),
        )
    return value


def _shortened(value: Any) -> Any:
    """Return a refused value as an error repeats it."""
    return value[:_LONGEST_TEXT] + "…" if isinstance(value, str) and len(value) > _LONGEST_TEXT else value
