"""Guided alignment: one cross-attention head learns word links together with the translation.

The head's row that predicts a target token is taught the source tokens that this one is linked to: cross-entropy of the
row to the links, which share a probability of 1. Tokens without a link teach nothing.

References:
    Garg et al. 2019 (EMNLP), "Jointly Learning to Align and Translate with Transformer Models", section 4.2: one head
    of the last layer but one, with a weight of 0.05. Chen et al. 2016 (AMTA), "Guided Alignment Training for
    Topic-Aware Neural Machine Translation", section 3, for recurrent models.

Differs from Garg et al.: the taught head, like the rest of the decoder, reads the target only up to the token before;
their "full target context" needs a second pass.

Shapes: B batch, T target, S source, L links.
"""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.linked_text import check_links
from core.data.stream import PairStream
from core.data.token_links import TokenLinks
from core.errors import CoreError
from core.model.probe import AttentionState, Probe


@dataclass
class TaughtHead(Probe):
    """Keeps the scores of one head during a forward pass; all other attentions take the fused path.

    Args:
        layer: of the decoder, from 0.
        head: from 0.
    """

    layer: int
    head: int
    scores: Tensor | None = None  # [B, T, S]

    def wants(self, site: str) -> bool:
        return site == f"decoder.{self.layer}.cross"

    def attention(self, state: AttentionState) -> Tensor:
        self.scores = state.scores[:, self.head]
        return state.weights

    def loss(self, links: TokenLinks) -> Tensor:
        """Return the cross-entropy to the links, summed over the linked target tokens, nats.

        Raises:
            RuntimeError: no forward pass has been made.
        """
        if self.scores is None:
            raise RuntimeError("the head was not seen: a forward pass with this probe comes first")
        log_weights = torch.log_softmax(self.scores.float(), dim=-1)  # [B, T, S]
        return -(links.share * log_weights[links.sentence, links.target, links.source]).sum()


def taught_head(model: ModelConfig, training: TrainingConfig) -> TaughtHead:
    """Return the head that a training teaches: by default the first of the last decoder layer but one.

    Raises:
        CoreError: the model does not have it.
    """
    layers, layer = model.decoder_layers, training.guided_layer
    layer = max(1, layers - 1) if layer is None else layer
    for name, value, most in (("guided_layer", layer, layers), ("guided_head", training.guided_head, model.num_heads)):
        if value > most:
            raise CoreError(
                "guided.no_head",
                "{setting} ({value}) must be at most {most}, as many as the model has",
                setting=name,
                value=value,
                most=most,
            )
    return TaughtHead(layer - 1, training.guided_head - 1)


def check_guided(data: DataConfig, model: ModelConfig, training: TrainingConfig, text: PairStream | None) -> None:
    """Refuse links that cannot be taught; nothing to check without links.

    Args:
        data: names the file of links.
        model: the shape.
        training: its settings.
        text: the training pairs; None where a task generates them.

    Raises:
        CoreError: a generated task, a compiled model, BPE-dropout (links would join other tokens), a head that the
            model lacks, or links that do not fit the text.
    """
    if data.guided_alignment is None:
        return
    if text is None:
        raise CoreError("guided.task", "guided_alignment needs the pairs of src or corpus: links name their words")
    if training.compile:
        raise CoreError("guided.compile", "guided_alignment and compile cannot be used together")
    if training.bpe_dropout:
        raise CoreError("guided.bpe_dropout", "guided_alignment and bpe_dropout cannot be used together")
    taught_head(model, training)
    check_links(text, Path(data.guided_alignment))
