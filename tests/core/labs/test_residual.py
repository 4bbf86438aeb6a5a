"""The residual stream against a pass that is written out with the model's modules."""

import pytest
import torch

from tests.viz.labs.model import measured, setting


def test_first_sum_of_the_encoder_is_what_its_modules_make():
    model, pair = setting().model, setting().forced()
    layer = model.encoder.layers[0]
    with torch.no_grad():
        states = model.encoder.embedding(pair.source)
        read = layer.self_residual.norm(states)  # pre-norm
        added = layer.self_attention(read, read, None)
    found = measured("residual", {"side": "encoder"})
    assert found["sites"][:2] == ["0.self", "0.feed_forward"]
    assert found["stream"][0] == pytest.approx(states[0].norm(dim=-1).tolist(), rel=1e-5)
    assert found["added"][0] == pytest.approx(added[0].norm(dim=-1).tolist(), rel=1e-4)


@pytest.mark.parametrize(("side", "sums"), [("encoder", 2), ("decoder", 3)])
def test_pre_norm_stream_is_the_sum_of_all_additions(side, sums):
    found = measured("residual", {"side": side})
    assert len(found["sites"]) == sums * setting().model.config.num_layers
    # |x + y|^2 = |x|^2 + 2 cos |x| |y| + |y|^2 is the next stream's square, as pre-norm only adds
    for i in range(len(found["sites"]) - 1):
        rows = zip(found["stream"][i], found["added"][i], found["cosine"][i], found["stream"][i + 1], strict=True)
        for x, y, c, after in rows:
            assert x * x + 2 * c * x * y + y * y == pytest.approx(after * after, rel=1e-4)
