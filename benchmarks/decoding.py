"""Beam search against the same model without a cache: seconds for the same sentences.

    python -m benchmarks.decoding [CHECKPOINT] [--src FILE] [--sentences 1000] [--rounds 3]

The other side recomputes the whole prefix at each step but projects only its last position to the vocabulary. It is
the same search, written again here in its plainest form: same batches of 64 sentences in the order of their length,
finished sentences leave the batch. Both run in one process with the same allocator settings; their texts are compared.
"""

import argparse
import functools
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from benchmarks.alternating import Budget, Report, at_least, ratios, take_turns
from benchmarks.models import Subject, subject
from benchmarks.sentences import made_up_text, of_length
from core.config import DecodingConfig
from core.data.batching import pad
from core.data.corpus import read_text
from core.data.tokenizer import BOS_ID, EOS_ID, PAD_ID
from core.decoding.batched import search_many
from core.decoding.hypothesis import length_penalty
from core.model.transformer import Transformer
from core.tuning.allocator import keep_freed_memory

BATCH = 64  # sentences
LONG = 40  # tokens on both sides
SAME_TEXTS = 0.99  # share of the sentences on which both searches must agree

Ids = tuple[int, ...]


@torch.inference_mode()
def search_recomputing(model: Transformer, sources: Sequence[Sequence[int]], config: DecodingConfig) -> list[Ids]:
    """Beam search that decodes the whole prefix again at each step; the best hypothesis of each sentence.

    Shapes: B sentences still searched, R beam, T tokens read so far, S source, V vocabulary.
    """
    beam, alpha = config.beam_size, config.alpha
    limits = [len(source) - 1 + config.max_extra_tokens for source in sources]
    memory, mask = model.encode(pad(sources, PAD_ID))
    alive = list(range(len(sources)))
    found: list[list[tuple[float, Ids]]] = [[] for _ in sources]
    prefix = torch.full((len(sources), beam, 1), BOS_ID)  # [B, R, T]
    totals = torch.full((len(sources), beam), -torch.inf)  # [B, R]
    totals[:, 0] = 0.0
    while alive:
        rows = torch.tensor(alive).repeat_interleave(beam)
        states = model.decode(prefix.flatten(0, 1), memory[rows], mask[rows] if mask is not None else None)
        logits = model.logits(states[:, -1])  # [B * R, V]
        logits[:, [PAD_ID, BOS_ID]] = -torch.inf
        log_probs, tokens = logits.log_softmax(dim=-1).topk(2 * beam)  # [B * R, 2R]
        reached = totals[:, :, None] + log_probs.view(len(alive), beam, -1)
        values, at = reached.flatten(1).topk(2 * beam)  # [B, 2R]
        parents, tokens = at // (2 * beam), tokens.view(len(alive), -1).gather(1, at)
        length = prefix.shape[2]
        penalty = length_penalty(length, alpha)
        staying, chosen = [], []
        for row, (sentence, candidates) in enumerate(
            zip(alive, zip(values.tolist(), parents.tolist(), tokens.tolist(), strict=True), strict=True)
        ):
            kept = []
            for rank, (total, parent, token) in enumerate(zip(*candidates, strict=True)):
                last = length == limits[sentence]
                if token != EOS_ID and len(kept) < beam:
                    kept.append(rank)
                    ends = False
                else:
                    ends = token == EOS_ID and rank < beam
                if ends:
                    found[sentence].append((total / penalty, (*prefix[row, parent, 1:].tolist(), token)))
            if last:
                for rank in kept[: beam - len(found[sentence])]:
                    total, parent, token = (column[rank] for column in candidates)
                    found[sentence].append((total / penalty, (*prefix[row, parent, 1:].tolist(), token)))
            elif len(found[sentence]) < beam or _may_improve(
                candidates[0][kept[0]], limits[sentence], found[sentence], config
            ):
                staying.append(row)
                chosen.append(kept)
        alive = [alive[row] for row in staying]
        if alive:
            going = torch.tensor(chosen)  # [B', R]
            totals, parents, tokens = (t[staying].gather(1, going) for t in (values, parents, tokens))
            past = prefix[staying].gather(1, parents[:, :, None].expand(-1, -1, length))
            prefix = torch.cat([past, tokens[:, :, None]], dim=2)
    return [max(hypotheses)[1] for hypotheses in found]


def _may_improve(total: float, limit: int, found: list[tuple[float, Ids]], config: DecodingConfig) -> bool:
    """Whether a hypothesis with this log-probability may yet come among the best R."""
    worst = sorted((score for score, _ in found), reverse=True)[config.beam_size - 1]
    return total / length_penalty(limit, config.alpha) > worst


