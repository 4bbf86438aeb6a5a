"""What the controls of the data do: a corpus, a data set of the Hub, a file; values in and updates out.

Whatever a client sends may stand in the values: names and settings are checked by `form`.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import gradio as gr

from core.data.corpora.registry import CORPORA
from core.data.table import Columns, language_of
from core.data.tasks import TASKS
from core.errors import CoreError
from viz.components.preflight import Bars, Panel, pack_panel
from viz.components.text_table import pack_table
from viz.tabs.train import form, hub, sources, starting
from viz.tabs.train.downloads import Download, corpus_download, hub_download
from viz.tabs.train.form import CORPUS, FILE, HUB, MEGABYTE, Form, Limits
from viz.tabs.train.samples import shortened
from viz.texts import error_text, text

_READ_AT_ONCE = 4 * MEGABYTE  # a file that is read within a second


def on_corpus(runs: Path, corpus: object, direction: object, name: object, suggested: str, language: str) -> list[Any]:
    """What is to be known of a corpus, its directions, and whether it can be fetched."""
    return [
        *card_updates(corpus, direction, language),
        None,
        gr.Radio(choices=direction_choices(corpus, language)),
        *renamed(runs, named_after(CORPUS, corpus), name, suggested),
    ]


def on_direction(corpus: object, direction: object, language: str) -> str:
    """What is to be known of a corpus in that direction."""
    return corpus_card(corpus, direction, language)


def on_get(limits: Limits, corpus: object, direction: object, language: str) -> Iterator[list[Any]]:
    """Fetch a corpus, and say how far it has come; a page that is closed does not end it."""
    if not limits.corpora or corpus not in CORPORA:
        return
    download = corpus_download(CORPORA[str(corpus)])
    for shown in _followed(download, str(corpus), language):
        yield [gr.skip(), gr.Button(interactive=False), shown]
    yield [*card_updates(corpus, direction, language), _outcome(download, language)]


def on_upload(runs: Path, limits: Limits, *values: Any) -> list[Any]:
    """Suggest a name after the file unless there is one, and what may be source and target; nothing without a file."""
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
        *renamed(runs, stem, name, suggested),
        gr.Row(visible=bool(found.names)),
        *(gr.Dropdown(choices=list(found.names), value=side or None) for side in (source, target)),
        *_languages(filled, paths, found),
    ]


def on_data(limits: Limits, *values: Any) -> Iterator[list[Any]]:
    """The first pairs of the chosen data, how many there are and how long; or what is wrong with a file."""
    *fields, language = values
    filled = Form(*fields)
    try:
        if filled.source == FILE and filled.file:
            yield from _read_upload(filled, limits, language)
        elif filled.source == HUB and _is_named(filled):  # a look at a bad name says what is wrong with it
            yield [_hub_preview(filled, limits, language), None]
        else:
            yield [preview_of(filled, limits, language), None]
    except CoreError as error:
        yield [None, _refusal(error, language)]


def on_hub_named() -> list[Any]:
    """Another data set is being named: nothing is known of it."""
    unknown = [gr.Dropdown(choices=[], value=None) for _ in range(2)]
    return [gr.Row(visible=False), *unknown, gr.Button(visible=False), None]


def on_look(runs: Path, limits: Limits, *values: Any) -> Iterator[list[Any]]:
    """Look at a data set of the Hub: its columns, and what may be source and target; the preview shows its rows."""
    *fields, name, suggested, language = values
    filled = Form(*fields)
    kept: list[Any] = [gr.skip()] * 8
    busy = Panel(text("train.hub.looking", language), busy=True, message=text("train.hub.looking.message", language))
    yield [pack_panel(busy), gr.Button(interactive=False), *kept]
    try:
        form.checked_source(HUB, limits)
        columns, found, refusal = _looked(filled)
    except CoreError as error:
        told_now = _refusal(error, language)
        hidden = [gr.Row(visible=False), gr.skip(), gr.skip(), gr.skip(), gr.skip(), gr.Button(visible=False)]
        yield [told_now, gr.Button(interactive=True), *hidden, gr.skip(), gr.skip()]
        return
    source, target = found or ("", "")
    written = (filled.hub_src_lang, filled.hub_tgt_lang)
    yield [
        _refusal(refusal, language) if refusal else None,
        gr.Button(interactive=True),
        gr.Row(visible=True),
        *(gr.Dropdown(choices=list(columns), value=side or None) for side in (source, target)),
        *_codes([side.rpartition(".")[2] for side in (source, target)], written),
        _hub_button(filled._replace(hub_src_column=source, hub_tgt_column=target)),
        *renamed(runs, named_after(HUB, None, filled.hub), name, suggested),
    ]


def on_hub_column(*values: Any) -> Any:
    """Other columns were chosen: the copy, if there is one, may have others."""
    return _hub_button(Form(*values))


def on_hub_get(limits: Limits, *values: Any) -> Iterator[list[Any]]:
    """Fetch a data set of the Hub, and say how far it has come; a page that is closed does not end it."""
    *fields, language = values
    filled = Form(*fields)
    try:
        form.checked_source(HUB, limits)
        name, columns = form.hub_data_set(filled), hub.columns_of(filled)
        if columns is None:
            raise CoreError("train.hub_sides", "choose the columns of both sides first")
    except CoreError as error:
        yield [gr.skip(), _refusal(error, language)]
        return
    download = hub_download(name, columns, limits)
    for shown in _followed(download, name, language):
        yield [gr.Button(interactive=False), shown]
    yield [_hub_button(filled), _outcome(download, language)]


def preview_of(fields: Form, limits: Limits, language: str) -> str:
    """A packed table of the first pairs of a task or a corpus, or what to do to see some.

    Raises:
        CoreError: there is no such source or corpus here, or it cannot be read.
    """
    source = form.checked_source(fields.source, limits)
    if source == FILE:
        megabytes = limits.upload_bytes / MEGABYTE
        return _table([], text("train.about.no_file", language, megabytes=megabytes), language)
    if source == HUB:
        return _table([], text("train.about.hub", language), language)
    if source == CORPUS:
        try:
            return _table(sources.corpus_preview(fields.corpus, swapped=form.is_backward(fields)), "", language)
        except CoreError as error:
            if not error.code.endswith("not_here"):
                raise
            return _table([], text("train.corpus.waiting", language), language)
    pairs = sources.task_preview(source)
    note = text(f"train.about.{source}", language, valid=form.TASK_VALID_PAIRS)
    return _table(list(zip(pairs.source, pairs.target, strict=True)), note, language)


def direction_choices(name: object, language: str) -> list[tuple[str, str]]:
    """The directions of a known corpus: as it is published, and the other way round."""
    if name not in CORPORA:
        return []
    source, target = CORPORA[str(name)].languages
    sides = ((source, target, form.FORWARD), (target, source, form.BACKWARD))
    return [(text("train.direction.choice", language, source=a, target=b), value) for a, b, value in sides]


def corpus_card(name: object, direction: object, language: str) -> str:
    """Pairs, licence, size of a corpus, and whether it is here."""
    if name not in CORPORA:
        return ""
    corpus = CORPORA[str(name)]
    source, target = reversed(corpus.languages) if direction == form.BACKWARD else corpus.languages
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


def card_updates(name: object, direction: object, language: str) -> list[Any]:
    """What is to be known of a corpus, and the button that fetches it."""
    corpus = CORPORA.get(str(name))
    wanted = corpus is not None and sources.is_published(corpus) and sources.whereabouts(corpus) != "here"
    return [corpus_card(name, direction, language), gr.Button(visible=wanted, interactive=True)]


def named_after(source: object, corpus: object, data_set: object = "") -> str:
    """What a run is named after: its task, corpus or data set."""
    if source == CORPUS and corpus in CORPORA:
        return str(corpus)
    if source == HUB and data_set:
        return str(data_set).strip().rstrip("/").rpartition("/")[2]
    return str(source) if source in TASKS else "run"


def renamed(runs: Path, stem: str, name: object, suggested: str) -> list[Any]:
    """A new suggestion, unless the visitor has typed a name."""
    if name != suggested and name:
        return [gr.skip(), gr.skip()]
    fresh = starting.suggested_name(runs, stem)
    return [fresh, fresh]


def _refusal(error: CoreError, language: str) -> str:
    """Why data cannot be read or fetched; a table whose columns say nothing has only a question left."""
    title = "train.asked" if error.code == "train.columns" else "train.unreadable"
    return pack_panel(Panel(text(title, language), cautions=[error_text(error, language)]))


def _read_upload(filled: Form, limits: Limits, language: str) -> Iterator[list[Any]]:
    """The preview of an upload: of a large one its first pairs at once, its numbers when it has been read.

    Raises:
        CoreError: it cannot be read.
    """
    if sources.chosen_columns(filled, limits).count(None) == 1:
        yield [_table([], text("train.about.one_column", language), language), None]
        return
    pairs = sources.upload_stream(filled, limits)
    size = sum(path.stat().st_size for path in pairs.files if path.is_file())
    if size > _READ_AT_ONCE:
        note = text("train.about.reading", language, megabytes=size / MEGABYTE)
        yield [_table(list(islice(pairs, sources.PREVIEW_PAIRS)), note, language), None]
    yield _uploaded(sources.look_at(pairs), language)


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
    """Language codes that the columns or the two files name, where nobody has written others; blank without a file."""
    if not paths:
        return ["", ""]
    if len(paths) == 2:
        names = [path.name.removesuffix(".gz").rpartition(".")[2] for path in paths]
    else:
        names = list(found.found or ("", ""))
    return _codes(names, (filled.src_lang, filled.tgt_lang))


def _codes(names: Sequence[str], written: tuple[Any, Any]) -> list[Any]:
    """Codes of the languages that two names say, where nobody has written others; two letters may be any language's."""
    codes = [language_of(name) or (name if len(name) == 2 and name.isalpha() else "") for name in names]
    return [gr.skip() if given or not code else code for given, code in zip(written, codes, strict=True)]


