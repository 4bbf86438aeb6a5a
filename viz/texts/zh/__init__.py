"""Chinese. Not complete yet, so the page does not offer it: see `viz.texts`."""

from viz.texts.zh.attention import ATTENTION
from viz.texts.zh.core_errors import CORE_ERRORS
from viz.texts.zh.errors import ERRORS
from viz.texts.zh.figures import FIGURES
from viz.texts.zh.handouts import HANDOUTS
from viz.texts.zh.lab import LAB
from viz.texts.zh.labs import LABS
from viz.texts.zh.lenses import LENSES
from viz.texts.zh.page import ABOUT, PAGE
from viz.texts.zh.panels import PANELS
from viz.texts.zh.printing import PRINTING
from viz.texts.zh.time_travel import TIME_TRAVEL
from viz.texts.zh.tour import TOUR

TEXTS: dict[str, str] = {
    **CORE_ERRORS,
    **ERRORS,
    **PAGE,
    **ATTENTION,
    **FIGURES,
    **HANDOUTS,
    **LAB,
    **LABS,
    **LENSES,
    **PANELS,
    **PRINTING,
    **TIME_TRAVEL,
    **TOUR,
    **ABOUT,
}
