"""The command `figure`: the page's own modules draw a figure for a paper, without a server."""

import argparse
import base64
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from core.attention_kinds import KINDS
from core.checkpoint_config import read_checkpoint_config
from core.cli.writing import refuse_existing
from core.config import DecodingConfig
from core.durable import output_file
from core.errors import CoreError
from core.inspection.head_names import read_heads_of
from core.inspection.intervention import HeadName
from core.library import CheckpointLibrary
from core.places import checkpoint_path
from core.service import Answer, Service, ask
from core.tuning.allocator import keep_freed_memory
from viz.cli import FORMATS
from viz.cli.drawing import draw, print_page
from viz.cli.show import print_failed
from viz.notebook.place import within
from viz.texts import ENGLISH
from viz.theme import light_colours
from viz.wire.answers import FORMS
from viz.wire.foreign import answer_foreign, foreign_payload
from viz.wire.payload import Payload, is_long, payload_of

MAX_PANELS = 400  # of one figure; print/choices.js has the same limit

Json = dict[str, Any]


class Subject(NamedTuple):
    """Attention to draw.

    Attributes:
        payload: its attention, as the page draws it.
        answer: a question with its request, as JSON.
        provenance: for the file.
    """

    payload: Payload
    answer: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]
    provenance: Mapping[str, Any]


def figure(arguments: argparse.Namespace) -> int:
    """Draw heads of a translation or a trace, write the file; print its path and the checks that failed."""
    _require_one_source(arguments)
    folder = None if arguments.trace else checkpoint_folder(arguments.checkpoint)
    out, file_format = _target(arguments)
    if not out.is_dir():
        refuse_existing(out, arguments)
    subject = trace_subject(arguments.trace) if folder is None else _translated(folder, arguments)
    drawn = draw(figure_request(subject, arguments, file_format), needs_browser=file_format != "svg")
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
    print_failed(subject.payload.checks)
    return 0


def trace_subject(path: Path) -> Subject:
    """Return the attention in an NPZ file.

    Raises:
        CoreError: it is not a file of attention.
    """
    from core.inspection.foreign_file import read_attention_file  # loads torch

    attention = read_attention_file(path)
    return Subject(foreign_payload(attention), partial(answer_foreign, attention), {"trace": path.name})


def translation_subject(service: Service, answer: Answer) -> Subject:
    """Return a translation that was made before."""

    def answered(question: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        return FORMS[question](ask(service, question, request))

    provenance = answered("provenance", {"id": answer.request.id})
    return Subject(payload_of(answer, timed=False), answered, provenance)


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


def _require_one_source(arguments: argparse.Namespace) -> None:
    usual = DecodingConfig()
    none = (None, None, usual.beam_size, usual.alpha, 1)
    given = (arguments.checkpoint, arguments.text, arguments.beam_size, arguments.alpha, arguments.rank)
    is_wrong = given != none if arguments.trace else None in given
    if is_wrong:
        raise CoreError(
            "figure.source",
            "give --trace alone, or --checkpoint with --text; --beam-size, --alpha and --rank are of a translation",
        )


def _translated(folder: Path, arguments: argparse.Namespace) -> Subject:
    keep_freed_memory()
    service = Service(CheckpointLibrary(folder.parent))
    asked = (arguments.text, arguments.beam_size, arguments.alpha, arguments.rank - 1)
    return translation_subject(service, service.translate(folder.name, *asked))


def figure_request(subject: Subject, arguments: argparse.Namespace, file_format: str) -> Json:
    """Return what `print_file.js` draws: the attention, the choices, and exact numbers of the heads.

    Raises:
        CoreError: see the questions, or the lens, a head or the step does not exist.
    """
    payload, lens = subject.payload, arguments.lens

    def asked(question: str, **fields: Any) -> Mapping[str, Any]:
        return subject.answer(question, {"id": payload.id, **fields})

    shapes: dict[str, tuple[int, ...]] = {kind: payload.shape(kind) for kind in KINDS}
    kind = arguments.kind or next(kind for kind in ("cross", *KINDS) if shapes[kind][0])
    listed = named_heads(arguments, kind, shapes)
    weighed = {} if lens == "weights" else {"lens": lens}
    question = "lens_head" if weighed else "head_values"
    weights = asked("lens_values", lens=lens) if weighed else None
    request = {
        "payload": payload.to_json(),
        "texts": {key.removeprefix("attention."): text for key, text in ENGLISH.section("attention.").items()},
        "colours": {name: colour for name, colour in light_colours().items() if colour.startswith("#")},
        "choice": _choice(arguments, kind, listed, len(payload.predicted_tokens)),
        "options": _options(arguments, listed, file_format),
        "exact": [],
        "layers": [],
        "lens": weights,
        "provenance": subject.provenance,
    }
    if is_long(shapes.values()) and not weighed:
        layers = sorted({(of, layer) for of, layer, _ in listed})
        request["layers"] = [_with_reply(asked, "layer_values", kind=of, layer=layer) for of, layer in layers]
    lens_shapes = {of: part["shape"] for of, part in weights["kinds"].items() if part} if weights else {}
    for head in _present(listed or _every_head(kind, shapes), lens_shapes or shapes):
        request["exact"].append(_with_reply(asked, question, **head._asdict(), **weighed))
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


def _every_head(kind: str, shapes: Mapping[str, Sequence[int]]) -> Sequence[HeadName]:
    """Return all heads of a kind, of which the page chooses one; none of a long input, whose weights are too many."""
    return () if is_long(tuple(shape) for shape in shapes.values()) else read_heads_of(kind[0], shapes)


def named_heads(arguments: argparse.Namespace, kind: str, shapes: Mapping[str, Sequence[int]]) -> tuple[HeadName, ...]:
    """Return the heads that the arguments name; empty where the figure shows the one that the page opens with.

    Raises:
        CoreError: the kind or a head does not exist, too many for one figure, or a head without a layer.
    """
    text, layer, head = arguments.heads, arguments.layer, arguments.head
    if head is not None and layer is None:
        raise CoreError("figure.layer", "--head needs --layer")
    if text is None:
        text = ".".join(str(part) for part in (kind[0], layer, head) if part is not None)
    found = read_heads_of(text, shapes)
    if arguments.heads is None and layer is None:
        return ()
    if len(found) > MAX_PANELS:
        raise CoreError(
            "figure.many", "a figure has at most {limit} heads, not {count}", limit=MAX_PANELS, count=len(found)
        )
    return found


def _choice(arguments: argparse.Namespace, kind: str, listed: Sequence[HeadName], steps: int) -> Json:
    """Return the view's choices; what is left out is chosen as on the page.

    Raises:
        CoreError: the step does not exist.
    """
    given: Json = {
        "kind": kind,
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
        given["step"] = within("step", arguments.step, max(1, steps)) - 1
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
