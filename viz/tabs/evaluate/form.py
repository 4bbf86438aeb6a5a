"""The form of a new evaluation: one or two systems, a test set, decoding, a name."""

import functools
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from core.config import DecodingConfig
from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.components.preflight import Panel, preflight
from viz.components.text_table import pack_table, text_table
from viz.components.upload_limit import limit_words, upload_limit
from viz.tabs.browser import browser_functions
from viz.tabs.controls import (
    READING,
    UNQUEUED,
    Choice,
    accordion,
    button,
    error_words,
    hidden_text,
    lasting_panel,
    refusal_panel,
    worded,
)
from viz.tabs.evaluate.busy import NO_MESSAGE, busy_words
from viz.tabs.evaluate.context import SHARED, Context, Sent, Updates
from viz.tabs.evaluate.sets import (
    FILES,
    HELD_OUT,
    ChosenSet,
    corpora_here,
    file_paths,
    fitting_corpora,
    odd_rows_of,
    offered_sets,
    set_columns,
)
from viz.tabs.evaluate.start import FILE, NONE, Fields, check_languages, chosen_set, free_name, known_cards
from viz.tabs.language import request_texts
from viz.tabs.limits import MEGABYTE
from viz.tabs.page import current_page
from viz.tabs.wording import Wording
from viz.texts import Texts

PREVIEW = 3  # sentences shown of a test set
USUAL_SENTENCES = 1000  # of a longer set, unless a visitor asks for more
_LONGEST = 160  # characters of a sentence in the preview
(_FILL_FIRST,) = browser_functions(__file__, "fillFirst")


@dataclass(frozen=True)
class FormPanel:
    """The components of the form."""

    context: Context
    section: gr.Accordion  # folded while an evaluation is shown, unless the visitor opens it
    first: gr.Dropdown
    usual: gr.Textbox  # model of the explorer, if the tab was opened; hidden
    filled: gr.Textbox  # what was filled in as the first system; hidden
    first_box: gr.Column  # of the file, visible where it is the system
    first_file: gr.File
    second: gr.Dropdown
    second_box: gr.Column
    second_file: gr.File
    test_set: gr.Dropdown
    files: gr.Column  # visible where the set is one of the visitor's files
    file: gr.File
    columns: gr.Row  # what its columns are, and the language; visible once there is one
    source: gr.Dropdown
    references: gr.Dropdown
    own: gr.Dropdown
    language: gr.Textbox
    preview: gr.HTML
    beam: gr.Number
    alpha: gr.Number
    most: gr.Number
    name: gr.Textbox
    suggested: gr.Textbox  # the last suggestion of a name; hidden
    start: gr.Button
    starting: gr.Textbox  # words of the button while an evaluation is being started; hidden
    findings: gr.HTML  # why an evaluation cannot start

    @property
    def fields(self) -> dict[str, Component]:
        """Return the controls of the form, by name."""
        names = ("first", "first_file", "second", "second_file", "file", "source", "references", "own")
        names = (*names, "language", "beam", "alpha", "most", "name")
        return {"set": self.test_set, **{name: getattr(self, name) for name in names}}

    def sent_fields(self, sent: Sent) -> dict[str, Any]:
        """Return what a client sent of the controls, by their names."""
        return {name: sent[control] for name, control in self.fields.items() if control in sent}


def lay_out_form(context: Context, wording: Wording) -> FormPanel:
    """Lay out the form."""
    with gr.Column(elem_id="evaluate-form"), accordion(wording, "evaluate.new", open=True) as section:
        controls = _lay_out_controls(context, wording)
    return FormPanel(context, section, **controls)


