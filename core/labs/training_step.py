"""Training steps with real numbers on two sentence pairs: loss, gradient, Adam's moments and update (section 5).

The loss, the schedule and the optimiser are those of a training; the steps move a copy of the model. Dropout is off, so
that the same question has the same answer.

Shapes: T target tokens, S source tokens, H heads, E d_k, D d_model.
"""

import copy
import functools
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import torch
from pydantic import Field
from torch import Tensor, nn

from core.attention_kinds import Kind
from core.config import DecodingConfig, TrainingConfig
from core.data.batching import Batch
from core.errors import CoreError
from core.labs.setting import Setting
from core.labs.setting import Values as _Values
from core.model.attention import MultiHeadAttention
from core.model.embedding import Embedding
from core.model.probe import Recorder
from core.model.transformer import Transformer
from core.training.adam import Adam
from core.training.loss import smoothed_cross_entropy
from core.training.schedule import learning_rate

MOST_WORK = 6e9  # steps x parameters x tokens: about two seconds
SEED = 1  # of a fresh model's weights


class Values(_Values):
    """The model, the number of steps, and the head whose gradient and attention are shown."""

    model: Literal["loaded", "fresh"]
    steps: Annotated[int, Field(ge=1, le=100)]
    at: Annotated[int, Field(ge=1, le=1_000_000)]  # of the schedule: step of the first update
    kind: Kind
    layer: Annotated[int, Field(ge=0, lt=64)]
    head: Annotated[int, Field(ge=0, lt=128)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Train a copy of the model for some steps on the translation at hand and a second pair.

    Returns:
        `pairs`, the tokens; `losses`, smoothed, nats per token before the first step and after each, and `plain` ones;
        `tokens`, the smoothed loss of each target token before and after; `rate` of the first step; `groups`, the parts
        of the model; `gradients`, `moments` and `updates`, by part the norm of the gradient, the root mean square of
        Adam's corrected second moment, and the norm of the first update; `norm` of the whole gradient; `heads`, the
        norm of the gradient of each head's query projection, float [sites, H]; `sites`; `picture`, that gradient for
        the chosen head, float [E, D]; `before` and `after`, its attention for the first pair, float [Q, K].

    Raises:
        CoreError: the model does not have this head, or so many steps of it would take too long.
    """
    layer, head = setting.head(values.layer, values.head)
    model, batch, pairs = copied(setting.model, values.model), *_two_pairs(setting)
    work = values.steps * model.config.num_parameters * batch.tokens
    if work > MOST_WORK:
        raise CoreError(
            "labs.steps",
            "{steps} steps of this model on {tokens} tokens would take too long here; at most {limit}",
            steps=values.steps,
            tokens=batch.tokens,
            limit=max(1, int(values.steps * MOST_WORK / work)),
        )
    config = _training(setting)
    steps = functools.partial(_steps, model, batch, config, values)
    site = f"{values.kind}.{layer}.self" if values.kind != "cross" else f"decoder.{layer}.cross"
    before = _attention(model, batch, site, head)
    found = steps(site, head)
    return {"pairs": pairs, **found, "before": before, "after": _attention(model, batch, site, head)}


def train_step(model: Transformer, batch: Batch, optimiser: Adam, rate: float, epsilon: float) -> float:
    """Take one step: forward pass, smoothed loss, backward pass, Adam; return the loss in nats per token."""
    optimiser.zero_grad()
    states = model.states(batch.source, batch.target_read)  # [B, T, D]
    predicting = states.flatten(0, 1)[batch.predicted]  # [N, D]
    labels = batch.target_predicted.flatten()[batch.predicted]  # [N]
    loss = smoothed_cross_entropy(predicting, model.output_weight, labels, epsilon).smoothed / batch.tokens
    loss.backward()
    optimiser.step(rate)
    return loss.item()


def _steps(
    model: Transformer, batch: Batch, config: TrainingConfig, values: Values, site: str, head: int
) -> dict[str, Any]:
    optimiser = Adam(model.parameters(), betas=(config.adam_beta1, config.adam_beta2), eps=config.adam_eps)
    epsilon, width = config.label_smoothing, model.config.d_model
    rates = [learning_rate(values.at + i, width, config.warmup_steps, config.rate_factor) for i in range(values.steps)]
    start, first = _token_losses(model, batch, epsilon), {name: one.detach().clone() for name, one in _named(model)}
    losses, found = [], dict[str, Any]()
    for i, rate in enumerate(rates):
        losses.append(train_step(model, batch, optimiser, rate, epsilon))
        if i == 0:
            found = _first_step(model, first, optimiser, config, site, head)
    end = _token_losses(model, batch, epsilon)
    return {
        **found,
        "rate": rates[0],
        "losses": [*losses, float(end["smoothed"].mean())],
        "plain": [float(start["plain"].mean()), float(end["plain"].mean())],
        "tokens": {"before": start["smoothed"].numpy(), "after": end["smoothed"].numpy()},
    }


def _first_step(
    model: Transformer, first: Mapping[str, Tensor], optimiser: Adam, config: TrainingConfig, site: str, head: int
) -> dict[str, Any]:
    """Return the gradient of the first step, Adam's moments after it and the update, by part of the model."""
    parts: dict[str, list[tuple[Tensor, Tensor, Tensor]]] = {}
    for name, parameter in _named(model):
        gradient = parameter.grad if parameter.grad is not None else torch.zeros_like(parameter)
        second = optimiser.state[parameter]["exp_avg_sq"] / (1 - config.adam_beta2)  # corrected for the first step
        parts.setdefault(_part(name), []).append((gradient, second, parameter.detach() - first[name]))
    joined = {
        part: [torch.cat([one.flatten() for one in column]) for column in zip(*found, strict=True)]
        for part, found in parts.items()
    }
    heads = {name: _head_gradients(module) for name, module in attentions(model).items()}  # [H, E, D] each
    return {
        "groups": list(joined),
        "gradients": [float(gradient.norm()) for gradient, _, _ in joined.values()],
        "moments": [float(second.mean().sqrt()) for _, second, _ in joined.values()],
        "updates": [float(update.norm()) for _, _, update in joined.values()],
        "norm": float(torch.cat([gradient for gradient, _, _ in joined.values()]).norm()),
        "sites": list(heads),
        "heads": torch.stack([one.flatten(1).norm(dim=1) for one in heads.values()]).numpy(),
        "picture": heads[site][head].numpy(),
    }


def _named(model: Transformer) -> list[tuple[str, nn.Parameter]]:
    return list(model.named_parameters())


def _part(name: str) -> str:
    """Return the part of the model that a parameter belongs to, such as encoder.0.self_attention."""
    pieces = name.removesuffix(".weight").removesuffix(".bias").split(".")
    if "layers" in pieces:
        return ".".join([pieces[0], pieces[2], pieces[3].replace("_residual", "_norm")])
    return ".".join(pieces[:2])


def attentions(model: Transformer) -> dict[str, MultiHeadAttention]:
    """Return every attention by its site."""
    found = {f"encoder.{i}.self": layer.self_attention for i, layer in enumerate(model.encoder.layers)}
    for i, layer in enumerate(model.decoder.layers):
        found |= {f"decoder.{i}.self": layer.self_attention, f"decoder.{i}.cross": layer.cross_attention}
    return found  # type: ignore[return-value]


def _head_gradients(module: MultiHeadAttention) -> Tensor:
    """Return the gradient of each head's query projection, [H, E, D]."""
    gradient = module.query.weight.grad
    if gradient is None:
        raise ValueError("a step has been taken before")
    return gradient.unflatten(0, (module.num_heads, -1))


def _token_losses(model: Transformer, batch: Batch, epsilon: float) -> dict[str, Tensor]:
    """Return the smoothed and the plain loss of each target token of both pairs, float [N]."""
    with torch.no_grad():
        states = model.states(batch.source, batch.target_read).flatten(0, 1)[batch.predicted]
        logs = model.logits(states).float().log_softmax(dim=-1)  # [N, V]
    labels = batch.target_predicted.flatten()[batch.predicted]
    plain = -logs.gather(1, labels[:, None])[:, 0]
    return {"plain": plain, "smoothed": (1 - epsilon) * plain - epsilon * logs.mean(dim=-1)}


def _attention(model: Transformer, batch: Batch, site: str, head: int) -> Any:
    recorder = Recorder()
    with torch.no_grad():
        model.states(batch.source[:1], batch.target_read[:1], recorder)
    return recorder.weights[site][0, head].numpy().copy()


def copied(model: Transformer, which: str) -> Transformer:
    """Return a copy of the model that can be trained: with its weights, or with fresh ones."""
    found = copy.deepcopy(model).requires_grad_(True).eval()
    if which == "loaded":
        return found
    generator = torch.Generator().manual_seed(SEED)
    for module in found.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight, generator=generator)
            nn.init.zeros_(module.bias)
        elif isinstance(module, nn.LayerNorm):
            module.reset_parameters()
        elif isinstance(module, Embedding) and module.learned:
            nn.init.normal_(module.positions, std=model.config.d_model**-0.5, generator=generator)  # type: ignore[arg-type]
    for weight in {found.encoder.embedding.weight, found.decoder.embedding.weight, found.output_weight}:
        nn.init.normal_(weight, std=model.config.d_model**-0.5, generator=generator)
    return found


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


CODE = (train_step, smoothed_cross_entropy, Adam.step, learning_rate)
