"""Every setting of the model, the data, the training and the decoding, with all defaults: see `core.settings`."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.errors import CoreError
from core.settings import Validated, setting

UNSHAPED = frozenset({"dropout", "attention_dropout"})  # settings of a model that its weights do not depend on
LAYER_NORM_EPS = 1e-6  # as tensor2tensor; torch's own default is 1e-5
MAX_PARAMETERS = 2_000_000_000  # a larger checkpoint is refused before anything is allocated
MAX_POSITION_TABLE = 2**26  # numbers in a table of sines and cosines, which is computed and not stored in a file

TaskName = Literal["copy", "reverse", "numbers"]
Activation = Literal["relu", "gelu", "swish"]


class SpecialIds(NamedTuple):
    """Ids of the special symbols; by default those of the tokenizers trained here."""

    pad: int = 0
    start: int = 1  # read by the decoder first; may be the padding symbol
    end: int = 2  # last token of every sentence


@dataclass(frozen=True)
class ModelConfig(Validated):
    """The shape of one Transformer (section 3); defaults are the paper's base model (Table 3)."""

    vocab_size: int = setting(37_000, "Size of the joint vocabulary, in tokens.", minimum=8, maximum=200_000)
    d_model: int = setting(512, "Width of embeddings and of every sub-layer's output.", minimum=2, maximum=8192)
    num_layers: int = setting(6, "Layers in the encoder and again in the decoder (N).", minimum=1, maximum=64)
    num_heads: int = setting(8, "Attention heads in each layer (h).", minimum=1, maximum=128)
    d_ff: int = setting(2048, "Inner width of the feed-forward sub-layer.", minimum=1, maximum=65_536)
    d_k: int | None = setting(
        None, "Width of a query and a key in one head; d_model / num_heads when left out.", minimum=1, maximum=8192
    )
    d_v: int | None = setting(
        None, "Width of a value in one head; d_model / num_heads when left out.", minimum=1, maximum=8192
    )
    dropout: float = setting(0.1, "Dropout on sub-layer outputs and embedding sums (5.4).", minimum=0.0, maximum=0.95)
    attention_dropout: float = setting(
        0.0, "Dropout on attention weights; not in the paper's text.", minimum=0.0, maximum=0.95
    )
    norm: Literal["post", "pre"] = setting(
        "post", "Layer normalisation after each residual sum (the paper) or before each sub-layer."
    )
    positions: Literal["sinusoidal", "learned"] = setting(
        "sinusoidal", "Positional encoding: the paper's sines and cosines (3.5) or a learned table."
    )
    max_positions: int = setting(
        1024, "Longest sequence, in tokens; the length of a learned position table.", minimum=8, maximum=65_536
    )
    tying: Literal["three-way", "two-way", "none"] = setting(
        "three-way",
        "Weights shared by source embedding, target embedding and output (3.4): all three, the last two, or none.",
    )
    scale_scores: bool = setting(True, "Divide attention scores by the square root of d_k (3.2.1).")
    num_decoder_layers: int | None = setting(
        None, "Layers in the decoder; as many as in the encoder when left out.", minimum=1, maximum=64, offered=False
    )
    decoder_d_ff: int | None = setting(
        None,
        "Inner width of the decoder's feed-forward sub-layers; d_ff when left out.",
        minimum=1,
        maximum=65_536,
        offered=False,
    )
    activation: Activation = setting(
        "relu", "Non-linearity of the feed-forward sub-layer: the paper's ReLU (Eq. 2), GELU or Swish.", offered=False
    )
    layer_norm_eps: float = setting(
        LAYER_NORM_EPS, "Added to the variance by layer normalisation.", minimum=1e-12, maximum=0.1, offered=False
    )
    scale_embedding: bool = setting(
        True, "Multiply token embeddings by the square root of d_model (3.4).", offered=False
    )
    output_bias: bool = setting(False, "Add a bias to the logits; the paper has none.", offered=False)
    target_vocab_size: int | None = setting(
        None,
        "Size of the target vocabulary, in tokens; one joint vocabulary when left out.",
        minimum=8,
        maximum=200_000,
        offered=False,
    )
    pad_id: int = setting(SpecialIds().pad, "Id of the padding symbol.", minimum=0, maximum=199_999, offered=False)
    start_id: int = setting(
        SpecialIds().start, "Id of the symbol that the decoder reads first.", minimum=0, maximum=199_999, offered=False
    )
    end_id: int = setting(
        SpecialIds().end, "Id of the last symbol of every sentence.", minimum=0, maximum=199_999, offered=False
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_vocabularies()
        if self.d_model % 2:
            raise CoreError(
                "config.odd_d_model",
                "d_model ({d_model}) must be even: the positional encoding pairs a sine with a cosine",
                d_model=self.d_model,
            )
        if (self.d_k is None or self.d_v is None) and self.d_model % self.num_heads:
            raise CoreError(
                "config.heads",
                "d_model ({d_model}) must be divisible by num_heads ({num_heads}), or d_k and d_v must be given",
                d_model=self.d_model,
                num_heads=self.num_heads,
            )
        if self.num_parameters > MAX_PARAMETERS:
            raise CoreError(
                "config.too_large",
                "this model would have {parameters:,} parameters; at most {limit:,} are allowed",
                parameters=self.num_parameters,
                limit=MAX_PARAMETERS,
            )
        if self.positions == "sinusoidal" and self.max_positions * self.d_model > MAX_POSITION_TABLE:
            raise CoreError(
                "config.position_table",
                "max_positions ({max_positions:,}) times d_model ({d_model:,}) must be at most {limit:,}",
                max_positions=self.max_positions,
                d_model=self.d_model,
                limit=MAX_POSITION_TABLE,
            )

    @property
    def output_size(self) -> int:
        """Size of the target vocabulary, in tokens."""
        return self.target_vocab_size or self.vocab_size

    @property
    def special(self) -> SpecialIds:
        """Ids of padding, start and end."""
        return SpecialIds(self.pad_id, self.start_id, self.end_id)

    @property
    def never_generated(self) -> tuple[int, ...]:
        """Target ids that no translation holds: padding, and the start symbol unless it is the end symbol."""
        return tuple(sorted({self.pad_id, self.start_id} - {self.end_id}))

    @property
    def decoder_layers(self) -> int:
        """Layers in the decoder."""
        return self.num_decoder_layers or self.num_layers

    @property
    def decoder_inner(self) -> int:
        """Inner width of the decoder's feed-forward sub-layers."""
        return self.decoder_d_ff or self.d_ff

    def layers(self, kind: str) -> int:
        """Return the layers that have a kind of attention, or of a stack: `encoder`, `decoder` or `cross`."""
        return self.num_layers if kind == "encoder" else self.decoder_layers

    @property
    def total_heads(self) -> int:
        """Attention heads of the whole model, of all three kinds."""
        return (self.num_layers + 2 * self.decoder_layers) * self.num_heads

    @property
    def query_width(self) -> int:
        """d_k: width of a query and a key in one head."""
        return self.d_k or self.d_model // self.num_heads

    @property
    def value_width(self) -> int:
        """d_v: width of a value in one head."""
        return self.d_v or self.d_model // self.num_heads

    @property
    def num_parameters(self) -> int:
        """Parameters of this model, counted without building it; biases everywhere but, by default, on the output."""
        d, heads = self.d_model, self.num_heads
        attention = 2 * (d + 1) * heads * self.query_width + (d + 1) * heads * self.value_width
        attention += heads * self.value_width * d + d
        norm = 2 * d
        encoder = self.num_layers * (attention + _feed_forward_parameters(d, self.d_ff) + 2 * norm)
        decoder = self.decoder_layers * (2 * attention + _feed_forward_parameters(d, self.decoder_inner) + 3 * norm)
        final_norms = 2 * norm if self.norm == "pre" else 0
        bias = self.output_size if self.output_bias else 0
        return encoder + decoder + final_norms + bias + self.num_embedding_parameters

    @property
    def num_embedding_parameters(self) -> int:
        """Parameters of both embeddings, of the output and of learned positions, each shared matrix counted once."""
        of_target = {"three-way": 0, "two-way": 1, "none": 2}[self.tying]
        rows = self.vocab_size + of_target * self.output_size
        learned = 2 * self.max_positions if self.positions == "learned" else 0
        return (rows + learned) * self.d_model

    def _check_vocabularies(self) -> None:
        """Refuse vocabularies that cannot share a matrix, and special symbols outside the vocabulary."""
        if self.tying == "three-way" and self.output_size != self.vocab_size:
            raise CoreError(
                "config.two_vocabularies",
                "tying three-way needs one vocabulary, not {source:,} source and {target:,} target tokens",
                source=self.vocab_size,
                target=self.output_size,
            )
        smaller = min(self.vocab_size, self.output_size)
        for name, id, size in (
            ("pad_id", self.pad_id, smaller),
            ("start_id", self.start_id, self.output_size),
            ("end_id", self.end_id, smaller),
        ):
            if id >= size:
                raise CoreError(
                    "config.special_id",
                    "{name} ({id:,}) must be below the size of the vocabulary ({size:,})",
                    name=name,
                    id=id,
                    size=size,
                )
        if self.pad_id == self.end_id:
            raise CoreError("config.end_is_padding", "end_id and pad_id must differ, not both be {id}", id=self.end_id)


def _feed_forward_parameters(width: int, inner: int) -> int:
    return 2 * width * inner + inner + width


@dataclass(frozen=True)
class DataConfig(Validated):
    """Training data of a model: a generated task, a known corpus, or parallel text in files (5.1)."""

    task: TaskName | None = setting(None, "A generated task instead of files: no data is needed.")
    corpus: str | None = setting(
        None, "A known corpus by name instead of files (python -m core data list), or hub:OWNER/NAME."
    )
    src: str | None = setting(None, "Source sentences, one per line; or one .tsv, .csv or .jsonl with both sides.")
    tgt: str | None = setting(None, "Target sentences, line by line parallel to the source.")
    valid_src: str | None = setting(None, "Source sentences for validation (or one table with both sides).")
    valid_tgt: str | None = setting(None, "Target sentences for validation.")
    hold_out: bool = setting(
        False,
        "Hold out pairs of src for validation, one in 50, at most 500; usual for a table without valid_src.",
    )
    guided_alignment: str | None = setting(
        None, "Word links of the training pairs in Pharaoh format (i-j, from 0): one cross-attention head learns them."
    )
    src_column: str | None = setting(None, "Table column with the source.")
    tgt_column: str | None = setting(None, "Table column with the target.")
    src_lang: str = setting("src", "Language code of the source, such as en.")
    tgt_lang: str = setting("tgt", "Language code of the target, such as de.")
    unescape: bool = setting(True, "Resolve HTML entities such as &amp; on both sides.")
    max_tokens: int = setting(
        256, "Longest sentence in training, in tokens with its end symbol; longer pairs are left out.", minimum=4
    )
    vocab_pairs: int = setting(
        1_000_000, "Most pairs to learn the vocabulary from, evenly spread over the text.", minimum=1000
    )
    task_pairs: int = setting(20_000, "Fresh pairs per epoch of a generated task.", minimum=16)
    valid_pairs: int = setting(500, "Validation pairs of a generated task.", minimum=1, maximum=100_000)


@dataclass(frozen=True)
class TrainingConfig(Validated):
    """Settings of training (5.2 to 5.4)."""

    seed: int = setting(1, "Seed of weights, shuffling and dropout.", minimum=0, maximum=2**31 - 1)
    max_steps: int = setting(100_000, "Most optimiser steps.", minimum=1, maximum=100_000_000)
    max_epochs: int | None = setting(None, "Most passes over the training pairs.", minimum=1)
    max_minutes: float | None = setting(
        None,
        "Most minutes by the clock: steps, validations and checkpoints, summed over all starts of the run.",
        minimum=0.001,
    )
    tokens_per_batch: int = setting(
        4096, "Most padded target tokens per batch (and likewise source tokens).", minimum=16, maximum=1_000_000
    )
    accumulate: int = setting(1, "Batches whose gradients are added up for one step.", minimum=1, maximum=1024)
    warmup_steps: int = setting(4000, "Steps over which the rate rises (Eq. 3).", minimum=1, maximum=1_000_000)
    rate_factor: float = setting(1.0, "Factor on the learning rate of Eq. 3.", minimum=1e-6, maximum=1e3)
    cooldown_steps: int = setting(
        0,
        "Last steps before max_steps over which the rate falls linearly to zero; not in the paper.",
        minimum=0,
    )
    label_smoothing: float = setting(0.1, "Label smoothing epsilon (5.4).", minimum=0.0, maximum=0.95)
    bpe_dropout: float = setting(
        0.0,
        "Probability with which a byte-pair merge is left out in training, drawn anew each epoch; not in the paper.",
        minimum=0.0,
        maximum=0.9,
    )
    guided_layer: int | None = setting(
        None,
        "With guided_alignment: decoder layer of the head that learns the links; the last but one when left out.",
        minimum=1,
        maximum=64,
    )
    guided_head: int = setting(1, "With guided_alignment: the head that learns the links.", minimum=1, maximum=128)
    guided_weight: float = setting(
        0.05, "With guided_alignment: weight of its loss (Garg et al. 2019: 0.05).", minimum=0.0, maximum=100.0
    )
    adam_beta1: float = setting(0.9, "Adam's first decay rate (5.3).", minimum=0.0, maximum=0.999999)
    adam_beta2: float = setting(0.98, "Adam's second decay rate (5.3).", minimum=0.0, maximum=0.999999)
    adam_eps: float = setting(1e-9, "Adam's epsilon (5.3).", minimum=1e-16, maximum=1.0)
    weight_decay: float = setting(
        0.0,
        "Share of each weight, times the rate, that every step takes away (AdamW); 0 is the paper's Adam.",
        minimum=0.0,
        maximum=1.0,
    )
    clip_norm: float | None = setting(None, "Clip the gradient to this norm; not in the paper.", minimum=1e-6)
    precision: Literal["auto", "float32", "bfloat16"] = setting(
        "auto",
        "Arithmetic of the matrix products; auto is bfloat16 if the processor supports it.",
    )
    device: Literal["auto", "cpu", "cuda"] = setting("auto", "Where to train; auto takes a GPU if there is one.")
    compile: bool = setting(
        False, "Train through torch.compile, with batches padded to a few lengths: slow to start, then fast on a GPU."
    )
    validate_every: int = setting(500, "Steps between validations.", minimum=1)
    checkpoint_every: int = setting(500, "Steps between checkpoints.", minimum=1)
    keep_checkpoints: int = setting(5, "Number of newest checkpoints to keep.", minimum=1, maximum=1000)
    report_every: int = setting(20, "Steps between reports of loss and speed.", minimum=1)
    validation_sentences: int = setting(
        200, "Validation sentences translated (greedy) for BLEU at each validation; 0 for none.", minimum=0
    )
    sample_sentences: int = setting(3, "Validation sentences shown with their translation.", minimum=0, maximum=50)
    snapshot_sentences: int = setting(
        3,
        "Short validation sentences whose attention is recorded at validations, for replay; 0 for none.",
        minimum=0,
        maximum=8,
    )
    patience: int | None = setting(
        None, "Stop after this many validations without a better validation loss.", minimum=1
    )
    average_last: int = setting(
        5, "Checkpoints whose average becomes the final checkpoint (6.1).", minimum=1, maximum=1000
    )


@dataclass(frozen=True)
class DecodingConfig(Validated):
    """Settings of search (6.1)."""

    beam_size: int = setting(4, "Hypotheses kept at each step; 1 is greedy search.", minimum=1, maximum=64)
    alpha: float = setting(0.6, "Exponent of the length penalty ((5 + n) / 6)^alpha.", minimum=0.0, maximum=5.0)
    max_extra_tokens: int = setting(50, "Longest output: the input's tokens plus this many.", minimum=0, maximum=1024)
    nbest: int = setting(1, "Hypotheses returned, best first; at most beam_size.", minimum=1, maximum=64)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nbest > self.beam_size:
            raise CoreError(
                "config.nbest",
                "nbest ({nbest}) must not be larger than beam_size ({beam_size})",
                nbest=self.nbest,
                beam_size=self.beam_size,
            )


# Table 3's base and big; tiny and small are this project's own sizes for a laptop.
PRESETS: dict[str, ModelConfig] = {
    "tiny": ModelConfig(vocab_size=8000, d_model=128, num_layers=4, num_heads=4, d_ff=512, dropout=0.3),
    "small": ModelConfig(vocab_size=10_000, d_model=256, num_layers=4, num_heads=8, d_ff=1024, dropout=0.3),
    "base": ModelConfig(),
    "big": ModelConfig(d_model=1024, num_heads=16, d_ff=4096, dropout=0.3),
}
DEFAULT_PRESET = "tiny"


class Recipe(NamedTuple):
    """A complete training by name: model, data and training settings."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig


RECIPES: dict[str, Recipe] = {
    # A model whose every number fits on a sheet of paper; it learns to copy letters in less than a minute.
    "toy": Recipe(
        ModelConfig(vocab_size=300, d_model=8, num_layers=1, num_heads=2, d_ff=16, dropout=0.0, max_positions=64),
        DataConfig(task="copy", max_tokens=64),
        TrainingConfig(
            tokens_per_batch=512,
            warmup_steps=150,
            rate_factor=0.7,
            label_smoothing=0.0,
            max_steps=2000,
            validate_every=500,
            checkpoint_every=500,
            average_last=1,
        ),
    ),
    # The paper's base model as tutorials train it on TED talks: a joint vocabulary of 10,000, bfloat16, accumulation
    # and weight decay.
    "iwslt2017-en-zh": Recipe(
        ModelConfig(vocab_size=10_000),
        DataConfig(corpus="iwslt2017-en-zh"),
        TrainingConfig(precision="bfloat16", accumulate=8, max_epochs=40, warmup_steps=2000, weight_decay=0.01),
    ),
}
