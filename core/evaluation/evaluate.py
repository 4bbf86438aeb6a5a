"""Evaluation of one or two systems on a set of sentences."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from core.checkpoint import Checkpoint
from core.config import DecodingConfig
from core.data.normalisation import normalise
from core.durable import folder_state
from core.evaluation.flags import flags_of
from core.evaluation.job import write_result
from core.evaluation.measures import Measure, perplexity_measure, text_measures
from core.evaluation.outputs import Output, system_outputs
from core.evaluation.scores import tokenisation
from core.evaluation.significance import estimate, intervals
from core.evaluation.systems import SentenceSet, System, check_directions, check_references, directions_of
from core.evaluation.table import Answer, Interval, LazyRows, MetricScore, Result, Row, Scores
from core.settings import check_batch_size
from core.weights_files import LOADED_ENDINGS

METRICS = ("bleu", "chrf", "ter")


def evaluate_systems(
    systems: Sequence[System],
    sentences: SentenceSet,
    config: DecodingConfig,
    *,
    folder: Path | None = None,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
    device: Any = "cpu",
) -> Result:
    """Evaluate systems on a set of sentences, each against the first.

    Args:
        systems: models, or files of translations.
        sentences: with their references.
        config: beam and length penalty.
        folder: keeps what is translated, and in the end the result; a second call goes on where the first was ended.
        batch_size: sentences at a time.
        progress: called with each number of sentences that is translated.
        processes: see `search_many`.
        device: of the models.

    Raises:
        CoreError: an invalid batch_size, a system or the set cannot be read, or they do not fit each other.
    """
    check_batch_size(batch_size)
    check_references(sentences)
    check_directions(directions_of(systems))
    outputs: list[list[Output]] = []
    models: list[Checkpoint | None] = []
    for number, system in enumerate(systems, start=1):
        kept = _kept(folder, number, system, sentences, config) if folder is not None else None
        found, model = system_outputs(
            system, sentences, config,
            kept=kept, batch_size=batch_size, progress=progress, processes=processes, device=device,
        )  # fmt: skip
        outputs.append(found)
        models.append(model)
    language = sentences.language or next((model.target_language for model in models if model), "")
    source_language = next((model.source_language for model in models if model), "")
    measures = [_measures(found, sentences, language) for found in outputs]
    rows = _rows(sentences, outputs, measures, (source_language, language))
    result = _result(systems, sentences, language, outputs, measures)._replace(rows=rows)
    if folder is not None:
        write_result(folder, result)
    return result


def _kept(folder: Path, number: int, system: System, sentences: SentenceSet, config: DecodingConfig) -> Path:
    """Return the file of a system's outputs, named by all that they depend on: where it differs, they are made anew."""
    state = folder_state(system.checkpoint, LOADED_ENDINGS) if system.checkpoint else ""
    read = repr((state, [*sentences.sources], [[*lines] for lines in sentences.references], config))
    return folder / f"system-{number}-{blake2b(read.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}.jsonl"


def _measures(outputs: Sequence[Output], sentences: SentenceSet, language: str) -> tuple[Measure, ...]:
    """Return all measures of a system; perplexity is that of the references that fit into the model."""
    measures = text_measures([output.translation for output in outputs], sentences.references, language)
    if not any(output.tokens for output in outputs):
        return measures
    losses = [output.loss or 0.0 for output in outputs]
    return (*measures, perplexity_measure(losses, [output.tokens for output in outputs]))


def _result(
    systems: Sequence[System],
    sentences: SentenceSet,
    language: str,
    outputs: Sequence[Sequence[Output]],
    measures: Sequence[Sequence[Measure]],
) -> Result:
    with_tokens = [found for found in outputs if any(output.tokens for output in found)]
    rule, (first, *others) = tokenisation(language, sentences.references[0]), measures
    scores = [_scores(systems[0].name, first, (), outputs[0])]
    scores += [
        _scores(system.name, own, first, found)
        for system, own, found in zip(systems[1:], others, outputs[1:], strict=True)
    ]
    return Result(
        set=sentences.name,
        sentences=len(sentences),
        language=language,
        tokenisation=rule.name,
        script=rule.script,
        systems=tuple(scores),
        comparable=all(_same_tokens(with_tokens[0], found) for found in with_tokens[1:]),
        notes=_notes(sentences, outputs),
        rows=(),
    )


