"""Questions of "Inside the maths": the loaded model's own values, and what a lab measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.config import ModelConfig, TrainingConfig
from core.errors import CoreError
from core.service.requests import LabQuestion, TraceQuestion
from core.service.service import Service

if TYPE_CHECKING:
    from torch import Tensor

    from core.inspection.code import CodeListing
    from core.labs.shared.setting import Setting
    from core.model.embedding import Embedding

MAX_LAB_TOKENS = 160  # of a sentence
PAPER_STEPS = 100_000  # of the base model (section 5.2)
PAPER_BATCH = 25_000  # source tokens, and as many target tokens (section 5.1)
POSITIONS = 48  # of a learned table that are compared


class LabFacts(NamedTuple):
    """The loaded model, or the paper's base model without one."""

    checkpoint: str
    model: ModelConfig
    training: TrainingConfig
    last_step: int | None  # of its training; None if not recorded
    languages: tuple[str, str]
    examples: tuple[str, ...]
    id: str  # of the translation
    embedding_norm: float  # mean length of the source's embeddings times their factor; 0 without a model
    position_cosines: np.ndarray | None  # of the first rows of the encoder's learned positions, float32 [P, P]


def lab_bench(service: Service, asked: TraceQuestion) -> LabFacts:
    """Return the values that labs begin with.

    Args:
        service: has the model.
        asked: a translation; without one, an empty id.

    Raises:
        CoreError: the translation is no longer kept.
    """
    if not asked.id:
        training = TrainingConfig(tokens_per_batch=PAPER_BATCH)
        return LabFacts("", ModelConfig(), training, PAPER_STEPS, ("", ""), (), "", 0.0, None)
    card = service.library.card(service.request(asked.id).checkpoint)
    known = {
        name: value for name, value in card.part("training").items() if name in TrainingConfig.__dataclass_fields__
    }
    step = card.details.get("step")
    last_step = step if isinstance(step, int) else None
    pair = service.pair(asked.id)
    embedding = pair.translator.model.encoder.embedding
    return LabFacts(
        *(card.name, card.model, TrainingConfig(**known), last_step, card.languages, card.examples, asked.id),
        embedding_norm=_mean_norm(embedding, pair.source_ids),
        position_cosines=_cosines(embedding.positions[:POSITIONS]) if embedding.learned else None,
    )


def _mean_norm(embedding: Embedding, ids: Sequence[int]) -> float:
    """Return the mean length of the rows of ids times the factor."""
    rows = embedding.weight.detach()[list(ids)].float()
    return float(rows.norm(dim=-1).mean()) * embedding.scale


def _cosines(rows: Tensor) -> np.ndarray:
    """Return the cosine of each row with each other, [P, P]."""
    unit = rows.detach().float()
    unit = unit / unit.norm(dim=-1, keepdim=True).clamp_min(1e-12)
    return (unit @ unit.T).cpu().numpy()


def lab(service: Service, asked: LabQuestion) -> Mapping[str, Any]:
    """Return what a lab measures of the model and the translation.

    Raises:
        CoreError: see `core.labs.shared.run.lab_numbers`; or the sentences are longer than labs are answered for.
    """
    from core.labs.shared.run import lab_numbers

    return lab_numbers(asked.lab, setting_of(service, asked.id), asked.values)


def lab_code(service: Service, asked: LabQuestion) -> list[CodeListing]:
    """Return the functions of the core behind a lab, as they ran."""
    from core.labs.shared.run import lab_listings

    return lab_listings(asked.lab, setting_of(service, asked.id), asked.values)


def lab_cost(service: Service, asked: LabQuestion) -> float:
    """Return what a lab costs, as its module declares it."""
    from core.labs.shared.run import lab_cost as declared

    pair = service.pair(asked.id)
    fixed, each = declared(asked.lab)
    return fixed + each * (len(pair.source_ids) + len(pair.target_ids))


def setting_of(service: Service, id: str) -> Setting:
    """Return the translation at hand as labs and exercises take it.

    Raises:
        CoreError: its sentences are longer than these are answered for.
    """
    from core.labs.shared.setting import Setting

    pair = service.pair(id)
    longest = max(len(pair.source_ids), len(pair.target_ids))
    if longest > MAX_LAB_TOKENS:
        raise CoreError(
            "labs.size",
            "labs measure sentences of at most {limit} tokens; this one has {tokens}",
            limit=MAX_LAB_TOKENS,
            tokens=longest,
        )
    folder = service.library.folder(pair.request.checkpoint)
    return Setting(pair.translator, pair.request.text, pair.source_ids, pair.target_ids, folder)
