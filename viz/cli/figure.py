"""The command `figure`: the page's own modules draw a figure for a paper, without a server."""

import argparse
import base64
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.attention_kinds import KINDS
from core.checkpoint_config import read_checkpoint_config
from core.cli.writing import refuse_existing
from core.durable import output_file
from core.errors import CoreError
from core.inspection.head_names import read_heads
from core.inspection.intervention import HeadName
from core.library import CheckpointLibrary
from core.places import checkpoint_path
from core.service import Answer, Service, ask
from core.tuning.allocator import keep_freed_memory
from viz.cli import FORMATS
from viz.cli.drawing import draw, print_page
from viz.texts import ENGLISH
from viz.theme import light_colours
from viz.wire.answers import FORMS
from viz.wire.payload import is_long, payload_of

MAX_PANELS = 400  # of one figure; print/choices.js has the same limit

Json = dict[str, Any]


def figure(arguments: argparse.Namespace) -> int:
    """Translate a sentence, draw its heads and write the file; print its path."""
    folder = checkpoint_folder(arguments.checkpoint)
    out, file_format = _target(arguments)
    if not out.is_dir():
        refuse_existing(out, arguments)
    keep_freed_memory()
    service = Service(CheckpointLibrary(folder.parent))
    answer = service.translate(folder.name, arguments.text, arguments.beam_size, arguments.alpha, arguments.rank - 1)
    drawn = draw(figure_request(service, answer, arguments, file_format), needs_browser=file_format != "svg")
    if problem := drawn.get("problem"):
        raise CoreError("figure.refused", "{reason}", reason=problem)
    path = out / drawn["name"] if out.is_dir() else out
    refuse_existing(path, arguments)
    with output_file(path) as file:
        if "text" in drawn:
            file.write_text(drawn["text"], encoding="utf-8", newline="\n")
        else:
            file.write_bytes(print_page(drawn["page"]) if "page" in drawn else base64.b64decode(drawn["base64"]))
    print(path)
    return 0


def checkpoint_folder(given: str) -> Path:
    """Return the folder of a checkpoint that is given by its path or by its name.

    Raises:
        CoreError: it is not a checkpoint.
    """
    folder = checkpoint_path(given).resolve()
    read_checkpoint_config(folder)
    return folder


def _target(arguments: argparse.Namespace) -> tuple[Path, str]:
    """Return where to write, a file or a folder, and the format.

    Raises:
        CoreError: the ending and the format contradict each other, or the ending is unknown.
    """
    out: Path = arguments.out or Path()
    if out.is_dir():
        return out, arguments.format or "svg"
    ending = out.suffix.lower().removeprefix(".")
    if ending not in FORMATS or arguments.format not in (None, ending):
        allowed = [arguments.format] if arguments.format else FORMATS
        raise CoreError(
            "figure.ending",
            "{name} must end in {endings}",
            name=out.name,
            endings=" or ".join(f".{one}" for one in allowed),
        )
    return out, ending


def figure_request(service: Service, answer: Answer, arguments: argparse.Namespace, file_format: str) -> Json:
    """Return what `print_file.js` draws: the translation, the choices, and exact numbers of the heads.

    Raises:
        CoreError: see the questions of the service, or the lens is unknown.
    """
    trace, lens = answer.request.id, arguments.lens

    def asked(question: str, **fields: Any) -> Mapping[str, Any]:
        return FORMS[question](ask(service, question, {"id": trace, **fields}))

    shapes: dict[str, tuple[int, ...]] = {kind: answer.trace.weights(kind).shape for kind in KINDS}
    listed = named_heads(arguments, shapes)
    weighed = {} if lens == "weights" else {"lens": lens}
    question = "lens_head" if weighed else "head_values"
    weights = asked("lens_values", lens=lens) if weighed else None
    request = {
        "payload": payload_of(answer, timed=False).to_json(),
        "texts": {key.removeprefix("attention."): text for key, text in ENGLISH.section("attention.").items()},
        "colours": {name: colour for name, colour in light_colours().items() if colour.startswith("#")},
        "choice": _choice(arguments, listed),
        "options": _options(arguments, listed, file_format),
        "exact": [],
        "layers": [],
        "lens": weights,
        "provenance": asked("provenance"),
    }
    if is_long(shapes.values()) and not weighed:
        layers = sorted({(kind, layer) for kind, layer, _ in listed})
        request["layers"] = [_with_reply(asked, "layer_values", kind=kind, layer=layer) for kind, layer in layers]
    lens_shapes = {kind: part["shape"] for kind, part in weights["kinds"].items() if part} if weights else {}
    for kind, layer, head in _present(listed or _every_head(arguments.kind, shapes), lens_shapes or shapes):
        request["exact"].append(_with_reply(asked, question, kind=kind, layer=layer, head=head, **weighed))
    return request


