"""Export of a trace as NPZ, CSV in long format, and JSON."""

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

import numpy as np

from core.attention_kinds import KINDS, Kind
from core.inspection.lenses import LensResult
from core.inspection.trace import Trace

CSV_COLUMNS = ("kind", "layer", "head", "query", "key", "query_token", "key_token", "weight")
Provenance = Mapping[str, Any]  # JSON values: where the numbers come from
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with these a spreadsheet begins a formula


def write_npz(
    trace: Trace, file: BinaryIO, lens: LensResult | None = None, provenance: Provenance | None = None
) -> None:
    """Write every array of a trace, and those of a lens if one is given.

    encoder_self, decoder_self, cross: float32 [L, H, Q, K]; src_tokens, tgt_tokens (read), predicted_tokens: text;
    predicted_ids: int64 [T]; log_probs, entropies: float32 [T], nats; top_ids, top_probs: [T, 10], the most probable
    next tokens; intervention: the changes of attention, as JSON text (`Intervention.to_file`). The numbers of
    a lens are `lens_encoder`, `lens_decoder` and `lens_cross`, float32 [L, H or 1, Q, K], for the kinds that it
    covers, and its name is `lens`. `provenance`, if given, is JSON text.
    """
    arrays: dict[str, Any] = {
        "encoder_self": trace.encoder_self,
        "decoder_self": trace.decoder_self,
        "cross": trace.cross,
        "src_tokens": np.array(trace.src_tokens),
        "tgt_tokens": np.array(trace.tgt_tokens),
        "predicted_tokens": np.array(trace.predicted_tokens),
        "predicted_ids": np.array(trace.predicted_ids, dtype=np.int64),
        "log_probs": trace.log_probs,
        "entropies": trace.entropies,
        "top_ids": np.array(trace.top_ids, dtype=np.int64),
        "top_probs": trace.top_probs,
        "intervention": np.array(json.dumps(trace.intervention.to_file())),
    }
    if lens is not None:
        arrays["lens"] = np.array(lens.lens.name)
        arrays |= {f"lens_{kind}": lens.kind(kind) for kind in KINDS if lens.kind(kind) is not None}
    if provenance is not None:
        arrays["provenance"] = np.array(json.dumps(provenance))
    np.savez_compressed(file, **arrays)


def write_csv(
    trace: Trace, file: BinaryIO, lens: LensResult | None = None, provenance: Provenance | None = None
) -> None:
    """Write one row per weight: kind, layer, head, query, key (from 1), their tokens, weight.

    With a lens, its numbers take the place of the weights, and the last column has its name. Layer or head is "all"
    where the lens takes them together. Query tokens of decoder and cross attention are the tokens read. Decoder
    weights above the diagonal are omitted: the causal mask excludes them. A token that a spreadsheet would take for a
    formula gets an apostrophe before it. The provenance, if given, is a first line of "# " and JSON, which
    `pandas.read_csv(..., comment="#")` and `read.csv(..., comment.char="#")` leave out; a field with "#" is quoted.
    """
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    if provenance is not None:
        text.write(f"# {_one_cell(json.dumps(provenance))}\n")
    writer = csv.writer(text, lineterminator="\n")
    quoting = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow((*CSV_COLUMNS[:-1], CSV_COLUMNS[-1] if lens is None else lens.lens.name))
    for kind, weights, queries, keys in attentions(trace):
        numbers = weights if lens is None else lens.kind(kind)
        if numbers is None:
            continue
        together = [size < whole for size, whole in zip(numbers.shape[:2], weights.shape[:2], strict=True)]
        for (*at, query, key), number in np.ndenumerate(numbers):
            if kind != "decoder" or key <= query:
                names = ["all" if fused else index + 1 for fused, index in zip(together, at, strict=True)]
                tokens = (csv_text(queries[int(query)]), csv_text(keys[int(key)]))
                row = quoting if "#" in tokens[0] or "#" in tokens[1] else writer
                row.writerow((kind, *names, query + 1, key + 1, *tokens, f"{number:.9g}"))
    text.detach()


