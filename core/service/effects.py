"""The effect of a group of heads on a set of sentences, measured in the background in parts that take turns."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from core import VERSION
from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.errors import REFUSED_TURN, CoreError
from core.service.background import Progress, Work
from core.service.costs import turns
from core.service.provenance import Provenance
from core.service.requests import EffectQuestion, WorkQuestion, typed_lines
from core.service.service import Service

if TYPE_CHECKING:
    from core.data.vocabulary import Vocabulary
    from core.inspection.ablation import Ablation

MAX_LINES, MAX_LINE_TOKENS, MAX_TEXT = 200, 128, 60_000
_PART = 16  # sentences of a turn at most
_PART_COST = 1024  # about a second
_PAUSE = 0.2  # seconds before it does


class EffectAnswer(NamedTuple):
    """The effect of a change on a set, and where its numbers come from."""

    effect: Ablation
    provenance: Provenance


def start_effect(service: Service, asked: EffectQuestion) -> Progress:
    """Begin to measure a change of heads on pairs of a visitor, or on sentences of this project.

    Raises:
        CoreError: a change or text that cannot be measured, or another work is under way.
    """
    from core.data.sample import sample_pairs
    from core.inspection.ablation import ablate, no_sentences, require_change

    base = service.request(asked.id)
    service.new_request(base.checkpoint, "", asked.beam_size, asked.alpha)  # checks the settings
    change = asked.intervention
    require_change(change)
    translator = service.library.translator(base.checkpoint)
    change.check(translator.model.config, 0)
    text = sample_pairs(translator.checkpoint.described) if asked.pairs is None else read_pairs(asked.pairs)
    sides = (text.source, text.target) if isinstance(text, ParallelText) else (text,)
    if not sides[0]:
        raise no_sentences()
    vocabularies = (translator.vocabularies.source, translator.vocabularies.target)
    longest = max(_require_few(vocabulary, lines) for vocabulary, lines in zip(vocabularies, sides, strict=False))
    part = max(1, min(_PART, _PART_COST // (longest * asked.beam_size)))
    cost = turns(part * longest * asked.beam_size, translator.model.config)
    digest = sha256("\n\n".join("\n".join(lines) for lines in sides).encode("utf-8", "replace")).hexdigest()
    config = DecodingConfig(beam_size=asked.beam_size, alpha=asked.alpha)
    key = ("unchanged", base.checkpoint, base.stamp, digest, config)
    before = service.results.peek(key)
    described = {
        "checkpoint": base.checkpoint,
        "weights_sha256": service.library.weights_sha256(base.checkpoint),
        "sentences": "sample" if asked.pairs is None else "own",
        "text_sha256": digest,
        "off": [list(name) for name in change.off],
        "uniform": [list(name) for name in change.uniform],
        "beam_size": asked.beam_size,
        "alpha": asked.alpha,
        "glassformer": VERSION,
        "torch": version("torch"),
        "sacrebleu": version("sacrebleu"),
    }

    def work(own: Work) -> EffectAnswer:
        from core.inspection.ablation import Measured

        found = ablate(
            translator.model,
            translator.vocabularies,
            text,
            change,
            translator.checkpoint.target_language,
            config,
            part=part,
            batch_size=part,
            progress=own.advance,
            turn=_turns(service, own, cost),
            before=None if before is None else Measured(*before),
            keep=lambda state: service.results.put(key, (state.translations, state.losses, state.targets)),
        )
        return EffectAnswer(found, described)

    return service.background.start(len(sides[0]) * (1 if before else 2), work)


def effect_state(service: Service, asked: WorkQuestion) -> Progress:
    """Return how far a measurement is, with its result once it has ended; stop it if asked to.

    Raises:
        CoreError: it failed, or is no longer kept.
    """
    found = service.background.progress(asked.id, stop=bool(asked.stop))
    if found.error is not None:
        raise found.error
    return found


def read_pairs(text: str) -> ParallelText | Sequence[str]:
    """Read lines of a source, a tab and its reference; or of sources only. Blank lines are skipped.

    Raises:
        CoreError: the text is too long, or a line is not like the others.
    """
    from core.data.normalisation import is_blank

    if len(text) > MAX_TEXT:
        raise _too_much()
    lines = [(number, line.split("\t")) for number, line in enumerate(typed_lines(text), start=1) if not is_blank(line)]
    if not any(len(cells) > 1 for _, cells in lines):
        return [cells[0] for _, cells in lines]
    for number, cells in lines:
        if len(cells) != 2 or any(map(is_blank, cells)):
            raise CoreError(
                "explorer.effect_line",
                "line {line} is not a source, a tab and its reference, as other lines are",
                line=number,
            )
    return ParallelText([cells[0] for _, cells in lines], [cells[1] for _, cells in lines])


def _turns(service: Service, own: Work, cost: float) -> Callable[[], contextlib.AbstractContextManager[None]]:
    """Return the turns of a work: each part waits its turn again, however long that takes, until the work is to end.

    None of them takes the last place, whatever it counts as.
    """

    @contextlib.contextmanager
    def turn() -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            own.check()
            while True:
                try:
                    stack.enter_context(service.turnstile.expensive(cost))
                    break
                except CoreError as error:
                    if error.code not in REFUSED_TURN:
                        raise
                    own.check(_PAUSE)
            yield

    return turn


def _require_few(vocabulary: Vocabulary, lines: Sequence[str]) -> int:
    """Return the tokens of the longest line."""
    longest = max((len(found.ids) for found in vocabulary.encode_batch(lines)), default=0)
    if len(lines) > MAX_LINES or longest > MAX_LINE_TOKENS:
        raise _too_much()
    return longest


def _too_much() -> CoreError:
    return CoreError(
        "explorer.effect_size",
        "give at most {lines} lines of at most {tokens} tokens a side, {characters:,} characters in all; the command "
        "ablate takes any number",
        lines=MAX_LINES,
        tokens=MAX_LINE_TOKENS,
        characters=MAX_TEXT,
    )
