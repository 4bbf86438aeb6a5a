"""Small fresh models that labs train while a person waits: model, loss, schedule and optimiser of this project.

Shapes: B sentences, L tokens of a sentence with its end symbol, D d_model.
"""

import torch

from core.config import ModelConfig
from core.data.batching import Batch
from core.labs.training_step import redraw
from core.model.transformer import Transformer
from core.training.adam import Adam
from core.training.loss import smoothed_cross_entropy

BETAS, EPS = (0.9, 0.98), 1e-9  # of Adam (5.3)


def fresh(config: ModelConfig, generator: torch.Generator) -> tuple[Transformer, Adam]:
    """Return a model with weights from the generator, and its optimiser."""
    model = Transformer(config)
    redraw(model, generator)
    return model, Adam(model.parameters(), betas=BETAS, eps=EPS)


def backward(model: Transformer, optimiser: Adam, batch: Batch, epsilon: float = 0.0) -> float:
    """Compute the loss of a batch in nats per token, smoothed by epsilon (5.4), and its gradient."""
    optimiser.zero_grad()
    states = model.states(batch.source, batch.target_read).flatten(0, 1)[batch.predicted]  # [B * L, D]
    labels = batch.target_predicted.flatten()[batch.predicted]
    loss = smoothed_cross_entropy(states, model.output_weight, labels, epsilon).smoothed / batch.tokens
    loss.backward()
    return loss.item()


def with_end(words: torch.Tensor, end_id: int) -> torch.Tensor:
    """Append the end symbol to each sentence of [B, L - 1]."""
    return torch.cat([words, torch.full((len(words), 1), end_id)], dim=1)
