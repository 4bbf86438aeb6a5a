"""The command `translate`: standard input to standard output, line by line."""

import argparse
import io
import sys

from core.cli.loading import load_translator
from core.cli.options import add_checkpoint, add_settings, boolean, decoding_config
from core.cli.progress import count_sentences
from core.cli.truncating import note_truncated
from core.config import DecodingConfig
from core.data.corpus import clean
from core.data.textfile import read_standard_input
from core.settings import describe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint(parser)
    parser.add_argument(
        "--unescape", type=boolean, default=True, metavar="BOOL", help="Resolve HTML entities as &amp; (default true)."
    )
    add_settings(parser, describe(DecodingConfig))


def run(arguments: argparse.Namespace) -> int:
    """Translate standard input to standard output line by line; with --nbest, tab-separated candidates."""
    import torch

    config = decoding_config(arguments)
    translator = load_translator(arguments)
    lines = [clean(line, arguments.unescape) for line in read_standard_input()]
    with count_sentences(len(lines)) as progress:
        found = translator.translate(
            lines, config, batch_size=arguments.batch_size, progress=progress, processes=torch.get_num_threads()
        )
    truncated = [number for number, translation in enumerate(found, start=1) if translation.truncated]
    note_truncated(len(truncated), translator.model.config.max_positions, first=min(truncated, default=None))
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", newline="\n")  # regardless of the locale
    for number, translation in enumerate(found, start=1):
        if arguments.nbest is None:
            out.write(translation.text + "\n")
            continue
        for rank in range(1, config.nbest + 1):
            known = rank <= len(translation.texts)
            score = f"{translation.hypotheses[rank - 1].score:.6f}" if known else ""
            text = translation.texts[rank - 1] if known else ""
            out.write(f"{number}\t{rank}\t{score}\t{text}\n")
    out.flush()
    return 0
