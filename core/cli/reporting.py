"""A training's progress and validations as they are shown to its user."""

import sys
from collections.abc import Callable

from tqdm import tqdm

from core.cli.progress import progress_bar
from core.training.events import Compared, Encoding, Event, Progress, Resumed, Sample, Skipped, Started, Validated


class Reporter:
    """A progress bar and validations on a terminal; elsewhere quiet, or only validations on request."""

    def __init__(self, steps: int, verbose: bool) -> None:
        self._verbose = verbose
        self._encoding: tqdm | None = None
        self._bar = progress_bar(total=steps, unit="step")

    def __enter__(self) -> Callable[[Event], None]:
        return self.report

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def report(self, event: Event) -> None:
        """Print one event, if it is of interest."""
        for warning in event.warnings if isinstance(event, Started) else ():
            print(f"warning: {warning}", file=sys.stderr)
        if isinstance(event, Started) and event.blank_pairs:
            self._print(f"pairs left out because a side is blank: {event.blank_pairs:,}")
        if isinstance(event, Started) and event.long_pairs:
            self._print(f"pairs left out because a side is longer than max_tokens: {event.long_pairs:,}")
        if isinstance(event, Resumed) and event.damaged:
            self._print(f"damaged and set aside: {', '.join(event.damaged)}; resumes from step {event.step}")
        if isinstance(event, Encoding):
            self._show_encoding(event)
        if isinstance(event, Progress | Resumed):
            self._bar.update(event.step - self._bar.n)
        if isinstance(event, Progress):
            shown = {"loss": f"{event.loss:.3f}", "tokens_per_s": f"{event.tokens_per_second:.0f}"}
            if event.guided_loss is not None:
                shown["links"] = f"{event.guided_loss:.3f}"
            self._bar.set_postfix(shown)
        elif isinstance(event, Validated):
            bleu = f", BLEU {event.bleu:.1f}" if event.bleu is not None else ""
            self._print(f"step {event.step}: validation perplexity {event.perplexity:.2f}{bleu}")
        elif isinstance(event, Sample) and sys.stderr.isatty():
            self._print(f"  {event.source}\n  → {event.translation}")
        elif isinstance(event, Compared):
            scores = f"BLEU {event.bleu_before:.1f} before this run, {event.bleu_after:.1f} after"
            self._print(f"{event.set}, {event.sentences} pairs: {scores}")
        elif isinstance(event, Skipped):
            self._print(f"step {event.step} skipped: gradient norm {event.gradient_norm} ({event.skipped} so far)")

    def _show_encoding(self, event: Encoding) -> None:
        """Show a separate bar while the text is encoded."""
        if self._encoding is None:
            self._encoding = progress_bar(desc="encoding", total=event.total, unit="pair")
        self._encoding.update(event.pairs - self._encoding.n)
        if event.pairs == event.total:
            self._encoding.close()

    def _print(self, text: str) -> None:
        if sys.stderr.isatty():
            self._bar.write(text, file=sys.stderr)
        elif self._verbose:
            print(text, file=sys.stderr, flush=True)
