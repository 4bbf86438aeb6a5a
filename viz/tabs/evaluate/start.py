"""Start an evaluation: its systems and its test set are checked, written into a job folder, and queued."""

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from core.config import DecodingConfig
from core.data.languages import contradicts, script_of
from core.errors import CoreError
from core.evaluation.systems import check_directions
from core.jobs.job import Job, is_name, new_job
from core.library import Card
from core.training.runs import enqueue
from viz.tabs.evaluate.context import Context, Limits
from viz.tabs.evaluate.record import Asked, list_evaluations, write_asked
from viz.tabs.evaluate.sets import FILES, HELD_OUT, ChosenSet, file_paths, read_set, translations_of
from viz.tabs.ownership import claim
from viz.tabs.rotation import make_room, one_at_a_time

Fields = Mapping[str, Any]  # unchecked values of the form, by name
NONE, FILE = "", ":file"  # in place of a checkpoint's name; no checkpoint begins with ":"


class Chosen(NamedTuple):
    """One system of the form."""

    name: str  # as shown
    checkpoint: str  # name in the library; "" for a file
    file: Path | None


def chosen_systems(fields: Fields, context: Context) -> list[Chosen]:
    """Return the systems of a form, one or two.

    Raises:
        CoreError: none, twice the same, an unknown checkpoint, or a file that was not given.
    """
    found: list[Chosen] = []
    for side in ("first", "second"):
        name, file = str(fields[side] or ""), fields[f"{side}_file"]
        if name == NONE:
            continue
        if name != FILE:
            context.library.folder(name)
            found.append(Chosen(name, name, None))
        elif isinstance(file, str) and file:
            found.append(Chosen(Path(file).name, "", Path(file)))
        else:
            raise CoreError("evaluate.no_file", "choose the file of translations first: a line for each sentence")
    if not found or not fields["first"]:
        raise CoreError("evaluate.no_system", "choose the first system: a checkpoint or a file of translations")
    if len(found) == 2 and found[0].name == found[1].name:
        if found[0] == found[1]:
            raise CoreError("evaluate.same", "{name} is chosen twice: choose two systems", name=found[0].name)
        found = [one._replace(name=f"{letter}: {one.name}") for letter, one in zip("AB", found, strict=True)]
    return found


def cards_of(fields: Fields, context: Context) -> list[Card]:
    """Return the cards of the checkpoints of a form; the first one decides the languages.

    Raises:
        CoreError: one is unknown, or cannot be read.
    """
    names = [str(fields[side] or "") for side in ("first", "second")]
    return [context.library.card(name) for name in names if name not in (NONE, FILE)]


def known_cards(fields: Fields, context: Context) -> list[Card]:
    """Return the cards of the checkpoints of a form; of what is no checkpoint any more none."""
    names = {*context.library.names()}
    known = {side: fields[side] if fields[side] in names else NONE for side in ("first", "second")}
    with suppress(CoreError):
        return cards_of(known, context)
    return []


def chosen_set(fields: Fields, context: Context) -> ChosenSet:
    """Return the test set of a form.

    Raises:
        CoreError: it cannot be read, or does not suit the checkpoint.
    """
    cards, limits = cards_of(fields, context), context.limits
    found = read_set(fields["set"], cards, context.runs, fields, limits, most_sentences(fields, limits))
    return found._replace(language=found.language or (cards[0].target_language if cards else ""))


def check_languages(cards: Sequence[Card], found: ChosenSet) -> None:
    """Refuse systems of different languages, and references in a script that a system does not write.

    Raises:
        CoreError: the languages do not belong together.
    """
    check_directions([(card.name, card.languages) for card in cards if all(card.languages)])
    script = script_of(found.references[0])
    for card in cards:
        if card.target_language and contradicts(card.target_language, script):
            raise CoreError(
                "evaluate.script",
                "the references are written in {script} letters, but {name} translates into {language}: choose another "
                "test set, or another system",
                script=script,
                name=card.name,
                language=card.target_language,
            )


def most_sentences(fields: Fields, limits: Limits) -> int:
    """Return how many sentences of the test set are used at most.

    Raises:
        CoreError: the number is out of range.
    """
    count = limits.most_sentences if fields["most"] is None else fields["most"]
    if not _is_whole(count, limits.most_sentences):
        raise CoreError(
            "evaluate.most",
            "sentences at most ({count}) must be a whole number from 1 to {most:,}",
            count=str(count)[:20],
            most=limits.most_sentences,
        )
    return int(count)


def decoding(fields: Fields, limits: Limits) -> DecodingConfig:
    """Return beam and length penalty of a form.

    Raises:
        CoreError: a value is out of range.
    """
    usual = DecodingConfig()
    beam = usual.beam_size if fields["beam"] is None else fields["beam"]
    alpha = usual.alpha if fields["alpha"] is None else fields["alpha"]
    if not _is_whole(beam, limits.most_beam):
        raise CoreError(
            "evaluate.beam",
            "beam size ({beam}) must be a whole number from 1 to {most}",
            beam=str(beam)[:20],
            most=limits.most_beam,
        )
    return DecodingConfig(beam_size=int(beam), alpha=alpha)


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int | float) and 1 <= value <= most and float(value).is_integer()


