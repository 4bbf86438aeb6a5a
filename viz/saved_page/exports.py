"""A translation as a file to download: arrays, tables, the whole explorer as one page, one row to compute by hand."""

from __future__ import annotations

import codecs
import contextlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from core.errors import CoreError, Names
from core.service import QUESTIONS, Answer, Service, ask
from core.service.costs import turns
from core.service.lenses import lens_result
from core.service.provenance import provenance
from core.service.requests import RowQuestion, read_question
from viz.handouts import handout, subject
from viz.saved_page.archive import model_archive
from viz.saved_page.downloads import Downloads
from viz.saved_page.file_names import file_name, slug
from viz.saved_page.page import live_page
from viz.saved_page.standalone import Opened, foreign_page, standalone_page
from viz.texts import Texts
from viz.wire.answers import FORMS
from viz.wire.link import Link, read_link
from viz.wire.payload import payload_of
from viz.wire.snapshots import packed_history

if TYPE_CHECKING:
    from core.inspection.foreign import ForeignAttention
    from core.inspection.lenses import LensResult

# Of files, in the unit of core.service.costs: of each weight as text or packed, of a page, of each parameter in it.
_NUMBER_COST = {"csv": 1 / 100, "json": 1 / 1000, "npz": 1 / 2000}
_PAGE_COST, PARAMETER_COST = 500, 1 / 3000
MAX_TABLE_NUMBERS = 4 << 20  # weights written as text; a trace of more is taken away as NPZ
MAX_ANSWERS, MAX_ANSWER_BYTES = 120, 3 << 20  # that one HTML file takes along
FORMATS = ("csv", "npz", "json", "html", "html_model")
GIVEN_FORMATS = ("npz", "html")  # of attention of another program
PAGES = {"html": "", "html_model": "model"}  # form -> what the name of the file says
WEIGHTS = "weights"  # the lens that a trace has


class PageRequest(NamedTuple):
    """Ask for an HTML file; nothing of it is checked, because any client can send anything.

    Attributes:
        fields: of a link to the view on which it opens.
        questions: {name, request} of the server's answers; those that are refused and those beyond `MAX_ANSWERS` and
            `MAX_ANSWER_BYTES` are left out.
        history: True for how the model learned to attend, too.
    """

    fields: object = None
    questions: object = None
    history: object = None


