"""Post-norm against pre-norm at initialisation (3.1), next to the stream of the loaded model.

Shapes: B batch, L tokens, D width, N sub-layers, two of them in a layer.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import torch
from pydantic import Field
from torch import Tensor, nn

from core.inspection.blocks import blocks
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.labs.skip_gradients import BATCH, TOKENS, fresh_stack, normalise, run_stack, small
from core.model.layers import AddAndNorm
from core.model.probe import Recorder

COST = (300, 0)


class Values(_Values):
    """The fresh encoder layers."""

    layers: Annotated[int, Field(ge=1, le=12)]
    seed: Annotated[int, Field(ge=0, le=9999)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return sizes of streams and gradients of both placements, and the streams of the loaded model.

    Returns:
        `post` and `pre`, each with `stream`, the root mean square before each sub-layer and after the last one, float
        [N + 1], and `gradients`, the norm of each layer's gradient, float [N / 2]; `encoder` and `decoder`, the root
        mean square of the loaded model's own streams; `placement` of its norms, and the `width` of the fresh layers.
    """
    config = small(setting.model.config)
    stack = fresh_stack(config, 2 * values.layers, "both", values.seed)
    generator = torch.Generator().manual_seed(values.seed + 1)
    states, direction = torch.randn(2, BATCH, TOKENS, config.d_model, generator=generator, dtype=torch.float64)
    return {
        "post": at_start(stack, states, direction, "post"),
        "pre": at_start(stack, states, direction, "pre"),
        **own_streams(setting),
        "placement": setting.model.config.norm,
        "width": config.d_model,
    }


def at_start(
    stack: Sequence[nn.Module], states: Tensor, direction: Tensor, norm: Literal["pre", "post"]
) -> dict[str, Any]:
    """Return the stream's sizes and the layers' gradients of `sum(direction * output)`.

    The output is normalised with both placements: pre-norm has its norm after the last layer.
    """
    weights = [list(sublayer.requires_grad_().parameters()) for sublayer in stack]
    stream = run_stack(stack, states, norm)
    output = normalise(stream[-1]) if norm == "pre" else stream[-1]
    gradients = iter(torch.autograd.grad((direction * output).sum(), [one for layer in weights for one in layer]))
    squares = [sum(float(next(gradients).square().sum()) for _ in layer) for layer in weights]  # N
    return {
        "stream": [float(one.detach().square().mean().sqrt()) for one in stream],
        "gradients": [(squares[i] + squares[i + 1]) ** 0.5 for i in range(0, len(squares), 2)],
    }


def own_streams(setting: Setting) -> dict[str, list[float]]:
    """Return the root mean square of the loaded model's stream before each sub-layer and after the last one."""
    pair, config = setting.forced(), setting.model.config
    sums = [one for one in blocks(config) if one.kind in ("add", "add_norm")]
    sites = {
        side: [f"{one.site}.input" for one in sums if one.side == side]
        + [f"{side}.{config.layers(side) - 1}.feed_forward.residual"]
        for side in ("encoder", "decoder")
    }
    recorder = Recorder(sites=frozenset(sites["encoder"] + sites["decoder"]))
    with torch.no_grad():
        setting.model.states(pair.source, pair.read, recorder)
    return {
        side: [float(recorder.observed[site].double().square().mean().sqrt()) for site in sites[side]] for side in sites
    }


CODE = (at_start, run_stack, own_streams, AddAndNorm.forward)
