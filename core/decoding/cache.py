"""Decoding one step at a time, with the keys and values of earlier steps cached.

Shapes: B sentences, R hypotheses per sentence (the beam), N = B * R rows, S source, T positions so far, L layers,
H heads, E d_k, V d_v.

The source's keys and values are projected once per sentence and shared by its beam: the R hypotheses are R query
positions of one attention.
"""

from collections.abc import Sequence
from functools import partial
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.decoding.step import LayerMemory, decoder_step
from core.errors import CoreError
from core.model.layers import Attentions, DecoderLayer
from core.model.probe import Probe, Rows
from core.model.transformer import Transformer

_GROWTH = 32  # positions by which the buffers grow


def without_gaps(kept: Sequence[int]) -> list[int]:
    """Order the kept places of a row so that as few as possible change: the last fill the gaps of those that left.

    Examples:
        >>> without_gaps([0, 2, 3, 5])
        [0, 5, 2, 3]
    """
    staying = {place for place in kept if place < len(kept)}
    moving = [place for place in kept if place >= len(kept)]
    return [place if place in staying else moving.pop() for place in range(len(kept))]


class DecoderCache:
    """The decoder's cached keys and values during one search."""

    def __init__(
        self,
        model: Transformer,
        memory: Float[Tensor, "B S D"],
        memory_mask: Bool[Tensor, "B 1 1 S"] | None,
        beam_size: int,
    ) -> None:
        """Project the source.

        Args:
            model: in eval mode.
            memory: encoder output.
            memory_mask: True = may attend; None without padding.
            beam_size: hypotheses per sentence, R.
        """
        self._model = model
        self._beam_size = beam_size
        self._memory_mask = memory_mask
        layers = [cast(DecoderLayer, layer) for layer in model.decoder.layers]
        self._memory: list[tuple[Tensor, Tensor]] = [layer.cross_attention.project_memory(memory) for layer in layers]
        config, rows = model.config, memory.shape[0] * beam_size
        heads = config.num_heads
        self._keys = memory.new_empty(len(layers), rows, heads, 0, config.query_width)  # [L, N, H, capacity, E]
        self._values = memory.new_empty(len(layers), rows, heads, 0, config.value_width)
        self._sentence = torch.arange(memory.shape[0], device=memory.device)
        self._length = 0
        self._plain_step = decoder_step(model)
        self._layer_memories: list[LayerMemory] = []

    @property
    def length(self) -> int:
        """Number of positions decoded so far, T."""
        return self._length

    @property
    def device(self) -> torch.device:
        """Device of the keys and values."""
        return self._keys.device

    def begin(self, ids: Int[Tensor, " B"], probe: Probe | None = None) -> Float[Tensor, "B V"]:
        """Read the first token once per sentence; each of its hypotheses continues from there.

        Args:
            ids: of sentence b.
            probe: sees the rows of `step`, which are equal for all hypotheses of a sentence.

        Returns:
            Logits of the second token.
        """
        beam = self._beam_size
        if beam == 1 or probe is not None:
            return self.step(ids.repeat_interleave(beam), probe)[::beam]
        self._grow()
        once = [
            memory._replace(keys=memory.keys[::beam], values=memory.values[::beam]) for memory in self._layer_memories
        ]
        logits = self._plain_step(ids, 0, once, self._memory_mask)
        for buffer in (self._keys, self._values):  # [L, N, H, capacity, E]
            layers, _, heads, _, width = buffer.shape
            first = buffer.select(3, 0).view(layers, -1, beam, heads, width)  # [L, B, R, H, E]
            first[:, :, 1:] = first[:, :, :1]
        self._length = 1
        return logits

    def step(self, ids: Int[Tensor, " N"], probe: Probe | None = None) -> Float[Tensor, "N V"]:
        """Read one token per row and return the logits of the next.

        Args:
            ids: row b * R + r is hypothesis r of sentence b.
            probe: sees weights [N, H, 1, K] at every attention.

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
            logits = self._plain_step(ids, self._length, self._layer_memories, self._memory_mask)
            self._length += 1
            return logits
        probe.rows(self._rows())
        attentions = partial(self._attentions, probe)
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
        for buffer in (self._keys, self._values):  # [L, N, H, capacity, E]
            past = buffer[:, :, :, : self._length]
            past[:, moved] = past[:, origins]  # index_select would copy all of the past first

    def keep(self, sentences: Sequence[int]) -> None:
        """Keep these sentences (indices into the present ones) in this order; copy those that change their place."""
        moved = [place for place, sentence in enumerate(sentences) if place != sentence]
        count, beam, device = len(sentences), self._beam_size, self.device
        if moved:
            places, origins = torch.tensor([moved, [sentences[place] for place in moved]], device=device)
            beams = torch.arange(beam, device=device)
            rows, from_rows = ((at[:, None] * beam + beams).flatten() for at in (places, origins))
            for buffer in (self._keys, self._values):  # [L, N, H, capacity, E]
                past = buffer[:, :, :, : self._length]
                past[:, rows] = past[:, from_rows]  # index_select would copy the whole buffer first
            for source in (tensor for pair in self._memory for tensor in pair):  # [B, H, S, E]
                source[places] = source[origins]
        self._keys, self._values = self._keys[:, : count * beam], self._values[:, : count * beam]
        self._memory = [(keys[:count], values[:count]) for keys, values in self._memory]
        self._share_memories()
        kept = torch.tensor(sentences, device=device)
        self._sentence = self._sentence.index_select(0, kept)
        if self._memory_mask is not None:
            self._memory_mask = self._memory_mask.index_select(0, kept)

    def _attentions(self, probe: Probe, index: int, layer: DecoderLayer) -> Attentions:
        return Attentions(
            partial(self._self_attend, probe, index, layer), partial(self._cross_attend, probe, index, layer)
        )

    def _self_attend(self, probe: Probe, index: int, layer: DecoderLayer, states: Tensor) -> Tensor:
        attention, now = layer.self_attention, self._length
        key, value = attention.project_memory(states)  # [N, H, 1, E]
        self._keys[index, :, :, now] = key[:, :, 0]
        self._values[index, :, :, now] = value[:, :, 0]
        return attention.attend(
            attention.split_heads(attention.query(states)),
            self._keys[index, :, :, : now + 1],
            self._values[index, :, :, : now + 1],
            None,
            probe=probe,
            site=f"{layer.site}.self",
        )

    def _cross_attend(self, probe: Probe, index: int, layer: DecoderLayer, states: Tensor) -> Tensor:
        """Attend to the source; each row gets its own weights, [N, H, 1, S]."""
        attention, mask = layer.cross_attention, self._memory_mask
        key, value = (memory.repeat_interleave(self._beam_size, dim=0) for memory in self._memory[index])
        return attention.attend(
            attention.split_heads(attention.query(states)),
            key,
            value,
            mask.repeat_interleave(self._beam_size, dim=0) if mask is not None else None,
            probe=probe,
            site=f"{layer.site}.cross",
        )

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
