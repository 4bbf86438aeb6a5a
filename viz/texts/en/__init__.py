"""English."""

from viz.texts.en.attention import ATTENTION
from viz.texts.en.errors import ERRORS
from viz.texts.en.maths import MATHS
from viz.texts.en.page import ABOUT, PAGE
from viz.texts.en.train import TRAIN

TEXTS: dict[str, str] = {**ERRORS, **PAGE, **ATTENTION, **MATHS, **TRAIN, **ABOUT}
