"""Files to compute one row of attention again without this project: a notebook, a workbook, a worksheet.

Each is made of a `Subject` and of the words `handout.` in the texts.
"""

from viz.handouts.files import FILES, Handout, handout
from viz.handouts.subject import Subject, subject

__all__ = ["FILES", "Handout", "Subject", "handout", "subject"]
