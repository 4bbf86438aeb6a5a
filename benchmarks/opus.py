"""A model as large as OPUS-MT's, with random weights: imported, opened, and everything of the page tried on it.

    python -m benchmarks.opus [--folder DIR] [--small]

74 M parameters, a vocabulary of 65,001. Prints the seconds of each part. What refuses says so in one sentence, which is
printed; anything else that is raised is a fault, and ends with status 1.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import safetensors.torch
import torch

from core.checkpoint import weight_shapes
from core.config import ModelConfig, SpecialIds
from core.data.piece_vocabulary import UNKNOWN
from core.errors import CoreError
from core.interchange import names
from core.interchange.shape import read_shape
from tests.core.interchange.spm import spm

TEXT = "where are the seven old houses that you have seen"
VOCABULARY = 65_001
SHAPE = {"d_model": 512, "layers": 6, "heads": 8, "ffn": 2048}
SMALL = {"d_model": 32, "layers": 2, "heads": 4, "ffn": 64}
OPENED, DRAWN = 5.0, 3.0  # seconds allowed


def main() -> int:
    """Build, import, open, and try everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="Where to build; a temporary folder by default.")
    parser.add_argument("--small", action="store_true", help="A small model, to try the script.")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    with tempfile.TemporaryDirectory() as temporary:
        place = arguments.folder or Path(temporary)
        theirs, own = place / "random-opus", place / "checkpoints" / "opus"
        if not own.exists():
            with timed("build"):
                build(theirs, VOCABULARY if not arguments.small else 601, SMALL if arguments.small else SHAPE)
            command = [sys.executable, "-m", "core", "import", str(theirs), "--out", str(own)]
            with timed("import, the whole command"):
                print(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
        return try_everything(own)


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Print the seconds of a block."""
    started, used = time.monotonic(), time.process_time()
    yield
    print(f"{name}: {time.monotonic() - started:.2f} s, {time.process_time() - used:.2f} s of processors", flush=True)


def build(folder: Path, vocabulary: int, shape: dict[str, int]) -> None:
    """Write a MarianMT folder with random weights."""
    folder.mkdir(parents=True)
    chosen, pieces = random.Random(1), {f"▁{word}": None for word in TEXT.split()}
    letters = "abcdefghijklmnopqrstuvwxyz"
    while len(pieces) < vocabulary - 4 - 2 * len(letters):
        word = "".join(chosen.choice(letters) for _ in range(chosen.randint(2, 9)))
        pieces[f"▁{word}" if chosen.random() < 0.6 else word] = None
    pieces |= {form: None for letter in letters for form in (letter, f"▁{letter}")}
    listed = list(pieces)[: vocabulary - 3]
    model = spm(
        [(UNKNOWN, 0.0, 2), ("<s>", 0.0, 3), ("</s>", 0.0, 3)]
        + [(piece, -1.0 - rank / 1000, 1) for rank, piece in enumerate(listed)]
    )
    for side in ("source", "target"):
        (folder / f"{side}.spm").write_bytes(model)
    tokens = ["</s>", UNKNOWN, *listed]
    tokens += [f"unused{index}" for index in range(vocabulary - 1 - len(tokens))] + ["<pad>"]
    (folder / "vocab.json").write_text(json.dumps({token: index for index, token in enumerate(tokens)}), "utf-8")
    (folder / "tokenizer_config.json").write_text('{"source_lang": "en", "target_lang": "zh"}', "utf-8")
    sides = {
        f"{side}_{name}": shape[short]
        for side in ("encoder", "decoder")
        for name, short in (("layers", "layers"), ("attention_heads", "heads"), ("ffn_dim", "ffn"))
    }
    values = {
        "model_type": "marian", "vocab_size": vocabulary, "d_model": shape["d_model"], **sides,
        "activation_function": "swish", "max_position_embeddings": 512, "scale_embedding": True,
        "pad_token_id": vocabulary - 1, "eos_token_id": 0, "decoder_start_token_id": vocabulary - 1,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(values), "utf-8")
    config = read_shape(folder)
    safetensors.torch.save_file(random_weights(config), folder / "model.safetensors")


def random_weights(config: ModelConfig) -> dict[str, torch.Tensor]:
    """Return random weights under their names."""
    torch.manual_seed(2)
    shapes, found = weight_shapes(config), {}
    for ours, theirs in names.their_names(config).items():
        size = shapes[ours]
        norm = "norm" in theirs and theirs.endswith("weight")
        found[theirs] = torch.ones(size) if norm else torch.randn(size) * (size[-1] ** -0.5 if len(size) > 1 else 0.02)
    found[names.OUTPUT_BIAS] = 0.1 * torch.randn(1, config.output_size)
    assert config.special == SpecialIds(config.vocab_size - 1, config.vocab_size - 1, 0)
    return found


def try_everything(own: Path) -> int:
    """Try what the page offers; return 1 if something failed without a sentence."""

    from core.library import CheckpointLibrary
    from core.service import Service

    service = Service(CheckpointLibrary(own.parent))
    limits: list[str] = []
    started = time.monotonic()
    with timed("opened"):
        service.library.translator("opus")
    opened = time.monotonic() - started
    started = time.monotonic()
    with timed("first sentence translated and traced, beam 4"):
        answer = service.translate("opus", TEXT, 4, 0.6)
    from viz.wire.payload import payload_of

    with timed("packed for the page"):
        payload_of(answer).to_json()
    drawn = time.monotonic() - started
    print(f"opened in {opened:.2f} s (goal {OPENED:g}), first sentence {drawn:.2f} s more (goal {DRAWN:g})")
    print(f"{len(answer.trace.src_tokens)} source and {len(answer.trace.tgt_tokens)} target tokens: {answer.text[:60]}")
    failed = [name for name, part in parts(service, answer) if not tried(name, part, limits)]
    failed += [name for name, part in labs(service, answer) if not tried(f"lab {name}", part, limits)]
    print(f"\n{len(limits)} refused in words:", *limits, sep="\n  ")
    print(f"failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


def tried(name: str, part: Callable[[], Any], limits: list[str]) -> bool:
    """Run one part; note a refusal, print a fault."""
    try:
        with timed(name):
            part()
    except CoreError as error:
        limits.append(f"{name}: {error}")
    except Exception:
        print(f"FAULT in {name}")
        traceback.print_exc(file=sys.stdout)
        return False
    return True


def parts(service: Any, answer: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield what the page can ask about a translation, by name, and its files."""
    from core.inspection.blocks import blocks
    from core.inspection.lenses import lenses
    from core.service import ask
    from viz.handouts import FILES
    from viz.saved_page.exports import FORMATS, Exports, PageRequest
    from viz.texts import ENGLISH
    from viz.wire.answers import FORMS
    from viz.wire.machine import FORMS as MACHINE

    forms, at = {**FORMS, **MACHINE}, {"id": answer.request.id}
    head = {"kind": "cross", "layer": 2, "head": 1}
    off = [["cross", 2, 1]]

    def asked(name: str, **fields: Any) -> Callable[[], Any]:
        return lambda: forms.get(name, lambda found: found)(ask(service, name, {**at, **fields}))

    yield "head values", asked("head_values", **head)
    yield "layer values", asked("layer_values", kind="cross", layer=2)
    for name, lens in lenses().items():
        if name != "weights":
            yield f"lens {name}", asked("lens_values", lens=name)
            yield f"lens {name}, one head", asked("lens_head", lens=name, kind=lens.kinds[-1], layer=0, head=0)
            yield f"lens {name}, its code", asked("lens_code", lens=name, kind=lens.kinds[-1])
    yield "search tree", asked("search_tree")
    yield "head lab: a head off, translated again", asked("variant", off=off)
    yield "head lab: the same tokens", asked("variant", off=off, same=True)
    yield "compare with another sentence", asked("variant", text="the seven houses")
    yield "compare with greedy search", asked("variant", beam_size=1)
    yield "a target of one's own", asked("variant", target="where are the houses")
    yield "importance of every head", asked("head_importance")
    yield "loss of each token without each head", asked("token_losses", kind="cross")
    yield "query and key", asked("close_up", query=1, **head)
    yield (
        "head catalogue of two sentences",
        asked("head_catalogue", sentences="where are the houses\nthe seven old houses"),
    )
    yield "effect of a head on two sentences", lambda: effect(service, at, off)
    yield "provenance", asked("provenance")
    yield "the machine", asked("machine")
    for block in blocks(service.pair(answer.request.id).translator.model.config):
        yield f"the machine: {block.name}", asked("machine_block", block=block.name)
    exports = Exports(service)
    for name in FILES:
        yield f"handout {name}", lambda name=name: exports.write_handout(name, {**at, **head, "query": 1}, ENGLISH)
    for form in FORMATS:
        yield f"export {form}", lambda form=form: exports_of(exports, form, answer, PageRequest(), ENGLISH)


def effect(service: Any, at: dict[str, str], off: list[list[Any]]) -> None:
    """Measure heads on two sentences in the background, and wait."""
    from core.service import ask

    found = ask(
        service, "effect", {**at, "off": off, "pairs": "the houses\nthe old houses", "beam_size": 1, "alpha": 0.0}
    )
    while found.state in ("queued", "running"):
        time.sleep(0.05)
        found = ask(service, "effect_state", {"id": found.id})
    if found.error is not None:
        raise found.error


def labs(service: Any, answer: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every lab with its first values: what it asks of the model, and what it draws."""
    from core.labs.shared.run import lab_numbers
    from core.labs.shared.setting import Setting
    from core.service import ask
    from tests.viz.labs.computed import run_lab
    from tests.viz.labs.model import plain
    from viz.labs import lab_names
    from viz.wire.labs import FORMS

    pair = service.pair(answer.request.id)
    at = Setting(pair.translator, TEXT, pair.source_ids, pair.target_ids, service.library.folder("opus"))
    facts = FORMS["lab_bench"](ask(service, "lab_bench", {"id": answer.request.id}))
    facts |= {"source": answer.trace.src_tokens, "target": answer.trace.predicted_tokens, "text": TEXT}
    facts |= {"translation": answer.text}

    def drawn(name: str) -> None:
        first = run_lab(name, facts=facts)
        if "numbers" not in first:  # it asks the model
            reply = plain(lab_numbers(name, at, first["asked"]))
            assert run_lab(name, first["values"], reply, facts)["drawn"]["figures"]

    for name in lab_names():
        yield name, lambda name=name: drawn(name)


def exports_of(exports: Any, form: str, answer: Any, page: Any, texts: Any) -> None:
    """Write one file."""
    path = Path(exports.write(answer.request.id, form, texts, page=page))
    print(f"  {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    sys.exit(main())
