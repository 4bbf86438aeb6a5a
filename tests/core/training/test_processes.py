"""Several processes that train one model: the curve of one, one writer, a clean stop, another number at resume."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from core.cli.parser import main
from core.config import SpecialIds
from core.data.batching import Batch
from core.data.tasks import task
from core.errors import CoreError
from core.training.processes import ALONE, Processes, join_processes
from core.training.run import Run

ROOT = Path(__file__).parents[3]
TASK = ["--task", "reverse", "--task-pairs", "61", "--valid-pairs", "5"]
SETTINGS = [
    *("--vocab-size", "283"),
    *("--d-model", "14", "--num-layers", "1", "--num-heads", "7", "--d-ff", "11", "--device", "cpu"),
    *("--precision", "float32", "--tokens-per-batch", "131", "--warmup-steps", "5", "--report-every", "1"),
    *("--validate-every", "5", "--checkpoint-every", "5", "--validation-sentences", "3", "--seed", "3"),
]


def batch(rows: int) -> Batch:
    ids = torch.arange(rows * 3).view(rows, 3) + 1
    return Batch.of(ids, ids + 200, SpecialIds())


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def python(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", **environment}
    command = [sys.executable, *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def torchrun(processes: int, *arguments: str) -> subprocess.Popen[bytes]:
    launcher = ["torch.distributed.run", "--nproc-per-node", str(processes), "--master-addr", "127.0.0.1"]
    return python("-m", *launcher, "--master-port", free_port(), "-m", "core", "train", *arguments)


def trained(count: int, *arguments: str) -> None:
    """Train in several processes, started as a launcher starts them, but without the launcher."""
    place = {"WORLD_SIZE": str(count), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free_port()}
    command = ("-m", "core", "train", *arguments)
    processes = [python(*command, **place, RANK=str(rank), LOCAL_RANK=str(rank)) for rank in range(count)]
    try:
        printed = [process.communicate(timeout=300)[0].decode(errors="replace") for process in processes]
    finally:
        for process in processes:
            process.kill()
    assert [process.returncode for process in processes] == [0] * count, [text[-3000:] for text in printed]


def curve(run: Run) -> list[tuple[int, float, float, float | None]]:
    reports = [event for event in run.events() if event["event"] == "progress"]
    return [(e["step"], e["loss"], e["gradient_norm"], e["guided_loss"]) for e in reports]


def with_links(folder: Path) -> list[str]:
    """Write the reverse task with its links, so that a head is taught in every process; return the options."""
    text, valid = (task("reverse").pairs(count, 1, split=split) for count, split in ((61, "train"), (5, "valid")))
    lengths = [len(line.split()) for line in text.source]
    links = [" ".join(f"{length - 1 - place}-{place}" for place in range(length)) for length in lengths]
    lines = {"src": text.source, "tgt": text.target, "guided-alignment": links}
    lines |= {"valid-src": valid.source, "valid-tgt": valid.target}
    for name, content in lines.items():
        (folder / name).write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    files = [word for name in lines for word in (f"--{name}", str(folder / name))]
    return [*files, "--guided-head", "3", "--guided-weight", "0.5"]


def test_single_process_takes_every_sentence_and_reduces_nothing():
    whole = batch(5)
    tensor = torch.tensor([2.0, 3.0])
    ALONE.add_up([tensor])
    assert ALONE.share(whole) is whole
    assert tensor.tolist() == [2.0, 3.0]
    assert ALONE.any(True) and not ALONE.any(False)
    assert ALONE.from_first(1.5) == 1.5


def test_the_shares_of_all_processes_are_the_batch():
    whole = batch(7)
    shares = [Processes(rank, 3).share(whole) for rank in range(3)]
    rows = [share.source.tolist() for share in shares if share is not None]
    assert [len(part) for part in rows] == [3, 2, 2]
    assert sorted(row for part in rows for row in part) == whole.source.tolist()
    assert sum(share.tokens for share in shares if share is not None) == whole.tokens


def test_process_without_sentences_gets_none():
    assert Processes(2, 3).share(batch(2)) is None


def test_each_process_has_its_own_reproducible_dropout():
    seeds = [Processes(rank, 3).seed(seed, step) for rank in range(3) for seed in (1, 2) for step in (0, 5)]
    assert len(set(seeds)) == len(seeds)
    assert Processes(1, 3).seed(2, 5) == Processes(1, 4).seed(2, 5)


def test_environment_without_address_is_refused(monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    for name in ("RANK", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(CoreError, match="WORLD_SIZE is 2 but RANK, LOCAL_RANK, MASTER_ADDR, MASTER_PORT is not set"):
        with join_processes():
            pass


JOIN_AND_LEAVE = """
from pathlib import Path
import torch
from core.training.processes import join_processes
with join_processes() as processes:
    torch.optim.Adam([torch.ones(1, requires_grad=True)])  # loads modules of torch.distributed, as a training does
    processes.wait()
