"""Snapshots of a training: which are kept, their file format, and refusals."""

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.attention_kinds import KINDS
from core.errors import CoreError
from core.training import snapshots as module
from core.training.snapshots import (
    FixedSentence,
    SentenceState,
    Snapshot,
    SnapshotFolder,
    Snapshots,
    differences,
    is_kept,
    pack_file,
    read_snapshots,
    write_snapshots,
)

LAYERS, HEADS, SOURCE, TARGET = 2, 3, 5, 7
SENTENCE = FixedSentence(
    "a b\ud800",
    "<b>c</b>",
    ("a", " b", "\ud800", "d", "</s>"),
    ("<s>", "x", "y", "z", "u", "v", "w"),
    ("x", "y", "z", "u", "v", "w", "</s>"),
)
SIZES = {"encoder": (SOURCE, SOURCE), "decoder": (TARGET, TARGET), "cross": (TARGET, SOURCE)}


def state(seed: int) -> SentenceState:
    draw = np.random.default_rng(seed)
    weights = {kind: draw.integers(0, 256, (LAYERS, HEADS, *size), dtype=np.uint8) for kind, size in SIZES.items()}
    return SentenceState(f"said at {seed}", -1.5 * seed, tuple(-0.25 * i for i in range(TARGET)), weights)


def history(*steps: int) -> Snapshots:
    taken = [Snapshot(step, 7.0 / (1 + step), None if step == 0 else 3.5, (state(step),)) for step in steps]
    return Snapshots((SENTENCE,), tuple(taken))


def same(one: Snapshots, other: Snapshots) -> bool:
    if one.sentences != other.sentences or len(one.snapshots) != len(other.snapshots):
        return False
    return all(
        (a.step, a.loss, a.bleu) == (b.step, b.loss, b.bleu)
        and (a.states[0].translation, a.states[0].log_prob) == (b.states[0].translation, b.states[0].log_prob)
        and a.states[0].reference_log_probs == b.states[0].reference_log_probs
        and all(np.array_equal(a.states[0].weights[kind], b.states[0].weights[kind]) for kind in KINDS)
        for a, b in zip(one.snapshots, other.snapshots, strict=True)
    )


# Which ones stay


def test_early_snapshots_stay_and_later_ones_thin_out():
    kept = [number for number in range(1, 129) if is_kept(number * 50, 50)]
    assert kept[:16] == list(range(1, 17))
    assert kept[16:] == [*range(18, 33, 2), *range(36, 65, 4), *range(72, 129, 8)]
    assert is_kept(0, 50)


def test_a_million_validations_leave_few_enough_for_one_file():
    assert sum(is_kept(number, 1) for number in range(1, 1025)) == 64
    # beyond 1,024 each doubling adds 8, counted at its own stride
    assert module.MAX_SNAPSHOTS > 65 + 8 * 10


def test_newest_snapshot_is_always_kept(tmp_path):
    folder = SnapshotFolder(tmp_path / "snapshots")
    for step in range(0, 200, 10):  # the 17th and 19th validation are not kept
        folder.add(history(step), every=10)
    assert folder.steps() == [*range(0, 170, 10), 180, 190]
    folder.add(history(200), every=10)
    assert folder.steps() == [*range(0, 170, 10), 180, 200]


def test_resumed_run_removes_later_and_partial_snapshots(tmp_path):
    folder = SnapshotFolder(tmp_path)
    for step in (0, 10, 20, 30):
        folder.add(history(step), every=10)
    (tmp_path / ".step-40.npz.7-7.partial").write_bytes(b"half")
    folder.discard_after(20)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["step-0.npz", "step-10.npz", "step-20.npz"]


def test_thinning_keeps_both_ends():
    assert [one.step for one in history(0, 1, 2, 3, 4, 5, 6).thinned(3).snapshots] == [0, 3, 6]
    assert [one.step for one in history(0, 1).thinned(3).snapshots] == [0, 1]


def test_folder_loads_snapshots_without_damaged_ones(tmp_path):
    folder = SnapshotFolder(tmp_path)
    assert folder.read() is None
    for step in (0, 10, 20):
        folder.add(history(step), every=10)
    assert same(folder.read(), history(0, 10, 20))
    assert same(folder.read(2), history(0, 20))
    (tmp_path / "step-10.npz").write_bytes(b"torn")
    assert same(folder.read(), history(0, 20))


