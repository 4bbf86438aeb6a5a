"""The learning rate of 5.3 (Eq. 3): the browser draws it; this is how the training takes it."""

from core.training.schedule import learning_rate

CODE = (learning_rate,)
