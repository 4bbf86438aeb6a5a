"""The beam of one sentence, with continuations written by hand: when it has nothing left to find."""

import math

import pytest

from core.config import DecodingConfig, SpecialIds
from core.data.tokenizer import EOS_ID
from core.decoding.beam import SentenceBeam

WORD = 7


def beam_of(*, limit: int = 19, size: int = 2, **settings: float) -> SentenceBeam:
    return SentenceBeam([], limit, DecodingConfig(beam_size=size, **settings), False, size, SpecialIds())


def ended(beam: SentenceBeam, total: float, going: float) -> bool:
    """Take a first step: one hypothesis ends with this log-probability, another goes on with that one.

    Returns:
        Whether the search continues.
    """
    tokens, log_probs = [EOS_ID, WORD, 8, 9], [total, going, -50.0, -60.0]
    if going > total:
        tokens[:2], log_probs[:2] = tokens[1::-1], log_probs[1::-1]
    nothing = [-math.inf] * 4
    return beam.advance(1, [tokens, tokens], [log_probs, nothing])


def test_beam_goes_on_until_nothing_beats_the_last_hypothesis_that_is_returned():
    beam = beam_of(alpha=0.0, nbest=2)
    assert ended(beam, -0.1, -0.5)  # the best of all has ended, and one is still wanted
    step = [[8, EOS_ID, 9, 10]] * 2
    impossible = [-50.0] * 4
    row = next(index for index, path in enumerate(beam.paths) if path.token == WORD)
    assert beam.advance(2, step, [[-0.5, -1.5, -50.0, -60.0] if index == row else impossible for index in range(2)])
    assert sorted(hypothesis.score for hypothesis in beam.finished) == pytest.approx([-2.0, -0.1])
    row = next(index for index, path in enumerate(beam.paths) if path.token == 8)  # at -1.0, between the two
    rest = [[-1.1, -40.0, -50.0, -60.0] if index == row else impossible for index in range(2)]
    assert not beam.advance(3, step, rest)  # at -2.1, below both


@pytest.mark.parametrize(
    ("limit", "alpha", "finished", "going", "continues"),
    [
        (19, 1.0, -1.5, -4.0, True),  # -4 at length 19, whose penalty is 4, would be -1
        (19, 1.0, -0.9, -4.0, False),
        (7, 1.0, -2.05, -4.0, True),  # penalty 2: -2; one token less would leave it at -2.18
        (7, 1.0, -1.9, -4.0, False),  # one token more would bring it to -1.85
        (7, 0.0, -3.9, -4.0, False),
        (7, 0.0, -4.1, -4.0, True),
    ],
)
def test_beam_measures_what_can_be_won_by_the_penalty_of_the_greatest_length(limit, alpha, finished, going, continues):
    assert ended(beam_of(limit=limit, alpha=alpha), finished, going) is continues