class Exports(Downloads):
    """Writes files of translations to download."""

    def __init__(self, service: Service) -> None:
        super().__init__()
        self._service = service

    def write(
        self, id: str, form: str, texts: Texts, lens: str = WEIGHTS, page: PageRequest | None = None, side: str = ""
    ) -> str:
        """Write a translation that was made before; returns the file's path.

        Args:
            id: of its trace.
            form: one of `FORMATS`.
            texts: the words of an HTML file.
            lens: whose numbers a table or an archive holds, in float32; an archive has the weights as well.
            page: what an HTML file takes along.
            side: "base" or "changed", for the name, where two translations are shown.

        Raises:
            CoreError: the trace is forgotten, form or lens is none of these, or text of its numbers would be too long.
        """
        if form not in FORMATS:
            raise _no_form(form, FORMATS)
        request = self._service.request(id)  # of a trace that there is
        result = None if lens == WEIGHTS or form in PAGES else lens_result(self._service, id, lens)
        about = PAGES.get(form, "" if result is None else result.lens.name)
        with self.new_file(file_name(request, about, "html" if form in PAGES else form, side)) as file:
            if form in PAGES:
                self._page(id, file, texts, self._opened(id, page or PageRequest()), with_model=form == "html_model")
            else:
                self._table(id, form, file, result)
        return file.name

    def write_given(
        self, attention: ForeignAttention, name: str, form: str, texts: Texts, page: PageRequest | None = None
    ) -> str:
        """Write attention of another program; returns the file's path.

        Args:
            attention: to write.
            name: of the file that it was opened from.
            form: one of `GIVEN_FORMATS`.
            texts: the words of an HTML file.
            page: the view on which an HTML file opens.

        Raises:
            CoreError: the form is none of these.
        """
        if form not in GIVEN_FORMATS:
            raise _no_form(form, GIVEN_FORMATS)
        from core.inspection.foreign_file import save_attention

        with self._service.turnstile, self.new_file(f"{slug(Path(name).stem, 60) or 'attention'}.{form}") as file:
            if form == "npz":
                save_attention(attention, file)
            else:
                link = self._link(page or PageRequest())
                file.write(foreign_page(attention, texts, json.loads(link.view) if link.view else {}))
        return file.name

    def write_handout(self, name: str, place: object, texts: Texts) -> str:
        """Write one row of one head as a notebook, a workbook or a worksheet; returns the file's path.

        Args:
            name: one of `viz.handouts.FILES`.
            place: id of a trace, kind, layer, head and query, unchecked.
            texts: the words of the file.

        Raises:
            CoreError: the row does not exist, its trace is forgotten or changed, or the model is too large for it.
            KeyError: the name is unknown.
        """
        asked = read_question(RowQuestion, place)
        request = self._service.request(asked.id)
        with self._service.turnstile:
            from core.inspection.worked_example import Place

            row = Place(asked.kind, asked.layer, asked.head, asked.query)
            made = handout(name, subject(self._service, asked.id, row), texts)
        about = f"{row.kind}-{row.layer + 1}-{row.head + 1}-{row.query + 1}"
        with self.new_file(file_name(request, about, made.ending)) as file:
            file.write(made.content)
        return file.name

    def _table(self, id: str, form: str, file: BinaryIO, lens: LensResult | None) -> None:
        from core.inspection import export

        writers: dict[str, Callable[..., None]] = {
            "csv": export.write_csv,
            "npz": export.write_npz,
            "json": export.write_json,
        }
        trace = self._service.trace(id)
        described = provenance(self._service, id, None if lens is None else lens.lens.name)
        numbers = trace.encoder_self.size + trace.decoder_self.size + trace.cross.size
        if form != "npz" and numbers > MAX_TABLE_NUMBERS:
            raise CoreError(
                "explorer.export_size",
                "{numbers:,} weights are too many for a {form} file; save them as NPZ",
                numbers=numbers,
                form=form,
            )
        with self._service.turnstile.turns(turns(numbers * _NUMBER_COST[form])):
            writers[form](trace, file, lens, described)

    def _opened(self, id: str, page: PageRequest) -> Opened:
        """Return what a link may say, and the questions answered again: no reply of a browser is used."""
        given, questions = page.fields if isinstance(page.fields, dict) else {}, page.questions
        link = self._link(page)
        shown: dict[str, str] = json.loads(link.view) if link.view else {}
        changed = {name: given[name] for name in ("off", "uniform") if getattr(link.changes, name)}
        answers: list[dict[str, Any]] = []
        left = MAX_ANSWER_BYTES
        for asked in reversed(questions[-MAX_ANSWERS:] if isinstance(questions, list) else []):
            with contextlib.suppress(CoreError, KeyError, TypeError):
                name, request = asked["name"], asked["request"]
                if QUESTIONS[name].background:
                    continue
                reply = FORMS[name](ask(self._service, name, request))
                size = len(json.dumps(reply)) + len(json.dumps(request))
                if size <= left:
                    answers.append({"name": name, "request": request, "reply": reply})
                    left -= size
        checkpoint = self._service.request(id).checkpoint
        history = packed_history(self._service.library, checkpoint) if page.history is True else None
        return Opened({**shown, **changed}, answers, history, provenance(self._service, id))

    def _link(self, page: PageRequest) -> Link:
        given = page.fields if isinstance(page.fields, dict) else {}
        fields = {str(name): value for name, value in given.items() if isinstance(value, str)}
        return read_link(fields, self._service.library.names())

    def _page(self, id: str, file: BinaryIO, texts: Texts, opened: Opened, *, with_model: bool) -> None:
        request = self._service.request(id)
        model = self._service.library.translator(request.checkpoint).model.config
        cost = _PAGE_COST + (model.num_parameters * PARAMETER_COST if with_model else 0)
        with self._service.turnstile.turns(turns(cost)):
            card = self._service.library.card(request.checkpoint)
            answer = Answer(request, *self._service.traced(request), 0.0, card.languages, card.doubt_below)
            payload = payload_of(answer, timed=False)
            if not with_model:
                file.write(standalone_page(payload, answer.trace, card, texts, opened))
                return
            archive = model_archive(self._service.library.translator(request.checkpoint).checkpoint, request.checkpoint)
            file.write(live_page(payload, answer.trace, card, texts, opened, archive))


def page_with_model(service: Service, answer: Answer, texts: Texts) -> bytes:
    """Return the HTML file that opens with a translation and has its model.

    It begins with a byte order mark: a server may name another character set than UTF-8.
    """
    exports = Exports(service)  # its folder lives as long as it does
    return codecs.BOM_UTF8 + Path(exports.write(answer.request.id, "html_model", texts)).read_bytes()


def _no_form(form: str, formats: Sequence[str]) -> CoreError:
    return CoreError(
        "explorer.form", "a trace is saved as one of {formats}, not {form!r}", form=form, formats=Names(formats)
    )
