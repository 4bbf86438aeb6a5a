"""Training steps with real numbers on two sentence pairs: loss, gradient, Adam's moments and update (section 5).

Loss, schedule and optimiser are those of a training; the steps move a copy of the model. Dropout is off, so that the
same question has the same answer; Adam's moments begin at zero, as a checkpoint does not keep them; gradients are not
clipped.

Shapes: N target tokens of both pairs, L layers of both stacks, A attentions, H heads, Q/K query/key positions.
"""

import copy
from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn
from torch.linalg import vector_norm

from core.attention_kinds import Kind, attention_sizes
from core.config import DecodingConfig, ModelConfig, TrainingConfig
from core.data.batching import Batch
from core.errors import CoreError
from core.labs.shared.attentions import SiteRecorder, site_of
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.attention import MultiHeadAttention
from core.model.embedding import Embedding
from core.model.transformer import Transformer
from core.training.adam import Adam
from core.training.loss import smoothed_cross_entropy
from core.training.schedule import learning_rate

MOST_PARAMETERS = 300_000_000  # a copy, its gradient and both moments: 16 bytes each
MOST_WORK = 6e10  # steps x parameters x tokens: about four seconds on two cores
ADDED_TOKENS = 40  # of the work: what the optimiser and the gradient of the embedding cost for each parameter
SEED = 1  # of a fresh model's weights
PARTS = ("self", "cross", "feed_forward", "norms")  # of a layer
COST = (2000, 0)