# The file


def test_written_snapshot_is_read_back_exactly(tmp_path):
    written = history(0, 3, 11)
    write_snapshots(tmp_path / "a.npz", written)
    assert same(read_snapshots(tmp_path / "a.npz"), written)
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]
    assert pack_file(written) == pack_file(written)


def test_snapshots_are_stored_as_differences():
    weights = [np.array(values, dtype=np.uint8) for values in ([7, 250], [9, 3], [9, 255])]
    assert differences(weights).tolist() == [[7, 250], [2, 9], [0, 252]]


def test_unchanged_weights_compress_to_little_more_than_one_snapshot():
    one = history(0)
    still = Snapshots(one.sentences, tuple(replace(one.snapshots[0], step=step) for step in range(24)))
    assert len(pack_file(still)) < 2 * len(pack_file(one)) + 24 * 200


# What is refused


def altered(change=None, arrays=None) -> bytes:
    """A file whose JSON or arrays say something else."""
    with np.load(io.BytesIO(pack_file(history(0, 3)))) as file:
        parts = dict(file)
    about = json.loads(parts["about"].tobytes())
    if change:
        change(about)
    parts["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    parts.update(arrays or {})
    out = io.BytesIO()
    np.savez_compressed(out, **{name: array for name, array in parts.items() if array is not None})
    return out.getvalue()


SHAPE = (2, LAYERS, HEADS, TARGET, SOURCE)
BAD = {
    "no zip": lambda: b"PK\x03\x04 no zip",
    "empty": lambda: b"",
    "format": lambda: altered(lambda about: about.update(format=2)),
    "a list": lambda: altered(arrays={"about": np.frombuffer(b"[]", dtype=np.uint8)}),
    "deep": lambda: altered(arrays={"about": np.frombuffer(b"[" * 100_000, dtype=np.uint8)}),
    "no sentences": lambda: altered(lambda about: about.update(sentences=[])),
    "falling steps": lambda: altered(lambda about: about["snapshots"][1].update(step=0)),
    "half a step": lambda: altered(lambda about: about["snapshots"][1].update(step=2.5)),
    "not a number": lambda: altered(lambda about: about["snapshots"][0].update(loss="much")),
    "nan": lambda: altered(lambda about: about["snapshots"][0].update(loss=float("nan"))),
    "a state too few": lambda: altered(lambda about: about["snapshots"][0].update(states=[])),
    "tokens": lambda: altered(lambda about: about["sentences"][0]["src_tokens"].append("more")),
    "a missing array": lambda: altered(arrays={"cross-0": None}),
    "float weights": lambda: altered(arrays={"cross-0": np.zeros(SHAPE, dtype=np.float32)}),
    "objects": lambda: altered(arrays={"cross-0": np.zeros(SHAPE, dtype=object)}),
    "fortran order": lambda: altered(arrays={"cross-0": np.asfortranarray(np.zeros(SHAPE, dtype=np.uint8))}),
    "other heads": lambda: altered(arrays={"cross-0": np.zeros((2, LAYERS, 4, TARGET, SOURCE), dtype=np.uint8)}),
    "a bomb": lambda: altered(arrays={"cross-0": np.zeros((65 << 20,), dtype=np.uint8)}),
}


@pytest.mark.parametrize("name", BAD)
def test_damaged_file_is_refused_in_one_error(tmp_path, name):
    path = tmp_path / "bad.npz"
    path.write_bytes(BAD[name]())
    with pytest.raises(CoreError, match=r"bad\.npz is not a snapshot file") as caught:
        read_snapshots(path)
    assert caught.value.code == "snapshots.damaged"


def test_header_larger_than_the_file_is_refused(tmp_path):
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": SHAPE})
    path = tmp_path / "short.npz"
    path.write_bytes(altered(arrays={"cross-0": None}))
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("cross-0.npy", header.getvalue() + b"\0" * 11)
    with pytest.raises(CoreError, match="does not have the length"):
        read_snapshots(path)


def test_missing_file_raises_file_not_found(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        read_snapshots(tmp_path / "none.npz")
