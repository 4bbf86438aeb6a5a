"""The sample translations of a run at each validation, with changed words marked."""

import difflib
import functools
import re
from collections.abc import Sequence

from viz.components.sample_table import WORDS, Piece, SampleStep, pack_samples
from viz.tabs.train.runs.events import Event, events_named, number
from viz.texts import Texts

MOST_STEPS = 60  # validations that can be chosen; of more, evenly many and the last
LONGEST = 160  # characters of a cell; an untrained model writes hundreds

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"  # written without spaces: each character is a word
_WORD = re.compile(rf"(?:[{_WIDE}]|[^\s{_WIDE}]+)\s*|\s+")


def sample_steps(events: Sequence[Event]) -> list[list[Event]]:
    """Return the samples of each validation, in order."""
    found: dict[int, list[Event]] = {}
    for event in events_named(events, "sample"):
        found.setdefault(event["step"], []).append(event)
    return [found[step] for step in sorted(found)]


def samples(name: str, events: Sequence[Event], texts: Texts) -> str | None:
    """Return the sample translations of a run's validations, packed; None before the first."""
    steps = sample_steps(events)
    if not steps:
        return None
    scores = {event["step"]: number(event.get("bleu")) for event in events_named(events, "validation")}
    sentences = {_source(event): (_cell(event, "source"), _cell(event, "reference")) for event in steps[-1]}
    every = -(-len(steps) // MOST_STEPS)
    chosen = [at for at in range(len(steps)) if (len(steps) - 1 - at) % every == 0]
    shown = [_step(steps[at], steps[at - 1] if at else [], list(sentences), scores, texts) for at in chosen]
    words = {word: texts(f"train.samples.{word}") for word in WORDS}
    return pack_samples(list(sentences.values()), shown, name=name, words=words)


@functools.lru_cache(maxsize=2048)
def changed_words(before: str, now: str) -> tuple[Piece, ...]:
    """Return the text `now` in pieces; pieces that are not in `before` are marked.

    A word ends at a space; a Chinese, Japanese or Korean character is one word.

    Examples:
        >>> changed_words("Ein Hund rennt .", "Ein Hund läuft schnell .")
        (('Ein Hund ', False), ('läuft schnell ', True), ('.', False))
    """
    old, new = ([(word, word.rstrip()) for word in _WORD.findall(side)] for side in (before, now))
    matcher = difflib.SequenceMatcher(None, [word for _, word in old], [word for _, word in new], autojunk=False)
    pieces = [
        ("".join(whole for whole, _ in new[start:end]), operation != "equal")
        for operation, _, _, start, end in matcher.get_opcodes()
        if end > start
    ]
    return tuple(pieces)


def shortened(sentence: str) -> str:
    """Return a sentence as a cell shows it: cut where it is long."""
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


def _step(
    step: Sequence[Event],
    before: Sequence[Event],
    sources: Sequence[str],
    scores: dict[int, float],
    texts: Texts,
) -> SampleStep:
    now, then = ({_source(event): _cell(event, "translation") for event in side} for side in (step, before))
    translations = [
        changed_words(then[source], now.get(source, "")) if source in then else ((now.get(source, ""), False),)
        for source in sources
    ]
    number_of_step, score = step[0]["step"], scores.get(step[0]["step"], float("nan"))
    key = "train.samples.step" if score != score else "train.samples.step_bleu"
    label = texts(key, step=f"{number_of_step:,}", bleu=f"{score:.1f}")
    return SampleStep(number_of_step, label, not before, translations)


def _source(event: Event) -> str:
    """Return the whole source: two long sources may have the same beginning."""
    return str(event.get("source", ""))


def _cell(event: Event, name: str) -> str:
    return shortened(str(event.get(name, "")))
