"""Rollout against matrices worked by hand and against plain loops."""

import numpy as np

from core.inspection.lenses import compute_lens
from core.inspection.lenses.rollout import Mixing, attention_mixing, roll

# Two layers, two source tokens, two target tokens; worked by hand below.
ENCODER = np.array([[[1, 0], [0.5, 0.5]], [[0, 1], [0, 1]]], dtype=np.float32)
DECODER = np.array([[[1, 0], [0.5, 0.5]], [[1, 0], [1, 0]]], dtype=np.float32)
CROSS = np.array([[[1, 0], [0, 1]], [[0.5, 0.5], [0.5, 0.5]]], dtype=np.float32)


def test_rollout_of_two_layers_worked_by_hand():
    # Encoder: 0.5 A + 0.5 I is [[1, 0], [1/4, 3/4]], then [[1/2, 1/2], [0, 1]];
    # product [[1/2 + 1/8, 3/8], [1/4, 3/4]].
    # Decoder, layer 0, self-attention: M = [[1, 0], [1/4, 3/4]]: R_tt = M, R_ts = 0.
    # Cross: R_tt = M / 2 = [[1/2, 0], [1/8, 3/8]], R_ts = A_c R_ss / 2 = [[5/16, 3/16], [1/8, 3/8]].
    # Layer 1, self-attention: M = [[1, 0], [1/2, 1/2]]:
    #   R_tt = [[1/2, 0], [5/16, 3/16]], R_ts = [[5/16, 3/16], [7/32, 9/32]].
    # Cross: A_c R_ss = [[7/16, 9/16], [7/16, 9/16]]:
    #   R_tt = [[1/4, 0], [5/32, 3/32]], R_ts = [[5/32 + 7/32, 3/32 + 9/32], [7/64 + 14/64, 9/64 + 18/64]].
    rolled = roll(attention_mixing(ENCODER, DECODER, CROSS))
    np.testing.assert_array_equal(rolled.encoder, [[[1, 0], [1 / 4, 3 / 4]], [[5 / 8, 3 / 8], [1 / 4, 3 / 4]]])
    np.testing.assert_array_equal(rolled.decoder, [[[1 / 2, 0], [1 / 8, 3 / 8]], [[1 / 4, 0], [5 / 32, 3 / 32]]])
    np.testing.assert_array_equal(
        rolled.cross, [[[5 / 16, 3 / 16], [1 / 8, 3 / 8]], [[3 / 8, 3 / 8], [21 / 64, 27 / 64]]]
    )


def test_rollout_with_three_quarters_residual_worked_by_hand():
    # R_ss = I. Self: R_tt = M. Cross: R_tt = 3/4 M, R_ts = 1/4 of the source looked at.
    mixing = Mixing(
        np.eye(3, dtype=np.float32)[None],
        np.array([[[1, 0], [0.5, 0.5]]], dtype=np.float32),
        np.array([[[0.25, 0, 0], [0, 0.125, 0.125]]], dtype=np.float32),
        np.array([[0.75, 0.75]], dtype=np.float32),
    )
    rolled = roll(mixing)
    np.testing.assert_array_equal(rolled.decoder, [[[0.75, 0], [0.375, 0.375]]])
    np.testing.assert_array_equal(rolled.cross, [[[0.25, 0, 0], [0, 0.125, 0.125]]])


def looped_rollout(subject) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Share by share, with Chefer's additive rules on plain means, each halved; nothing shared with the lens."""
    mean = {(block.kind, block.layer): block.weights.numpy().astype(float).mean(axis=0) for block in subject.blocks()}
    size, length, layers = len(subject.source), len(subject.target), subject.model.config.num_layers

    def product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        out = np.zeros((left.shape[0], right.shape[1]))
        for i in range(left.shape[0]):
            for j in range(right.shape[1]):
                out[i, j] = sum(left[i, k] * right[k, j] for k in range(left.shape[1]))
        return out

    r_ss, r_tt, r_ts, found = np.eye(size), np.eye(length), np.zeros((length, size)), ([], [], [])
    for layer in range(layers):
        r_ss = (r_ss + product(mean["encoder", layer], r_ss)) / 2
        found[0].append(r_ss)
    for layer in range(layers):
        seen = mean["decoder", layer]
        r_tt, r_ts = (r_tt + product(seen, r_tt)) / 2, (r_ts + product(seen, r_ts)) / 2
        r_tt, r_ts = r_tt / 2, (r_ts + product(mean["cross", layer], r_ss)) / 2
        found[1].append(r_tt)
        found[2].append(r_ts)
    return tuple(np.stack(one) for one in found)


def test_rollout_is_that_of_plain_loops(subject):
    result = compute_lens("rollout", subject.model, subject.source, subject.target)
    encoder, decoder, cross = looped_rollout(subject)
    np.testing.assert_allclose(result.encoder[:, 0], encoder, atol=1e-5)
    np.testing.assert_allclose(result.decoder[:, 0], decoder, atol=1e-5)
    np.testing.assert_allclose(result.cross[:, 0], cross, atol=1e-5)


def test_rows_are_shares_with_a_fixed_source_share(subject):
    result = compute_lens("rollout", subject.model, subject.source, subject.target)
    np.testing.assert_allclose(result.encoder.sum(axis=-1), 1, atol=1e-5)
    for layer in range(subject.model.config.num_layers):
        np.testing.assert_allclose(result.decoder[layer].sum(axis=-1), 0.5 ** (layer + 1), atol=1e-5)
        np.testing.assert_allclose(result.cross[layer].sum(axis=-1), 1 - 0.5 ** (layer + 1), atol=1e-5)


def test_rollout_ignores_sources_of_later_steps(post_norm):
    # Chefer's Eq. 10 multiplies by the transpose of R_tt, which would do just that under a causal mask.
    changed = [*post_norm.target[:2], 37, 5, 3]
    first = compute_lens("rollout", post_norm.model, post_norm.source, post_norm.target)
    second = compute_lens("rollout", post_norm.model, post_norm.source, changed)
    np.testing.assert_allclose(first.cross[:, :, :3], second.cross[:, :, :3], atol=1e-6)
    assert np.abs(first.cross[:, :, 3:] - second.cross[:, :, 3:]).max() > 1e-3
    assert (np.triu(first.decoder, k=1) == 0).all()
