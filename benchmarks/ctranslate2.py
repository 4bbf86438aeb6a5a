"""Decoding against CTranslate2 with the same weights, output compared first.

    pip install -r requirements-interchange.txt
    python -m benchmarks.ctranslate2 [CHECKPOINT] [--src FILE] [--sentences 1000] [--rounds 5] [--any-speed]

CTranslate2's model is the one that `python -m core export` writes, in float32. Both sides get token ids, so
tokenising and loading are not measured; both use two threads: this project one process for each, as its commands do,
CTranslate2 as it comes.
"""

import argparse
import contextlib
import functools
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import ctranslate2
import torch

from benchmarks.alternating import Report, at_most, ratios, take_turns
from benchmarks.sentences import made_up_text
from core.config import DecodingConfig
from core.decoding.batched import search_many
from core.decoding.hypothesis import SearchResult
from core.interchange.to_ctranslate2 import write_ctranslate2
from core.translator import Translator
from core.tuning.allocator import keep_freed_memory

BATCH, ONE_BY_ONE = 64, 100  # sentences
THREADS = 2
FLOORS = {"batch": 1.5, "single": 4.0}  # times CTranslate2's seconds
Ids = tuple[int, ...]


def main() -> int:
    """Compare outputs, then times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", nargs="?", type=Path, default=Path("checkpoints/en-de"))
    parser.add_argument("--src", type=Path, help="Sentences, one per line (default: generated ones).")
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--any-speed", action="store_true", help="Exit with 1 for unequal outputs, at any speed.")
    arguments = parser.parse_args()
    keep_freed_memory()
    torch.set_num_threads(THREADS)
    translator = Translator.load(arguments.checkpoint)
    lines = (
        arguments.src.read_text("utf-8").splitlines() if arguments.src else made_up_text(arguments.sentences, 7).source
    )
    encoded = translator.vocabularies.source.encode_batch(lines[: arguments.sentences], 512)
    sources = [tuple(sentence.ids) for sentence in encoded if len(sentence.ids) > 1]
    report = Report()
    report.title(
        f"Decoding {len(sources)} sentences with {arguments.checkpoint}, against CTranslate2 {ctranslate2.__version__}"
    )
    with tempfile.TemporaryDirectory() as folder:
        theirs = Exported(translator, Path(folder))
        same = [measure(report, translator, theirs, sources, beam, arguments.rounds) for beam in (1, 4)]
    return int(set(same) != {len(sources)}) if arguments.any_speed else report.status


def measure(
    report: Report,
    translator: Translator,
    theirs: "Exported",
    sources: Sequence[Ids],
    beam: int,
    rounds: int,
) -> int:
    """Print agreement and ratios of one beam, at alpha 0: the two length penalties are defined differently.

    Returns:
        number of equal outputs.
    """
    config = DecodingConfig(beam_size=beam, alpha=0.0)
    few = sources[:ONE_BY_ONE]
    sides = {
        "batch": (
            lambda: ours_in_batches(translator, sources, config),
            lambda: theirs.translate(sources, beam, BATCH),
        ),
        "single": (lambda: ours_one_by_one(translator, few, config), lambda: theirs.one_by_one(few, beam)),
    }
    ours, other = (side() for side in sides["batch"])
    same = sum(a == b for a, b in zip(ours, other, strict=True))
    print(f"beam {beam}: {same} of {len(sources)} outputs are equal", flush=True)
    for name, pair in sides.items():
        arms = zip(("ours", "theirs"), pair, strict=True)
        seconds = take_turns({arm: functools.partial(timed, side) for arm, side in arms}, rounds)
        label = f"beam {beam}, " + (f"batches of {BATCH}" if name == "batch" else "one sentence at a time")
        count = len(sources) if name == "batch" else len(few)
        report.value(f"{label}: ours, a sentence", [1000 * s / count for s in seconds["ours"]], " ms")
        report.value(f"{label}: CTranslate2, a sentence", [1000 * s / count for s in seconds["theirs"]], " ms")
        report.value(
            f"{label}: ours / CTranslate2", ratios(seconds["ours"], seconds["theirs"]), "x", at_most(FLOORS[name])
        )
    return same


def ours_in_batches(translator: Translator, sources: Sequence[Ids], config: DecodingConfig) -> list[Ids]:
    """Search as the commands do."""
    return best(search_many(translator.model, sources, config, batch_size=BATCH, processes=THREADS))


def ours_one_by_one(translator: Translator, sources: Sequence[Ids], config: DecodingConfig) -> list[Ids]:
    """Search as the page does for a single visitor: one sentence, one thread."""
    with one_thread():
        return [best(search_many(translator.model, [source], config))[0] for source in sources]


class Exported:
    """CTranslate2 with an exported model, for token ids."""

    def __init__(self, translator: Translator, folder: Path) -> None:
        write_ctranslate2(translator.checkpoint, folder)
        self._translator = ctranslate2.Translator(str(folder), device="cpu", inter_threads=1, intra_threads=THREADS)
        source, target = translator.vocabularies
        self._names, self._end = source.tokens, target.special.end
        self._ids = {name: index for index, name in enumerate(target.tokens)}

    def translate(self, sources: Sequence[Ids], beam: int, batch: int) -> list[Ids]:
        """Translate; the end symbol is added as our hypotheses have it."""
        found = self._translator.translate_batch(
            [[self._names[token] for token in source[:-1]] for source in sources],
            beam_size=beam,
            length_penalty=0,
            max_batch_size=batch,
            max_decoding_length=256,
        )
        return [(*(self._ids[name] for name in result.hypotheses[0]), self._end) for result in found]

    def one_by_one(self, sources: Sequence[Ids], beam: int) -> list[Ids]:
        """Translate one sentence at a time."""
        return [self.translate([source], beam, 1)[0] for source in sources]


def best(results: Sequence[SearchResult]) -> list[Ids]:
    """Return the best hypothesis of each result."""
    return [result.hypotheses[0].ids for result in results]


def timed(side: Callable[[], object]) -> float:
    """Return the seconds of a call."""
    started = time.perf_counter()
    side()
    return time.perf_counter() - started


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Let torch compute on one thread."""
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(THREADS)


if __name__ == "__main__":
    sys.exit(main())
