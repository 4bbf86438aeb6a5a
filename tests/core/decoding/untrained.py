"""Helpers for the search tests: an untrained model, sources for it, and parts of its results."""

from collections.abc import Sequence

import torch

from core.config import DecodingConfig, ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID
from core.decoding.hypothesis import Hypothesis, SearchResult
from core.model.transformer import Transformer

GREEDY = DecodingConfig(beam_size=1)


def model(vocabulary: int = 31, *, sharpness: float = 2.0, seed: int = 6, **options: object) -> Transformer:
    """An untrained model whose distributions are not flat, so that sequences differ and end."""
    torch.manual_seed(seed)
    config = {"vocab_size": vocabulary, "d_model": 14, "num_layers": 2, "num_heads": 7, "d_ff": 13, "tying": "none"}
    transformer = Transformer(ModelConfig(**{**config, "max_positions": 128, **options})).eval().requires_grad_(False)
    transformer.output_weight.mul_(sharpness)
    transformer.decoder.layers[-1].feed_forward_residual.norm.bias.fill_(0.3)
    transformer.output_weight[EOS_ID] += 1.2  # 14 * 0.3 * 1.2 on the end symbol's logit
    return transformer


def sentences(count: int, vocabulary: int = 31, longest: int = 13) -> list[list[int]]:
    generator = torch.Generator().manual_seed(count)
    lengths = torch.randint(1, longest, (count,), generator=generator).tolist()
    return [[*torch.randint(3, vocabulary, (n,), generator=generator).tolist(), EOS_ID] for n in lengths]


def best(results: Sequence[SearchResult]) -> list[Hypothesis]:
    return [result.hypotheses[0] for result in results]


def forced_log_probs(transformer: Transformer, source: Sequence[int], ids: Sequence[int]) -> list[float]:
    """Log-probability of each token by one teacher-forced pass."""
    read = torch.tensor([[BOS_ID, *ids[:-1]]])
    log_probs = transformer(torch.tensor([list(source)]), read)[0].double()
    log_probs = log_probs.log_softmax(dim=-1)
    return [log_probs[step, token].item() for step, token in enumerate(ids)]
