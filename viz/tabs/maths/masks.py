"""Masks (3.2.3) of a batch of two sentences."""

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.attention_kinds import Kind
from core.errors import CoreError
from viz.components.figure import pack
from viz.tabs.maths.fields import CheckpointValues, Section, refusal, told
from viz.tabs.wording import Wording
from viz.texts import text

KEY = "maths.masks"
START, END, PAD = "<s>", "</s>", "<pad>"
MAX_TOKENS = 48
KINDS: dict[str, Kind] = {
    "encoder_padding": "encoder",
    "decoder_padding": "decoder",
    "decoder_causal": "decoder",
    "decoder_combined": "decoder",
    "cross": "cross",
}
Tokenize = Callable[[str, str], list[str]]


def build(
    wording: Wording, values: CheckpointValues, checkpoint: Component, tokenize: Tokenize, language: Component
) -> Section:
    """Lay the section out; `tokenize` gives a text's surface tokens with the end symbol, by a checkpoint."""
    kind, *sentences = defaults(values, wording.language)
    with wording.tab(KEY) as tab, gr.Row(elem_classes=["gf-maths-section"]):
        with gr.Column(scale=4, min_width=280, elem_classes=["gf-maths-controls"]):
            wording.intro(KEY)
            choice = gr.Radio(**_kind_words(wording.language), value=kind, elem_id="maths-masks-kind")
            wording.add(choice, _kind_words)
            boxes = [
                wording.control(gr.Textbox, f"{KEY}.{name}", value=sentence, max_lines=2, max_length=1000)
                for name, sentence in zip(("source_1", "target_1", "source_2", "target_2"), sentences, strict=True)
            ]
        with gr.Column(scale=8, min_width=320, elem_classes=["gf-maths-figures"]), gr.Row():
            figures = tuple(_figure(wording, name) for name in ("first", "second"))
    controls = (choice, *boxes)
    inputs = (checkpoint, *controls, language)
    check, paint = functools.partial(read, tokenize), functools.partial(draw, tokenize)
    return Section(tab, controls, inputs, figures, check, paint, defaults)


def defaults(values: CheckpointValues, language: str) -> tuple[Any, ...]:
    """The controls' values for a checkpoint: its own two sentences, or the catalogue's."""
    names = ("source_1", "target_1", "source_2", "target_2")
    examples = [text(f"{KEY}.example.{name}", language) for name in names]
    own = [sentence for pair in values.get("pairs", [])[:2] for sentence in pair]
    return "decoder_combined", *own, *examples[len(own) :]


def untranslated(examples: Sequence[str]) -> list[tuple[str, str]]:
    """The first example and the shortest other one, so that there is padding; translations follow from the model.

    None at all where there is only one example, or the language's own two sentences would stand beside it.
    """
    others = [sentence for sentence in examples[1:] if sentence != examples[0]]
    return [(examples[0], ""), (min(others, key=len), "")] if others else []


class Batch(NamedTuple):
    """The controls' checked values."""

    kind: str
    sources: list[list[str]]  # two sentences' tokens, each with the end symbol
    targets: list[list[str]]  # the tokens that the decoder reads, each with the start symbol


def read(
    tokenize: Tokenize,
    checkpoint: str | None,
    kind: object,
    source_1: object,
    target_1: object,
    source_2: object,
    target_2: object,
    language: str,
) -> Batch:
    """Check what the controls hold, and split the sentences into tokens.

    Raises:
        gr.Error: an unknown mask, a sentence with too many tokens, or a checkpoint that cannot be read.
    """
    if kind not in KINDS:
        raise refusal("maths.error.kind", language, value=kind)
    try:
        sources, targets = (
            [_tokens(tokenize, checkpoint, str(sentence or "")) for sentence in side]
            for side in ((source_1, source_2), (target_1, target_2))
        )
    except CoreError as error:
        raise told(error, language) from error
    for tokens in (*sources, *targets):
        if len(tokens) > MAX_TOKENS:
            raise refusal("maths.error.tokens", language, given=len(tokens), limit=MAX_TOKENS)
    decoder_reads = [[START, *(tokens[:-1] if tokens[-1:] == [END] else tokens)] for tokens in targets]
    return Batch(str(kind), sources, decoder_reads)


def draw(tokenize: Tokenize, checkpoint: str | None, *values: Any) -> tuple[str, str]:
    """The chosen mask of each of the two sentences, packed; arguments and errors as of `read`."""
    first, second = masks_of_batch(*read(tokenize, checkpoint, *values), language=values[-1])
    return first, second


def masks_of_batch(kind: str, sources: list[list[str]], targets: list[list[str]], *, language: str) -> list[str]:
    """One packed figure for each sentence of a batch.

    Args:
        kind: a field of `BatchMasks`, as in `KINDS`.
        sources: each source's tokens, with the end symbol.
        targets: the tokens that the decoder reads, with the start symbol.
        language: of the words.
    """
    from core.labs.masks import batch_masks
    from viz.figures.masks import MaskLabels, mask_matrix

    try:
        masks = batch_masks([len(tokens) for tokens in sources], [len(tokens) for tokens in targets])
    except CoreError as error:
        raise told(error, language) from error
    sides = {"encoder": _padded(sources), "decoder": _padded(targets)}
    query_side = "encoder" if kind == "encoder_padding" else "decoder"
    key_side = "encoder" if kind in ("encoder_padding", "cross") else "decoder"
    reserve = max(len(token) for side in sides.values() for tokens in side for token in tokens)
    figures = []
    for row, mask in enumerate(getattr(masks, kind)):
        labels = MaskLabels(
            title=text(f"{KEY}.figure.title", language, number=row + 1, mask=text(f"{KEY}.kind.{kind}", language)),
            query=text(f"{KEY}.figure.query.{query_side}", language),
            key=text(f"{KEY}.figure.key.{key_side}", language),
            allowed=text(f"{KEY}.figure.allowed", language),
            forbidden=text(f"{KEY}.figure.forbidden", language),
        )
        name = f"mask-{kind.replace('_', '-')}-{row + 1}"
        queries, keys = sides[query_side][row], sides[key_side][row]
        figure = mask_matrix(mask, queries, keys, labels, kind=KINDS[kind], name=name, label_length=reserve)
        caption = text(f"{KEY}.caption.{kind if row == 0 else 'second'}", language)
        figures.append(str(pack(figure, caption=caption)))
    return figures


def _figure(wording: Wording, name: str) -> gr.HTML:
    """One of the two figures, in a column of its own that moves below the other where there is no room."""
    with gr.Column(min_width=320):
        return wording.figure(KEY, f"maths-masks-{name}", min_height=420)


def _tokens(tokenize: Tokenize, checkpoint: str | None, sentence: str) -> list[str]:
    """The checkpoint's tokens; whole words while there is no checkpoint at all."""
    return tokenize(checkpoint, sentence) if checkpoint else [*re.findall(r"\s?\S+", sentence), END]


def _padded(sentences: list[list[str]]) -> list[list[str]]:
    longest = max(len(tokens) for tokens in sentences)
    return [[*tokens, *[PAD] * (longest - len(tokens))] for tokens in sentences]


def _kind_words(language: str) -> dict[str, Any]:
    return {
        "label": text(f"{KEY}.kind.label", language),
        "info": text(f"{KEY}.kind.info", language),
        "choices": [(text(f"{KEY}.kind.{kind}", language), kind) for kind in KINDS],
    }
