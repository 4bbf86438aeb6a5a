"""Memory and time of a large corpus: counted, a vocabulary learnt, encoded into token files, batched and read.

    python -m benchmarks.large_corpus --data-dir DIR [--corpus tvsub-en-zh] [--times 1 10]

Each size runs in a process of its own on the corpus repeated so often. Printed after each stage are its seconds, the
seconds of all cores together (the better measure on a busy machine), the most memory that the process has had so far
("peak", of which "own" is not a file's), and what the stage brought. The corpus is streamed: only how long each
sentence is, and in which order they come, is ever held as a whole.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import psutil

from core.config import DataConfig
from core.data.corpora.reading import DATA_VARIABLE, corpus_stream, data_folders
from core.data.stream import PairStream
from core.data.vocabulary import Vocabularies

ROOT = Path(__file__).resolve().parents[1]
VOCABULARY = 8_000
MAX_TOKENS = 256
TOKENS_PER_BATCH = 4096
READ_BATCHES = 1_000


class Memory:
    """Peak memory of this process, sampled a hundred times per second."""

    def __init__(self) -> None:
        self.peak = self.own = 0.0
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        process = psutil.Process()
        while True:
            memory = process.memory_info()
            self.peak = max(self.peak, memory.rss / 2**20)
            self.own = max(self.own, (memory.rss - memory.shared) / 2**20)
            time.sleep(0.01)


class Stages:
    """Prints one line per stage."""

    def __init__(self, memory: Memory) -> None:
        self._memory, self._since = memory, (time.perf_counter(), time.process_time())

    def done(self, name: str, what: str) -> None:
        """End of a stage."""
        seconds, computing = time.perf_counter() - self._since[0], time.process_time() - self._since[1]
        time.sleep(0.05)  # for the watch to see it
        memory = f"peak {self._memory.peak:5.0f} MiB, own {self._memory.own:5.0f} MiB"
        print(f"  {name:<12} {seconds:7.1f} s, of all cores {computing:7.1f} s   {memory}   {what}", flush=True)
        self._since = (time.perf_counter(), time.process_time())


def repeated(stream: PairStream, times: int) -> PairStream:
    """The same text several times over."""

    def begin() -> Iterator[tuple[str, str]]:
        return chain.from_iterable(stream.begin() for _ in repeat(None, times))

    return PairStream(stream.where, begin, stream.files, f"{stream.reading} x{times}")


def measure(corpus: str, times: int) -> None:
    """One size, in this process."""
    import numpy as np
    import torch  # noqa: F401  (its own memory belongs to the first line)

    from core.data.batching import make_batches, padding_share
    from core.data.tokenizer import Tokenizer
    from core.data.tokens import stored_pairs

    stages = Stages(Memory())
    time.sleep(0.1)
    stages.done("start", "libraries loaded")
    text = repeated(corpus_stream(corpus, "train", data_folders()), times)
    stages.done("count", f"{len(text):,} pairs")
    step = math.ceil(len(text) / DataConfig().vocab_pairs)
    tokenizer = Tokenizer.train((side for pair in text.every(step) for side in pair), VOCABULARY)
    stages.done("vocabulary", f"{tokenizer.vocab_size:,} tokens from {math.ceil(len(text) / step):,} pairs")
    with tempfile.TemporaryDirectory() as folder:
        pairs = stored_pairs(Path(folder) / "tokens", Vocabularies.joint(tokenizer), text, MAX_TOKENS)
        size = sum(path.stat().st_size for path in (Path(folder) / "tokens").iterdir())
        stages.done("encode", f"{len(pairs):,} pairs, {size / 2**20:,.0f} MiB in files")
        pairs = stored_pairs(Path(folder) / "tokens", Vocabularies.joint(tokenizer), text, MAX_TOKENS)
        stages.done("open again", "all bytes checked")
        batches = make_batches(pairs, TOKENS_PER_BATCH, np.random.default_rng(1))
        stages.done("batches", f"{len(batches):,} batches")
        share = padding_share(pairs, batches)
        stages.done("padding", f"{share:.1%} of the positions")
        tokens = sum(pairs.batch(chosen).tokens for chosen in batches[:READ_BATCHES])
        stages.done("read", f"{tokens:,} target tokens in {min(READ_BATCHES, len(batches)):,} batches")


def main() -> None:
    """Measure each size in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", type=Path, help=f"folder of corpora (or {DATA_VARIABLE})")
    parser.add_argument("--corpus", default="tvsub-en-zh")
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.data_dir is not None:
        os.environ[DATA_VARIABLE] = str(arguments.data_dir.resolve())
    if arguments.here:
        measure(arguments.corpus, arguments.times[0])
        return
    for times in arguments.times:
        print(f"{arguments.corpus} x {times}", flush=True)
        command = [sys.executable, "-m", "benchmarks.large_corpus", "--here", "--corpus", arguments.corpus]
        subprocess.run([*command, "--times", str(times)], check=True, cwd=ROOT)


if __name__ == "__main__":
    main()