names = [(task / "comm").read_text().strip() for task in Path("/proc/self/task").iterdir()]
print("left alive:", [name for name in names if "gloo" in name])
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc, which Linux has")
def test_leaving_process_group_ends_its_threads():
    # one that still lived when Python ends would abort the process: "terminate called without an active exception"
    place = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free_port()}
    both = [python("-c", JOIN_AND_LEAVE, **place, RANK=rank, LOCAL_RANK=rank) for rank in ("0", "1")]
    try:
        printed = [process.communicate(timeout=100)[0].decode() for process in both]
    finally:
        for process in both:
            process.kill()
    assert [text.strip().splitlines()[-1] for text in printed] == ["left alive: []"] * 2


@pytest.mark.slow
def test_two_processes_match_one_and_other_counts_resume(tmp_path):
    # without dropout only the order of the sums differs
    one, two = Run(tmp_path / "one"), Run(tmp_path / "two")
    plain = [*SETTINGS, *with_links(tmp_path), "--dropout", "0", "--accumulate", "3"]
    assert main(["train", "--run-folder", str(one.folder), *plain, "--max-steps", "20"]) == 0
    trained(2, "--run-folder", str(two.folder), *plain, "--max-steps", "10")
    assert two.status().state == "finished"
    trained(3, "--resume", str(two.folder), "--max-steps", "15")
    assert main(["train", "--resume", str(two.folder), "--max-steps", "20"]) == 0

    expected, found = curve(one), curve(two)
    assert [step for step, *_ in found] == list(range(1, 21))
    for (_, loss, norm, taught), (_, other_loss, other_norm, other_taught) in zip(expected, found, strict=True):
        assert other_loss == pytest.approx(loss, abs=2e-5)
        assert other_norm == pytest.approx(norm, rel=1e-3)
        assert other_taught == pytest.approx(taught, abs=2e-4)
    validations = [[e["loss"] for e in run.events() if e["event"] == "validation"] for run in (one, two)]
    assert validations[1] == pytest.approx(validations[0], abs=2e-5)
    lines = (two.folder / "events.jsonl").read_text().splitlines()
    steps = [json.loads(line)["step"] for line in lines if json.loads(line)["event"] == "progress"]
    assert len(steps) == len(set(steps)), "one writer: no event is written by two processes"


LOSES_A_PROCESS = """
import os
from core.training.processes import join_processes

with join_processes() as processes:
    processes.wait()
    if not processes.first:
        os._exit(9)
    processes.wait()
"""


def test_lost_process_is_reported_in_words():
    """The run failed with gloo's own sentence, which ends in "GLHF!"."""
    place = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free_port()}
    processes = [python("-c", LOSES_A_PROCESS, **place, RANK=str(rank), LOCAL_RANK=str(rank)) for rank in range(2)]
    try:
        printed = processes[0].communicate(timeout=120)[0].decode(errors="replace")
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert printed.strip().endswith("another process of this training has ended; resume the run with all processes")


@pytest.mark.slow
def test_signal_stops_all_processes_with_one_checkpoint(tmp_path):
    run = Run(tmp_path / "run")
    endless = ["--dropout", "0.2", "--max-steps", "100000"]
    process = torchrun(2, "--run-folder", str(run.folder), *SETTINGS, *TASK, *endless)
    try:
        deadline = time.monotonic() + 120
        while not curve(run) and time.monotonic() < deadline:
            time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=300)
    finally:
        process.kill()
    assert run.status().state == "stopped", output.decode(errors="replace")[-3000:]
    step = run.status().step
    saved = load_file(run.checkpoints()[-1] / "optimizer.safetensors")
    assert run.checkpoints()[-1].name == f"step-{step}"
    assert not torch.equal(saved["generator:cpu"], saved["generator:cpu:1"]), "each process has a dropout of its own"
    trained(2, "--resume", str(run.folder), "--max-steps", str(step + 3))
    assert run.status()[:2] == ("finished", step + 3)
