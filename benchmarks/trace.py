"""What a Trace costs: recording every attention against one greedy decode of the same sentence.

    python -m benchmarks.trace [CHECKPOINT] [--rounds 30]

Sources and translations have 20 tokens: the end symbol is forbidden and the length limit ends the translation.
"""

import argparse
import sys
import time
from pathlib import Path

from benchmarks.alternating import Report, at_most, ratios, take_turns
from benchmarks.models import subject
from benchmarks.sentences import sentences_of_length
from core.config import DecodingConfig
from core.translator import Translation, Translator
from core.tuning.allocator import keep_freed_memory

TOKENS = 20  # with the end symbol


def main() -> int:
    """Measure, print, and say whether the budget was kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "checkpoint", type=Path, nargs="?", help="Folder; checkpoints/en-de or fresh weights if left out."
    )
    parser.add_argument("--rounds", type=int, default=30, help="Sentences, each decoded and traced once.")
    arguments = parser.parse_args()
    keep_freed_memory()
    report = Report()
    report.title(f"Trace: recording one against one greedy decode, {TOKENS} tokens")
    chosen = subject(arguments.checkpoint)
    print(chosen.words)
    translator = Translator(chosen.checkpoint(chosen.endless))
    warm_up = 3
    sentences = iter(sentences_of_length(chosen.vocabularies.source, TOKENS, arguments.rounds + warm_up))
    greedy = DecodingConfig(beam_size=1, max_extra_tokens=1)
    translations: list[Translation] = []

    def decode() -> float:
        text = next(sentences)
        started = time.perf_counter()
        translations.append(translator.search(text, greedy))
        return time.perf_counter() - started

    def record() -> float:
        started = time.perf_counter()
        trace = translator.trace(translations[-1])
        seconds = time.perf_counter() - started
        if trace.cross.shape[2:] != (TOKENS, TOKENS) or not trace.trusted:
            raise AssertionError(f"a trace of {trace.cross.shape[2:]} tokens with checks {trace.checks}")
        return seconds

    arms = {"greedy decode": decode, "trace": record}
    take_turns(arms, warm_up)
    seconds = take_turns(arms, arguments.rounds)
    for arm, values in seconds.items():
        report.value(arm, [1000 * value for value in values], " ms")
    report.value("trace / greedy decode, time", ratios(seconds["trace"], seconds["greedy decode"]), "x", at_most(1))
    return report.status


if __name__ == "__main__":
    sys.exit(main())
