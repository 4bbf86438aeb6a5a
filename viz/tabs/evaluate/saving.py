"""Files of an evaluation to take away: tables, translations as text, and one HTML report."""

import functools
import time
from collections.abc import Callable
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.evaluation.table import Result
from core.jobs.job import Job
from viz.saved_page.downloads import Downloads
from viz.tabs import browser
from viz.tabs.browser import browser_functions
from viz.tabs.controls import QUEUED, as_toast
from viz.tabs.evaluate.busy import at_rest_after, at_work
from viz.tabs.evaluate.outcome import kept, outcome
from viz.tabs.evaluate.record import read_asked
from viz.tabs.evaluate.report import report_page
from viz.tabs.evaluate.result import ResultPanel
from viz.tabs.evaluate.status import asked_facts
from viz.tabs.language import request_texts
from viz.texts import Texts

_ENDINGS = {"csv": "csv", "json": "jsonl", "parquet": "parquet", "report": "html"}
_downloads = Downloads()
(_SAVE_FILE,) = browser_functions(browser.__file__, "saveFile")


def on_save(job_of: Callable[[object], Job | None], form: str, name: object) -> Any:
    """Write a file of an evaluation, for download."""
    texts = request_texts()
    try:
        job = job_of(name)
        if job is None:
            raise CoreError("evaluate.unknown", "this evaluation no longer exists")
        content = report_of(job, texts) if form == "report" else file_bytes(outcome(job), form)
        with _downloads.new_file(file_name(job.name, form)) as file:
            file.write(content)
    except (CoreError, OSError) as error:
        raise as_toast(error, texts) from error
    return gr.DownloadButton(value=file.name)


def report_of(job: Job, texts: Texts) -> bytes:
    """Return the report of an evaluation: also how it was made, for a reader who has only this file.

    Raises:
        CoreError: its result cannot be read.
    """
    result, asked = outcome(job), read_asked(job)
    facts = asked_facts(asked, texts) if asked else [(texts("evaluate.fact.set"), result.set)]
    ended = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(job.status().updated))
    made = [(texts("evaluate.list.name"), job.name), *facts, (texts("evaluate.fact.date"), ended)]
    return report_page(result, made, texts, functools.partial(kept, job))


def file_bytes(result: Result, form: str) -> bytes:
    """Return a file of a result.

    Args:
        result: with its rows.
        form: csv, json, parquet, first or second.

    Raises:
        CoreError: a library is missing.
    """
    from core.evaluation.taken import table_bytes, translation_lines

    if form in ("first", "second"):
        place = 0 if form == "first" else len(result.systems) - 1
        return "".join(translation_lines(result, place)).encode("utf-8", errors="replace")
    return table_bytes(result, form)


def file_name(name: str, form: str) -> str:
    """Return the name of a file.

    Examples:
        >>> file_name("a-1", "json"), file_name("a-1", "second")
        ('a-1.jsonl', 'a-1-B.txt')
    """
    sides = {"first": "-A.txt", "second": "-B.txt"}
    return f"{name}{sides[form]}" if form in sides else f"{name}.{_ENDINGS[form]}"


def wire_saving(panel: ResultPanel, job_of: Callable[[object], Job | None]) -> None:
    """Register the downloads; call it inside of gr.Blocks."""
    for form, button in panel.save.items():
        save = functools.partial(on_save, job_of, form)
        takes_seconds = form in _ENDINGS
        begin = at_work(button, panel.writing).then if takes_seconds else button.click
        written = begin(save, panel.drawn, panel.file, concurrency_limit=2, **QUEUED)
        if takes_seconds:
            at_rest_after(written, button, f"evaluate.save.{form}")
        written.success(None, panel.file, None, js=_SAVE_FILE)
