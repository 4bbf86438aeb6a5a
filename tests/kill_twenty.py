"""Twenty `kill -9` of one training, each followed by a resume: does it end as if nothing had happened?

    python -m tests.kill_twenty [--kills 20] [--seed 7]

A miniature model is trained once undisturbed and once killed again and again: while it starts, in the middle of steps,
while it validates, while it saves a checkpoint, and while it writes the finished model. After every kill the newest
checkpoint must have the bits of the undisturbed run's, and the events up to it must be equal; in the end
every checkpoint, the optimiser and the finished model must be the same, bit for bit. Exit status 0 says that they are.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors.torch import load_file

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.training.run import Run, RunConfig

ROOT = Path(__file__).resolve().parents[1]
MOMENTS = ("start-up", "a step", "validation", "saving", "finishing")
MODEL = ModelConfig(vocab_size=300, d_model=14, num_layers=1, num_heads=7, d_ff=11, dropout=0.2)
DATA = DataConfig(task="copy", task_pairs=61, valid_pairs=5)
TRAINING = TrainingConfig(
    tokens_per_batch=131,
    warmup_steps=5,
    report_every=1,
    validate_every=7,
    checkpoint_every=5,
    keep_checkpoints=1000,
    average_last=3,
    validation_sentences=3,
    sample_sentences=1,
    snapshot_sentences=1,
    device="cpu",
    seed=3,
)
PATIENCE = 300  # seconds until a moment must be reached
UNTIMED = ("time", "seconds", "tokens_per_second")  # what differs from run to run


class Kill(NamedTuple):
    """One kill and what was found after it."""

    moment: str
    step: int  # the last recorded one
    saved: int  # of the newest complete checkpoint
    events_intact: bool
    same_weights: bool


def created(folder: Path, max_steps: int) -> Run:
    """A miniature run that has not begun."""
    run = Run(folder)
    run.create(RunConfig(MODEL, DATA, TrainingConfig(**{**vars(TRAINING), "max_steps": max_steps})))
    return run


def started(run: Run) -> subprocess.Popen[bytes]:
    """A process that resumes the run."""
    with run.log_path.open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "core", "train", "--resume", str(run.folder)], cwd=ROOT, stdout=log, stderr=log
        )


def finish(run: Run) -> None:
    """Train the run to its end, undisturbed."""
    if started(run).wait() != 0:
        raise RuntimeError(run.log_tail())


def kill_at(run: Run, moment: str, chance: random.Random) -> None:
    """Resume the run and kill it at this moment."""
    begun = len(_raw_steps(run))
    steps_more = chance.randint(1, 12)  # that it may take first

    def under_way() -> bool:
        return len(_raw_steps(run)) >= begun + steps_more

    conditions: dict[str, Callable[[], bool]] = {
        "start-up": lambda: run.status().state == "starting" and run.status().process == child.pid,
        "a step": under_way,
        "validation": lambda: under_way() and _raw_steps(run)[-1] % TRAINING.validate_every == 0,
        "saving": lambda: under_way() and any(run.folder.glob("checkpoints/.step-*.partial")),
        "finishing": lambda: (run.folder / ".checkpoint.partial").exists(),
    }
    child = started(run)
    deadline = time.monotonic() + PATIENCE
    while not conditions[moment]():
        if child.poll() is not None or time.monotonic() > deadline:
            child.kill()
            raise RuntimeError(f"no {moment} to kill it at: {run.status()}\n{run.log_tail()}")
        time.sleep(0.001)
    if moment == "start-up":
        time.sleep(chance.uniform(0, 0.4))
    child.kill()
    child.wait()


def examine(run: Run, whole: Run, moment: str) -> Kill:
    """What a kill has left, compared with the undisturbed run."""
    saved = run.saved_step
    lines = run.events_path.read_bytes().split(b"\n") if run.events_path.exists() else [b""]
    sound = all(_is_event(line) for line in lines[:-1])  # the last one may be torn
    recorded = [event for event in tellings(run, checkpoints=False) if event["step"] <= saved]
    expected = [event for event in tellings(whole, checkpoints=False) if event["step"] <= saved]
    same = not saved or same_checkpoint(run, whole, saved)
    return Kill(moment, max(_raw_steps(run)[-1:], default=0), saved, sound and recorded == expected, same)


def tellings(run: Run, *, checkpoints: bool = True) -> list[dict[str, object]]:
    """The events of the training, without clocks, starts and resumes."""
    kinds = {"progress", "validation", "sample", "skipped", "end"} | ({"checkpoint"} if checkpoints else set())
    return [
        {name: value for name, value in event.items() if name not in UNTIMED}
        for event in run.events()
        if event["event"] in kinds
    ]


def same_checkpoint(run: Run, whole: Run, step: int) -> bool:
    """Whether both have the same weights, optimiser and generators at a step."""
    for name in ("model.safetensors", "optimizer.safetensors"):
        ours, theirs = (load_file(r.folder / "checkpoints" / f"step-{step}" / name) for r in (run, whole))
        if ours.keys() != theirs.keys() or not all(torch.equal(ours[key], theirs[key]) for key in ours):
            return False
    return True


def differences(run: Run, whole: Run) -> list[str]:
    """What the ended run has otherwise than the undisturbed one; empty where nothing."""
    found: list[str] = []
    names = [[path.name for path in r.checkpoints()] for r in (run, whole)]
    if names[0] != names[1]:
        found.append(f"checkpoints {names[0]} and {names[1]}")
    found += [
        f"bits of step {n[5:]}" for n in names[1] if n in names[0] and not same_checkpoint(run, whole, int(n[5:]))
    ]
    models = [(r.checkpoint / "model.safetensors").read_bytes() for r in (run, whole)]
    if models[0] != models[1]:
        found.append("bits of the finished model")
    if tellings(run) != tellings(whole):
        found.append("events")
    left = [str(path) for path in run.folder.rglob("*") if path.suffix in (".partial", ".old", ".removed")]
    return found + left


def planned(kills: int, chance: random.Random) -> list[str]:
    """Moments of all kinds in random order; those at the finish last."""
    last = max(1, kills // 10)
    others = [MOMENTS[k % (len(MOMENTS) - 1)] for k in range(kills - last)]
    chance.shuffle(others)
    return [*others, *["finishing"] * last]


def killed_again_and_again(
    folder: Path,
    moments: list[str],
    chance: random.Random,
    *,
    max_steps: int,
    train: Callable[[Run], object] = finish,
) -> Iterator[Kill]:
    """Train in `folder / "whole"` undisturbed and in `folder / "killed"` with these kills; then to its end.

    Args:
        folder: where the two run folders are made.
        moments: of `MOMENTS`, one for each kill.
        chance: when exactly.
        max_steps: of the training; some 15 for each kill, so that it does not end before.
        train: trains a run that is not killed.
    """
    whole, run = created(folder / "whole", max_steps), created(folder / "killed", max_steps)
    train(whole)
    for moment in moments:
        kill_at(run, moment, chance)
        yield examine(run, whole, moment)
    train(run)


def main() -> int:
    """Do it, and print a line for each kill and the verdict."""
    parser = argparse.ArgumentParser(description="Kill one training again and again, and see whether it minds.")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    chance, begun = random.Random(arguments.seed), time.monotonic()
    sound = True
    print("kill  moment      step  resumes from  events  weights")
    with tempfile.TemporaryDirectory() as folder:
        moments = planned(arguments.kills, chance)
        kills = killed_again_and_again(Path(folder), moments, chance, max_steps=15 * arguments.kills)
        for number, kill in enumerate(kills, start=1):
            sound = sound and kill.events_intact and kill.same_weights
            words = ["intact" if kill.events_intact else "BROKEN", "same" if kill.same_weights else "DIFFER"]
            print(f"{number:4}  {kill.moment:10}  {kill.step:4}  {kill.saved:12}  {words[0]:6}  {words[1]}", flush=True)
        found = differences(Run(Path(folder) / "killed"), Run(Path(folder) / "whole"))
    print(f"{time.monotonic() - begun:.0f} seconds; {'; '.join(found) if found else 'the same bits in the end'}")
    return 0 if sound and not found else 1


def _raw_steps(run: Run) -> list[int]:
    """Every step ever reported, superseded ones too, in the order of the file."""
    if not run.events_path.exists():
        return []
    lines = run.events_path.read_bytes().split(b"\n")[:-1]
    events = [json.loads(line) for line in lines if b'"progress"' in line and _is_event(line)]
    return [event["step"] for event in events]


def _is_event(line: bytes) -> bool:
    try:
        return "event" in json.loads(line)
    except ValueError:
        return False


if __name__ == "__main__":
    sys.exit(main())
