"""Adam (5.3): the browser computes it for one weight; this is the optimiser of a training."""

from core.training.adam import Adam

CODE = (Adam.step,)