def _lay_out_controls(context: Context, wording: Wording) -> dict[str, Any]:
    if context.limits is SHARED:
        _lay_out_caps(context, wording)
    controls: dict[str, Any] = {}
    cards = known_cards({"first": next(iter(context.library.names()), None), "second": NONE}, context)
    options = {"choices": functools.partial(offered_sets, cards=cards), "value": HELD_OUT, "filterable": False}
    with gr.Row(elem_id="evaluate-chosen"):
        for side in ("first", "second"):
            with gr.Column(min_width=240):
                controls |= _lay_out_system(context, side, wording)
        with gr.Column(min_width=240):
            controls["test_set"] = worded(wording, Choice, "evaluate.set", **options)
            with gr.Column(visible=False, elem_id="evaluate-own-set") as controls["files"]:
                controls["file"] = _file(wording, "evaluate.file", context, file_count="multiple")
    first = controls["first"].value
    controls["usual"] = hidden_text("evaluate-usual")
    controls["filled"] = gr.Textbox(first, visible="hidden", elem_id="evaluate-filled")
    controls |= _lay_out_columns(wording)
    controls["preview"] = text_table(elem_id="evaluate-preview")
    free = free_name(context.runs, {"first": first, "second": NONE, "set": HELD_OUT})
    with gr.Row():
        controls |= _lay_out_decoding(context, wording)
        controls["name"] = worded(wording, gr.Textbox, "evaluate.name", value=free, max_lines=1, max_length=64, scale=2)
    controls["suggested"] = gr.Textbox(free, visible="hidden", elem_id="evaluate-suggested")
    controls["start"] = button(wording, "evaluate.start", variant="primary")
    controls["starting"] = busy_words(wording, "evaluate.starting")
    return {**controls, "findings": preflight(elem_id="evaluate-findings")}


def _lay_out_decoding(context: Context, wording: Wording) -> dict[str, Any]:
    """Lay out how many sentences are translated, and how."""
    usual, limits = DecodingConfig(), context.limits
    # no bounds: beyond them Gradio would refuse a click without a word, and a slider would change the number
    offered: dict[str, dict[str, Any]] = {
        "most": {"value": min(USUAL_SENTENCES, limits.most_sentences), "precision": 0},
        "beam": {"value": min(usual.beam_size, limits.most_beam)},
        "alpha": {"value": usual.alpha, "step": 0.1},
    }
    return {
        name: worded(wording, gr.Number, f"evaluate.{name}", min_width=120, **options)
        for name, options in offered.items()
    }


def _lay_out_caps(context: Context, wording: Wording) -> None:
    """Say what a shared page allows."""

    def caps(texts: Texts) -> dict[str, Any]:
        limits = context.limits
        sizes = {"sentences": limits.most_sentences, "beam": limits.most_beam, "own": limits.own_runs}
        return {"value": texts("evaluate.space", megabytes=round(limits.upload_bytes / MEGABYTE), **sizes)}

    wording.add(gr.Markdown(**caps(wording.texts), elem_id="evaluate-space"), caps)


def _lay_out_system(context: Context, side: str, wording: Wording) -> dict[str, Any]:
    """Lay out the choice of one system, and the file that may be one."""
    choices = functools.partial(system_choices, context.library, optional=side == "second")
    first = next(iter(context.library.names()), None)
    value = first if side == "first" else NONE
    options = {"value": value, "filterable": True, "allow_custom_value": False}
    chosen = worded(wording, Choice, f"evaluate.{side}", choices=choices, **options)
    with gr.Column(visible=False, elem_id=f"evaluate-{side}-box") as box:
        file = _file(wording, f"evaluate.{side}_file", context)
    return {side: chosen, f"{side}_box": box, f"{side}_file": file}


def _file(wording: Wording, key: str, context: Context, **options: Any) -> gr.File:
    elem_id = key.replace(".", "-").replace("_", "-")

    def words(texts: Texts) -> dict[str, Any]:
        return {"label": texts(f"{key}.label")}

    made = gr.File(**words(wording.texts), height=128, elem_id=elem_id, **options)
    wording.add(made, words)
    most = context.limits.upload_bytes
    wording.add(
        upload_limit(wording.texts, file=elem_id, most_bytes=most, elem_id=f"{elem_id}-refused"),
        limit_words,
    )
    return made


def _lay_out_columns(wording: Wording) -> dict[str, Any]:
    """Lay out what the columns or files of a visitor's test set are."""
    options: dict[str, Any] = {"value": None, "choices": [], "allow_custom_value": True, "min_width": 120}
    with gr.Row(visible=False, elem_id="evaluate-columns") as columns:
        source = worded(wording, gr.Dropdown, "evaluate.source", **options)
        many = {**options, "value": [], "multiselect": True}
        references = worded(wording, gr.Dropdown, "evaluate.references", **many)
        own = worded(wording, gr.Dropdown, "evaluate.own", **options)
        limits: dict[str, Any] = {"max_lines": 1, "max_length": 20, "min_width": 120}
        language = worded(wording, gr.Textbox, "evaluate.language", **limits)
    return {"columns": columns, "source": source, "references": references, "own": own, "language": language}


def system_choices(library: CheckpointLibrary, texts: Texts, *, optional: bool) -> list[tuple[str, str]]:
    """Return the systems to choose from: (words, value)."""
    none = [(texts("evaluate.second.none"), NONE)] if optional else []
    return [*none, *((name, name) for name in library.names()), (texts("evaluate.system.file"), FILE)]


