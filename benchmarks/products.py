"""The two libraries that torch multiplies matrices with, on this processor: which one `core.tuning.linear` should take.

    python -m benchmarks.products [--threads 1] [--rounds 7]

The shapes are those of searches and trainings with the tiny preset: rows, inputs, outputs. Each line is how many times
as fast as torch's own product oneDNN is, with the weight as it is stored in training and column-major, as in decoding.
"""

import argparse
import sys
import time
from collections.abc import Callable
from unittest.mock import patch

import torch

from benchmarks.alternating import Report, ratios, take_turns
from core.tuning import linear as module
from core.tuning.linear import linear, onednn_is_faster, weight_gradient

SHAPES = [
    *((4, 256, outputs) for outputs in (256, 768, 1024, 8000)),
    *(
        (rows, inputs, outputs)
        for rows in (64, 256, 4000)
        for inputs, outputs in ((256, 256), (256, 1024), (1024, 256))
    ),
    *((rows, 256, 8000) for rows in (64, 256, 512)),
]
SECONDS = 0.05  # of one measurement


def seconds(product: Callable[[], object], faster: bool) -> float:
    """Repeat a product with either library; seconds of one."""
    with patch.object(module, "onednn_is_faster", lambda: faster):
        product()
        count, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < SECONDS:
            product()
            count += 1
    return elapsed / count


def main() -> int:
    """Measure every shape."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.set_grad_enabled(False)
    module._LEAST_PRODUCTS = 0  # type: ignore[attr-defined] -- measure the small ones too
    report = Report()
    report.title("Products in float32: oneDNN's speed as a multiple of torch's own")
    print(f"core.tuning.linear takes {'oneDNN' if onednn_is_faster() else 'torch'} here\n")
    for rows, inputs, outputs in SHAPES:
        states, weight, gradient = torch.randn(rows, inputs), torch.randn(outputs, inputs), torch.randn(rows, outputs)
        columns = weight.t().contiguous().t()
        for name, product in {
            "": lambda s=states, w=weight: linear(s, w),
            ", column-major": lambda s=states, w=columns: linear(s, w),
            ", of the weight": lambda s=states, g=gradient: weight_gradient(s, g),
        }.items():
            arms = {str(way): lambda p=product, way=way: seconds(p, way) for way in (False, True)}
            found = take_turns(arms, arguments.rounds)
            report.value(f"{rows} x {inputs} x {outputs}{name}", ratios(found["False"], found["True"]), "x")
    return report.status


if __name__ == "__main__":
    sys.exit(main())
