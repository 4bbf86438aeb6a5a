"""Decoding one step at a time, with the keys and values of earlier steps cached.

Shapes: B sentences, R hypotheses a sentence (the beam), N = B * R rows, S source, T positions so far, L layers,
H heads, E d_k, V d_v.

The source's keys and values are projected once per sentence and shared by its beam: the R hypotheses are R query
positions of one attention.
"""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor

from core.decoding.step import DecoderStep, LayerMemory
from core.errors import CoreError
from core.model.layers import Attentions, DecoderLayer
from core.model.probe import Probe, Rows
from core.model.transformer import Transformer

_GROWTH = 32  # positions by which the buffers grow


class DecoderCache:
    """The decoder's cached keys and values during one search."""

    def __init__(self, model: Transformer, memory: Tensor, memory_mask: Tensor | None, beam_size: int) -> None:
        """Project the source.

        Args:
            model: in eval mode.
            memory: encoder output [B, S, D].
            memory_mask: bool [B, 1, 1, S] or None.
            beam_size: hypotheses a sentence, R.
        """
        self._model = model
        self._beam_size = beam_size
        self._memory_mask = memory_mask
        layers = [cast(DecoderLayer, layer) for layer in model.decoder.layers]
        self._memory = [layer.cross_attention.project_memory(memory) for layer in layers]
        config, rows = model.config, memory.shape[0] * beam_size
        heads = config.num_heads
        self._keys = memory.new_empty(len(layers), rows, heads, 0, config.query_width)  # [L, N, H, capacity, E]
        self._values = memory.new_empty(len(layers), rows, heads, 0, config.value_width)
        self._sentence = torch.arange(memory.shape[0], device=memory.device)
        self._length = 0
        self._plain_step = DecoderStep(model)
        self._layer_memories: list[LayerMemory] = []

    @property
    def length(self) -> int:
        """Number of positions decoded so far, T."""
        return self._length

    def step(self, ids: Tensor, probe: Probe | None = None) -> Tensor:
        """Read one token a row and return the logits of the next.

        Args:
            ids: int64 [N], row b * R + r is hypothesis r of sentence b.
            probe: sees weights [N, H, 1, K] at every attention.

        Returns:
            [N, vocabulary].

        Raises:
            CoreError: all positions of the model are used.
        """
        if self._length >= self._model.config.max_positions:
            raise CoreError(
                "model.too_long",
                "a sequence of {length} tokens is longer than this model's {limit} positions",
                length=self._length + 1,
                limit=self._model.config.max_positions,
            )
        self._grow()
        if probe is None:
            states = self._plain_step(ids, self._length, self._layer_memories, self._memory_mask)  # [N, D]
            self._length += 1
            return self._model.logits(states)
        probe.rows(self._rows())

        def attentions(index: int, layer: DecoderLayer) -> Attentions:
            return self._attentions(index, layer, probe)

        states = self._model.decoder.run(ids[:, None], attentions, probe, self._length)  # [N, 1, D]
        self._length += 1
        return self._model.logits(states[:, 0])

    def reorder(self, rows: Sequence[int]) -> None:
        """Let row n continue the hypothesis of row rows[n]; rows stay within their sentence."""
        changed = [row for row, origin in enumerate(rows) if row != origin]
        if not changed:
            return
        moved = torch.tensor(changed, device=self._keys.device)
        origins = torch.tensor([rows[row] for row in changed], device=self._keys.device)
        for layer in (*self._keys, *self._values):  # [N, H, capacity, E]
            past = layer[:, :, : self._length]
            past.index_copy_(0, moved, past.index_select(0, origins))

    def keep(self, sentences: Tensor) -> None:
        """Keep these sentences (int64 indices into the present ones) and drop the others."""
        beams = torch.arange(self._beam_size, device=sentences.device)
        rows = (sentences[:, None] * self._beam_size + beams).flatten()
        self._keys, self._values = self._keys.index_select(1, rows), self._values.index_select(1, rows)
        self._memory = [(k.index_select(0, sentences), v.index_select(0, sentences)) for k, v in self._memory]
        self._share_memories()
        self._sentence = self._sentence.index_select(0, sentences)
        if self._memory_mask is not None:
            self._memory_mask = self._memory_mask.index_select(0, sentences)

    def _attentions(self, index: int, layer: DecoderLayer, probe: Probe | None) -> Attentions:
        def self_attend(x: Tensor) -> Tensor:
            attention, now = layer.self_attention, self._length
            key, value = attention.project_memory(x)  # [N, H, 1, E]
            self._keys[index, :, :, now] = key[:, :, 0]
            self._values[index, :, :, now] = value[:, :, 0]
            return attention.attend(
                attention.split_heads(attention.query(x)),
                self._keys[index, :, :, : now + 1],
                self._values[index, :, :, : now + 1],
                None,
                probe=probe,
                site=f"{layer.site}.self",
            )

        def cross_attend(x: Tensor) -> Tensor:
            attention, site = layer.cross_attention, f"{layer.site}.cross"
            key, value = self._memory[index]  # [B, H, S, E]
            query = attention.query(x)  # [N, 1, H * E]
            if probe is not None:  # each row gets its own weights, [N, H, 1, S]
                key, value = (t.repeat_interleave(self._beam_size, dim=0) for t in (key, value))
                mask = self._memory_mask
                mask = mask.repeat_interleave(self._beam_size, dim=0) if mask is not None else None
                return attention.attend(attention.split_heads(query), key, value, mask, probe=probe, site=site)
            beam = query.view(key.shape[0], self._beam_size, -1)  # [B, R, H * E]
            output = attention.attend(attention.split_heads(beam), key, value, self._memory_mask)  # [B, R, D]
            return output.flatten(0, 1)[:, None]  # [N, 1, D]

        return Attentions(self_attend, cross_attend)

    def _rows(self) -> Rows:
        sentence = self._sentence.repeat_interleave(self._beam_size)
        hypothesis = torch.arange(self._beam_size, device=sentence.device).repeat(len(self._sentence))
        return Rows(sentence, hypothesis, self._length)

    def _grow(self) -> None:
        if self._length < self._keys.shape[3]:
            return
        self._keys, self._values = (
            torch.cat([buffer, buffer.new_empty(*buffer.shape[:3], _GROWTH, buffer.shape[4])], dim=3)
            for buffer in (self._keys, self._values)
        )
        self._share_memories()

    def _share_memories(self) -> None:
        """Give the step views of the buffers, which are new."""
        buffers = zip(self._keys.unbind(0), self._values.unbind(0), self._memory, strict=True)
        self._layer_memories = [LayerMemory(keys, values, *source) for keys, values, source in buffers]
