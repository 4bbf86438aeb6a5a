"""Weights of a MarianMT or Pegasus model as those of this project's model, and back."""

import dataclasses
from collections.abc import Mapping

import torch
from torch import Tensor

from core.checkpoint import weight_shapes
from core.config import ModelConfig
from core.errors import CoreError
from core.interchange import names
from core.interchange.positions import halves_from_pairs, pairs_from_halves, reordered
from core.interchange.tensors import TensorFile, read_checked
from core.model.embedding import sinusoidal_positions

FORBIDDEN = -1e9  # as the bias of a logit: the symbol is never generated
_POSITION_TOLERANCE = 1e-3  # tables in half precision are rounded


def read_weights(file: TensorFile, config: ModelConfig) -> tuple[ModelConfig, dict[str, Tensor]]:
    """Read the weights of a model, in the order of features that this project has.

    Args:
        file: of `transformers`.
        config: the model's shape, with `output_bias`.

    Returns:
        The shape, without output bias if the file's bias only forbids what is never generated here, and the weights
        in the file's own type of numbers.

    Raises:
        CoreError: a tensor is unknown, missing, of another shape or type, or not finite; a copy of a shared matrix
            differs from it; a table of positions is not the paper's.
    """
    theirs, copies = names.their_names(config), names.copies(config)
    known = {*theirs.values(), *copies, *names.positions(), names.OUTPUT_BIAS}
    if unknown := file.shapes.keys() - known:
        raise CoreError(
            "import.unknown_tensor", "{path} has an unknown tensor {name}", path=file.path, name=min(unknown)
        )
    order, shapes = pairs_from_halves(config.d_model), weight_shapes(config)
    weights = {
        ours: reordered(ours, read_checked(file, name, shapes[ours]), order).contiguous()
        for ours, name in theirs.items()
    }
    for copy, name in copies.items():
        if copy in file.shapes and not torch.equal(read_checked(file, copy, file.shapes[name]), file.read(name)):
            raise CoreError(
                "import.copy",
                "{path}: {copy} must be equal to {name}, with which it is shared",
                path=file.path,
                copy=copy,
                name=name,
            )
    _check_positions(file, config)
    bias = _read_bias(file, config)
    if bias is None:
        return dataclasses.replace(config, output_bias=False), weights
    return config, {**weights, "output_bias": bias}


def their_weights(weights: Mapping[str, Tensor], config: ModelConfig) -> dict[str, Tensor]:
    """Return weights under their names and in their order of features, float32; the bias forbids some symbols.

    Args:
        weights: as a checkpoint stores them, shared matrices once.
        config: the model's shape.
    """
    order = halves_from_pairs(config.d_model)
    found = {
        name: reordered(ours, weights[ours].float(), order).contiguous()
        for ours, name in names.their_names(config).items()
    }
    bias = weights["output_bias"].float().clone() if config.output_bias else torch.zeros(config.output_size)
    bias[list(config.never_generated)] = FORBIDDEN
    return {**found, names.OUTPUT_BIAS: bias[None]}


def position_tables(config: ModelConfig) -> dict[str, Tensor]:
    """Return both tables of positions under their names, [P, D], sines first."""
    table = sinusoidal_positions(config.max_positions, config.d_model)[:, halves_from_pairs(config.d_model)]
    return {name: table.clone() for name in names.positions()}


def _read_bias(file: TensorFile, config: ModelConfig) -> Tensor | None:
    """Return the bias of the logits; None where it changes nothing."""
    if names.OUTPUT_BIAS not in file.shapes:
        return None
    bias = read_checked(file, names.OUTPUT_BIAS, (1, config.output_size))[0].clone()
    for index in config.never_generated:
        if bias[index] <= FORBIDDEN / 2:
            bias[index] = 0
    return bias if bool(bias.any()) else None


def _check_positions(file: TensorFile, config: ModelConfig) -> None:
    """Refuse tables of positions other than the paper's, which a model of this kind does not learn."""
    for name, expected in position_tables(config).items():
        if name not in file.shapes:
            continue
        found = read_checked(file, name, tuple(expected.shape))
        if not torch.allclose(found.float(), expected, atol=_POSITION_TOLERANCE, rtol=0):
            raise CoreError(
                "import.positions", "{path}: {name} is not the table of sines and cosines", path=file.path, name=name
            )