def start_evaluation(context: Context, fields: Fields, visitor: object = "") -> Job:
    """Check everything, make the job's folder, and start the evaluation or queue it.

    Where evaluations are owned, `visitor` owns this one.

    Raises:
        CoreError: a bad value, a bad file, a name that is taken, another active job if the page does not queue, or a
            full page.
    """
    systems, config = chosen_systems(fields, context), decoding(fields, context.limits)
    test_set = chosen_set(fields, context)
    check_languages(cards_of(fields, context), test_set)
    written = [translations_of(one.file, test_set, context.limits) if one.file else None for one in systems]
    folder = _new_folder(context, fields["name"])
    try:
        limits = context.limits
        with one_at_a_time(context.runs, limits), make_room(list_evaluations(context.runs), limits, visitor):
            files = _write_set(folder / "data", test_set)
            translated = zip("AB", systems, written, strict=False)  # one system or two
            outputs = [_write_lines(folder / "data" / letter, one, lines) for letter, one, lines in translated]
            job = new_job(folder, _command(context, systems, outputs, files, test_set, config))
            if limits.owned:
                claim(job, visitor)
            write_asked(job, _asked(context, systems, test_set, config))
            enqueue(job)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return job


def free_name(runs: Path, fields: Fields) -> str:
    """Return a name that no folder has yet, after the systems and the test set."""
    names = [str(fields[side] or "").replace(FILE, "file") for side in ("first", "second")]
    systems, test_set = _plain("-vs-".join(filter(None, names)), 34), _plain(_short_set(fields), 24)
    stem = "-".join(filter(None, (systems, test_set))) or "evaluation"
    numbered = (f"{stem}-{number}" for number in range(2, 10_000))
    return next(name for name in (stem, *numbered) if not (runs / name).exists())


def _short_set(fields: Fields) -> str:
    """Return the name of a test set without its languages, which the systems say; `test` for held-out pairs."""
    kind, *corpus = str(fields.get("set") or "").split(":")
    if kind == FILES:
        return next((path.name.split(".")[0] for path in file_paths({"file": None, **fields})), "")
    if kind == HELD_OUT:  # sentences of this project may stand in for them
        return "test"
    return "-".join([re.sub(r"-[a-z]{2}-[a-z]{2}$", "", corpus[0]), *corpus[1:]]) if corpus else kind


def _plain(text: str, longest: int) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text.replace("run/", "")).strip("-")[:longest].rstrip("-")


def _new_folder(context: Context, name: object) -> Path:
    """Make the folder of a new evaluation; of two starts with one name at the same moment only one makes it."""
    if not is_name(name):
        raise CoreError(
            "job.name",
            "job name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
            name=str(name)[:80],
        )
    folder = context.runs / str(name)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise CoreError("evaluate.taken", "the name {name} is already taken; choose another", name=name) from None
    return folder


def _asked(context: Context, systems: Iterable[Chosen], test_set: ChosenSet, config: DecodingConfig) -> Asked:
    return Asked(
        test_set.name,
        tuple(one.name for one in systems),
        tuple(one.checkpoint for one in systems),
        test_set.language,
        len(test_set.sources),
        config.beam_size,
        config.alpha,
        test_set.notes,
        tuple(_step(context, one.checkpoint) for one in systems),
    )


def _step(context: Context, name: str) -> int:
    """Return the training step of a checkpoint; 0 for a file, and where it is not recorded."""
    step = context.library.card(name).details.get("step") if name else None
    return step if isinstance(step, int) else 0


class _Files(NamedTuple):
    sources: Path
    references: list[Path]
    own: Path | None


def _write_set(folder: Path, test_set: ChosenSet) -> _Files:
    """Write a set into the job's folder: files of an upload do not stay, and a corpus may be removed."""
    folder.mkdir()
    names = [f"reference-{number}.txt" for number, _ in enumerate(test_set.references, start=1)]
    return _Files(
        _written(folder / "source.txt", test_set.sources),
        [_written(folder / name, lines) for name, lines in zip(names, test_set.references, strict=True)],
        _written(folder / "own.txt", test_set.own) if test_set.own is not None else None,
    )


def _write_lines(folder: Path, system: Chosen, lines: list[str] | None) -> Path | None:
    if lines is None:
        return None
    name = re.sub(r"[^\w.-]+", "_", system.name)[:80]
    folder.mkdir()  # of this system: the other one's file may have the same name
    return _written(folder / name, lines)


def _written(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(f"{' '.join(line.split())}\n" for line in lines), encoding="utf-8", newline="\n")
    return path.resolve()


def _command(
    context: Context,
    systems: list[Chosen],
    outputs: list[Path | None],
    files: _Files,
    test_set: ChosenSet,
    config: DecodingConfig,
) -> list[str]:
    """Return the command of the job, as a person would type it."""
    words = ["evaluate" if len(systems) == 1 else "compare"]
    for one, output in zip(systems, outputs, strict=True):
        words += [f"--hyp={output}" if output else f"--checkpoint={context.library.folder(one.checkpoint).resolve()}"]
    words += [f"--src={files.sources}", *(f"--tgt={path}" for path in files.references)]
    words += [f"--own={files.own}"] if files.own else []
    words += [f"--tgt-lang={test_set.language}"] if test_set.language else []
    return [*words, f"--beam-size={config.beam_size}", f"--alpha={config.alpha}"]
