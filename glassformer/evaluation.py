"""Evaluation for programs: the scores of the command `evaluate`, of one model or of several next to each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.config import DecodingConfig
from core.errors import CoreError
from core.evaluation.systems import SentenceSet, System, check_references, whole_set
from core.training.devices import choose_device
from glassformer.model import Model, items_of, load, read_sentences

if TYPE_CHECKING:
    from core.evaluation.table import Result


def evaluate(
    models: Model | str | Path | Sequence[Model | str | Path],
    sources: Iterable[str],
    references: Iterable[str] | Sequence[Sequence[str]],
    *,
    beam_size: int = DecodingConfig().beam_size,
    alpha: float = DecodingConfig().alpha,
    batch_size: int = 64,
    language: str = "",
) -> Result:
    """Translate sentences with each model and compare the translations with references.

    Args:
        models: one model or several, or what `load` takes; others are compared with the first one.
        sources: sentences; pairs with a blank side are left out.
        references: a translation of each source, or a list of such lists, one for each set of references.
        beam_size: of the search.
        alpha: exponent of the length penalty.
        batch_size: sentences at a time.
        language: code of the references, which decides how BLEU divides words; the first model's when left out.

    Returns:
        Scores with their intervals in `systems`, and a row for each sentence in `rows`; `to_frame` makes it a table.

    Examples:
        >>> found = evaluate("numbers", ["seven", "ninety"], ["七", "九十"])
        >>> found.systems[0].exact.value, found.to_frame()["numbers: translation"].tolist()
        (100.0, ['七', '九十'])

    Raises:
        CoreError: something else than text, no sentence, another number of references than of sources, or a model with
            heads off.
    """
    from core.evaluation.evaluate import evaluate_systems

    given = [models] if isinstance(models, Model | str | Path) else list(models)
    if not given:
        raise CoreError("python.no_model", "give at least one model")
    loaded = [model if isinstance(model, Model) else load(model) for model in given]
    for model in loaded:
        model.require_unchanged("evaluate")
    return evaluate_systems(
        [System(model.name, model.folder) for model in loaded],
        _set(read_sentences(sources), references, language),
        DecodingConfig(beam_size=beam_size, alpha=alpha),
        batch_size=batch_size,
        device=choose_device("auto"),
    )


def _set(sources: list[str], references: object, language: str) -> SentenceSet:
    """Return the sentences with their references, as one list of references or several.

    Raises:
        CoreError: something else than text, no sentence, or another number of references than of sources.
    """
    given = items_of(references)
    several = any(isinstance(lines, Iterable) and not isinstance(lines, str) for lines in given)
    columns = [read_sentences(lines) for lines in given] if several else [read_sentences(given)]
    if sources and several and any(len(lines) != len(sources) for lines in columns):
        raise CoreError(
            "python.references",
            "references must be {count:,} texts, or lists of {count:,} texts, one list for each set of references",
            count=len(sources),
        )
    check_references(SentenceSet("sources", sources, columns))
    rows = zip(sources, zip(*columns, strict=True), strict=True)
    found = whole_set("sources", rows, len(columns), language)
    check_references(found)
    return found
