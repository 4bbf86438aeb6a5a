"""A new vocabulary for trained weights: each new token begins as the mean of the tokens that it replaces.

So a model can go on with other text, whose words its old vocabulary would divide into many tokens (Gee et al. 2022,
Fast Vocabulary Transfer for Language Model Compression).

Shapes: V old tokens, W new tokens, D d_model.
"""

import itertools

import torch
import torch.nn.functional as F
from torch import Tensor

from core.checkpoint import Checkpoint
from core.data.tokenizer import Tokenizer
from core.errors import CoreError

_BY_TOKEN = {"encoder.embedding.weight", "decoder.embedding.weight", "output_weight", "output_bias"}


def with_vocabulary(checkpoint: Checkpoint, new: Tokenizer) -> dict[str, Tensor]:
    """Return the weights of a checkpoint for a new joint vocabulary, as a state dict.

    Args:
        checkpoint: with one joint vocabulary learned here.
        new: the vocabulary to go on with.

    Raises:
        CoreError: the checkpoint has two vocabularies, or one of another program.
    """
    old = checkpoint.vocabularies.source
    if checkpoint.vocabularies.target is not old or not isinstance(old, Tokenizer):
        raise CoreError(
            "run.other_vocabulary",
            "only a checkpoint with one vocabulary, learned by this program, can be given a new one",
        )
    replaced = [old.pieces(token) for token in new.tokens]
    ids = torch.tensor(list(itertools.chain.from_iterable(replaced)))
    starts = torch.tensor([0, *itertools.accumulate(map(len, replaced[:-1]))])  # [W]
    weights = dict(checkpoint.model.state_dict())
    for name in _BY_TOKEN & weights.keys():
        rows = weights[name].float().reshape(old.vocab_size, -1)  # [V, D], a bias [V, 1]
        found = F.embedding_bag(ids, rows, starts, mode="mean")  # [W, D]
        weights[name] = found if weights[name].dim() > 1 else found[:, 0]
    return weights
