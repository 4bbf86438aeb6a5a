"""A tiny random model whose two vocabularies differ and whose special symbols have unusual ids.

Padding is also the start symbol, as in MarianMT; ids 0, 1 and 2, special in every tokenizer trained here, are words.
"""

from collections.abc import Iterable, Sequence

import torch

from core.checkpoint import Checkpoint
from core.config import ModelConfig, SpecialIds
from core.data.vocabulary import Encoded, Vocabularies
from core.model.transformer import Transformer
from core.translator import Translator

PAD = START = 11
END = 7
SOURCE_TOKENS = (
    *(" the", " a", " red", " green", " ho", "use", " cat", "</s>", " dog", " sees"),
    *("s", "<pad>", " big", " small", " no", " one", " two"),
)
TARGET_TOKENS = (
    *(" der", " die", " rot", "e", " grün", " Haus", " Katze", "</s>", " Hund", " sieht"),
    *(" groß", "<pad>", " kein"),
)
TEXTS = ["the red house", "a cat sees the big dogs", "two green cats", "no", "one small red dog sees a house"]


class ListedVocabulary:
    """Vocabulary of listed surfaces; text is split into the longest of them."""

    def __init__(self, surfaces: Sequence[str]) -> None:
        self._surfaces = surfaces

    @property
    def vocab_size(self) -> int:
        return len(self._surfaces)

    @property
    def special(self) -> SpecialIds:
        return SpecialIds(PAD, START, END)

    def encode(self, text: str, max_tokens: int | None = None) -> Encoded:
        rest, ids = " " + text if text else "", []
        while rest:
            token = max((token for token in self._surfaces if rest.startswith(token)), key=len)
            ids.append(self._surfaces.index(token))
            rest = rest.removeprefix(token)
        kept = ids if max_tokens is None else ids[: max_tokens - 1]
        return Encoded([*kept, END], len(kept) < len(ids))

    def encode_batch(self, texts: Sequence[str], max_tokens: int | None = None) -> list[Encoded]:
        return [self.encode(text, max_tokens) for text in texts]

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(self._surfaces[token] for token in ids if token not in (PAD, END)).strip()

    def surface(self, ids: Iterable[int]) -> list[str]:
        return [self._surfaces[token] for token in ids]


VOCABULARIES = Vocabularies(ListedVocabulary(SOURCE_TOKENS), ListedVocabulary(TARGET_TOKENS))


def random_model(tying: str = "none", **settings: object) -> Transformer:
    """The model; it would often generate padding if it could, and ends some of its sentences."""
    config = ModelConfig(
        vocab_size=len(SOURCE_TOKENS),
        target_vocab_size=len(TARGET_TOKENS),
        **{"d_model": 14, "num_layers": 2, "num_heads": 7, "d_ff": 11, "dropout": 0.0, "tying": tying, **settings},
        pad_id=PAD,
        start_id=START,
        end_id=END,
    )
    torch.manual_seed(5)
    model = Transformer(config).requires_grad_(False).eval()
    model.output_weight[PAD] = 2 * model.output_weight[6]
    model.output_weight[END] += 0.5
    if model.output_bias is not None:
        model.output_bias.copy_(torch.linspace(-0.5, 0.5, len(TARGET_TOKENS)))
    return model


def translator(tying: str = "none", **settings: object) -> Translator:
    """A translator around the model."""
    return Translator(Checkpoint(random_model(tying, **settings), VOCABULARIES, "en", "de"), "two")


def log_probs(model: Transformer, source: Sequence[int], target: Sequence[int]) -> torch.Tensor:
    """Log-probabilities of every next token after each token read, from one plain pass without padding: [T, V]."""
    with torch.no_grad():
        read = [START, *target[:-1]]
        return model(torch.tensor([list(source)]), torch.tensor([read]))[0].double().log_softmax(dim=-1)


def target_log_probs(model: Transformer, source: Sequence[int], target: Sequence[int]) -> list[float]:
    """Log-probability of each target token, in nats."""
    return log_probs(model, source, target)[range(len(target)), list(target)].tolist()
