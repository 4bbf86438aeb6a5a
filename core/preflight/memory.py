"""Size of a training: parameters by part, and the memory of a step. Loads no torch.

Shapes: B sentences, S source and T target positions of a batch, D d_model, V vocabulary.
"""

from typing import NamedTuple

from core.config import ModelConfig

PROGRAM_BYTES = 500_000_000  # torch and the other libraries, measured on Linux with the CPU build
FLOAT_BYTES = 4  # of a float32 number
# oneDNN makes a kernel for each shape of a matrix product in bfloat16 and keeps the most recently used. After 1,000
# kernels resident memory had grown by 1.1 to 2.6 MB for each, over three sizes of model on an AMD EPYC.
KERNEL_BYTES = 2_000_000
KERNELS_KEPT = 1024  # oneDNN's default of ONEDNN_PRIMITIVE_CACHE_CAPACITY
KERNELS_A_ROW_COUNT = 9  # products of a layer of either stack, forward and backward, with different shapes
KERNELS_OF_THE_LOSS = 12  # its three products, each with four numbers of rows


class ParameterCounts(NamedTuple):
    """Parameters by part; their sum is `ModelConfig.num_parameters`."""

    embeddings: int  # including learned positions and a separate output matrix
    encoder_attention: int
    encoder_feed_forward: int
    decoder_attention: int
    cross_attention: int
    decoder_feed_forward: int
    norms: int

    @property
    def total(self) -> int:
        """Return the number of all parameters."""
        return sum(self)


class Memory(NamedTuple):
    """Bytes that a step of training uses, in addition to the program itself."""

    weights: int
    gradients: int
    moments: int  # Adam's two
    activations: int  # estimated: what the layers keep of the largest batch for the backward pass, in float32
    kernels: int = 0  # estimated: oneDNN's kernels for products in bfloat16 on a CPU; 0 elsewhere

    @property
    def total(self) -> int:
        """Sum of all parts."""
        return sum(self)


class BatchShape(NamedTuple):
    """A padded batch."""

    sentences: int
    source: int  # positions, the longest sentence's tokens
    target: int


def count_parameters(model: ModelConfig) -> ParameterCounts:
    """Return parameters by part, with biases everywhere but on the output (as `ModelConfig.num_parameters`)."""
    d, heads = model.d_model, model.num_heads
    keys, values = heads * model.query_width, heads * model.value_width
    encoder, decoder = model.num_layers, model.decoder_layers
    attention = 2 * (d + 1) * keys + (d + 1) * values + (values + 1) * d
    norms = 2 * encoder + 3 * decoder + (2 if model.norm == "pre" else 0)
    return ParameterCounts(
        embeddings=model.num_embedding_parameters,
        encoder_attention=encoder * attention,
        encoder_feed_forward=encoder * ((d + 1) * model.d_ff + (model.d_ff + 1) * d),
        decoder_attention=decoder * attention,
        cross_attention=decoder * attention,
        decoder_feed_forward=decoder * ((d + 1) * model.decoder_inner + (model.decoder_inner + 1) * d),
        norms=norms * 2 * d,
    )


def kernel_bytes(row_counts: int, capacity: int = KERNELS_KEPT) -> int:
    """Return the bytes of the kernels that a training in bfloat16 on a CPU accumulates.

    Args:
        row_counts: number of different row counts of the padded batches, both sides together.
        capacity: most kernels kept.
    """
    return KERNEL_BYTES * min(capacity, KERNELS_A_ROW_COUNT * row_counts + KERNELS_OF_THE_LOSS)


def memory_of_a_step(model: ModelConfig, batch: BatchShape) -> Memory:
    """Return the bytes that a step on this batch uses.

    Weights, gradients and moments are exact for float32. Activations are counted as the layers keep them: the input of
    every projection and normalisation, queries, keys, values and their result, the feed-forward's hidden layer, and
    dropout's results; attention weights only with attention dropout, since the fused kernel keeps none. bfloat16 needs
    less.
    """
    d, keys, values = model.d_model, model.num_heads * model.query_width, model.num_heads * model.value_width
    dropped = d if model.dropout else 0
    attention = 2 * d + dropped + 2 * keys + 3 * values  # per position: input, sum, dropout; q, k, v, heads twice
    feed_forward = 2 * d + dropped
    source, target = batch.sentences * batch.source, batch.sentences * batch.target
    floats = model.num_layers * source * (attention + feed_forward + model.d_ff)
    floats += model.decoder_layers * target * (attention + feed_forward + model.decoder_inner)
    floats += model.decoder_layers * (
        target * (2 * d + dropped + keys + 2 * values) + source * (keys + values)
    )  # cross
    floats += (source + target) * dropped + 2 * target * d  # embeddings; kept by the loss
    if model.attention_dropout:
        squares = model.num_layers * batch.source**2
        squares += model.decoder_layers * (batch.target**2 + batch.target * batch.source)
        floats += 3 * model.num_heads * batch.sentences * squares
    loss = model.output_size * d + 4_000_000  # the output matrix's gradient, and the logits of a slice
    own = FLOAT_BYTES * model.num_parameters
    return Memory(own, own, 2 * own, FLOAT_BYTES * (floats + loss))
