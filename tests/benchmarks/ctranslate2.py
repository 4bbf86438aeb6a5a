"""Decoding against CTranslate2 with the same weights, output compared first.

    pip install ctranslate2
    python -m tests.benchmarks.ctranslate2 [CHECKPOINT] [--src FILE] [--sentences 1000] [--rounds 5]

CTranslate2's model is built here from the checkpoint, in float32. Both sides get token ids, so tokenising and loading
are not measured; both use two threads: this project one process for each, as its commands do, CTranslate2 as it comes.
"""

import argparse
import contextlib
import functools
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import ctranslate2
import numpy as np
import torch
from ctranslate2.specs import common_spec, model_spec, transformer_spec

from core.allocator import keep_freed_memory
from core.config import LAYER_NORM_EPS, DecodingConfig
from core.decoding.batched import search_many
from core.decoding.hypothesis import SearchResult
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward
from core.translator import Translator
from tests.benchmarks.alternating import Report, at_most, ratios, take_turns
from tests.benchmarks.sentences import made_up_text

BATCH, ONE_BY_ONE = 64, 100  # sentences
THREADS = 2
FLOORS = {"batch": 1.5, "single": 4.0}  # times CTranslate2's seconds
Ids = tuple[int, ...]


def main() -> int:
    """Compare outputs, then times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", nargs="?", type=Path, default=Path("checkpoints/en-de"))
    parser.add_argument("--src", type=Path, help="Sentences, one per line (default: generated ones).")
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    keep_freed_memory()
    torch.set_num_threads(THREADS)
    translator = Translator.load(arguments.checkpoint)
    lines = (
        arguments.src.read_text("utf-8").splitlines() if arguments.src else made_up_text(arguments.sentences, 7).source
    )
    encoded = translator.vocabularies.source.encode_batch(lines[: arguments.sentences], 512)
    sources = [tuple(sentence.ids) for sentence in encoded if len(sentence.ids) > 1]
    report = Report()
    report.title(
        f"Decoding {len(sources)} sentences with {arguments.checkpoint}, against CTranslate2 {ctranslate2.__version__}"
    )
    with tempfile.TemporaryDirectory() as folder:
        write_model(translator, Path(folder))
        theirs = ctranslate2.Translator(folder, device="cpu", inter_threads=1, intra_threads=THREADS)
        for beam in (1, 4):
            measure(report, translator, theirs, sources, beam, arguments.rounds)
    return report.status


def measure(
    report: Report,
    translator: Translator,
    theirs: ctranslate2.Translator,
    sources: Sequence[Ids],
    beam: int,
    rounds: int,
) -> None:
    """Print agreement and ratios of one beam, at alpha 0: the two length penalties are defined differently."""
    config = DecodingConfig(beam_size=beam, alpha=0.0)
    few = sources[:ONE_BY_ONE]
    sides = {
        "batch": (
            lambda: ours_in_batches(translator, sources, config),
            lambda: their_ids(theirs, sources, beam, BATCH),
        ),
        "single": (lambda: ours_one_by_one(translator, few, config), lambda: one_by_one(theirs, few, beam)),
    }
    ours, other = (side() for side in sides["batch"])
    same = sum(a == b for a, b in zip(ours, other, strict=True))
    print(f"beam {beam}: {same} of {len(sources)} outputs are equal", flush=True)
    for name, pair in sides.items():
        arms = zip(("ours", "theirs"), pair, strict=True)
        seconds = take_turns({arm: functools.partial(timed, side) for arm, side in arms}, rounds)
        label = f"beam {beam}, " + (f"batches of {BATCH}" if name == "batch" else "one sentence at a time")
        count = len(sources) if name == "batch" else len(few)
        report.value(f"{label}: ours, a sentence", [1000 * s / count for s in seconds["ours"]], " ms")
        report.value(f"{label}: CTranslate2, a sentence", [1000 * s / count for s in seconds["theirs"]], " ms")
        report.value(
            f"{label}: ours / CTranslate2", ratios(seconds["ours"], seconds["theirs"]), "x", at_most(FLOORS[name])
        )


def ours_in_batches(translator: Translator, sources: Sequence[Ids], config: DecodingConfig) -> list[Ids]:
    """Search as the commands do."""
    return best(search_many(translator.model, sources, config, batch_size=BATCH, processes=THREADS))


def ours_one_by_one(translator: Translator, sources: Sequence[Ids], config: DecodingConfig) -> list[Ids]:
    """Search as the page does for a single visitor: one sentence, one thread."""
    with one_thread():
        return [best(search_many(translator.model, [source], config))[0] for source in sources]


def one_by_one(theirs: ctranslate2.Translator, sources: Sequence[Ids], beam: int) -> list[Ids]:
    """Ask CTranslate2 for one sentence at a time."""
    return [their_ids(theirs, [source], beam, 1)[0] for source in sources]


def their_ids(theirs: ctranslate2.Translator, sources: Sequence[Ids], beam: int, batch: int) -> list[Ids]:
    """Translate with CTranslate2; the end symbol is added as our hypotheses have it."""
    found = theirs.translate_batch(
        [[str(token) for token in source[:-1]] for source in sources],
        beam_size=beam,
        length_penalty=0,
        max_batch_size=batch,
        max_decoding_length=256,
        suppress_sequences=[["0"], ["1"]],
    )
    return [(*map(int, result.hypotheses[0]), 2) for result in found]


def best(results: Sequence[SearchResult]) -> list[Ids]:
    """Return the best hypothesis of each result."""
    return [result.hypotheses[0].ids for result in results]


def timed(side: Callable[[], object]) -> float:
    """Return the seconds of a call."""
    started = time.perf_counter()
    side()
    return time.perf_counter() - started


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Let torch compute on one thread."""
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(THREADS)