def _looked(filled: Form) -> tuple[tuple[str, ...], tuple[str, str] | None, CoreError | None]:
    """Columns of a data set and which two are its sides: of its copy where the Hub cannot be reached, and why not.

    Raises:
        CoreError: a bad name, or the Hub cannot be reached and there is no copy.
    """
    try:
        found = hub.look(filled)
        return found.columns, found.found, None
    except CoreError as error:
        copy = hub.copy_of(filled)
        if copy is None or copy.columns is None:
            raise
        return copy.columns, copy.columns, error


def _hub_preview(filled: Form, limits: Limits, language: str) -> str:
    """The first pairs of a data set of the Hub as far as they are known, and what to do next."""
    form.checked_source(HUB, limits)
    pairs, copy = hub.preview(filled)
    if copy is not None:
        counts = {split: f"{count:,}" for split, count in copy.pairs.items()}
        key = "train.hub.here" if "train" in counts else "train.hub.here_uncounted"
        training, validation = counts.get("train", ""), counts.get("valid", "0")
        return _table(pairs, text(key, language, training=training, validation=validation), language)
    known = hub.seen(filled)
    return _table(pairs, text("train.hub.seen" if pairs else _hub_next(known), language), language)


def _is_named(filled: Form) -> bool:
    try:
        return bool(form.hub_data_set(filled))
    except CoreError:
        return False