def on_open_form(form: FormPanel, loaded: gr.Dropdown, sent: Sent) -> Updates:
    """Offer what there is now, with the model of the explorer as the first system until the visitor has chosen."""
    name = sent[loaded]
    chosen = (sent[form.first], sent[form.second] or NONE, sent[form.test_set])
    if chosen != (sent[form.filled], NONE, HELD_OUT) or name not in form.context.library.names():
        return on_choices(form, sent)
    return {**on_choices(form, {**sent, form.first: name}), form.usual: name}


def on_other_model(form: FormPanel, loaded: gr.Dropdown, sent: Sent) -> Updates | dict[str, Any]:
    """Follow the model of the explorer, which a link may choose while the tab is open already."""
    return on_open_form(form, loaded, sent) if sent[form.usual] else gr.skip()


def on_choices(form: FormPanel, sent: Sent) -> Updates:
    """Offer the checkpoints and the corpora that there are now; what is gone is refused at the start."""
    texts, library = request_texts(), form.context.library
    return {
        form.first: gr.Dropdown(choices=system_choices(library, texts, optional=False)),
        form.second: gr.Dropdown(choices=system_choices(library, texts, optional=True)),
        form.test_set: gr.Dropdown(**_fitting_sets(form, sent, texts)),
    }


def _fitting_sets(form: FormPanel, sent: Sent, texts: Texts) -> dict[str, Any]:
    """Return the test sets of the systems' languages, as properties of their control; where none fits, its hint."""
    cards = known_cards(form.sent_fields(sent), form.context)
    offered, hint = offered_sets(texts, cards), texts("evaluate.set.info")
    if cards and corpora_here() and not fitting_corpora(cards):
        pairs = dict.fromkeys(" → ".join(card.languages) for card in cards)
        hint = f"{hint} {texts('evaluate.set.none', directions=texts.listed(pairs))}"
    chosen = {} if sent[form.test_set] in [value for _, value in offered] else {"value": HELD_OUT}
    return {"choices": offered, "info": hint, **chosen}


def on_system(form: FormPanel, sent: Sent) -> Updates:
    """Show the files that are systems and the test sets that suit them, and suggest a name."""
    test_set = _fitting_sets(form, sent, request_texts())
    sent = {**sent, form.test_set: test_set.get("value", sent[form.test_set])}
    return {
        form.first_box: gr.Column(visible=sent[form.first] == FILE),
        form.second_box: gr.Column(visible=sent[form.second] == FILE),
        form.test_set: gr.Dropdown(**test_set),
        form.files: gr.Column(visible=sent[form.test_set] == FILES),
        form.columns: gr.Row(visible=sent[form.test_set] == FILES and bool(sent[form.file])),
        **name_updates(form, sent),
    }


def name_updates(form: FormPanel, sent: Sent) -> Updates:
    """Suggest a free name, unless the visitor has typed one."""
    if sent[form.name] and sent[form.name] != sent[form.suggested]:
        return {}
    named = free_name(form.context.runs, form.sent_fields(sent))
    return {form.name: named, form.suggested: named}


def on_files(form: FormPanel, sent: Sent) -> Updates:
    """Offer the columns of the files, suggest which are source and references, and a name."""
    fields = form.sent_fields(sent)
    names: tuple[str, ...] = ()
    found: tuple[str, str] | None = None
    with suppress(CoreError):  # the preview reports it
        if fields["file"]:
            names, found = set_columns(_without_columns(fields), form.context.limits)
    several_files = len(file_paths(fields)) > 1
    references = list(names[1:]) if several_files else [found[1]] if found else []
    return {
        form.columns: gr.Row(visible=fields["set"] == FILES and bool(fields["file"])),
        form.source: gr.Dropdown(choices=list(names), value=found[0] if found else None, visible=bool(names)),
        form.references: gr.Dropdown(choices=list(names), value=references, visible=bool(names)),
        form.own: gr.Dropdown(choices=list(names), value=None, visible=bool(names) and not several_files),
        **name_updates(form, sent),
    }


def _without_columns(fields: Fields) -> Fields:
    return {**fields, "source": "", "references": [], "own": "", "src_column": "", "tgt_column": ""}


