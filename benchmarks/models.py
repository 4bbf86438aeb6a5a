"""The model that decoding benchmarks run: a checkpoint folder, or a fresh one of the tiny preset; and one that never
ends a sentence, so that lengths can be set."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from benchmarks.sentences import joint_tokenizer, made_up_text
from core.checkpoint import Checkpoint, load_checkpoint
from core.config import PRESETS
from core.data.tokenizer import EOS_ID
from core.data.vocabulary import Vocabularies
from core.model.transformer import Transformer

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "checkpoints" / "en-de"


@dataclass(frozen=True)
class Subject:
    """What is measured."""

    model: Transformer  # eval mode, no gradients
    vocabularies: Vocabularies
    trained: bool
    words: str  # a line that describes it

    @property
    def endless(self) -> Transformer:
        """The same weights in a model that never predicts the end symbol: its sentences end at the length limit."""
        model = EndlessTransformer(self.model.config)
        model.load_state_dict(self.model.state_dict())
        return model.requires_grad_(False).eval()

    def checkpoint(self, model: Transformer) -> Checkpoint:
        """A checkpoint around one of the two models."""
        return Checkpoint(model, self.vocabularies, "src", "tgt")


class EndlessTransformer(Transformer):
    """A Transformer that never ends a sentence."""

    def logits(self, states: Tensor) -> Tensor:
        """Decoder states [..., D] -> logits [..., V], -inf for the end symbol."""
        logits = super().logits(states)
        logits[..., EOS_ID] = -torch.inf
        return logits


def subject(folder: Path | None) -> Subject:
    """The model of a checkpoint folder, by default the one that ships; without it a fresh one of the tiny preset.

    Raises:
        CoreError: the given folder is not a checkpoint.
    """
    folder = folder or (SHIPPED if SHIPPED.is_dir() else None)
    if folder is not None:
        loaded = load_checkpoint(folder)
        words = f"model: {folder.name}, {loaded.model.config.num_parameters:,} parameters"
        return Subject(loaded.model, loaded.vocabularies, True, words)
    torch.manual_seed(1)
    model = Transformer(PRESETS["tiny"]).requires_grad_(False).eval()
    words = f"model: the tiny preset with fresh weights, {model.config.num_parameters:,} parameters"
    return Subject(model, Vocabularies.joint(joint_tokenizer(made_up_text(20_000))), False, words)