def csv_text(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula: an apostrophe comes before what begins like one.

    Examples:
        >>> csv_text("=1+1"), csv_text("dog"), csv_text("-")
        ("'=1+1", 'dog', "'-")
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def _one_cell(text: str) -> str:
    """Return JSON whose strings have no separator: a spreadsheet would read what follows as a field, or a formula."""
    escaped = {",": "\\u002c", ";": "\\u003b"}
    strings = re.compile(r'"(?:[^"\\]|\\.)*"')
    return strings.sub(lambda found: re.sub("[,;]", lambda mark: escaped[mark[0]], found[0]), text)


def write_json(
    trace: Trace, file: BinaryIO, lens: LensResult | None = None, provenance: Provenance | None = None
) -> None:
    """Write a trace as one JSON object, head by head.

    src_tokens, tgt_tokens (read), predicted_tokens, predicted_ids; log_probs and entropies in nats; top: for each step
    the ten most probable next tokens with id and probability; checks; intervention (heads as `c.3.1`, which
    `Intervention.from_dict` reads); attention: for each kind, layer and head (from 1) `weights`, a list for each
    query (source tokens for the encoder, tokens read otherwise) with a number for each key. With a lens there are also
    `lens`, its name, and `lens_numbers`, listed as attention is; layer or head is null where it takes them together.
    With a provenance there is `provenance`. Numbers are rounded to 6 significant digits; NaN and infinity become null.
    Output is ASCII, so any token is valid.
    """
    for piece in _json_pieces(trace, lens, provenance):
        file.write(piece.encode("ascii"))


def _json_pieces(trace: Trace, lens: LensResult | None, provenance: Provenance | None) -> Iterator[str]:
    top = [
        [{"token": token, "id": index, "probability": _round(p)} for token, index, p in zip(*step, strict=True)]
        for step in zip(trace.top_tokens, trace.top_ids, trace.top_probs.tolist(), strict=True)
    ]
    fields: dict[str, object] = {
        **({} if provenance is None else {"provenance": provenance}),
        "src_tokens": trace.src_tokens,
        "tgt_tokens": trace.tgt_tokens,
        "predicted_tokens": trace.predicted_tokens,
        "predicted_ids": trace.predicted_ids,
        "log_probs": [_round(value) for value in trace.log_probs.tolist()],
        "entropies": [_round(value) for value in trace.entropies.tolist()],
        "top": top,
        "checks": [
            {"code": c.code, "passed": c.passed, "value": _round(c.value), "limit": c.limit} for c in trace.checks
        ],
        "intervention": trace.intervention.to_file(),
    }
    yield "{\n"
    for name, value in fields.items():
        yield f"{json.dumps(name)}: {json.dumps(value, allow_nan=False)},\n"
    if lens is not None:
        yield f'"lens": {json.dumps(lens.lens.name)},\n"lens_numbers": ['
        yield from _json_heads(trace, "numbers", {kind: lens.kind(kind) for kind in KINDS})
        yield "\n],\n"
    yield '"attention": ['
    yield from _json_heads(trace, "weights", {kind: trace.weights(kind) for kind in KINDS})
    yield "\n]\n}\n"


def _json_heads(trace: Trace, name: str, arrays: Mapping[Kind, np.ndarray | None]) -> Iterator[str]:
    """Write the arrays head by head: kind, layer and head (from 1, null where the array has one for all), rows."""
    comma = "\n"
    for kind, array in arrays.items():
        if array is None:
            continue
        whole = trace.weights(kind).shape
        for at in np.ndindex(*array.shape[:2]):
            fused = (array.shape[axis] < whole[axis] for axis in range(2))
            layer, head = ("null" if one else index + 1 for one, index in zip(fused, at, strict=True))
            rows = ", ".join(_json_numbers(row) for row in array[at].tolist())
            yield f'{comma}{{"kind": "{kind}", "layer": {layer}, "head": {head}, "{name}": [{rows}]}}'
            comma = ",\n"


def attentions(trace: Trace) -> Iterable[tuple[Kind, np.ndarray, list[str], list[str]]]:
    """Return kind, weights [L, H, Q, K], query tokens and key tokens of each attention kind."""
    return (
        ("encoder", trace.encoder_self, trace.src_tokens, trace.src_tokens),
        ("decoder", trace.decoder_self, trace.tgt_tokens, trace.tgt_tokens),
        ("cross", trace.cross, trace.tgt_tokens, trace.src_tokens),
    )


def _json_numbers(values: Iterable[float]) -> str:
    return f"[{', '.join([f'{value:.6g}' if math.isfinite(value) else 'null' for value in values])}]"


def _round(value: float) -> float | None:
    """Round to six significant digits; return None (null in JSON) for NaN and infinity."""
    return float(f"{value:.6g}") if math.isfinite(value) else None