def on_preview(form: FormPanel, sent: Sent) -> Updates:
    """Show the first sentences of the test set and what was noticed in it; or why it cannot be read."""
    fields, texts = form.sent_fields(sent), request_texts()
    if fields["set"] == FILES and not fields["file"]:
        megabytes = form.context.limits.upload_bytes / MEGABYTE
        return {
            form.preview: _table([], texts("evaluate.files.about", megabytes=megabytes), texts),
            form.findings: None,
        }
    try:
        found = chosen_set(fields, form.context)
        wide, spanning = odd_rows_of(fields, form.context.limits) if fields["set"] == FILES else (0, 0)
    except CoreError as error:
        return {form.preview: None, form.findings: refusal_panel(error)}
    rows = [*zip(found.sources, found.references[0], strict=True)][:PREVIEW]
    note = " ".join(_notes(found, wide, spanning, texts))
    shown: Updates = {form.preview: _table(rows, note, texts), form.findings: None}
    try:
        check_languages(known_cards(fields, form.context), found)
    except CoreError as error:
        return {**shown, **refused(form, error)}
    return shown


def _notes(found: ChosenSet, wide: int, spanning: int, texts: Texts) -> list[str]:
    """Return how many sentences a set has, and each oddity."""
    counted = texts(
        "evaluate.set.size", name=found.name, sentences=f"{len(found.sources):,}", language=found.language or "?"
    )
    several = len(found.references) if len(found.references) > 1 else 0
    notes = [("references", several), *found.notes, ("wide", wide), ("spanning", spanning)]
    return [counted, *(texts(f"evaluate.note.{code}", count=f"{count:,}") for code, count in notes if count)]


def _table(rows: list[tuple[str, str]], note: str, texts: Texts) -> str:
    columns = [texts("evaluate.preview.source"), texts("evaluate.preview.reference")]
    short = [[side if len(side) <= _LONGEST else f"{side[: _LONGEST - 1]}…" for side in row] for row in rows]
    return pack_table(columns, short, note=note)


def refused(form: FormPanel, error: CoreError | OSError) -> Updates:
    """Say below the button why an evaluation cannot start."""

    def panel(texts: Texts) -> Panel:
        return Panel(texts("train.error.title"), cautions=[error_words(error, texts)])

    return {form.findings: lasting_panel(panel)}


def wire_form(form: FormPanel, wording: Wording, tab: gr.Tab, loaded: gr.Dropdown) -> None:
    """Register what the form does; call it inside of gr.Blocks.

    Args:
        form: the components.
        wording: has the words.
        tab: the tab around.
        loaded: its value names the model of the explorer.
    """
    choices = [form.first, form.second, form.test_set]
    fields: Any = {*form.fields.values(), form.suggested}
    offer = functools.partial(on_choices, form)
    current_page().load(offer, {*choices}, choices, **UNQUEUED)
    by_model: Any = {*choices, form.usual, form.filled, loaded}
    offered = [*choices, form.usual]
    opened = tab.select(functools.partial(on_open_form, form, loaded), by_model, offered, **UNQUEUED)
    changed = loaded.change(functools.partial(on_other_model, form, loaded), by_model, offered, **UNQUEUED)
    filled_in: list[Any] = [form.first, form.filled]
    opened, _ = (one.then(None, [form.usual, *filled_in], filled_in, js=_FILL_FIRST) for one in (opened, changed))
    wording.redraw(offer, choices, choices)
    show = functools.partial(on_system, form)
    shown = [form.first_box, form.second_box, form.test_set, form.files, form.columns, form.name, form.suggested]
    preview = functools.partial(on_preview, form)
    in_order: dict[str, Any] = {**READING, "concurrency_limit": 1, "concurrency_id": "evaluate-preview"}
    previewed: list[Any] = [form.preview, form.findings]
    chosen = gr.on([one.change for one in choices], show, fields, shown, **UNQUEUED)
    chosen.then(preview, fields, previewed, **in_order)
    columns = [form.columns, form.source, form.references, form.own, form.name, form.suggested]
    sent = gr.on([form.file.upload, form.file.clear], functools.partial(on_files, form), fields, columns, **in_order)
    sent.then(preview, fields, previewed, **in_order)
    changes = [form.source.input, form.references.input, form.own.input, form.language.change, form.most.change]
    gr.on(changes, preview, fields, previewed, trigger_mode="always_last", **in_order)
    edited = [form.beam.input, form.alpha.input, form.name.input]
    gr.on(edited, None, None, form.findings, js=NO_MESSAGE)
    opened.then(preview, fields, previewed, **in_order)
    wording.redraw(preview, fields, previewed)
