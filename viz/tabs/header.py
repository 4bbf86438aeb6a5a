"""The header of the page: its name, the chosen model and its description, light or dark."""

import functools
import logging
from typing import Any, NamedTuple

import gradio as gr

from core.errors import CoreError
from core.library import Card, CheckpointLibrary
from viz.tabs import language, open_folder, path
from viz.tabs.controls import Choice
from viz.tabs.language import request_texts
from viz.tabs.limits import PageLimits
from viz.tabs.wording import Wording
from viz.texts import Texts
from viz.wire.card import card_line

_log = logging.getLogger(__name__)
_BRAND = "<h1 class='gf-brand'><span></span> <small></small></h1>"
_DRAW_BRAND = """const draw = () => {
  element.querySelector('span').textContent = props.name;
  element.querySelector('small').textContent = props.subtitle;
};
watch(['name', 'subtitle'], draw);
draw();"""
_TOGGLE_THEME = "() => { document.body.classList.toggle('dark'); }"


class Header(NamedTuple):
    """Components of the header that the app needs."""

    checkpoint: gr.Dropdown
    card: gr.HTML
    language: gr.HTML
    opened: list[Any]  # events after which a folder's model is chosen
    trace: gr.UploadButton  # attention of another program


def build(library: CheckpointLibrary, wording: Wording, limits: PageLimits, *, opens_folders: bool = False) -> Header:
    """Lay out the header; the first checkpoint of the library is chosen.

    Args:
        library: the checkpoints.
        wording: has the words.
        limits: of the files that are opened.
        opens_folders: offer to import a folder of this computer.
    """
    texts = wording.texts
    names = library.names()
    chosen = names[0] if names else None
    with gr.Row(elem_id="header"):
        wording.add(gr.HTML(_BRAND, js_on_load=_DRAW_BRAND, **_brand(texts), elem_id="brand", padding=False), _brand)
        with gr.Row(elem_id="model-choice"):
            checkpoint = wording.labelled(
                Choice,
                "page.checkpoint",
                choices=names,
                value=chosen,
                show_label=False,
                container=False,
                elem_id="checkpoint",
                filterable=False,
                min_width=120,
            )
            card = gr.HTML(
                card_line(card_of(library, chosen), texts),
                html_template="<p class='gf-card'></p>",
                js_on_load="const line = element.querySelector('p');"
                "const draw = () => { line.textContent = props.value || ''; };"
                "watch('value', draw); draw();",
                elem_id="card",
                padding=False,
            )
            opens = open_folder.opener(wording, folders=opens_folders)
            entry = wording.text(gr.Button, "page.path", elem_id="path-open", size="sm", min_width=40)
            languages = language.switch(wording)
            theme = wording.text(gr.Button, "page.theme", elem_id="theme", size="sm", min_width=40, variant="secondary")
    opened, trace = open_folder.panel(library, opens, checkpoint, wording, limits, folders=opens_folders)
    wording.follow(functools.partial(described, library), checkpoint, card)
    theme.click(None, None, None, js=_TOGGLE_THEME)
    entry.click(None, None, None, js=path.OPEN)
    return Header(checkpoint, card, languages, opened, trace)


def _brand(texts: Texts) -> dict[str, Any]:
    return {"name": texts("page.title"), "subtitle": texts("page.subtitle")}


def card_of(library: CheckpointLibrary, name: str | None) -> Card | None:
    """Return the card of a checkpoint; None if it does not exist or cannot be read."""
    try:
        return library.card(name) if name else None
    except CoreError as error:  # the page shows it once the checkpoint is chosen
        _log.warning("checkpoint %s cannot be described: %s", name, error)
        return None


def described(library: CheckpointLibrary, name: str | None) -> str:
    """Return the card line of the chosen checkpoint, or the reason why it cannot be read."""
    texts = request_texts()
    try:
        return card_line(library.card(name), texts) if name else texts("page.no_checkpoint")
    except CoreError as error:
        return texts.error(error)


def refreshed(library: CheckpointLibrary, chosen: str | None) -> Any:
    """Return the picker with the present checkpoints.

    A choice is kept if it still exists; a visitor who has not chosen yet gets a model into the language of the page.
    """
    names = library.names()
    value = chosen if chosen in names[1:] else first_choice(library, request_texts().language)
    return gr.Dropdown(choices=names, value=value)


def first_choice(library: CheckpointLibrary, language: str) -> str | None:
    """Return the checkpoint to begin with: the first one that translates into a language, else the first one."""
    names = library.names()
    cards = [card for name in names if (card := card_of(library, name)) is not None]
    into = (card.name for card in cards if card.target_language == language and card.bleu is not None)
    return next(into, names[0] if names else None)
