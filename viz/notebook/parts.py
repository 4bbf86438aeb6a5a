"""Figure 1 with the numbers of a translation, and one lab of "Inside the maths", as widgets of their own."""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Mapping
from typing import Any

from core.errors import CoreError, Names
from viz.components.machine import FOLDER as MACHINE
from viz.components.machine import texts_json as machine_texts
from viz.components.maths import FOLDER as MATHS
from viz.components.maths import SECTION
from viz.components.maths import style as maths_style
from viz.components.modules import bundle
from viz.components.static import shared_style
from viz.labs import FOLDER as LABS
from viz.labs import lab_names
from viz.notebook.kernel_widget import FOLDER, Answering, KernelWidget, widget_html, widget_script
from viz.notebook.style import widget_style
from viz.saved_page.labs import saved_labs
from viz.texts import ENGLISH, Texts
from viz.wire.labs import all_words, around
from viz.wire.payload import Payload


def machine_view(
    payload: Payload, answer: Answering, questions: Collection[str], *, texts: Texts = ENGLISH
) -> KernelWidget:
    """Show what every block of Figure 1 made of a translation.

    Args:
        payload: of the translation.
        answer: answers the questions `machine` and `machine_block`.
        questions: names of those that it answers.
        texts: the words.
    """
    style = "\n".join([shared_style("listing"), (MACHINE / "machine.css").read_text(encoding="utf-8")])
    return KernelWidget(
        texts,
        answer,
        questions,
        text=f"{payload.source} → {payload.translation}",
        _esm=widget_script("machine.js"),
        _css=widget_style("gf-machine-alone", style),
        payload=payload.to_json(),
        texts=machine_texts(texts.section("machine.", "code.")),
        html=widget_html(
            "part.html", name="gf-machine-alone", part=(MACHINE / "machine.html").read_text(encoding="utf-8")
        ),
    )


def lab_view(
    name: str, facts: Mapping[str, Any], answer: Answering, questions: Collection[str], *, texts: Texts = ENGLISH
) -> KernelWidget:
    """Show one lab.

    Args:
        name: of its folder in `viz/labs`.
        facts: of the model and the sentence at hand, as the labs read them.
        answer: answers the questions `lab` and `lab_code`.
        questions: names of those that it answers.
        texts: the words.

    Raises:
        CoreError: there is no such lab.
    """
    if name not in lab_names():
        raise CoreError(
            "notebook.lab", "there is no lab {name!r}; there are {names}", name=name, names=Names(lab_names())
        )
    words = {key.removeprefix(SECTION): text for key, text in around(texts).items()} | all_words(texts)
    held = {"lab": name, "values": {}, "texts": words, "facts": facts, "answers": []}
    return KernelWidget(
        texts,
        answer,
        questions,
        page=lambda: saved_labs(texts, held).encode("utf-8"),
        text=words[f"{name}.title"],
        _esm=_lab_script(name),
        _css=widget_style("gf-lab-alone", maths_style()),
        payload=json.dumps(facts),
        texts=json.dumps(_own_words(name, words)),
        html=widget_html("part.html", name="gf-lab-alone", part=(MATHS / "maths.html").read_text(encoding="utf-8")),
    )


@functools.cache
def _lab_script(name: str) -> str:
    """Return the module of a lab's widget."""
    lab = bundle(LABS / name / "lab.js")
    return (
        f"const {{LAB}} = {lab};\nconst {{renderOf}} = {bundle(FOLDER / 'lab.js')};\n"
        "export default {render: renderOf(LAB)};\n"
    )


def _own_words(name: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return the words around the labs and those of one of them."""
    others = set(lab_names()) - {name}
    return {key: text for key, text in words.items() if key.split(".")[0] not in others}
