"""Ablation of a group of heads over a set of sentences: loss and BLEU before and after, with an interval.

Both states of the model translate the same sources and score the same targets, so that differences are paired by
sentence. Without references the model's own unchanged translations take their place: BLEU is then 100 before, and the
loss shows how much less the model believes in them.

Shapes: N sentences, B sentences of a pass, T target tokens, D d_model.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch

from core.config import DecodingConfig
from core.data.batching import pad
from core.data.corpus import ParallelText
from core.data.normalisation import is_blank
from core.data.stream import has_text
from core.data.vocabulary import Vocabularies
from core.decoding.batched import search_many
from core.errors import CoreError
from core.evaluation.scores import bleu, bleu_counts, bleu_of_counts
from core.evaluation.significance import LEAST_SENTENCES, LEVEL, RESAMPLES, SEED, Paired, paired_bootstrap
from core.inspection.forced import logit_chunks, read_ids
from core.inspection.intervention import NO_CHANGE, Intervention
from core.model.transformer import Transformer

_MAX_NUMBERS = 1 << 24  # attention weights of one scoring pass and site: 64 MB

Advance = Callable[[int], None]  # by so many sentences
Turn = Callable[[], AbstractContextManager[object]]  # entered for each part of the work


@dataclass(frozen=True)
class Measured:
    """One state of the model on every sentence of a set."""

    translations: tuple[str, ...]  # N
    losses: tuple[float, ...]  # N, cross-entropy of the whole target, nats
    targets: tuple[tuple[int, ...], ...]  # N, the token ids that were scored, the end symbol last


class SentenceEffect(NamedTuple):
    """One sentence of the set: with the losses of all, the interval can be computed again."""

    source: str
    reference: str
    target_tokens: int
    loss_before: float  # cross-entropy of the whole target, nats
    loss_after: float
    translation_before: str
    translation_after: str


@dataclass(frozen=True)
class Ablation:
    """The effect of a change of attention on a set of sentences."""

    loss: Paired  # cross-entropy per target token, nats, without label smoothing
    bleu: Paired  # 0 to 100
    bleu_signature: str
    sentences: int
    source_tokens: int  # with end symbols, as the following
    target_tokens: int  # that were scored
    changed: int  # sentences whose translation is another
    own_targets: bool  # the references are the model's own unchanged translations
    seconds: float  # that this took; the unchanged model's part may have been measured before
    per_sentence: tuple[SentenceEffect, ...]  # in the order of the text
    resamples: int = RESAMPLES
    seed: int = SEED
    level: float = LEVEL
    verdict_from: int = LEAST_SENTENCES  # of fewer sentences the interval does not tell better from worse


def ablate(
    model: Transformer,
    vocabularies: Vocabularies,
    text: Sequence[str] | ParallelText,
    intervention: Intervention,
    target_language: str,
    config: DecodingConfig,
    *,
    batch_size: int = 64,
    part: int | None = None,
    progress: Advance = lambda done: None,
    turn: Turn = nullcontext,
    processes: int = 1,
    before: Measured | None = None,
    keep: Callable[[Measured], object] = lambda before: None,
) -> Ablation:
    """Measure a model on a set of sentences as it is, and with some heads off or uniform.

    Args:
        model: in eval mode.
        vocabularies: of the model's two sides.
        text: pairs, or sources only; blank sentences are skipped.
        intervention: heads off and uniform; edited rows belong to one sentence, so they are not allowed.
        target_language: code such as `de`, for BLEU; see `core.evaluation.scores.tokenisation`.
        config: how both states translate.
        batch_size: sentences at a time; it does not change the result.
        part: sentences between two turns; None: all.
        progress: called with a number of sentences, whose sum is 2N (N with `before`); what it raises ends the work.
        turn: entered for each part, such as a server's queue.
        processes: see `search_many`.
        before: what an earlier call measured of the unchanged model on the same text and settings.
        keep: takes what was measured of the unchanged model.

    Raises:
        CoreError: no sentence, an empty change, an edited row, or a head that the model does not have.
    """
    started = time.monotonic()
    require_change(intervention)
    pairs = _pairs(text)
    sources, targets, references = _encode(model, vocabularies, pairs, isinstance(text, ParallelText))
    intervention.check(model.config, len(sources[0]))

    def measure(changes: Intervention, given: Sequence[Sequence[int]] | None) -> Measured:
        return _measure(
            model, vocabularies, sources, given, changes, config, batch_size, part, progress, turn, processes
        )

    if before is None:
        before = measure(NO_CHANGE, targets)
        keep(before)
    after = measure(intervention, before.targets)
    references = references or before.translations
    lengths = [len(ids) for ids in before.targets]
    own, other = (np.column_stack([state.losses, lengths]) for state in (before, after))
    own_counts, counts = (bleu_counts(state.translations, references, target_language) for state in (before, after))
    return Ablation(
        loss=paired_bootstrap(own, other, _loss_per_token),
        bleu=paired_bootstrap(own_counts, counts, bleu_of_counts),
        bleu_signature=bleu(before.translations, references, target_language).signature,
        sentences=len(sources),
        source_tokens=sum(map(len, sources)),
        target_tokens=sum(lengths),
        changed=sum(a != b for a, b in zip(before.translations, after.translations, strict=True)),
        own_targets=targets is None,
        seconds=time.monotonic() - started,
        per_sentence=tuple(
            map(
                SentenceEffect,
                [source for source, _ in pairs],
                references,
                lengths,
                before.losses,
                after.losses,
                before.translations,
                after.translations,
            )
        ),
    )


def no_sentences() -> CoreError:
    """Return the error about a set without a sentence."""
    return CoreError("ablation.no_sentences", "no sentence to measure on")


def _loss_per_token(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0] / sums[..., 1]


def require_change(intervention: Intervention) -> None:
    """Refuse an empty change, and edited rows: those belong to one sentence.

    Raises:
        CoreError: see above.
    """
    if intervention.edits:
        raise CoreError("ablation.edits", "a row edited by hand belongs to one sentence: reset it to measure a set")
    if intervention.empty:
        raise CoreError("ablation.empty", "no head is off or uniform: there is no effect to measure")


def _pairs(text: Sequence[str] | ParallelText) -> list[tuple[str, str]]:
    """Return the pairs that are not blank; of sources only, the target is empty."""
    if isinstance(text, ParallelText):
        pairs = [pair for pair in zip(text.source, text.target, strict=True) if has_text(pair)]
    else:
        pairs = [(sentence, "") for sentence in text if not is_blank(sentence)]
    if not pairs:
        raise no_sentences()
    return pairs


def _encode(
    model: Transformer, vocabularies: Vocabularies, pairs: Sequence[tuple[str, str]], paired: bool
) -> tuple[list[list[int]], list[list[int]] | None, tuple[str, ...]]:
    """Return source ids, target ids (None without references) and references of every sentence."""
    limit = model.config.max_positions
    sources = [encoded.ids for encoded in vocabularies.source.encode_batch([s for s, _ in pairs], limit)]
    if not paired:
        return sources, None, ()
    references = tuple(target for _, target in pairs)
    return sources, [encoded.ids for encoded in vocabularies.target.encode_batch(references, limit)], references


def _measure(
    model: Transformer,
    vocabularies: Vocabularies,
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]] | None,
    changes: Intervention,
    config: DecodingConfig,
    batch_size: int,
    part: int | None,
    progress: Advance,
    turn: Turn,
    processes: int,
) -> Measured:
    """Translate the sources and score the targets, or the translations without any, under a change of attention."""
    device = model.output_weight.device
    order = sorted(range(len(sources)), key=lambda index: -len(sources[index]))
    size = part or len(order)
    found: dict[int, tuple[str, float, tuple[int, ...]]] = {}
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        with turn():
            results = search_many(
                model,
                [sources[index] for index in chosen],
                config,
                batch_size=batch_size,
                progress=progress,
                processes=processes,
                new_probe=lambda: None if changes.empty else changes.probe(model.config, device),
            )
            best = [result.hypotheses[0].ids for result in results]
            scored = best if targets is None else [tuple(targets[index]) for index in chosen]
            losses = target_losses(model, [sources[index] for index in chosen], scored, changes)
        for index, ids, target, loss in zip(chosen, best, scored, losses, strict=True):
            found[index] = (vocabularies.target.decode(ids), loss, target)
    translations, losses, scored = zip(*(found[index] for index in range(len(sources))), strict=True)
    return Measured(translations, losses, scored)


@torch.inference_mode()
def target_losses(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]],
    intervention: Intervention = NO_CHANGE,
) -> list[float]:
    """Return the cross-entropy of each target, each token predicted from the true ones before it, in nats.

    Args:
        model: in eval mode.
        sources: token ids of each sentence, the end symbol last.
        targets: token ids that are scored, without the start symbol.
        intervention: heads off and uniform.
    """
    device, special = model.output_weight.device, model.config.special
    losses = [0.0] * len(sources)
    for rows in _passes(model, sources, targets):
        own = [targets[row] for row in rows]
        wanted = pad(own, special.pad).to(device)  # [B, T]
        real = (
            torch.arange(wanted.shape[1], device=device) < torch.tensor([len(t) for t in own], device=device)[:, None]
        )
        read = pad([read_ids(target, special.start) for target in own], special.pad).to(device)  # [B, T]
        probe = None if intervention.empty else intervention.probe(model.config, device)
        states = model.states(pad([sources[row] for row in rows], special.pad).to(device), read, probe)[real]  # [n, D]
        tokens = wanted[real]  # [n]
        nats = torch.cat(
            [
                logits.logsumexp(dim=-1) - logits.gather(1, tokens[part, None])[:, 0]
                for part, logits in logit_chunks(model, states)
            ]
        ).double()  # [n]
        for row, one in zip(rows, torch.split(nats, [len(target) for target in own]), strict=True):
            losses[row] = float(one.sum())
    return losses


def _passes(
    model: Transformer, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
) -> Iterator[list[int]]:
    """Yield the sentences of each pass, longest first; the weights of an attention stay within the limit."""
    longest = [max(len(source), len(target)) for source, target in zip(sources, targets, strict=True)]
    rows: list[int] = []
    for row in sorted(range(len(sources)), key=lambda row: -longest[row]):
        most = longest[rows[0]] if rows else longest[row]
        if rows and (len(rows) + 1) * model.config.num_heads * most * most > _MAX_NUMBERS:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
