"""The command `inspect`: every attention weight of one translation, as NPZ."""

import argparse
from pathlib import Path

from core.cli.loading import load_translator
from core.cli.options import add_checkpoint, add_search, decoding_config
from core.cli.truncating import note_truncated_sides
from core.cli.writing import add_replace, refuse_output
from core.data.stream import file_sha256
from core.durable import output_file
from core.errors import CoreError
from core.inspection.provenance import Searched, Weights, describe_trace
from core.weights_files import weight_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint(parser)
    parser.add_argument("--text", required=True, help="Source sentence.")
    parser.add_argument("--target", help="Target to inspect instead of the translation.")
    parser.add_argument("--out", type=Path, required=True, help="NPZ file to write.")
    add_replace(parser)
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write every attention weight of one translation, as NPZ."""
    from core.inspection.export import write_npz

    config = decoding_config(arguments)
    refuse_output(arguments.out, arguments)
    translator = load_translator(arguments)
    weights = Weights(translator.name, file_sha256(*weight_files(arguments.checkpoint)))
    searched = None
    if arguments.target is not None:
        trace = translator.trace_target(arguments.text, arguments.target)
    else:
        searched = Searched(config.beam_size, config.alpha, rank=1)
        translation = translator.search(arguments.text, config)
        if not translation.hypotheses:
            raise CoreError("translator.blank", "the source sentence is blank")
        trace = translator.trace(translation)
    given = [arguments.text] + [arguments.target] * (arguments.target is not None)
    note_truncated_sides(translator.vocabularies, given, translator.model.config.max_positions)
    translated = translator.vocabularies.target.decode(trace.predicted_ids)
    provenance = describe_trace(trace, arguments.text, translated, weights, searched)
    with output_file(arguments.out) as partial, partial.open("wb") as file:
        write_npz(trace, file, provenance=provenance)
    if arguments.out.is_file():  # standard output, as a device, has nothing but the file's content
        print(f"{arguments.out}: {translated}")
    return 0
