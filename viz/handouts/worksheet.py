"""A worksheet to print: one row of attention to compute by hand, and its solution on a page of its own."""

from viz.handouts.by_hand import RowTask
from viz.handouts.markup import Words, document, name_line, safe
from viz.handouts.subject import Subject
from viz.texts import Texts


def worksheet(subject: Subject, texts: Texts) -> bytes:
    """Return one HTML page without scripts, for A4."""
    say = Words(texts)
    row = RowTask(subject, say)
    place = {"source": subject.sentence, "translation": subject.translation, "checkpoint": subject.checkpoint}
    title = f"<h1>{safe(row.title)}</h1>"
    body = (
        f'<section class="sheet">{name_line(say, row.points)}{title}'
        f'<p class="about">{say("worksheet.about", **place)}</p>{row.task}</section>'
        f'<section class="sheet"><h1>{say("worksheet.solution")}</h1>'
        f'<p class="about">{safe(row.title)}</p>{row.solution}</section>'
    )
    return document(row.title, [body], texts).encode()
