"""The sentence to translate: its box, the examples, the search, the button."""

from collections.abc import Callable
from typing import Any, NamedTuple

import gradio as gr

from core.config import DecodingConfig
from core.settings import Setting, describe
from viz.tabs.translate.codes import code_picker
from viz.tabs.wording import Wording
from viz.texts import Texts

_TOGGLE = """() => {
  const row = document.querySelector('#translate-actions'), isOpen = row.classList.toggle('gf-open');
  document.querySelector('#search-open').setAttribute('aria-expanded', isOpen);
  if (isOpen) row.querySelector('#beam input').focus();
}"""


class SentenceInput(NamedTuple):
    """The controls of a translation."""

    source: gr.Textbox
    example: gr.Dropdown
    code: gr.Dropdown  # of the target language, for a model that has several
    beam: gr.Number
    alpha: gr.Number
    run: gr.Button


def sentence_input(wording: Wording, examples: list[str], place_scope: Callable[[], None]) -> SentenceInput:
    """Place the sentence, the examples, beam and length penalty, which are folded away, and the button.

    Args:
        wording: has the words.
        examples: sentences to choose from; the first one is in the box.
        place_scope: places what the model can do, next to the button.
    """
    settings = {item.name: item for item in describe(DecodingConfig)}
    with gr.Column(elem_id="translate-input"):
        example = wording.labelled(
            gr.Dropdown,
            "translate.examples",
            choices=examples,
            value=examples[0] if examples else None,
            elem_id="example",
            filterable=False,
        )
        source = gr.Textbox(
            examples[0] if examples else "",
            **_source_words(wording.texts),
            lines=1,  # Enter translates; with more it would begin a line
            max_lines=6,
            elem_id="source",
            elem_classes="gf-sentence",
            submit_btn=False,
        )
        with gr.Row(elem_id="translate-actions", elem_classes="gf-options"):
            code = code_picker(wording)
            search = wording.text(gr.Button, "translate.search", size="sm", variant="secondary", elem_id="search-open")
            beam = _number(wording, settings["beam_size"], "beam", 1)
            alpha = _number(wording, settings["alpha"], "alpha", 0.1)
            place_scope()
            run = wording.text(gr.Button, "translate.run", variant="primary", elem_id="translate")
            wording.text(gr.Markdown, "translate.hint", elem_classes="gf-hint", elem_id="translate-hint")
    wording.add(source, _source_words)
    search.click(None, None, None, js=_TOGGLE)
    return SentenceInput(source, example, code, beam, alpha, run)


def _source_words(texts: Texts) -> dict[str, Any]:
    return {"label": texts("translate.source"), "placeholder": texts("translate.source.placeholder")}


def _number(wording: Wording, item: Setting, key: str, step: float) -> gr.Number:
    """Place a number box whose bounds are checked on use, in the page's own words."""
    return wording.labelled(gr.Number, f"translate.{key}", value=item.default, step=step, elem_id=key)
