"""Translator: a loaded checkpoint that translates and shows what it did."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from core.checkpoint import Checkpoint, load_checkpoint
from core.config import DecodingConfig
from core.data.tokenizer import EOS_ID
from core.decoding.batched import search_many
from core.decoding.search import Hypothesis, SearchResult, search
from core.decoding.tree import SearchTree
from core.errors import CoreError
from core.inspection.trace import Trace, record_trace


@dataclass(frozen=True)
class Translation:
    """One sentence and what the search found for it."""

    source: str
    source_ids: tuple[int, ...]  # the end symbol last; nothing else for a blank sentence
    truncated: bool  # the sentence was longer than the model's positions
    texts: tuple[str, ...]  # of the hypotheses, best first
    hypotheses: tuple[Hypothesis, ...]
    tree: SearchTree | None = None

    @property
    def text(self) -> str:
        """The best translation; empty for a blank sentence."""
        return self.texts[0] if self.texts else ""


class Translator:
    """One checkpoint, read-only and safe to share among threads."""

    def __init__(self, checkpoint: Checkpoint, name: str = "") -> None:
        self.name = name
        self.checkpoint = checkpoint
        self.model = checkpoint.model
        self.tokenizer = checkpoint.tokenizer

    @classmethod
    def load(cls, folder: Path, device: torch.device | str = "cpu") -> "Translator":
        """Load a checkpoint folder; see `core.checkpoint.load_checkpoint` for its errors."""
        return cls(load_checkpoint(folder, device), folder.name)

    def translate(
        self,
        texts: Sequence[str],
        config: DecodingConfig = DecodingConfig(),  # noqa: B008 -- frozen
        *,
        batch_size: int = 64,
        progress: Callable[[int], None] = lambda done: None,
    ) -> list[Translation]:
        """Translate sentences; blank ones stay blank.

        Args:
            texts: one sentence each.
            config: beam, length penalty, n-best.
            batch_size: sentences at a time; it does not change the result.
            progress: told how many sentences are done, batch by batch.

        Raises:
            CoreError: batch_size is below 1.
        """
        if batch_size < 1:
            raise CoreError("translator.batch_size", "batch_size ({size}) must be at least 1", size=batch_size)
        encoded = self.tokenizer.encode_batch(texts, self.model.config.max_positions)
        wanted = [index for index, sentence in enumerate(encoded) if len(sentence.ids) > 1]
        progress(len(texts) - len(wanted))
        sources = [encoded[index].ids for index in wanted]
        found = dict(
            zip(wanted, search_many(self.model, sources, config, batch_size=batch_size, progress=progress), strict=True)
        )
        return [
            self._translation(text, sentence.ids, sentence.truncated, found.get(index, SearchResult(())))
            for index, (text, sentence) in enumerate(zip(texts, encoded, strict=True))
        ]

    def search(
        self,
        text: str,
        config: DecodingConfig,
        *,
        prefix: Sequence[int] = (),
        record: bool = False,
    ) -> Translation:
        """Translate one sentence, from a forced prefix of target tokens, with the search tree if `record`."""
        encoded = self.tokenizer.encode(text, self.model.config.max_positions)
        if len(encoded.ids) == 1:
            return self._translation(text, encoded.ids, False, SearchResult(()))
        result = search(self.model, [encoded.ids], config, prefixes=[list(prefix)], record=record)[0]
        return self._translation(text, encoded.ids, encoded.truncated, result)

    def trace(self, translation: Translation, rank: int = 0) -> Trace:
        """Every attention weight of one hypothesis of a translation.

        Raises:
            CoreError: there is no such hypothesis.
        """
        if not 0 <= rank < len(translation.hypotheses):
            raise CoreError(
                "translator.rank",
                "hypothesis {rank} does not exist: there are {count}",
                rank=rank + 1,
                count=len(translation.hypotheses),
            )
        hypothesis = translation.hypotheses[rank]
        return record_trace(
            self.model, self.tokenizer, translation.source_ids, hypothesis.ids, hypothesis.token_log_probs
        )

    def trace_target(self, text: str, target: str) -> Trace:
        """Every attention weight for a target that is given instead of generated.

        Raises:
            CoreError: the source is blank.
        """
        limit = self.model.config.max_positions
        source = self.tokenizer.encode(text, limit).ids
        if source == [EOS_ID]:
            raise CoreError("translator.blank", "the source sentence is blank")
        return record_trace(self.model, self.tokenizer, source, self.tokenizer.encode(target, limit).ids)

    def _translation(self, text: str, ids: Sequence[int], truncated: bool, result: SearchResult) -> Translation:
        texts = tuple(self.tokenizer.decode(hypothesis.ids) for hypothesis in result.hypotheses)
        return Translation(text, tuple(ids), truncated, texts, result.hypotheses, result.tree)
