"""The command `snapshots`: attention over the steps of a run, from the step weights that were kept."""

import argparse
from pathlib import Path

from core.cli.options import add_device, job_folder
from core.cli.writing import add_replace, refuse_output
from core.config import TrainingConfig
from core.data.corpus import ParallelText
from core.data.stream import stream_parallel_files
from core.data.vocabulary import fitted
from core.data.vocabulary_files import load_vocabularies
from core.durable import output_file
from core.errors import CoreError
from core.training.run import Run, RunConfig
from core.training.snapshots import SHIPPED, pack_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--run", type=job_folder, required=True, help="Run folder whose step weights were kept.")
    parser.add_argument("--sentences", type=int, choices=range(1, 9), metavar="INT", help="Sentences (default 3).")
    parser.add_argument("--src", type=Path, help="Sentences to record; short validation pairs if left out.")
    parser.add_argument("--tgt", type=Path, help="Their translations, line by line.")
    parser.add_argument("--out", type=Path, required=True, help="File to write: snapshots.npz in a checkpoint.")
    add_replace(parser)
    add_device(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write a snapshot file; a run that recorded its own already has one in its checkpoint."""
    from core.model.transformer import Transformer
    from core.training.devices import choose_device
    from core.training.snapshot_recorder import SnapshotRecorder, snapshots_of

    refuse_output(arguments.out, arguments)
    trained = Run(arguments.run)
    config = trained.read_config()
    text = _sentences(arguments, trained, config)
    vocabularies = load_vocabularies(trained.folder.joinpath)
    model = Transformer(fitted(config.model, vocabularies)).to(choose_device(arguments.device))
    count = arguments.sentences or TrainingConfig().snapshot_sentences
    recorder = SnapshotRecorder(model, vocabularies, text, count)
    weights = {int(path.name[5:]): path for path in trained.checkpoints()}
    validations = [event for event in trained.events() if event["event"] == "validation"]
    scores = {event["step"]: (event.get("loss"), event.get("bleu")) for event in validations}
    found = snapshots_of(recorder, model, weights, scores).thinned(SHIPPED)
    with output_file(arguments.out) as file:
        file.write_bytes(pack_file(found))
    print(f"{arguments.out}: {len(found.sentences)} sentences at {len(found.snapshots)} steps")
    return 0


def _sentences(arguments: argparse.Namespace, run: Run, config: RunConfig) -> ParallelText:
    """Return the given pairs, or those that the run is validated on."""
    from core.training.text import read_corpus

    if (arguments.src is None) != (arguments.tgt is None):
        raise CoreError("snapshots.pairs", "give both --src and --tgt, or neither")
    if arguments.src is not None:
        return stream_parallel_files(arguments.src, arguments.tgt).read()
    corpus = read_corpus(config.data)
    if corpus.validation is None:
        raise CoreError("snapshots.no_validation", "run {name} does not have validation pairs to record", name=run.name)
    return corpus.validation