class Values(_Values):
    """The weights, the number of steps, and the head whose gradient and attention are shown."""

    model: Literal["loaded", "fresh"]
    steps: Annotated[int, Field(ge=1, le=100)]
    at: Annotated[int, Field(ge=1, le=1_000_000)]  # of the schedule: step of the first update
    kind: Kind
    layer: Annotated[int, Field(ge=0, lt=64)]
    head: Annotated[int, Field(ge=0, lt=128)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Train a copy of the model for some steps on the translation at hand and a second pair.

    Returns:
        `pairs`, their tokens; `losses`, the smoothed loss before each step and after the last, nats per token; `tokens`
        `before` and `after` all steps, the `smoothed`, `plain` and `uniform` loss of each label, float [N];
        `attention` `before` and `after`, of the chosen head for the first pair, float [Q, K]; `rule`, the values of
        Eq. 3, and `adam`, those of the optimiser; and what `_first_step` returns.

    Raises:
        CoreError: the model does not have this head, or it is too large.
    """
    layer, head = setting.head(values.layer, values.head, values.kind)
    parameters = setting.model.config.num_parameters
    if parameters > MOST_PARAMETERS:
        raise CoreError(
            "labs.parameters",
            "training steps are taken here with models of at most {limit:,} parameters; this one has {parameters:,}",
            limit=MOST_PARAMETERS,
            parameters=parameters,
        )
    model, (batch, pairs), config = copied(setting.model, values.model), _two_pairs(setting), _training(setting)
    tokens = batch.source.numel() + batch.target_read.numel() + ADDED_TOKENS
    steps = min(values.steps, max(1, int(MOST_WORK / (parameters * tokens))))
    optimiser = Adam(model.parameters(), betas=(config.adam_beta1, config.adam_beta2), eps=config.adam_eps)
    epsilon, width, seen = config.label_smoothing, model.config.d_model, _Seen(site_of(values.kind, layer))
    start, attention = _token_losses(model, batch, epsilon, seen), seen.first(head, setting, values.kind)
    first, losses, found = [one.detach().clone() for one in model.parameters()], [], dict[str, Any]()
    for step in range(values.at, values.at + steps):
        losses.append(train_step(model, batch, optimiser, step, config))
        if step == values.at:
            found = _first_step(model, first, optimiser, seen.site, head)
    end = _token_losses(model, batch, epsilon, seen)
    return {
        **found,
        "rate": learning_rate(values.at, width, config.warmup_steps, config.rate_factor),
        "pairs": pairs,
        "losses": [*losses, float(end["smoothed"].mean())],
        "tokens": {"before": start, "after": end},
        "attention": {"before": attention, "after": seen.first(head, setting, values.kind)},
        "epsilon": epsilon,
        "vocabulary": model.config.output_size,
        "rule": {"factor": config.rate_factor, "d_model": width, "warmup": config.warmup_steps, "step": values.at},
        "adam": {"beta1": config.adam_beta1, "beta2": config.adam_beta2, "eps": config.adam_eps},
    }


def train_step(model: Transformer, batch: Batch, optimiser: Adam, step: int, config: TrainingConfig) -> float:
    """Take one step: forward pass, smoothed loss, backward pass, Adam; return the loss in nats per token."""
    optimiser.zero_grad()
    states = model.states(batch.source, batch.target_read)  # [B, T, D]
    predicting = states.flatten(0, 1)[batch.predicted]  # [N, D], without padding
    labels = batch.target_predicted.flatten()[batch.predicted]  # [N]
    sums = smoothed_cross_entropy(predicting, model.output_weight, labels, config.label_smoothing, model.output_bias)
    loss = sums.smoothed / batch.tokens
    loss.backward()
    rate = learning_rate(step, model.config.d_model, config.warmup_steps, config.rate_factor)
    optimiser.step(rate)
    return loss.item()


def _first_step(model: Transformer, before: list[Tensor], optimiser: Adam, site: str, head: int) -> dict[str, Any]:
    """Return what the first step did, from the gradients, the optimiser's state and the weights.

    Returns:
        `norm` of the whole gradient; `parts`, by part of the model: the norm of the gradient, the mean size of Adam's
        first moment, the root of the mean second one, and the norm of the update; `layers`, the norm of the gradient
        and the update over the weights, [L, 4] by `PARTS`, None where a layer does not have a part; `heads`, the
        norm of the gradient of each head's four projections, float [A, H], and `sites`; `weight`, one weight's numbers;
        `moved`, the share of weights that the step moves, and `size`, the mean size of their updates.
    """
    sums: dict[tuple[str, int, str], np.ndarray] = {}
    for (name, parameter), old in zip(model.named_parameters(), before, strict=True):
        if parameter.grad is None:  # such as a target embedding that no token of these pairs reaches
            continue
        state, update = optimiser.state[parameter], parameter.detach() - old
        numbers = [
            _squares(parameter.grad), vector_norm(state["exp_avg"], 1), state["exp_avg_sq"].sum(),
            _squares(update), _squares(old), vector_norm(update, 1), update.count_nonzero(), old.numel(),
        ]  # fmt: skip
        key = _place(name)
        sums[key] = sums.get(key, 0) + np.array([float(one) for one in numbers])
    total = sum(sums.values(), np.zeros(8))
    parts: dict[str, np.ndarray] = {}
    for (side, _, part), found in sums.items():
        place = f"{side}_{part}" if part in PARTS else part
        parts[place] = parts.get(place, 0) + found
    return {
        "norm": float(total[0] ** 0.5),
        "moved": float(total[6] / sum(one.numel() for one in before)),
        "size": float(total[5] / max(1, total[6])),
        "parts": {name: _summary(one) for name, one in {**parts, "all": total}.items()},
        "layers": _by_layer(sums, model.config),
        **_heads(model, before, optimiser, site, head),
    }


def _squares(tensor: Tensor) -> Tensor:
    """Return the sum of squares, without a tensor of them."""
    flat = tensor.flatten()
    return flat.dot(flat)


def _summary(found: np.ndarray) -> list[float]:
    """Return norm of the gradient, mean size of the first moment, root of the mean second one, norm of the update."""
    squares, first, second, update, *_, count = found
    return [float(squares**0.5), float(first / count), float((second / count) ** 0.5), float(update**0.5)]


def _by_layer(sums: Mapping[tuple[str, int, str], np.ndarray], config: ModelConfig) -> dict[str, Any]:
    rows = [(side, layer) for side in ("encoder", "decoder") for layer in range(config.layers(side))]
    found = [[sums.get((*row, part)) for part in PARTS] for row in rows]
    return {
        "gradients": [[None if one is None else float(one[0] ** 0.5) for one in row] for row in found],
        "updates": [[None if one is None else float((one[3] / one[4]) ** 0.5) for one in row] for row in found],
    }


def _place(name: str) -> tuple[str, int, str]:
    """Return stack, layer and part of a parameter, such as ("encoder", 0, "self"); -1 outside of the layers."""
    pieces = name.split(".")
    if "layers" not in pieces:
        return pieces[0], -1, _outside(pieces)
    side, _, layer, module, *_ = pieces
    return side, int(layer), "norms" if module.endswith("_residual") else module.removesuffix("_attention")


def _outside(pieces: list[str]) -> str:
    if pieces[-1] == "positions":
        return "positions"
    return "norms" if "final_norm" in pieces else "embedding"


def _heads(model: Transformer, before: list[Tensor], optimiser: Adam, site: str, head: int) -> dict[str, Any]:
    """Return every head's gradient, and the weight of one head's query projection whose gradient is the largest."""
    modules = attentions(model)
    old: dict[Tensor, Tensor] = dict(zip(model.parameters(), before, strict=True))
    chosen = modules[site]
    parameter = chosen.query.weight
    rows = _gradient(chosen.query).unflatten(0, (chosen.num_heads, -1))[head]  # [E, D]
    row, column = divmod(int(rows.abs().argmax()), rows.shape[1])
    at = head * rows.shape[0] + row, column
    return {
        "sites": list(modules),
        "heads": torch.stack([_head_norms(one) for one in modules.values()]).numpy(),
        "weight": {
            "row": row,
            "column": column,
            "gradient": float(rows[row, column]),
            "first": float(optimiser.state[parameter]["exp_avg"][at]),
            "second": float(optimiser.state[parameter]["exp_avg_sq"][at]),
            "before": float(old[parameter][at]),
            "after": float(parameter.detach()[at]),
        },
    }


def attentions(model: Transformer) -> dict[str, MultiHeadAttention]:
    """Return every attention by its site."""
    found: dict[str, MultiHeadAttention] = {}
    for name, module in model.named_modules():
        if isinstance(module, MultiHeadAttention):
            side, _, layer, kind = name.split(".")
            found[f"{side}.{layer}.{kind.removesuffix('_attention')}"] = module
    return found


def _gradient(linear: nn.Linear) -> Tensor:
    return cast(Tensor, linear.weight.grad)


def _head_norms(module: MultiHeadAttention) -> Tensor:
    """Return the norm of the gradient of each head's W^Q, W^K, W^V and W^O together, [H]."""
    heads = (module.num_heads, -1)
    squares = [
        _gradient(one).unflatten(0, heads).square().sum((1, 2)) for one in (module.query, module.key, module.value)
    ]
    output = _gradient(module.output).unflatten(1, heads).square().sum((0, 2))
    return torch.stack([*squares, output]).sum(0).sqrt()


class _Seen(SiteRecorder):
    """Records one attention."""

    def first(self, head: int, setting: Setting, kind: Kind) -> np.ndarray:
        """Return the weights of a head for the sentence at hand, the first of the batch, without padding."""
        queries, keys = attention_sizes(len(setting.source_ids), len(setting.target_ids))[kind]
        return self.weights[self.site][0, head, :queries, :keys].numpy().copy()


def _token_losses(model: Transformer, batch: Batch, epsilon: float, seen: _Seen) -> dict[str, Any]:
    """Return the loss of each label, float [N]: -log p, its mean over the vocabulary, and both mixed."""
    with torch.no_grad():
        states = model.states(batch.source, batch.target_read, seen).flatten(0, 1)[batch.predicted]
        logs = model.logits(states).float().log_softmax(dim=-1)  # [N, V]
    labels = batch.target_predicted.flatten()[batch.predicted]
    plain, uniform = -logs.gather(1, labels[:, None])[:, 0], -logs.mean(dim=-1)
    smoothed = (1 - epsilon) * plain + epsilon * uniform
    return {"plain": plain.numpy(), "uniform": uniform.numpy(), "smoothed": smoothed.numpy()}


def copied(model: Transformer, which: str) -> Transformer:
    """Return a copy of the model that can be trained: with its weights, or with fresh ones."""
    if which == "loaded":
        return copy.deepcopy(model).requires_grad_(True).eval()
    fresh = {id(one): nn.Parameter(torch.empty_like(one)) for one in model.parameters()}  # instead of copies
    found = cast(Transformer, copy.deepcopy(model, fresh)).eval()
    redraw(found, torch.Generator().manual_seed(SEED))
    return found


def redraw(model: Transformer, generator: torch.Generator) -> None:
    """Give a model fresh weights, as a training begins with, from a generator of their own."""
    std = model.config.d_model**-0.5
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight, generator=generator)
            nn.init.zeros_(module.bias)
        elif isinstance(module, nn.LayerNorm):
            module.reset_parameters()
        elif isinstance(module, Embedding) and module.learned:
            nn.init.normal_(cast(Tensor, module.positions), std=std, generator=generator)
    tables = model.encoder.embedding.weight, model.decoder.embedding.weight, model.output_weight
    for weight in dict.fromkeys(tables):  # those that are tied once
        nn.init.normal_(weight, std=std, generator=generator)


