"""Table of an evaluation: scores that say how sure they are, and a row for each sentence.

Nothing here loads torch, so a page can read what a job has written.
"""

from typing import NamedTuple


class Answer(NamedTuple):
    """Translation of one sentence by one system, and its scores."""

    translation: str
    bleu: float  # of the sentence, 0 to 100
    chrf: float  # likewise
    ter: float  # edits in per cent of the reference's words
    exact: bool
    loss: float | None  # nats a token of the first reference; None for a file, and where it is too long
    log_prob: float | None  # mean log-probability of its own tokens, nats; None for a file
    truncated: bool  # a side is longer than the model's positions
    flags: tuple[str, ...]  # names of `core.evaluation.flags.FLAGS`


class Row(NamedTuple):
    """One sentence of the test set."""

    number: int  # in the set, from 1
    source: str
    references: tuple[str, ...]
    own: str  # the value in a column of one's own
    answers: tuple[Answer, ...]  # of the systems, in their order


class MetricScore(NamedTuple):
    """BLEU, chrF or TER of one system, with its 95 % interval as sacreBLEU states it."""

    value: float
    mean: float  # of the resamples
    half: float  # of the width of the interval around it
    signature: str
    low: float | None  # ends of the 95 % interval of the difference from the first system; None for that one
    high: float | None
    p_bootstrap: float | None  # of that difference
    p_randomisation: float | None


class Interval(NamedTuple):
    """A score with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


class Scores(NamedTuple):
    """Scores of one system."""

    name: str
    bleu: MetricScore
    chrf: MetricScore
    ter: MetricScore
    exact: Interval  # translations that equal a reference, in per cent
    perplexity: Interval | None  # of the first references; None for a file of translations
    accuracy: float | None  # share of their tokens that are predicted as most probable


class Result(NamedTuple):
    """All that was found."""

    set: str
    sentences: int
    language: str  # of the references
    tokenisation: str  # of BLEU
    script: str  # of the references, where it contradicts the language and decides; else empty
    systems: tuple[Scores, ...]
    comparable: bool  # whether perplexities are: both models divide the references into the same tokens
    notes: tuple[tuple[str, int], ...]  # oddities of the set and the systems: code and count
    rows: tuple[Row, ...]
