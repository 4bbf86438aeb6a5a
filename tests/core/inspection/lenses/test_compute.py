"""Lenses by name: shapes, limits, and thread safety."""

import importlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.attention_kinds import KINDS
from core.data.tokenizer import EOS_ID
from core.errors import CoreError
from core.inspection import lenses as package
from core.inspection.lenses import compute_lens, lenses, source_attribution

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("name", lenses())
def test_arrays_have_the_shapes_of_layers_heads_and_tokens(post_norm, name):
    result = compute_lens(name, post_norm.model, post_norm.source, post_norm.target)
    assert result.lens is lenses()[name]
    layers_and_heads = {"rollout": (2, 1), "alti": (2, 1), "occlusion": (1, 1)}.get(name, (2, 3))
    sizes = {"encoder": (11, 11), "decoder": (5, 5), "cross": (5, 11)}
    for kind in result.lens.kinds:
        assert result.kind(kind).shape == (*layers_and_heads, *sizes[kind])
        assert result.kind(kind).dtype == np.float32


@pytest.mark.parametrize("name", lenses())
def test_lens_values_match_their_declaration(post_norm, name):
    result = compute_lens(name, post_norm.model, post_norm.source, post_norm.target)
    arrays = {kind: array for kind in KINDS if (array := result.kind(kind)) is not None}
    assert tuple(arrays) == result.lens.kinds
    assert result.lens.signed == (min(np.nanmin(array) for array in arrays.values()) < 0)
    if result.lens.rows == "shares":
        assert all(array.sum(axis=-1).max() < 1 + 1e-5 for array in arrays.values())
    assert source_attribution(result).shape == (5, 11)


def test_lenses_are_found_by_file_in_menu_order():
    names = list(lenses())
    assert names == ["weights", "scores", "value_norm", "rollout", "alti", "gradient", "occlusion"]
    folder = Path(package.__file__).parent
    assert set(names) == {path.stem for path in folder.glob("*.py") if "\nLENS = " in path.read_text(encoding="utf-8")}
    assert all(importlib.import_module(f"{package.__name__}.{name}").LENS is lens for name, lens in lenses().items())
    assert len({lens.order for lens in lenses().values()}) == len(names)


@pytest.mark.parametrize("name", lenses())
def test_one_token_on_either_side_is_enough(post_norm, name):
    result = compute_lens(name, post_norm.model, [EOS_ID], [EOS_ID])
    assert np.isfinite(result.cross).all()


def test_an_unknown_lens_is_named(post_norm):
    with pytest.raises(CoreError, match=r"unknown lens 'lime'; allowed: weights, scores, .*, occlusion") as caught:
        compute_lens("lime", post_norm.model, [EOS_ID], [EOS_ID])
    assert caught.value.code == "lens.unknown"


@pytest.mark.parametrize(("source", "target"), [([], [EOS_ID]), ([EOS_ID], [])])
def test_an_empty_side_is_refused(post_norm, source, target):
    with pytest.raises(CoreError, match="at least one token on either side") as caught:
        compute_lens("weights", post_norm.model, source, target)
    assert caught.value.code == "lens.empty"


@pytest.mark.parametrize("name", lenses())
def test_text_beyond_the_lens_limit_is_refused(post_norm, name):
    limit = lenses()[name].max_tokens
    long = [7] * (limit + 1)
    for source, target in ((long, [EOS_ID]), ([EOS_ID], long)):
        with pytest.raises(CoreError, match=f"the limit is {limit} per side") as caught:
            compute_lens(name, post_norm.model, source, target)
        assert caught.value.code == "lens.too_long"


def test_threads_share_one_model_without_interference(translator):
    model = translator.model
    pairs = [([7 + person, 31, 11 * person + 5, EOS_ID], [13, 17 + person, EOS_ID]) for person in range(5)]
    wanted = [(name, *pair) for pair in pairs for name in lenses()]
    alone = [compute_lens(name, model, *pair) for name, *pair in wanted]
    with ThreadPoolExecutor(max_workers=7) as people:
        together = list(people.map(lambda one: compute_lens(one[0], model, *one[1:]), wanted))
    for one, other in zip(alone, together, strict=True):
        for kind in KINDS:
            if one.kind(kind) is not None:
                np.testing.assert_array_equal(one.kind(kind), other.kind(kind))


def test_importing_the_package_loads_no_torch():
    script = "import sys; from core.inspection.lenses import lenses, compute_lens; print('torch' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
