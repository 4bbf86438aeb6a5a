"""Exported models in `transformers`: how many greedy outputs are equal, how far logits differ, and both speeds.

pip install -r requirements-interchange.txt
python -m benchmarks.transformers [CHECKPOINT] [--src FILE] [--sentences 1000]
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import torch
import transformers

from benchmarks.sentences import made_up_text
from core.config import DecodingConfig
from core.decoding.search import search
from core.interchange.export import export
from core.translator import Translator

THREADS = 2


def main() -> int:
    """Export, translate each sentence with both, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", nargs="?", type=Path, default=Path("checkpoints/en-de"))
    parser.add_argument("--src", type=Path, help="Sentences, one per line (default: generated ones).")
    parser.add_argument("--sentences", type=int, default=1000)
    arguments = parser.parse_args()
    torch.set_num_threads(THREADS)
    own = Translator.load(arguments.checkpoint)
    count = arguments.sentences
    lines = arguments.src.read_text("utf-8").splitlines()[:count] if arguments.src else made_up_text(count, 7).source
    kind = "pegasus" if own.model.config.norm == "pre" else "marian"
    with tempfile.TemporaryDirectory() as folder:
        export(own.checkpoint, arguments.checkpoint.name, Path(folder) / "out", kind)
        model = transformers.AutoModelForSeq2SeqLM.from_pretrained(Path(folder) / "out").eval().requires_grad_(False)
        tokenizer = transformers.AutoTokenizer.from_pretrained(Path(folder) / "out")
    config = DecodingConfig(beam_size=1, nbest=1)
    allowed = torch.ones(own.model.config.output_size, dtype=torch.bool)
    allowed[list(own.model.config.never_generated)] = False
    same_tokens = same = 0
    largest, seconds = 0.0, {"ours": 0.0, "transformers": 0.0}
    for line in lines:
        source = own.vocabularies.source.encode(line).ids
        same_tokens += tokenizer(line)["input_ids"] == source
        given = torch.tensor([source])
        started = time.perf_counter()
        ours = list(search(own.model, [source], config)[0].hypotheses[0].ids)
        seconds["ours"] += time.perf_counter() - started
        started = time.perf_counter()
        theirs = model.generate(given, num_beams=1, do_sample=False, max_length=256)[0].tolist()
        seconds["transformers"] += time.perf_counter() - started
        same += theirs[1:] == ours
        read = torch.tensor([theirs[:-1]])
        difference = (model(input_ids=given, decoder_input_ids=read).logits - own.model(given, read))[..., allowed]
        largest = max(largest, float(difference.abs().max()))
    print(f"{arguments.checkpoint} as {kind}: {len(lines)} sentences, transformers {transformers.__version__}")
    print(f"source tokens equal: {same_tokens}; greedy output equal: {same}; logits differ by at most {largest:.2e}")
    for side, total in seconds.items():
        print(f"{side}: {1000 * total / len(lines):.1f} ms a sentence, greedy, one at a time, {THREADS} threads")
    return 0


if __name__ == "__main__":
    sys.exit(main())
