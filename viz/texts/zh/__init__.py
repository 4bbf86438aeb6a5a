"""Chinese."""

from viz.texts.beside import (
    exercise_words,
    lab_words,
    panel_words,
    path_words,
    sentence_words,
    study_words,
)
from viz.texts.zh.attention import ATTENTION
from viz.texts.zh.core_errors import CORE_ERRORS
from viz.texts.zh.corpora import CORPUS_TITLES
from viz.texts.zh.errors import ERRORS
from viz.texts.zh.evaluate import EVALUATE
from viz.texts.zh.figures import FIGURES
from viz.texts.zh.file_errors import FILE_ERRORS
from viz.texts.zh.handouts import HANDOUTS
from viz.texts.zh.homework import HOMEWORK
from viz.texts.zh.lenses import LENSES
from viz.texts.zh.machine import MACHINE
from viz.texts.zh.maths import MATHS
from viz.texts.zh.notebook import NOTEBOOK
from viz.texts.zh.notices import NOTICES
from viz.texts.zh.page import ABOUT, PAGE
from viz.texts.zh.printing import PRINTING
from viz.texts.zh.saved_page import SAVED_PAGE
from viz.texts.zh.study import STUDY
from viz.texts.zh.time_travel import TIME_TRAVEL
from viz.texts.zh.train import TRAIN
from viz.texts.zh.train_form import TRAIN_FORM
from viz.texts.zh.train_start import TRAIN_START
from viz.texts.zh.train_tools import TRAIN_TOOLS

TEXTS: dict[str, str] = {
    **CORE_ERRORS,
    **FILE_ERRORS,
    **ERRORS,
    **PAGE,
    **ATTENTION,
    **CORPUS_TITLES,
    **EVALUATE,
    **FIGURES,
    **HANDOUTS,
    **HOMEWORK,
    **lab_words("zh"),
    **LENSES,
    **MACHINE,
    **MATHS,
    **NOTEBOOK,
    **NOTICES,
    **panel_words("zh"),
    **path_words("zh"),
    **PRINTING,
    **SAVED_PAGE,
    **sentence_words("zh"),
    **exercise_words("zh"),
    **STUDY,
    **study_words("zh"),
    **TIME_TRAVEL,
    **TRAIN_FORM,
    **TRAIN,
    **TRAIN_START,
    **TRAIN_TOOLS,
    **ABOUT,
}
