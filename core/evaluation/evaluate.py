"""Evaluation of one or two systems on a set of sentences."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.checkpoint import Checkpoint
from core.config import DecodingConfig
from core.data.normalisation import normalise
from core.evaluation.flags import flags_of
from core.evaluation.measures import Measure, perplexity_measure, text_measures
from core.evaluation.outputs import Output, system_outputs
from core.evaluation.result import Answer, Notes, Result, Row, Score, write_result
from core.evaluation.scores import tokenisation
from core.evaluation.significance import estimate
from core.evaluation.systems import SentenceSet, System, check_references, check_systems

LEVEL = 0.05  # a difference that chance makes more often than this is none that the set can show


class Evaluated(NamedTuple):
    """A result with its rows, and the measures from which both follow."""

    result: Result
    rows: list[Row]
    measures: tuple[tuple[Measure, ...], ...]  # of each system


def evaluate_systems(
    systems: Sequence[System],
    test_set: SentenceSet,
    config: DecodingConfig,
    *,
    folder: Path | None = None,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
    device: Any = "cpu",
) -> Evaluated:
    """Evaluate one or two systems on a test set.

    Args:
        systems: models, or files of translations.
        test_set: the sentences and their references.
        config: beam and length penalty.
        folder: keeps what is translated, and in the end the result; a second call goes on where the first was ended.
        batch_size: sentences at a time.
        progress: called with each number of sentences that is translated.
        processes: see `search_many`.
        device: of the models.

    Raises:
        CoreError: a system or the set cannot be read, or they do not fit each other.
    """
    check_systems(systems)
    check_references(test_set)
    outputs: list[list[Output]] = []
    models: list[Checkpoint | None] = []
    for number, system in enumerate(systems, start=1):
        kept = folder / f"system-{number}.jsonl" if folder is not None else None
        found, model = system_outputs(
            system, test_set, config,
            kept=kept, batch_size=batch_size, progress=progress, processes=processes, device=device,
        )  # fmt: skip
        outputs.append(found)
        models.append(model)
    language = test_set.language or next((model.target_language for model in models if model), "")
    source_language = next((model.source_language for model in models if model), "")
    measures = tuple(_measures(found, test_set, language) for found in outputs)
    rows = _rows(test_set, outputs, measures, (source_language, language))
    evaluated = Evaluated(_result(systems, test_set, language, outputs, measures), rows, measures)
    if folder is not None:
        write_result(folder, evaluated.result, evaluated.rows)
    return evaluated


def _measures(outputs: Sequence[Output], test_set: SentenceSet, language: str) -> tuple[Measure, ...]:
    """Return all measures of a system; perplexity is that of the references that fit into the model."""
    measures = text_measures([output.translation for output in outputs], test_set.references, language)
    if not any(output.tokens for output in outputs):
        return measures
    losses = [output.loss or 0.0 for output in outputs]
    return (*measures, perplexity_measure(losses, [output.tokens for output in outputs]))


def _result(
    systems: Sequence[System],
    test_set: SentenceSet,
    language: str,
    outputs: Sequence[Sequence[Output]],
    measures: Sequence[Sequence[Measure]],
) -> Result:
    first = {measure.name: measure for measure in measures[0]}
    scores: list[tuple[Score, ...]] = []
    for number, own in enumerate(measures):
        shared = [measure for measure in own if number and _are_comparable(measure, first.get(measure.name))]
        alone = [measure for measure in own if measure not in shared]
        found = dict(zip([one.name for one in shared], estimate(shared, [first[m.name] for m in shared]), strict=True))
        found |= dict(zip([one.name for one in alone], estimate(alone), strict=True))
        scores.append(tuple(Score(one.name, found[one.name], one.signature) for one in own))
    rule = tokenisation(language, test_set.references[0])
    tokens = [sum(output.tokens for output in found) for found in outputs]
    right = [sum(output.correct for output in found) for found in outputs]
    return Result(
        set=test_set.name,
        sentences=len(test_set),
        language=language,
        tokenisation=rule.name,
        script=rule.script,
        systems=tuple(system.name for system in systems),
        scores=tuple(scores),
        accuracy=tuple(part / whole if whole else None for part, whole in zip(right, tokens, strict=True)),
        notes=Notes(
            test_set.dropped,
            len(test_set) - len({*test_set.sources}),
            tuple(sum(output.truncated for output in found) for found in outputs),
            tuple(sum(not normalise(output.translation) for output in found) for found in outputs),
        ),
        better=_better(scores),
    )


def _are_comparable(measure: Measure, other: Measure | None) -> bool:
    """Return whether two systems have this measure in the same unit: perplexities need the same tokens."""
    if other is None or measure.name != "perplexity":
        return other is not None
    return bool((measure.sums[:, 1] == other.sums[:, 1]).all())


def _better(scores: Sequence[Sequence[Score]]) -> int | None:
    """Return the better system: where BLEU and chrF do not contradict each other and one of them shows a difference.

    A difference is shown where both tests find it less probable by chance than `LEVEL`.
    """
    if len(scores) < 2:
        return None
    signs = set()
    for first, second in zip(*scores, strict=False):
        p_values = (second.estimate.p_bootstrap, second.estimate.p_randomisation)
        if first.measure in ("bleu", "chrf") and all(p is not None and p < LEVEL for p in p_values):
            signs.add(int(second.estimate.value > first.estimate.value))
    return signs.pop() if len(signs) == 1 else None


def _rows(
    test_set: SentenceSet,
    outputs: Sequence[Sequence[Output]],
    measures: Sequence[Sequence[Measure]],
    languages: tuple[str, str],
) -> list[Row]:
    columns = [{one.name: one.sentences() for one in own if one.name != "perplexity"} for own in measures]
    rows = []
    for index, source in enumerate(test_set.sources):
        references = tuple(lines[index] for lines in test_set.references)
        answers = tuple(
            Answer(
                translation=found[index].translation,
                bleu=column["bleu"][index],
                chrf=column["chrf"][index],
                ter=column["ter"][index],
                exact=column["exact"][index] > 0,
                loss=_per_token(found[index]),
                log_prob=found[index].log_prob,
                flags=flags_of(
                    source,
                    found[index].translation,
                    source_language=languages[0],
                    target_language=languages[1],
                    coverage=found[index].coverage,
                    pieces=found[index].pieces,
                    references=references,
                ),
            )
            for found, column in zip(outputs, columns, strict=True)
        )
        own = test_set.own[index] if test_set.own else ""
        rows.append(Row(index + 1, source, references, own, answers))
    return rows


def _per_token(output: Output) -> float | None:
    return output.loss / output.tokens if output.loss is not None and output.tokens else None
