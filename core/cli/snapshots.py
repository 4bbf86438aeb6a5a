"""The command `snapshots`: attention over the steps of a run, from the step weights that were kept."""

import argparse

from core.cli.writing import refuse_output
from core.config import TrainingConfig
from core.data.corpus import ParallelText
from core.data.stream import stream_parallel_files
from core.data.vocabulary import fitted
from core.data.vocabulary_files import load_vocabularies
from core.errors import CoreError
from core.model.transformer import Transformer
from core.training.devices import choose_device
from core.training.run import Run, RunConfig
from core.training.snapshot_recorder import SnapshotRecorder, snapshots_of
from core.training.snapshots import SHIPPED, write_snapshots
from core.training.text import read_corpus


def snapshots(arguments: argparse.Namespace) -> int:
    """Write a snapshot file; a run that recorded its own already has one in its checkpoint."""
    refuse_output(arguments.out, arguments)
    run = Run(arguments.run)
    config = run.read_config()
    text = _sentences(arguments, run, config)
    vocabularies = load_vocabularies(run.folder.joinpath)
    model = Transformer(fitted(config.model, vocabularies)).to(choose_device(arguments.device))
    count = arguments.sentences or TrainingConfig().snapshot_sentences
    recorder = SnapshotRecorder(model, vocabularies, text, count)
    weights = {int(path.name[5:]): path for path in run.checkpoints()}
    validations = [event for event in run.events() if event["event"] == "validation"]
    scores = {event["step"]: (event.get("loss"), event.get("bleu")) for event in validations}
    found = snapshots_of(recorder, model, weights, scores).thinned(SHIPPED)
    write_snapshots(arguments.out, found)
    print(f"{arguments.out}: {len(found.sentences)} sentences at {len(found.snapshots)} steps")
    return 0


def _sentences(arguments: argparse.Namespace, run: Run, config: RunConfig) -> ParallelText:
    """Return the given pairs, or those that the run is validated on."""
    if (arguments.src is None) != (arguments.tgt is None):
        raise CoreError("snapshots.pairs", "give both --src and --tgt, or neither")
    if arguments.src is not None:
        return stream_parallel_files(arguments.src, arguments.tgt).read()
    corpus = read_corpus(config.data)
    if corpus.validation is None:
        raise CoreError("snapshots.no_validation", "run {name} does not have validation pairs to record", name=run.name)
    return corpus.validation