def search_many_recomputing(model: Transformer, sources: Sequence[Sequence[int]], config: DecodingConfig) -> list[Ids]:
    """`search_recomputing` in batches of like length, answered in the order of `sources`."""
    order = sorted(range(len(sources)), key=lambda index: -len(sources[index]))
    results: dict[int, Ids] = {}
    for start in range(0, len(order), BATCH):
        chosen = order[start : start + BATCH]
        results.update(zip(chosen, search_recomputing(model, [sources[i] for i in chosen], config), strict=True))
    return [results[index] for index in range(len(sources))]


def search_many_cached(model: Transformer, sources: Sequence[Sequence[int]], config: DecodingConfig) -> list[Ids]:
    """This project's search; the best hypothesis of each sentence."""
    return [result.hypotheses[0].ids for result in search_many(model, sources, config, batch_size=BATCH)]


def compare(
    report: Report,
    name: str,
    chosen: Subject,
    model: Transformer,
    sources: Sequence[Sequence[int]],
    extra: int,
    rounds: int,
    budget: Budget,
) -> None:
    """Measure both searches in turn and hold the ratio against its budget.

    Args:
        report: where the lines go.
        name: what is decoded.
        chosen: the tokenizer's owner.
        model: in eval mode.
        sources: token ids, the end symbol last.
        extra: how much longer than its source a translation may be, in tokens.
        rounds: runs of each.
        budget: how many times faster.
    """
    config = DecodingConfig(beam_size=4, alpha=0.6, max_extra_tokens=extra)
    last: dict[str, list[Ids]] = {}

    def timed(arm: str, search: Callable[..., list[Ids]]) -> float:
        started = time.perf_counter()
        last[arm] = search(model, sources, config)
        return time.perf_counter() - started

    for search in (search_many_cached, search_many_recomputing):
        search(model, sources[:BATCH], config)  # warm up
    arms = {"cached": search_many_cached, "recomputing": search_many_recomputing}
    seconds = take_turns({arm: functools.partial(timed, arm, search) for arm, search in arms.items()}, rounds)
    tokens = sum(map(len, last["cached"])) / len(sources)
    print(f"\n{name}: {len(sources):,} sentences, {tokens:.1f} tokens on average in the best translation")
    for arm in arms:
        report.value(arm, [len(sources) / value for value in seconds[arm]], " sentences/s")
    report.value("recomputing / cached, time", ratios(seconds["recomputing"], seconds["cached"]), "x", budget)
    texts = [[chosen.vocabularies.target.decode(ids) for ids in last[arm]] for arm in arms]
    same = sum(a == b for a, b in zip(*texts, strict=True)) / len(sources)
    report.condition("same texts", same >= SAME_TEXTS, f"{same:.1%} of the sentences, at least {SAME_TEXTS:.0%}")


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "checkpoint", type=Path, nargs="?", help="Folder; checkpoints/en-de or fresh weights if left out."
    )
    parser.add_argument("--src", type=Path, help="Sentences to translate (Multi30k's test set); made up if left out.")
    parser.add_argument("--sentences", type=int, default=1000, help="How many, at most.")
    parser.add_argument("--long-sentences", type=int, default=256, help=f"How many of {LONG} tokens.")
    parser.add_argument("--rounds", type=int, default=3, help="Runs of each search.")
    arguments = parser.parse_args()
    keep_freed_memory()
    report = Report()
    report.title("Decoding: beam 4 with a cache against recomputing the prefix at each step")
    chosen = subject(arguments.checkpoint)
    print(chosen.words)
    lines = read_text(arguments.src) if arguments.src else made_up_text(arguments.sentences, seed=2).source
    sources = [encoded.ids for encoded in chosen.vocabularies.source.encode_batch(lines[: arguments.sentences])]
    sources = [ids for ids in sources if len(ids) > 1]
    # With fresh weights or generated text the end symbol is rare, so the length limit ends the translations.
    model, extra = (chosen.model, 50) if chosen.trained and arguments.src else (chosen.endless, 2)
    compare(report, "lengths of Multi30k", chosen, model, sources, extra, arguments.rounds, at_least(3))
    long = of_length(sources, LONG, arguments.long_sentences)
    compare(report, f"{LONG} tokens", chosen, chosen.endless, long, 1, arguments.rounds, at_least(5))
    return report.status


if __name__ == "__main__":
    sys.exit(main())
