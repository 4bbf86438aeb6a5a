"""English."""

from viz.texts.beside import (
    exercise_words,
    lab_words,
    panel_words,
    path_words,
    sentence_words,
    study_words,
)
from viz.texts.en.attention import ATTENTION
from viz.texts.en.corpora import CORPUS_TITLES
from viz.texts.en.errors import ERRORS
from viz.texts.en.evaluate import EVALUATE
from viz.texts.en.figures import FIGURES
from viz.texts.en.handouts import HANDOUTS
from viz.texts.en.homework import HOMEWORK
from viz.texts.en.lenses import LENSES
from viz.texts.en.machine import MACHINE
from viz.texts.en.maths import MATHS
from viz.texts.en.notebook import NOTEBOOK
from viz.texts.en.notices import NOTICES
from viz.texts.en.page import ABOUT, PAGE
from viz.texts.en.printing import PRINTING
from viz.texts.en.saved_page import SAVED_PAGE
from viz.texts.en.study import STUDY
from viz.texts.en.time_travel import TIME_TRAVEL
from viz.texts.en.train import TRAIN
from viz.texts.en.train_form import TRAIN_FORM
from viz.texts.en.train_start import TRAIN_START
from viz.texts.en.train_tools import TRAIN_TOOLS

TEXTS: dict[str, str] = {
    **ERRORS,
    **PAGE,
    **ATTENTION,
    **CORPUS_TITLES,
    **EVALUATE,
    **FIGURES,
    **HANDOUTS,
    **HOMEWORK,
    **lab_words("en"),
    **LENSES,
    **MACHINE,
    **MATHS,
    **NOTEBOOK,
    **NOTICES,
    **panel_words("en"),
    **path_words("en"),
    **PRINTING,
    **SAVED_PAGE,
    **sentence_words("en"),
    **exercise_words("en"),
    **STUDY,
    **study_words("en"),
    **TIME_TRAVEL,
    **TRAIN_FORM,
    **TRAIN,
    **TRAIN_START,
    **TRAIN_TOOLS,
    **ABOUT,
}
