"""Run a preflight: read the text, learn its vocabulary, time a few real steps. Nothing is written."""

from collections.abc import Callable
from pathlib import Path

from core.data.batching import FixedPairs, encode_pairs
from core.data.bpe_dropout import drop_merges
from core.data.vocabulary import Vocabularies
from core.preflight.conclude import conclude
from core.preflight.machine import free_disk, free_memory, kernel_memory
from core.preflight.result import Preflight
from core.preflight.speed import time_steps
from core.preflight.text import sample_text, text_statistics
from core.training.devices import choose_device
from core.training.run import RunConfig
from core.training.text import check_run, learn_vocabulary, read_corpus

TIMED_SECONDS = 5.0
_STAGES = 4  # sample, vocabulary, counts, timed steps


def run_preflight(
    config: RunConfig,
    folder: Path | None = None,
    *,
    vocabularies: Vocabularies | None = None,
    start_peak: float | None = None,
    start_languages: tuple[str, str] = ("", ""),
    seconds: float = TIMED_SECONDS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Preflight:
    """Return everything that can be known of a training before its start.

    Args:
        config: its settings.
        folder: where its run folder will be, for the free disk space.
        vocabularies: those of the checkpoint that it starts from; learned from the text by default.
        start_peak: highest rate of the training of that checkpoint, None where that is not known.
        start_languages: of that checkpoint; "" without one.
        seconds: how long steps are timed; 0 for not at all.
        progress: called between its stages with the number of finished ones and of all.

    Raises:
        CoreError: the training could not start: settings that do not go together, or text that cannot be read.
    """
    learns = vocabularies is None
    check_run(config, learns=learns)
    corpus = read_corpus(config.data)
    sample = sample_text(config, corpus)
    progress(1, _STAGES)
    if vocabularies is None:
        sentences = zip(sample.source, sample.target, strict=True)
        vocabularies = Vocabularies.joint(learn_vocabulary(sentences, config.model.vocab_size))
    progress(2, _STAGES)
    encoded, longest = encode_pairs(vocabularies, sample, config.data.max_tokens), config.data.max_tokens
    dropout, seed = config.training.bpe_dropout, config.training.seed
    pairs = drop_merges(FixedPairs(encoded), vocabularies, dropout, longest, seed).epoch(0)
    data = text_statistics(config, corpus, sample, vocabularies, pairs, learned=learns, start=start_languages)
    progress(3, _STAGES)
    speed = time_steps(config, vocabularies, pairs, seconds) if seconds else None
    progress(4, _STAGES)
    device = choose_device(config.training.device)
    return conclude(
        config,
        data,
        speed,
        kernels=kernel_memory(config.training, device, data.row_counts),
        free_memory=free_memory(device),
        free_disk=free_disk(folder),
        start_peak=start_peak,
    )
