"""Outputs of a system, a line for each sentence: written in parts, so that an interrupted evaluation goes on.

Parts begin at fixed sentences, and a translation does not depend on what is translated beside it in another part: an
evaluation that was killed and resumed writes the same files as one that was not.

Shapes: N sentences, B batch, H heads, T target, S source.
"""

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.checkpoint import Checkpoint, load_checkpoint
from core.config import DecodingConfig
from core.data.batching import encode_pairs, pad
from core.data.corpus import ParallelText
from core.data.vocabulary import Vocabularies
from core.decoding.batched import search_many
from core.errors import CoreError
from core.evaluation.doubt import mean_log_prob
from core.evaluation.flags import is_shorter
from core.evaluation.scores import sentence_scores
from core.evaluation.systems import SentenceSet, System, read_translations
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

_log = logging.getLogger(__name__)

PART = 512  # sentences
_TRACED = 32  # sentences whose attention is recorded together


class Output(NamedTuple):
    """Translation of one sentence by one system, with its numbers; a file of translations has no numbers."""

    translation: str
    log_prob: float | None = None  # mean of its own tokens, nats
    loss: float | None = None  # cross-entropy of the first reference, the sum over its tokens in nats
    tokens: int = 0  # of the first reference; 0 where it is longer than the model's positions
    correct: int = 0  # of them, predicted as most probable
    coverage: tuple[float, ...] = ()  # attention that each source token received, summed over the translation; none
    # where no flag depends on it
    pieces: tuple[str, ...] = ()  # the source tokens as text, where there is coverage
    truncated: bool = False  # a side is longer than the model's positions


def system_outputs(
    system: System,
    test_set: SentenceSet,
    config: DecodingConfig,
    *,
    kept: Path | None = None,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
    device: torch.device | str = "cpu",
) -> tuple[list[Output], Checkpoint | None]:
    """Translate a test set, or read its translations.

    Args:
        system: a model or a file.
        test_set: the sentences and their references.
        config: of the search.
        kept: file in which outputs are kept; sentences that it has already are not translated again.
        batch_size: sentences at a time.
        progress: called with each number of sentences that is done.
        processes: see `search_many`.
        device: of the model.

    Returns:
        N outputs, and the model if there is one.

    Raises:
        CoreError: the checkpoint or the file cannot be read, or does not fit the test set.
    """
    if system.checkpoint is None:
        assert system.translations is not None
        lines = read_translations(system.translations, test_set)
        progress(len(lines))
        return [Output(line) for line in lines], None
    checkpoint = load_checkpoint(system.checkpoint, device)
    done = _read_parts(kept, len(test_set)) if kept is not None else []
    if done:
        progress(len(done))
    for start in range(len(done), len(test_set), PART):
        part = slice(start, start + PART)
        references = [lines[part] for lines in test_set.references]
        found = _translate(checkpoint, test_set.sources[part], references, config, batch_size, progress, processes)
        if kept is not None:
            _append(kept, found)
        done += found
    return done, checkpoint


def _translate(
    checkpoint: Checkpoint,
    lines: Sequence[str],
    references: Sequence[Sequence[str]],
    config: DecodingConfig,
    batch_size: int,
    progress: Callable[[int], None],
    processes: int,
) -> list[Output]:
    model, vocabularies = checkpoint.model, checkpoint.vocabularies
    limit = model.config.max_positions
    encoded = vocabularies.source.encode_batch(lines, limit)
    wanted = vocabularies.target.encode_batch(references[0], limit)
    sources = [sentence.ids for sentence in encoded]
    results = search_many(model, sources, config, batch_size=batch_size, progress=progress, processes=processes)
    best = [result.hypotheses[0] for result in results]
    translations = [vocabularies.target.decode(hypothesis.ids) for hypothesis in best]
    traced = [k for k, texts in enumerate(zip(*references, strict=True)) if is_shorter(translations[k], texts)]
    fits = [not (one.truncated or other.truncated) for one, other in zip(encoded, wanted, strict=True)]
    text = ParallelText(list(lines), list(references[0]))
    with ThreadPoolExecutor(2) as threads:  # each is too small for several cores
        scores = threads.submit(lambda: [*_reference_scores(model, vocabularies, text, fits)])
        covered = threads.submit(source_coverage, model, [sources[k] for k in traced], [best[k].ids for k in traced])
    coverage = dict(zip(traced, covered.result(), strict=True))
    return [
        Output(
            translation=translations[k],
            log_prob=mean_log_prob(best[k]),
            loss=loss,
            tokens=tokens,
            correct=correct,
            coverage=tuple(round(float(weight), 3) for weight in coverage[k]) if k in coverage else (),
            pieces=tuple(vocabularies.source.surface(sources[k])) if k in coverage else (),
            truncated=not fits[k],
        )
        for k, (loss, tokens, correct) in enumerate(scores.result())
    ]


