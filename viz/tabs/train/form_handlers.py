"""What the controls of the form do: top-level functions, values in and updates out.

Whatever a client sends may stand in the values: settings are checked by `form`.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import gradio as gr

from core.data.corpora.registry import CORPORA
from core.data.table import Columns
from core.data.tasks import TASKS
from core.errors import CoreError
from viz.components.preflight import Bars, Panel, pack_panel
from viz.components.text_table import pack_table
from viz.tabs.train import form, sources, starting
from viz.tabs.train.checking import busy_panel, check_form, panel, refused_panel, settings_panel
from viz.tabs.train.controls import told
from viz.tabs.train.follow import Viewing
from viz.tabs.train.form import CORPUS, FILE, FIRST, MEGABYTE, MODEL_FIELDS, TRAINING_FIELDS, Form, Limits
from viz.tabs.train.run_handlers import show
from viz.tabs.train.samples import shortened
from viz.texts import error_text, text


def on_form_load(runs: Path, source: object, corpus: object) -> list[Any]:
    """A new page: a name that is free."""
    free = starting.suggested_name(runs, _stem(source, corpus))
    return [free, free]


def on_source(
    runs: Path,
    limits: Limits,
    source: object,
    corpus: object,
    for_text: bool,
    name: object,
    suggested: str,
    language: str,
) -> list[Any]:
    """Show what the source needs; fill the settings in anew on the way between tasks and text."""
    is_text = source in (FILE, CORPUS)
    preset: Any = gr.skip()
    settings: list[Any] = [gr.skip()] * (len(MODEL_FIELDS) + len(TRAINING_FIELDS))
    if is_text != bool(for_text):
        preset = "tiny" if is_text else FIRST
        model, training = form.preset_model(preset), form.suggested_training(str(source), limits)
        settings = [getattr(model, field) for field in MODEL_FIELDS]
        settings += [getattr(training, field) for field in TRAINING_FIELDS]
    visible = [gr.Column(visible=source == CORPUS), gr.Column(visible=source == FILE)]
    return [
        *visible,
        *_card(corpus, language),
        preset,
        *settings,
        *_renamed(runs, _stem(source, corpus), name, suggested),
        is_text,
    ]


def on_corpus(runs: Path, corpus: object, name: object, suggested: str, language: str) -> list[Any]:
    """What is to be known of a corpus, and whether it can be fetched."""
    return [*_card(corpus, language), None, *_renamed(runs, _stem(CORPUS, corpus), name, suggested)]


def on_get(limits: Limits, corpus: object, language: str) -> Iterator[list[Any]]:
    """Fetch a corpus, and say how far it has come; a page that is closed does not end it."""
    if not limits.corpora or corpus not in CORPORA:
        return
    known = CORPORA[str(corpus)]
    download = sources.Download(known)
    while download.alive:
        said = _received(download, language)
        shown = pack_panel(Panel(text("train.corpus.getting", language, name=known.name), busy=True, message=said))
        yield [gr.skip(), gr.Button(interactive=False), shown]
        download.wait(0.5)
    shown = pack_panel(refused_panel(error_text(download.error, language), language)) if download.error else None
    yield [*_card(corpus, language), shown]


def on_upload(runs: Path, limits: Limits, *values: Any) -> list[Any]:
    """Suggest a name after the file unless there is one, and what may be source and target."""
    *fields, name, suggested = values
    filled = Form(*fields)._replace(src_column="", tgt_column="")
    found = Columns((), None)
    paths: list[Path] = []
    with suppress(CoreError):  # the preview says what is wrong
        paths = sources.uploaded(filled, limits)
        found = sources.upload_columns(filled, limits)
    stem = paths[0].name.split(".")[0] if paths else "run"
    source, target = found.found or ("", "")
    return [
        *_renamed(runs, stem, name, suggested),
        gr.Row(visible=bool(found.names)),
        *(gr.Dropdown(choices=list(found.names), value=side or None) for side in (source, target)),
        *_languages(filled, paths, found),
    ]


def on_data(limits: Limits, *values: Any) -> list[Any]:
    """The first pairs of the chosen data, how many there are and how long; or what is wrong with a file."""
    *fields, language = values
    filled = Form(*fields)
    try:
        if filled.source == FILE and filled.file:
            if bool(filled.src_column) != bool(filled.tgt_column):
                return [_table([], text("train.about.one_column", language), language), None]
            return _uploaded(sources.look_at(sources.upload_stream(filled, limits)), language)
        return [preview_of(filled, limits, language), None]
    except CoreError as error:
        return [None, pack_panel(refused_panel(error_text(error, language), language))]


def on_preset(preset: object, language: str) -> list[Any]:
    """The model settings of a preset."""
    try:
        model = form.preset_model(str(preset))
    except CoreError as error:
        raise told(error, language) from error
    return [getattr(model, field) for field in MODEL_FIELDS]


def parameter_count(language: str, *model: Any) -> str:
    """How large the model would be, or what is wrong with its settings."""
    try:
        count = form.model_config(Form(**dict(zip(MODEL_FIELDS, model, strict=True)))).num_parameters
    except CoreError as error:
        return error_text(error, language)
    return text("train.parameters", language, parameters=f"{count:,}", megabytes=f"{2 * count / 1e6:,.1f}")


def on_start(runs: Path, limits: Limits, *values: Any) -> list[Any]:
    """Start what the form says and show it; refuse kindly while another run is being trained."""
    *fields, measure, language, visitor = values
    try:
        filled = Form(*fields)
        run = starting.start_run(runs, limits, filled, visitor)
    except CoreError as error:
        raise told(error, language) from error
    name = starting.suggested_name(runs, run.name.rstrip("0123456789"))
    told_now = settings_panel(filled, limits, language)
    findings = pack_panel(told_now) if told_now else gr.skip()
    return [name, name, findings, *show(runs, Viewing(run.name), measure, language, None)]


def on_check(runs: Path, limits: Limits, *values: Any) -> Iterator[str]:
    """The pre-flight: a word that it goes on, then its numbers, or what stands in the way of a start."""
    *fields, language = values
    yield pack_panel(busy_panel(language))
    try:
        yield pack_panel(panel(check_form(runs, limits, Form(*fields)), language))
    except CoreError as error:
        yield pack_panel(refused_panel(error_text(error, language), language))


def preview_of(fields: Form, limits: Limits, language: str) -> str:
    """A packed table of the first pairs of a task or a corpus, or what to do to see some.

    Raises:
        CoreError: there is no such source or corpus here, or it cannot be read.
    """
    source = form.checked_source(fields.source, limits)
    if source == FILE:
        megabytes = limits.upload_bytes / MEGABYTE
        return _table([], text("train.about.no_file", language, megabytes=megabytes), language)
    if source == CORPUS:
        try:
            return _table(sources.corpus_preview(fields.corpus), "", language)
        except CoreError as error:
            if not error.code.endswith("not_here"):
                raise
            return _table([], text("train.corpus.waiting", language), language)
    pairs = sources.task_preview(source)
    note = text(f"train.about.{source}", language, valid=form.TASK_VALID_PAIRS)
    return _table(list(zip(pairs.source, pairs.target, strict=True)), note, language)


def corpus_card(name: object, language: str) -> str:
    """Pairs, licence, size of a corpus, and whether it is here."""
    if name not in CORPORA:
        return ""
    corpus = CORPORA[str(name)]
    source, target = corpus.languages
    card = text(
        "train.corpus.card",
        language,
        pairs=f"{corpus.pairs:,}" if corpus.pairs else text("train.corpus.unknown_pairs", language),
        source=source,
        target=target,
        licence=corpus.licence,
        size=f"{corpus.megabytes:.0f}",
        here=text(f"train.corpus.{sources.whereabouts(corpus)}", language),
    )
    by_hand = text("train.corpus.by_hand", language, home=corpus.home, note=corpus.note)
    return card if sources.is_published(corpus) or sources.whereabouts(corpus) == "here" else f"{card}\n\n{by_hand}"


def _uploaded(looked: sources.Looked, language: str) -> list[Any]:
    """The table and the histogram of an upload."""
    counts = {
        "pairs": looked.pairs,
        "training": looked.training,
        "validation": looked.held_out,
        "blank": looked.blank,
        "repeated": looked.repeated,
    }
    note = text("train.about.file", language, **{name: f"{count:,}" for name, count in counts.items()})
    sides = (text("train.preview.source", language), text("train.preview.target", language))
    title = text("train.lengths.title", language, source=sides[0], target=sides[1])
    lengths = looked.lengths
    axis = text("train.lengths.axis", language)
    bars = Bars(title, lengths.edges, sides, (lengths.source, lengths.target), axis)
    return [_table(looked.first, note, language), pack_panel(Panel(bars=bars))]


def _table(pairs: Sequence[tuple[str, str]], note: str, language: str) -> str:
    columns = [text("train.preview.source", language), text("train.preview.target", language)]
    rows = [[shortened(side) for side in pair] for pair in pairs[: sources.PREVIEW_PAIRS]]
    return pack_table(columns, rows, note=note)


def _languages(filled: Form, paths: Sequence[Path], found: Columns) -> list[Any]:
    """Language codes that the columns or the two files name, where nobody has written others."""
    if len(paths) == 2:
        names = [path.name.removesuffix(".gz").rpartition(".")[2] for path in paths]
    else:
        names = list(found.found or ("", ""))
    codes = [name if len(name) in (2, 3) and name.isalpha() else "" for name in names]
    return [
        gr.skip() if given or not code else code
        for given, code in zip((filled.src_lang, filled.tgt_lang), codes, strict=True)
    ]


def _card(name: object, language: str) -> list[Any]:
    """What is to be known of a corpus, and the button that fetches it."""
    corpus = CORPORA.get(str(name))
    wanted = corpus is not None and sources.is_published(corpus) and sources.whereabouts(corpus) != "here"
    return [corpus_card(name, language), gr.Button(visible=wanted, interactive=True)]


def _received(download: sources.Download, language: str) -> str:
    if download.file is None:
        return ""
    received = download.received / 1e6
    if download.total is None:
        return text("train.corpus.received", language, file=download.file, received=received)
    total = download.total / 1e6
    return text("train.corpus.received_of", language, file=download.file, received=received, total=total)


def _stem(source: object, corpus: object) -> str:
    """What a run is named after: its task or corpus."""
    if source == CORPUS and corpus in CORPORA:
        return str(corpus)
    return str(source) if source in TASKS else "run"


def _renamed(runs: Path, stem: str, name: object, suggested: str) -> list[Any]:
    """A new suggestion, unless the visitor has typed a name."""
    if name != suggested and name:
        return [gr.skip(), gr.skip()]
    fresh = starting.suggested_name(runs, stem)
    return [fresh, fresh]
