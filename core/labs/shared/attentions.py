"""Attention of the translation at hand, for the labs that show what is done with it."""

from typing import Annotated

import torch
from pydantic import Field

from core.attention_kinds import Kind
from core.inspection.forced import target_log_probs
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.probe import AttentionState, Probe, Recorder
from core.model.transformer import Transformer


class LayerValues(_Values):
    """One attention of one layer."""

    kind: Kind
    layer: Annotated[int, Field(ge=0, lt=64)]


class HeadValues(LayerValues):
    """One head."""

    head: Annotated[int, Field(ge=0, lt=128)]


def site_of(kind: Kind, layer: int) -> str:
    """Return the name under which a probe observes an attention."""
    return f"decoder.{layer}.cross" if kind == "cross" else f"{kind}.{layer}.self"


class SiteRecorder(Recorder):
    """Records one attention; the others take the fused path."""

    def __init__(self, site: str, *, states: bool = False) -> None:
        super().__init__(states=states)
        self.site = site

    def wants(self, site: str) -> bool:
        return site == self.site


class Change(Probe):
    """Changes every attention, and keeps the weights of one as they are then.

    Args:
        site: of the attention whose weights are kept.
    """

    def __init__(self, site: str) -> None:
        self.site = site
        self.weights = torch.empty(0)  # [B, H, Q, K]

    def attention(self, state: AttentionState) -> torch.Tensor:
        weights = self.changed(state)
        if state.site == self.site:
            self.weights = weights
        return weights

    def changed(self, state: AttentionState) -> torch.Tensor:
        """Return the weights of an attention after the change."""
        raise NotImplementedError


def recorded(setting: Setting) -> Recorder:
    """Return every attention of one teacher-forced pass, with scores, queries, keys and values."""
    pair, recorder = setting.forced(), Recorder(states=True)
    with torch.no_grad():
        pair.states(setting.model, recorder)
    return recorder


def attention(setting: Setting, values: LayerValues, head: int = 0) -> AttentionState:
    """Return one attention.

    Raises:
        CoreError: the model does not have this layer or head.
    """
    layer, _ = setting.head(values.layer, head, values.kind)
    pair, recorder = setting.forced(), SiteRecorder(site_of(values.kind, layer), states=True)
    with torch.no_grad():
        pair.states(setting.model, recorder)
    return recorder.attentions[recorder.site]


def target_logs(setting: Setting, probe: Probe | None = None, model: Transformer | None = None) -> torch.Tensor:
    """Return the log-probability of each token of the translation, float32 [T], with a change or another model."""
    pair, model = setting.forced(), model or setting.model
    with torch.no_grad():
        return target_log_probs(model, pair.states(model, probe), pair.target)[0]
