"""Evaluations that a form starts: folder, command and refusals."""

import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.errors import CoreError
from core.jobs.job import Job, is_name
from core.library import CheckpointLibrary
from tests.viz.tabs.evaluate.made import FIELDS, ROOT, finished, tab
from viz.tabs.evaluate import start
from viz.tabs.evaluate.context import SHARED
from viz.tabs.evaluate.record import known_evaluation, list_evaluations, read_asked
from viz.tabs.evaluate.start import FILE, free_name, start_evaluation

SECRET = "s" * 64


@pytest.fixture(autouse=True)
def no_process(monkeypatch):
    monkeypatch.setattr(start, "enqueue", lambda job: job.set_status("queued", 0))


def begun(runs, limits=None, visitor="", **fields) -> Job:
    context = (tab(runs, limits) if limits else tab(runs)).form.context
    return start_evaluation(context, {**FIELDS, **fields}, visitor)


def test_evaluation_is_a_job_of_the_command(tmp_path):
    job = begun(tmp_path)
    command = job.recorded_command()
    source = tmp_path.resolve() / "eval-1" / "data" / "source.txt"
    assert command[0] == "evaluate" and command[1].endswith("/checkpoints/numbers")
    assert f"--src={source}" in command and len(source.read_text(encoding="utf-8").splitlines()) == 5
    assert command[-3:] == ["--tgt-lang=zh", "--beam-size=1", "--alpha=0.6"]
    asked = read_asked(job)
    assert asked and (asked.set, asked.systems, asked.sentences) == ("numbers, test", ("numbers",), 5)
    assert asked.steps == (CheckpointLibrary(ROOT / "checkpoints").card("numbers").details["step"],)
    assert known_evaluation(tmp_path, "eval-1") == job


def test_file_of_translations_is_copied_into_the_job(tmp_path):
    path = tmp_path / "other system.txt"
    path.write_text("".join(f"t{k}\n" for k in range(1000)), encoding="utf-8")
    job = begun(tmp_path / "runs", second=FILE, second_file=str(path))
    words = job.recorded_command()
    copy = next(word for word in words if word.startswith("--hyp=")).removeprefix("--hyp=")
    assert words[0] == "compare" and copy.endswith("data/B/other_system.txt")
    assert Path(copy).read_text(encoding="utf-8") == "t0\nt200\nt400\nt600\nt800\n", "as evenly spaced as the set"


def test_two_files_of_one_name_stay_apart(tmp_path):
    """Both were written into one file, and the first system was scored with the translations of the second."""
    for folder, word in (("one", "a"), ("two", "b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "hyp.txt").write_text(f"{word}\n" * 200, encoding="utf-8")
    files = {
        f"{side}_file": str(tmp_path / folder / "hyp.txt") for side, folder in (("first", "one"), ("second", "two"))
    }
    job = begun(tmp_path / "runs", first=FILE, second=FILE, set="corpus:everyday-en-zh:phrases_test", **files)
    copies = [word.removeprefix("--hyp=") for word in job.recorded_command() if word.startswith("--hyp=")]
    assert [Path(copy).read_text(encoding="utf-8")[0] for copy in copies] == ["a", "b"]
    asked = read_asked(job)
    assert asked and asked.systems == ("A: hyp.txt", "B: hyp.txt")
    with pytest.raises(CoreError, match="chosen twice"):
        begun(tmp_path / "runs", first=FILE, second=FILE, **{**files, "second_file": files["first_file"]})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"first": ""}, "choose the first system"),
        ({"first": None}, "choose the first system"),
        ({"first": "../secret"}, "unknown checkpoint"),
        ({"first": FILE}, "choose the file of translations"),
        ({"second": "numbers"}, "chosen twice"),
        ({"first": "en-de", "second": "en-zh", "set": "sample"}, "choose systems of the same languages"),
        ({"second": "en-de", "set": "sample"}, "numbers translates en → zh and en-de translates en → de"),
        ({"set": "nothing"}, "choose a test set"),
        ({"most": 0}, "from 1 to 100,000"),
        ({"most": float("inf")}, "from 1 to 100,000"),
        ({"most": "many"}, "from 1 to 100,000"),
        ({"beam": 17}, "from 1 to 16"),
        ({"beam": 1.5}, "from 1 to 16"),
        ({"alpha": -1}, "alpha"),
        ({"name": "../x"}, "must be 1 to 64 letters"),
        ({"name": None}, "must be 1 to 64 letters"),
    ],
)
def test_bad_form_is_refused_and_leaves_nothing(tmp_path, fields, message):
    with pytest.raises(CoreError, match=message):
        begun(tmp_path / "runs", **fields)
    assert not (tmp_path / "runs").exists()


