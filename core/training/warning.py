"""A warning about a training, as a sentence and as a code. Loads no torch."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PreflightWarning:
    """A combination that is known to fail or to waste time; it never stops a run.

    Attributes:
        code: stable dotted name; the page has its own sentence for it.
        template: English sentence with `{name}` fields.
        parameters: the values of those fields.
    """

    code: str
    template: str
    parameters: Mapping[str, Any]

    def __str__(self) -> str:
        return self.template.format(**self.parameters)
