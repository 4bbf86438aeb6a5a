"""Small trainers on the reverse task, equal except for what a test changes."""

from collections.abc import Callable

import pytest
import torch

from core.config import ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, EncodedPairs, FixedPairs, encode_pairs
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.model.transformer import Transformer
from core.training.trainer import Trainer, Validation
from tests.core.training.trainer.loop import QUIET, WIDTH


@pytest.fixture(scope="module")
def text() -> ParallelText:
    return task("reverse").pairs(101, 1, split="train")


@pytest.fixture(scope="module")
def tokenizer(text: ParallelText) -> Tokenizer:
    return Tokenizer.train(text.source, 283)


@pytest.fixture(scope="module")
def pairs(text: ParallelText, tokenizer: Tokenizer) -> EncodedPairs:
    return encode_pairs(Vocabularies.joint(tokenizer), text, 64)


Make = Callable[..., Trainer]


@pytest.fixture
def make(pairs: EncodedPairs, text: ParallelText, tokenizer: Tokenizer) -> Make:
    """Return a maker of trainers that differ only in the given settings."""

    def trainer(*, dropout: float = 0.0, validated: bool = False, **options: object) -> Trainer:
        values = {"max_steps": 7, "tokens_per_batch": 131, "warmup_steps": 5, **QUIET, **options}
        config = TrainingConfig(device="cpu", **values)
        torch.manual_seed(config.seed)
        model = Transformer(
            ModelConfig(
                vocab_size=283, d_model=WIDTH, num_layers=2, num_heads=7, d_ff=11, dropout=dropout, max_positions=97
            )
        )
        sampler = BatchSampler(FixedPairs(pairs), config.tokens_per_batch, config.seed)
        validation = Validation(text, pairs, Vocabularies.joint(tokenizer), "letters") if validated else None
        return Trainer(model, sampler, config, validation)

    return trainer