def _scores(name: str, own: Sequence[Measure], first: Sequence[Measure], outputs: Sequence[Output]) -> Scores:
    """Return the scores of a system, with p-values of its differences from the first one."""
    shared = [measure for measure in own if measure.name in METRICS]
    compared = estimate(shared, [measure for measure in first if measure.name in METRICS])
    bleu, chrf, ter = (
        MetricScore(signature=measure.signature, **found._asdict())
        for measure, found in zip(shared, compared, strict=True)
    )
    rest = [measure for measure in own if measure.name not in METRICS]
    others = {one.name: Interval(one.value, *ends) for one, ends in zip(rest, intervals(rest), strict=True)}
    tokens = sum(output.tokens for output in outputs)
    accuracy = sum(output.correct for output in outputs) / tokens if tokens else None
    return Scores(name, bleu, chrf, ter, others["exact"], others.get("perplexity"), accuracy)


def _same_tokens(outputs: Sequence[Output], others: Sequence[Output]) -> bool:
    """Return whether two models divide the references into as many tokens: perplexities need the same unit."""
    return all(one.tokens == other.tokens for one, other in zip(outputs, others, strict=True))


def _notes(sentences: SentenceSet, outputs: Sequence[Sequence[Output]]) -> tuple[tuple[str, int], ...]:
    """Return the oddities that a reader of the scores must know: what was left out, repeated, truncated or is blank."""
    counts = {
        "blank": sentences.dropped,
        "repeated": len(sentences) - len({*sentences.sources}),
        "truncated": sum(any(found[index].truncated for found in outputs) for index in range(len(sentences))),
        "empty": sum(not normalise(output.translation) for found in outputs for output in found),
    }
    return tuple((code, count) for code, count in counts.items() if count)


def _rows(
    sentences: SentenceSet,
    outputs: Sequence[Sequence[Output]],
    measures: Sequence[Sequence[Measure]],
    languages: tuple[str, str],
) -> LazyRows:
    columns = [{one.name: np.array(one.sentences()) for one in own if one.name != "perplexity"} for own in measures]
    flags = [[*_flags(sentences, found, languages)] for found in outputs]

    def row(index: int) -> Row:
        answers = tuple(
            Answer(
                translation=found[index].translation,
                bleu=float(column["bleu"][index]),
                chrf=float(column["chrf"][index]),
                ter=float(column["ter"][index]),
                exact=bool(column["exact"][index] > 0),
                loss=_per_token(found[index]),
                log_prob=found[index].log_prob,
                truncated=found[index].truncated,
                flags=flagged[index],
            )
            for found, column, flagged in zip(outputs, columns, flags, strict=True)
        )
        references = tuple(lines[index] for lines in sentences.references)
        own = sentences.own[index] if sentences.own else ""
        number = sentences.lines[index] if sentences.lines else index + 1
        return Row(number, sentences.sources[index], references, own, answers)

    return LazyRows(len(sentences), row)


def _flags(sentences: SentenceSet, outputs: Sequence[Output], languages: tuple[str, str]) -> Iterator[tuple[str, ...]]:
    for source, output, *references in zip(sentences.sources, outputs, *sentences.references, strict=True):
        yield flags_of(
            source,
            output.translation,
            source_language=languages[0],
            target_language=languages[1],
            coverage=output.coverage,
            pieces=output.pieces,
            references=references,
        )


def _per_token(output: Output) -> float | None:
    return output.loss / output.tokens if output.loss is not None and output.tokens else None
