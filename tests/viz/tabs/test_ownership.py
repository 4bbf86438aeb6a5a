"""The owner of a run: the one whose secret has the kept hash, all of it."""

import hashlib

import pytest

from core.errors import CoreError
from tests.viz.tabs.train.made import written
from viz.tabs.ownership import claim, is_owner, refuse_strangers

MINE, YOURS = "3" * 64, "5" * 64


@pytest.fixture
def run(tmp_path):
    run = written(tmp_path, "mine")
    claim(run, MINE)
    return run


def test_only_the_secret_that_claimed_a_run_owns_it(run):
    assert is_owner(run, MINE)
    refuse_strangers(run, MINE)
    for other in (YOURS, MINE[:-1], f"{MINE}3", MINE.encode(), None, ""):
        assert not is_owner(run, other)
        with pytest.raises(CoreError, match="only the visitor who started “mine”"):
            refuse_strangers(run, other)


@pytest.mark.parametrize("place", [*range(0, 64, 9), -1])
def test_every_digit_of_the_hash_counts(run, place):
    kept = list(hashlib.sha256(MINE.encode()).hexdigest())
    assert (run.folder / "owner").read_text("ascii").strip() == "".join(kept)
    kept[place] = "0" if kept[place] != "0" else "1"
    (run.folder / "owner").write_text("".join(kept), "ascii")
    assert not is_owner(run, MINE)


@pytest.mark.parametrize("kept", [None, "", "3" * 8, "\u00e9" * 64])
def test_run_without_a_hash_has_no_owner(run, kept):
    path = run.folder / "owner"
    path.unlink() if kept is None else path.write_text(kept, "utf-8")
    assert not is_owner(run, MINE)


def test_run_claimed_without_a_secret_has_no_owner(tmp_path):
    for name, secret in (("none", None), ("short", "3" * 31), ("long", "3" * 129), ("bytes", b"3" * 64)):
        run = written(tmp_path, name)
        claim(run, secret)
        assert len((run.folder / "owner").read_text("ascii").strip()) == 64
        assert not is_owner(run, secret)
