"""Gradient accumulation: the browser computes a small model's; this is how the training divides a window's loss."""

from core.training.trainer import Trainer

CODE = (Trainer._step,)  # pyright: ignore[reportPrivateUsage]
