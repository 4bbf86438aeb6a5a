"""What an evaluation found: scores of each system, and a row for each sentence."""

from typing import NamedTuple


class Interval(NamedTuple):
    """A value and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


class Answer(NamedTuple):
    """One system's translation of one sentence."""

    translation: str
    bleu: float  # sentence BLEU of sacreBLEU (effective order), 0 to 100
    chrf: float  # sentence chrF2
    ter: float
    loss: float | None  # nats a token of the first reference, teacher-forced; None for a file
    log_prob: float | None  # mean log-probability of its own tokens, nats; None for a file
    exact: bool
    flags: tuple[str, ...]


class Row(NamedTuple):
    """One sentence of the test set."""

    number: int  # line of the test set, from 1
    source: str
    references: tuple[str, ...]
    own: str
    answers: tuple[Answer, ...]  # one for each system


class MetricScore(NamedTuple):
    """A score of a system, as sacreBLEU prints it."""

    value: float
    mean: float  # of the bootstrap
    half: float  # half the width of the 95 % interval
    signature: str
    p_bootstrap: float | None  # against the first system; None for the first
    p_randomisation: float | None


class Scores(NamedTuple):
    """All scores of one system."""

    name: str
    bleu: MetricScore
    chrf: MetricScore
    ter: MetricScore
    perplexity: Interval | None
    exact: Interval


class Result(NamedTuple):
    """An evaluation."""

    set: str
    sentences: int
    language: str
    tokenisation: str
    reason: str
    systems: tuple[Scores, ...]
    rows: list[Row]
    notes: tuple[tuple[str, int], ...]  # code and count
