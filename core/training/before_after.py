"""A run that started from a checkpoint: that checkpoint and the finished model on old and on new test pairs.

The old pairs are of the kind that the checkpoint was trained on, so that what was forgotten is seen; the new ones are
the run's own validation pairs.
"""

from collections.abc import Iterator
from functools import partial

from core.checkpoint import load_checkpoint
from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.evaluation.comparison import PairSet, compare, held_out_pairs
from core.training.events import Compared
from core.training.run import Run

VALIDATION = "validation"  # name of the run's own pairs


def compare_with_start(run: Run, validation: PairSet | None, most: int, step: int) -> Iterator[Compared]:
    """Yield the scores on each set before and after a run; nothing if it began with random weights.

    Args:
        run: finished, its checkpoint written.
        validation: its own pairs, where it has any.
        most: pairs of each set; 0 for no comparison.
        step: the last one.
    """
    if not run.initial.is_dir() or not most:
        return
    sets: list[PairSet] = []
    known = held_out_pairs(load_checkpoint(run.initial).described, most)
    if known is not None:
        sets.append(known)
    if validation is not None:
        text = validation.text
        sets.append(validation._replace(text=ParallelText(text.source[:most], text.target[:most])))
    loads = [partial(load_checkpoint, folder) for folder in (run.initial, run.checkpoint)]
    for found in compare(loads, sets, DecodingConfig(beam_size=1)):
        before, after = found.scores
        yield Compared(
            step=step,
            set=found.name,
            sentences=before.sentences,
            bleu_before=before.bleu,
            bleu_after=after.bleu,
            bleu_low=found.gains[0].low,
            bleu_high=found.gains[0].high,
            bleu_signature=before.bleu_signature,
            chrf_before=before.chrf,
            chrf_after=after.chrf,
            perplexity_before=before.perplexity,
            perplexity_after=after.perplexity,
        )
