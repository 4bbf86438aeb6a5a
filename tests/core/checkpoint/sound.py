"""A small valid model and its checkpoint."""

from pathlib import Path

import torch

from core.checkpoint import save_checkpoint
from core.config import ModelConfig
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.model.transformer import Transformer

SMALL = {"vocab_size": 263, "d_model": 14, "num_layers": 2, "num_heads": 7, "d_ff": 11}


def model(**options: object) -> Transformer:
    torch.manual_seed(2)
    return Transformer(ModelConfig(**{**SMALL, **options}))


def saved(folder: Path, transformer: Transformer, tokenizer: Tokenizer, **options: object) -> Path:
    save_checkpoint(
        folder,
        transformer.state_dict(),
        transformer.config,
        Vocabularies.joint(tokenizer),
        source_language="en",
        target_language="de",
        **options,
    )
    return folder
