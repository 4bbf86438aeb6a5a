"""Setting of a lab: the loaded model and the translation at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, ConfigDict

from core.errors import CoreError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.inspection.forced import ForcedPair
    from core.library import Card
    from core.model.transformer import Transformer
    from core.translator import Translator


class Values(BaseModel):
    """The fields of a question, typed and bounded: any client can send anything; a subclass declares them."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


class Setting(NamedTuple):
    """One sentence with its translation, and the model that made it."""

    translator: Translator
    text: str
    source_ids: tuple[int, ...]  # the end symbol last
    target_ids: tuple[int, ...]  # generated tokens, without the start symbol, the end symbol last
    folder: Path | None = None  # of the checkpoint

    @property
    def model(self) -> Transformer:
        """The model, in evaluation mode, shared: its parameters require no gradient and must not be changed."""
        return self.translator.model

    @property
    def card(self) -> Card:
        """The checkpoint's card: its training, data and scores."""
        from core.library import Card

        found = self.translator.checkpoint
        return Card("", found.source_language, found.target_language, self.model.config, dict(found.details))

    @property
    def examples(self) -> tuple[str, ...]:
        """Source sentences of the checkpoint."""
        return self.card.examples

    def forced(self) -> ForcedPair:
        """Return the pair as tensors for one teacher-forced pass."""
        from core.inspection.forced import ForcedPair

        return ForcedPair.of(self.model, self.source_ids, self.target_ids)

    def head(self, layer: int, head: int, kind: str = "decoder") -> tuple[int, int]:
        """Return a layer and a head, from 0, if the model has them in a kind of attention.

        Raises:
            CoreError: it does not.
        """
        config = self.model.config
        if layer >= config.layers(kind) or head >= config.num_heads:
            raise CoreError(
                "labs.head",
                "this model has {layers} layers with {heads} heads: there is no head {head} in layer {layer}",
                layers=config.layers(kind),
                heads=config.num_heads,
                head=head + 1,
                layer=layer + 1,
            )
        return layer, head

    def surface(self, ids: Sequence[int], *, source: bool = False) -> list[str]:
        """Return the texts of tokens."""
        vocabularies = self.translator.vocabularies
        return list((vocabularies.source if source else vocabularies.target).surface(list(ids)))

    def surfaces(self, ids: Sequence[int]) -> list[str]:
        """Return the texts of target tokens that do not follow one another, each alone."""
        return [self.surface([token])[0] for token in ids]