def write_model(translator: Translator, folder: Path) -> None:
    """Write a checkpoint as CTranslate2's model, tokens named by their ids."""
    model, config = translator.model, translator.model.config
    spec = transformer_spec.TransformerSpec.from_config(
        (config.num_layers, config.num_layers),
        config.num_heads,
        pre_norm=config.norm == "pre",
        activation=common_spec.Activation.RELU,
    )
    for ours, theirs in ((model.encoder, spec.encoder), (model.decoder, spec.decoder)):
        theirs.scale_embeddings = True
        theirs.position_encodings.encodings = ours.embedding.positions.numpy()
        if config.norm == "pre":
            _norm(ours.final_norm, theirs.layer_norm)
        for layer, target in zip(ours.layers, theirs.layer, strict=True):
            _layer(layer, target)
    spec.encoder.embeddings[0].weight = model.encoder.embedding.weight.numpy()
    spec.decoder.embeddings.weight = model.decoder.embedding.weight.numpy()
    spec.decoder.projection.weight = model.output_weight.numpy()
    names = [str(token) for token in range(config.vocab_size)]
    names[2] = "</s>"
    spec.register_source_vocabulary(names)
    spec.register_target_vocabulary(names)
    spec.config.bos_token, spec.config.eos_token, spec.config.unk_token = "1", "</s>", "0"
    spec.config.decoder_start_token = "1"
    spec.config.add_source_eos = True
    spec.config.layer_norm_epsilon = LAYER_NORM_EPS
    spec.validate()
    spec.optimize()
    spec.save(str(folder))


def _layer(layer: EncoderLayer | DecoderLayer, target: model_spec.LayerSpec) -> None:
    _attention(layer.self_attention, layer.self_residual, target.self_attention, cross=False)
    if isinstance(layer, DecoderLayer):
        _attention(layer.cross_attention, layer.cross_residual, target.attention, cross=True)
    _feed_forward(layer.feed_forward, layer.feed_forward_residual, target.ffn)


def _attention(
    attention: MultiHeadAttention, residual: AddAndNorm, target: model_spec.LayerSpec, *, cross: bool
) -> None:
    query, key, value = attention.query, attention.key, attention.value
    groups = [[query], [key, value]] if cross else [[query, key, value]]
    for linear, group in zip(target.linear, [*groups, [attention.output]], strict=True):
        linear.weight = np.concatenate([projection.weight.numpy() for projection in group])
        linear.bias = np.concatenate([projection.bias.numpy() for projection in group])
    _norm(residual.norm, target.layer_norm)


def _feed_forward(network: FeedForward, residual: AddAndNorm, target: model_spec.LayerSpec) -> None:
    for linear, source in ((target.linear_0, network.inner), (target.linear_1, network.outer)):
        linear.weight, linear.bias = source.weight.numpy(), source.bias.numpy()
    _norm(residual.norm, target.layer_norm)


def _norm(norm: torch.nn.Module, target: model_spec.LayerSpec) -> None:
    target.gamma, target.beta = norm.weight.numpy(), norm.bias.numpy()  # type: ignore[union-attr]


if __name__ == "__main__":
    sys.exit(main())
