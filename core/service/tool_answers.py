"""Answers of the functions for programs and agents (`core.service.tools`), in plain values.

Heads are written `c.3.1` (cross-attention, layer 3, head 1); numbers of probability are natural logarithms.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from core.attention_kinds import Kind


class ModelFacts(TypedDict):
    """A model of the library."""

    checkpoint: str
    source_language: str
    target_language: str
    parameters: int
    encoder_layers: int
    decoder_layers: int
    heads: int  # of each layer
    bleu: float | None  # on the test set of its card, if measured


class Models(TypedDict):
    """The models that there are."""

    models: list[ModelFacts]
    left_out: NotRequired[int]  # entries that would make the answer too long


class Scored(TypedDict):
    """A hypothesis of the beam."""

    text: str
    score: float  # log-probability over length penalty
    log_prob: float


class Translated(TypedDict):
    """A translation with the hypotheses of the beam, best first."""

    translation: str
    score: float
    log_prob: float
    checkpoint: str
    hypotheses: list[Scored]
    left_out: NotRequired[int]


class WordLink(TypedDict):
    """A word of the translation and the source word that it attends to most."""

    target: str
    source: str
    share: float  # of its cross-attention on words (the end symbol left out), mean of all layers and heads, 0 to 1


class Linked(TypedDict):
    """A translation word by word."""

    translation: str
    checkpoint: str
    links: list[WordLink]  # in the order of the translation
    unlinked: list[str]  # source words that no word of the translation attends to most
    left_out: NotRequired[int]


class HeadThatMatters(TypedDict):
    """A head, and the loss of the word without it."""

    head: str
    kind: Kind
    layer: int  # from 1
    number: int  # in its layer, from 1
    loss: float  # nats of log-probability that the word loses with the head off; below 0 if it becomes more likely
    attends_to: str  # the word that its rows attend to most meanwhile; empty for the encoder's heads, or without a word


class HeadsThatMatter(TypedDict):
    """The heads that a word of the translation needs most."""

    translation: str
    checkpoint: str
    word: str  # empty for all of the translation
    log_prob: float  # of the word with all heads on
    heads: list[HeadThatMatters]  # the greatest loss first
    tested: int  # heads, each switched off alone


class HeadsOff(TypedDict):
    """A translation with and without some heads."""

    checkpoint: str
    off: list[str]
    before: str
    after: str
    same: bool
    log_prob_before: float  # of the translation before
    log_prob_after: float  # of the same tokens with the heads off
    left_out: NotRequired[int]


class Compared(TypedDict):
    """Two models on one sentence."""

    same: bool
    translations: list[ModelTranslation]


class ModelTranslation(TypedDict):
    """The translation of one model."""

    checkpoint: str
    translation: str
    log_prob: float
    log_prob_per_token: float  # comparable only between models with the same tokens
    tokens: int  # the end symbol included
