"""Subjects of handouts from small models with random weights."""

import dataclasses

import torch

from core.config import ModelConfig
from core.inspection.forced import read_ids
from core.inspection.worked_example import Place, worked_example
from core.model.transformer import Transformer
from viz.handouts import Subject

CONFIG = ModelConfig(
    vocab_size=16, d_model=12, num_layers=2, num_heads=3, d_ff=20, d_k=5, d_v=6, max_positions=32, dropout=0.3
)
SOURCE, TARGET = (5, 9, 4, 7, 2), (6, 8, 3, 2)
PLACES = (Place("encoder", 1, 2, 3), Place("decoder", 1, 0, 2), Place("cross", 0, 1, 1))


def built(**changes: object) -> Transformer:
    """Return a model with random weights, biases and gains."""
    torch.manual_seed(4)
    model = Transformer(dataclasses.replace(CONFIG, **changes)).eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    return model


def subject_of(model: Transformer, place: Place) -> Subject:
    """Return a row of one head of a model."""
    read = tuple(read_ids(TARGET, model.config.start_id))
    return Subject(
        example=worked_example(model, SOURCE, TARGET, place),
        checkpoint="small",
        sentence="=1+1 <b>four</b> words",
        translation="four",
        source_ids=SOURCE,
        read_ids=read,
        source_tokens=("=1+1", "<b>", "▁four", '"', "</s>"),
        read_tokens=("<s>", "▁a", "'b'", "c\\"),
        written_tokens=("▁a", "'b'", "c\\", "</s>"),
    )
