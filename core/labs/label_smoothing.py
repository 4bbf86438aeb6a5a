"""Label smoothing (5.4): the browser computes its target and loss; this is the loss of a training."""

from core.training.loss import smoothed_cross_entropy

CODE = (smoothed_cross_entropy,)