def _reference_scores(
    model: Transformer, vocabularies: Vocabularies, text: ParallelText, fits: Sequence[bool]
) -> Iterator[tuple[float | None, int, int]]:
    """Yield loss, tokens and right tokens of each reference; of one that does not fit nothing."""
    chosen = [index for index, whole in enumerate(fits) if whole]
    if not chosen:
        yield from ((None, 0, 0) for _ in fits)
        return
    whole = ParallelText([text.source[i] for i in chosen], [text.target[i] for i in chosen])
    scores = sentence_scores(model, encode_pairs(vocabularies, whole, model.config.max_positions))
    rows = zip(scores.loss.tolist(), scores.tokens.tolist(), scores.correct.tolist(), strict=True)
    for fit in fits:
        yield next(rows) if fit else (None, 0, 0)


class _Coverage(Probe):
    """Sums the cross-attention that each source position receives, the mean over all heads and layers."""

    def __init__(self, layers: int, real: Tensor) -> None:
        self.total: Tensor | None = None  # [B, S]
        self._layers, self._real = layers, real  # bool [B, T], target positions that are no padding

    def wants(self, site: str) -> bool:
        return site.endswith(".cross")

    def attention(self, state: AttentionState) -> Tensor:
        weights = state.weights.mean(dim=1) * self._real[:, :, None]  # [B, T, S]
        found = weights.sum(dim=1) / self._layers
        self.total = found if self.total is None else self.total + found
        return state.weights


@torch.inference_mode()
def source_coverage(
    model: Transformer, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
) -> list[np.ndarray]:
    """Compute how much attention each source token receives while its translation is written.

    Args:
        model: in eval mode.
        sources: token ids, the end symbol last.
        targets: token ids of the translations, without the start symbol.

    Returns:
        Of each sentence float32 [S]: the cross-attention summed over the target tokens, the mean over heads and layers;
        the coverage of Tu et al. 2016, section 3.
    """
    found: list[np.ndarray] = [np.zeros(0)] * len(sources)
    order = sorted(range(len(sources)), key=lambda index: (len(targets[index]), len(sources[index])))
    device, config = model.output_weight.device, model.config
    for start in range(0, len(order), _TRACED):
        rows = order[start : start + _TRACED]
        source = pad([sources[i] for i in rows], config.pad_id).to(device)
        read = pad([[config.start_id, *targets[i][:-1]] for i in rows], config.pad_id).to(device)
        lengths = torch.tensor(
            [len(targets[i]) for i in rows], device=device
        )  # the start symbol may be that of padding
        probe = _Coverage(config.decoder_layers, torch.arange(read.shape[1], device=device) < lengths[:, None])
        memory, mask = model.encode(source)
        model.decode(read, memory, mask, probe=probe)
        assert probe.total is not None
        for row, index in enumerate(rows):
            found[index] = probe.total[row, : len(sources[index])].cpu().numpy()
    return found


def _append(kept: Path, outputs: Sequence[Output]) -> None:
    """Add a part to a file with one write."""
    lines = [json.dumps(output._asdict(), ensure_ascii=False, allow_nan=False) + "\n" for output in outputs]
    with kept.open("ab") as file:
        file.write("".join(lines).encode("utf-8", errors="surrogatepass"))


def _read_parts(kept: Path, sentences: int) -> list[Output]:
    """Read the whole parts of a file, and cut off what a kill has left after them.

    Raises:
        CoreError: it is not a file of outputs.
    """
    if not kept.exists():
        return []
    lines = kept.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines[:sentences] if line.endswith(b"\n")]
    if len(whole) < sentences:
        whole = whole[: len(whole) - len(whole) % PART]
    try:
        found = [_read_output(json.loads(line)) for line in whole]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CoreError(
            "evaluation.damaged", "{path} is damaged; remove it, and its sentences are translated again", path=kept
        ) from error
    if len(whole) < len(lines):
        _log.info("%s: goes on after %d sentences", kept.name, len(whole))
        with kept.open("r+b") as file:
            file.truncate(sum(map(len, whole)))
    return found


def _read_output(values: dict[str, object]) -> Output:
    found = Output(**values)  # pyright: ignore[reportArgumentType]  # what is wrong raises below
    coverage = tuple(float(weight) for weight in found.coverage)
    if not isinstance(found.translation, str) or not isinstance(found.tokens, int):
        raise TypeError(found)
    return found._replace(coverage=coverage, pieces=tuple(str(piece) for piece in found.pieces))
