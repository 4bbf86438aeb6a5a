"""Masks (3.2.3) of a batch of two sentences."""

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from core.attention_kinds import Kind
from viz.components.figure import pack
from viz.labs.lab import CheckpointValues, Choice, Entry, Figure, Lab, Setting
from viz.texts import Texts

if TYPE_CHECKING:
    from core.labs.masks import BatchMasks

KEY = "maths.masks"
START, END, PAD = "<s>", "</s>", "<pad>"
MAX_TOKENS = 48
MASKS: dict[str, Kind] = {
    "encoder_padding": "encoder",
    "decoder_padding": "decoder",
    "decoder_causal": "decoder",
    "decoder_combined": "decoder",
    "cross": "cross",
}
SENTENCES = ("source_1", "target_1", "source_2", "target_2")


def bind(values: CheckpointValues, texts: Texts) -> dict[str, Any]:
    """Return the controls' values for a checkpoint: its own two sentences, or those of the texts."""
    examples = [texts(f"{KEY}.example.{name}") for name in SENTENCES]
    own = [sentence for pair in values.get("pairs", [])[:2] for sentence in pair]
    return {"kind": "decoder_combined", **dict(zip(SENTENCES, [*own, *examples[len(own) :]], strict=True))}


def untranslated(examples: Sequence[str]) -> list[tuple[str, str]]:
    """Return the first example and the shortest other one, so that there is padding; the model translates them later.

    Nothing if there is only one example, because the second sentence would be in another language.
    """
    others = [sentence for sentence in examples[1:] if sentence != examples[0]]
    return [(examples[0], ""), (min(others, key=len), "")] if others else []


def compute(
    *, source_1: list[str], target_1: list[str], source_2: list[str], target_2: list[str], **_: object
) -> "BatchMasks":
    """Return every mask of the batch; the decoder reads as many tokens as it predicts."""
    from core.labs.masks import batch_masks

    return batch_masks([len(source_1), len(source_2)], [len(_read_by_decoder(one)) for one in (target_1, target_2)])


def draw(
    setting: Setting,
    masks: "BatchMasks",
    *,
    kind: str,
    source_1: list[str],
    target_1: list[str],
    source_2: list[str],
    target_2: list[str],
) -> dict[str, str]:
    """Draw the chosen mask of each of the two sentences of a batch.

    Args:
        setting: context of the lab.
        masks: of the batch.
        kind: one of `MASKS`.
        source_1: the first source's tokens, the end symbol last.
        target_1: tokens of its translation, the end symbol last.
        source_2: of the second sentence.
        target_2: of the second sentence.
    """
    from viz.figures.masks import MaskLabels, mask_matrix

    sources, targets = [source_1, source_2], [_read_by_decoder(target_1), _read_by_decoder(target_2)]
    sides = {"encoder": _padded(sources), "decoder": _padded(targets)}
    query_side = "encoder" if kind == "encoder_padding" else "decoder"
    key_side = "encoder" if kind in ("encoder_padding", "cross") else "decoder"
    reserve = max(len(token) for side in sides.values() for tokens in side for token in tokens)
    figures: dict[str, str] = {}
    for row, (name, mask) in enumerate(zip(("first", "second"), getattr(masks, kind), strict=True)):
        labels = MaskLabels(
            title=setting.text(f"{KEY}.figure.title", number=row + 1, mask=setting.text(f"{KEY}.kind.{kind}")),
            query=setting.text(f"{KEY}.figure.query.{query_side}"),
            key=setting.text(f"{KEY}.figure.key.{key_side}"),
            allowed=setting.text(f"{KEY}.figure.allowed"),
            forbidden=setting.text(f"{KEY}.figure.forbidden"),
        )
        queries, keys = sides[query_side][row], sides[key_side][row]
        file_name = f"mask-{kind.replace('_', '-')}-{row + 1}"
        figure = mask_matrix(mask, queries, keys, labels, kind=MASKS[kind], name=file_name, label_length=reserve)
        caption = setting.text(f"{KEY}.caption.{kind if row == 0 else 'second'}")
        figures[name] = pack(figure, caption=caption)
    return figures


def read_tokens(value: object, setting: Setting, *, name: str) -> list[str]:
    """Return the tokens of a sentence, one of `SENTENCES`, with the end symbol; whole words without a checkpoint.

    Raises:
        gr.Error: more tokens than can be drawn.
    """
    sentence = str(value or "")
    split = setting.tokenize or (lambda words: [*re.findall(r"\s?\S+", words), END])
    tokens = split(sentence)
    if len(tokens) > MAX_TOKENS:
        raise setting.refusal(
            "maths.error.tokens", name=setting.text(f"{KEY}.{name}.label"), given=len(tokens), limit=MAX_TOKENS
        )
    return tokens


def _read_by_decoder(tokens: list[str]) -> list[str]:
    """Return the tokens that the decoder reads: the start symbol first, without the end symbol."""
    return [START, *(tokens[:-1] if tokens[-1:] == [END] else tokens)]


def _padded(sentences: list[list[str]]) -> list[list[str]]:
    longest = max(len(tokens) for tokens in sentences)
    return [[*tokens, *[PAD] * (longest - len(tokens))] for tokens in sentences]


LAB = Lab(
    name="masks",
    order=2,
    controls=(
        Choice("kind", tuple(MASKS)),
        *(Entry(name, partial(read_tokens, name=name), lines=2) for name in SENTENCES),
    ),
    figures=(Figure("first", 420, in_row=True), Figure("second", 420, in_row=True)),
    bind=bind,
    compute=compute,
    draw=draw,
)