def _two_pairs(setting: Setting) -> tuple[Batch, list[dict[str, list[str]]]]:
    """Return the translation at hand and that of the shortest other example, as a batch and as tokens."""
    examples = [one for one in setting.examples if one != setting.text]
    pairs = [(list(setting.source_ids), list(setting.target_ids))]
    if examples:
        other = setting.translator.search(min(examples, key=len), DecodingConfig(beam_size=1))
        pairs.append((list(other.source_ids), list(other.hypotheses[0].ids)))
    special = setting.translator.vocabularies.target.special
    columns = [[ids for ids, _ in pairs], [ids for _, ids in pairs]]
    source, target = (
        nn.utils.rnn.pad_sequence([torch.tensor(ids) for ids in rows], batch_first=True, padding_value=special.pad)
        for rows in columns
    )
    return Batch.of(source, target, special), [
        {"source": setting.surface(ids, source=True), "target": setting.surface(labels)} for ids, labels in pairs
    ]


def _training(setting: Setting) -> TrainingConfig:
    """Return the settings of the checkpoint's own training, the paper's where it does not have them."""
    known, fields = setting.card.part("training"), TrainingConfig.__dataclass_fields__
    return TrainingConfig(**{name: one for name, one in known.items() if name in fields})


CODE = (train_step, smoothed_cross_entropy, learning_rate, Adam.step)
