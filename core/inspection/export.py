"""A trace as files that other programs read: NPZ, and CSV in long format."""

import csv
import io
from typing import Any, BinaryIO

import numpy as np

from core.inspection.trace import Trace

CSV_COLUMNS = ("kind", "layer", "head", "query", "key", "query_token", "key_token", "weight")


def write_npz(trace: Trace, file: BinaryIO) -> None:
    """Every array of a trace.

    encoder_self, decoder_self, cross: float32 [L, H, Q, K]; src_tokens, tgt_tokens (read), predicted_tokens: text;
    log_probs, entropies: float32 [T], nats.
    """
    arrays: dict[str, Any] = {
        "encoder_self": trace.encoder_self,
        "decoder_self": trace.decoder_self,
        "cross": trace.cross,
        "src_tokens": np.array(trace.src_tokens),
        "tgt_tokens": np.array(trace.tgt_tokens),
        "predicted_tokens": np.array(trace.predicted_tokens),
        "log_probs": trace.log_probs,
        "entropies": trace.entropies,
    }
    np.savez_compressed(file, **arrays)


def write_csv(trace: Trace, file: BinaryIO) -> None:
    """Every weight in a row of its own: kind, layer, head, query, key (from 1), their tokens, weight.

    Query tokens of decoder and cross attention are the tokens read. Weights above the diagonal of the decoder are
    left out: no such attention exists.
    """
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    kinds = (
        ("encoder", trace.encoder_self, trace.src_tokens, trace.src_tokens),
        ("decoder", trace.decoder_self, trace.tgt_tokens, trace.tgt_tokens),
        ("cross", trace.cross, trace.tgt_tokens, trace.src_tokens),
    )
    for kind, weights, queries, keys in kinds:
        for (layer, head, query, key), weight in np.ndenumerate(weights):
            if kind != "decoder" or key <= query:
                place = (kind, layer + 1, head + 1, query + 1, key + 1)
                writer.writerow((*place, queries[query], keys[key], f"{weight:.9g}"))
    text.detach()