def _hub_next(known: object) -> str:
    return "train.about.hub" if known is None else "train.hub.sides"


def _hub_button(filled: Form) -> Any:
    """The download of a data set of the Hub: not where a copy with these columns is here."""
    try:
        wanted = hub.columns_of(filled)
        copy = hub.copy_of(filled)
    except CoreError:
        return gr.Button(visible=False)
    return gr.Button(visible=wanted is not None and (copy is None or copy.columns != wanted), interactive=True)


def _followed(download: Download, name: str, language: str) -> Iterator[str]:
    """How far a download has come, twice a second until it ends."""
    while download.alive:
        title = text("train.corpus.getting", language, name=name)
        yield pack_panel(Panel(title, busy=True, message=_received(download, language)))
        download.wait(0.5)


def _outcome(download: Download, language: str) -> str | None:
    """Why a download has failed; nothing where it has not."""
    return _refusal(download.error, language) if download.error else None


def _received(download: Download, language: str) -> str:
    if download.what is None:
        return ""
    if download.counts_pairs:
        return text("train.hub.received", language, split=download.what, pairs=f"{download.received:,}")
    received = download.received / 1e6
    if download.total is None:
        return text("train.corpus.received", language, file=download.what, received=received)
    total = download.total / 1e6
    return text("train.corpus.received_of", language, file=download.what, received=received, total=total)
