"""The model and the batches that tutorials of `nn.Transformer` show, written here as the other side of a comparison.

Shapes: B batch, S source, T target, D d_model, V vocabulary.
"""

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from core.config import ModelConfig
from core.data.batching import EncodedPairs
from core.data.tokenizer import BOS_ID, PAD_ID


class TutorialTransformer(nn.Module):
    """`nn.Transformer` between embeddings with sinusoidal positions and a linear layer to the vocabulary."""

    def __init__(self, config: ModelConfig, *, tied: bool) -> None:
        """Build it with the sizes of a configuration.

        Args:
            config: sizes and dropout.
            tied: one matrix for source, target and output, as in the paper; else three, as tutorials leave it.
        """
        super().__init__()
        self.source = nn.Embedding(config.vocab_size, config.d_model)
        self.target = nn.Embedding(config.vocab_size, config.d_model)
        self.generator = nn.Linear(config.d_model, config.vocab_size)
        self.transformer = nn.Transformer(
            config.d_model,
            config.num_heads,
            config.num_layers,
            config.num_layers,
            config.d_ff,
            config.dropout,
            batch_first=True,
        )
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)
        if tied:
            self.target.weight = self.generator.weight = self.source.weight
        position = torch.arange(config.max_positions)[:, None]
        frequency = torch.exp(-torch.arange(0, config.d_model, 2) * math.log(10000) / config.d_model)
        table = torch.zeros(config.max_positions, config.d_model)
        table[:, 0::2], table[:, 1::2] = torch.sin(position * frequency), torch.cos(position * frequency)
        self.register_buffer("positions", table)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Source [B, S] and target read [B, T] -> logits of every position [B, T, V]."""
        length = target.shape[1]
        future = torch.triu(torch.ones(length, length, dtype=torch.bool), diagonal=1)  # True = may not attend
        states = self.transformer(
            self._embed(self.source, source),
            self._embed(self.target, target),
            tgt_mask=future,
            src_key_padding_mask=source == PAD_ID,
            tgt_key_padding_mask=target == PAD_ID,
            memory_key_padding_mask=source == PAD_ID,
        )
        return self.generator(states)

    def _embed(self, embedding: nn.Embedding, ids: Tensor) -> Tensor:
        scaled = embedding(ids) * math.sqrt(embedding.embedding_dim)
        return self.dropout(scaled + self.positions[: ids.shape[1]])


class TutorialStep:
    """The model with `torch.optim.Adam` and the cross-entropy of all positions but padding."""

    def __init__(self, config: ModelConfig, *, tied: bool) -> None:
        """Build the model with the first seed."""
        torch.manual_seed(1)
        self.model = TutorialTransformer(config, tied=tied)
        self._loss = nn.CrossEntropyLoss(ignore_index=PAD_ID)
        self._optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-4, betas=(0.9, 0.98), eps=1e-9)
        self._losses = 0.0
        self.model.train()

    def __call__(self, source: Tensor, target: Tensor) -> None:
        """Take one step on source [B, S] and target [B, T + 1] from the start to the end symbol."""
        logits = self.model(source, target[:, :-1])
        self._optimizer.zero_grad()
        loss = self._loss(logits.reshape(-1, logits.shape[-1]), target[:, 1:].reshape(-1))
        loss.backward()
        self._optimizer.step()
        self._losses += loss.item()  # as tutorials print their mean


def shuffled_batches(pairs: EncodedPairs, size: int) -> Iterator[tuple[Tensor, Tensor]]:
    """One epoch in random order: padded source [B, S], and target [B, T + 1] from the start to the end symbol."""
    start = torch.tensor([BOS_ID])
    sources = [torch.from_numpy(row).long() for row in _rows(pairs.source, pairs.source_starts)]
    targets = [torch.cat([start, torch.from_numpy(row).long()]) for row in _rows(pairs.target, pairs.target_starts)]
    for chosen in torch.randperm(len(pairs)).split(size):
        yield (
            pad_sequence([sources[i] for i in chosen], batch_first=True, padding_value=PAD_ID),
            pad_sequence([targets[i] for i in chosen], batch_first=True, padding_value=PAD_ID),
        )


def _rows(flat: np.ndarray, starts: np.ndarray) -> list[np.ndarray]:
    return [flat[a:b] for a, b in pairwise(starts)]
