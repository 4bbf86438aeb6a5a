"""Results of a search."""

from dataclasses import dataclass

from core.decoding.tree import SearchTree


@dataclass(frozen=True)
class Hypothesis:
    """One translation as token ids."""

    ids: tuple[int, ...]  # without the start symbol; the end symbol last if `finished`
    token_log_probs: tuple[float, ...]  # nats, one for each id
    score: float  # log-probability over length penalty
    finished: bool  # False: stopped at the length limit

    @property
    def log_prob(self) -> float:
        """Log-probability of the whole hypothesis, in nats."""
        return sum(self.token_log_probs)


@dataclass(frozen=True)
class SearchResult:
    """Search result for one sentence."""

    hypotheses: tuple[Hypothesis, ...]  # best first, at least one
    tree: SearchTree | None = None  # if requested


def length_penalty(length: int, alpha: float) -> float:
    """Return ((5 + length) / 6)^alpha, the divisor of a log-probability.

    Args:
        length: tokens, the end symbol counted.
        alpha: 0.6 in the paper; 0 means no penalty.

    Examples:
        >>> length_penalty(13, 0.0), length_penalty(13, 1.0), length_penalty(13, 2.0)
        (1.0, 3.0, 9.0)

    References:
        Wu et al. 2016 (GNMT), Eq. 14; Vaswani et al. 2017, section 6.1.
    """
    return ((5 + length) / 6) ** alpha