def test_taken_name_is_refused_and_its_folder_stays(tmp_path):
    begun(tmp_path)
    with pytest.raises(CoreError, match="already taken"):
        begun(tmp_path)
    assert len(list_evaluations(tmp_path)) == 1


def test_start_that_loses_a_name_leaves_the_folder_of_the_winner(tmp_path, monkeypatch):
    """Two starts that had both looked before either made its folder: the second removed that of the first."""
    winner, exists = begun(tmp_path), Path.exists
    with monkeypatch.context() as earlier, pytest.raises(CoreError, match="already taken"):
        earlier.setattr(Path, "exists", lambda path: path.name != "eval-1" and exists(path))
        begun(tmp_path)
    assert winner.recorded_command()[0] == "evaluate" and (winner.folder / "data" / "source.txt").is_file()


def test_start_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("no space")

    monkeypatch.setattr(start, "write_asked", refuse)
    with pytest.raises(OSError, match="no space"):
        begun(tmp_path)
    assert not [*tmp_path.iterdir()]


def test_shared_page_starts_one_evaluation_at_a_time(tmp_path, monkeypatch):
    """Two visitors who pressed the button at the same moment both found no job that was active."""
    inside, most = [], []

    @contextlib.contextmanager
    def look(runs, *_):
        inside.append(1)
        time.sleep(0.05)
        most.append(len(inside))
        inside.pop()
        yield

    monkeypatch.setattr(start, "make_room", look)
    monkeypatch.setattr(start, "enqueue", lambda job: job.set_status("running", 0))
    tab(tmp_path, SHARED)  # Gradio lays out one page at a time
    names = ("eval-1", "eval-2")
    with ThreadPoolExecutor(2) as threads:
        started = [threads.submit(begun, tmp_path, SHARED, SECRET, name=name) for name in names]
    assert sorted(one.exception() is None for one in started) == [False, True] and most == [1]


def test_suggested_name_is_free(tmp_path):
    pair = {"first": "run/a", "second": "en-de", "set": "corpus:multi30k-en-de:test"}
    assert free_name(tmp_path, pair) == "a-vs-en-de-multi30k-test"
    begun(tmp_path, name="numbers-test")
    assert free_name(tmp_path, {"first": "numbers", "second": "", "set": "held_out"}) == "numbers-test-2"
    given = {"first": FILE, "second": "", "set": "files", "file": ["/tmp/my set.tsv"]}
    assert free_name(tmp_path, given) == "file-my-set"
    assert free_name(tmp_path, {"first": "", "second": "", "set": ""}) == "evaluation"


def test_longest_suggestion_is_a_name_of_a_job(tmp_path):
    longest = {"first": "a" * 90, "second": "b" * 90, "set": f"corpus:{'c' * 90}:test"}
    begun(tmp_path, name=free_name(tmp_path, longest))
    assert is_name(free_name(tmp_path, longest))


def test_shared_page_has_limits_and_owners(tmp_path):
    with pytest.raises(CoreError, match="from 1 to 200"):
        begun(tmp_path, SHARED, most=201)
    job = begun(tmp_path, SHARED, SECRET)
    assert (job.folder / "owner").is_file()
    with pytest.raises(CoreError, match="from 1 to 4"):
        begun(tmp_path, SHARED, beam=5, name="eval-2")


def test_shared_page_keeps_the_newest_of_a_visitor(tmp_path):
    for number in range(5):
        job = begun(tmp_path, SHARED, SECRET, name=f"eval-{number}")
        job.set_status("finished", 5)
    assert len(list_evaluations(tmp_path)) == 3


def test_shared_page_refuses_while_a_job_runs(tmp_path):
    finished(tmp_path, "busy").set_status("running", 1)
    with pytest.raises(CoreError, match="“busy” is running right now"):
        begun(tmp_path, SHARED, SECRET)
    assert not (tmp_path / "eval-1").exists()