def _present(heads: Sequence[HeadName], shapes: Mapping[str, Sequence[int]]) -> list[HeadName]:
    """Return the heads that have numbers: a lens may leave out kinds, and join heads or layers."""
    found = [
        HeadName(kind, min(layer, shapes[kind][0] - 1), min(head, shapes[kind][1] - 1))
        for kind, layer, head in heads
        if kind in shapes
    ]
    return list(dict.fromkeys(found))


def _with_reply(asked: Callable[..., Mapping[str, Any]], question: str, **fields: Any) -> Json:
    return {**{name: value for name, value in fields.items() if name != "lens"}, "reply": asked(question, **fields)}


def _every_head(kind: str, shapes: Mapping[str, Sequence[int]]) -> list[HeadName]:
    """Return all heads of a kind, of which the page chooses one; none of a long input, whose weights are too many."""
    if is_long(tuple(shape) for shape in shapes.values()):
        return []
    layers, heads = shapes[kind][:2]
    return [HeadName(kind, layer, head) for layer in range(layers) for head in range(heads)]


def named_heads(arguments: argparse.Namespace, shapes: Mapping[str, Sequence[int]]) -> tuple[HeadName, ...]:
    """Return the heads that the arguments name; empty where the figure shows the one that the page opens with.

    Raises:
        CoreError: a name is not that of a head of the model, or too many for one figure, or a head without a layer.
    """
    text = arguments.heads
    if arguments.head is not None and arguments.layer is None:
        raise CoreError("figure.layer", "--head needs --layer")
    if text is None and arguments.layer is None and arguments.head is None:
        return ()
    if text is None:
        text = f"{arguments.kind[0]}.{arguments.layer}" + ("" if arguments.head is None else f".{arguments.head}")
    found = read_heads(text, shapes["encoder"][0], shapes["encoder"][1], shapes["cross"][0])
    if len(found) > MAX_PANELS:
        raise CoreError(
            "figure.many", "a figure has at most {limit} heads, not {count}", limit=MAX_PANELS, count=len(found)
        )
    return found


def _choice(arguments: argparse.Namespace, listed: Sequence[HeadName]) -> Json:
    """Return the view's choices; what is left out is chosen as on the page."""
    given: Json = {
        "kind": arguments.kind,
        "lens": arguments.lens,
        "view": arguments.view,
        "words": arguments.words,
        "specials": not arguments.no_specials,
    }
    if listed:
        given |= listed[0]._asdict()
    if arguments.rows:
        given["rows"] = arguments.rows
    if arguments.step is not None:
        given["step"] = arguments.step - 1
    return given


def _options(arguments: argparse.Namespace, listed: Sequence[HeadName], file_format: str) -> Json:
    """Return the dialog's choices."""
    captions = dict.fromkeys(("title", "legend", "model", "sentence"), not arguments.no_caption)
    return {
        **captions,
        "width": arguments.width,
        "size": arguments.font_size,
        "ground": arguments.ground,
        "heads": "listed" if len(listed) > 1 else "shown",
        "listed": " ".join(f"{kind[0]}.{layer + 1}.{head + 1}" for kind, layer, head in listed),
        "drawing": arguments.view,
        "columns": arguments.columns,
        "tokens": not arguments.no_tokens,
        "marked": arguments.step is not None,
        "format": file_format,
        "dpi": arguments.dpi,
    }
