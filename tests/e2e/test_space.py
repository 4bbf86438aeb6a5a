"""The page as a public Space: visitors in a real browser."""

import contextlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from core.training.run import Run
from tests.conftest import PLAYED
from tests.e2e.spaces import Space, space_server
from tests.e2e.train_tab import WAIT, open_training, paused, seen_step, start, wait_for, wait_for_state

pytestmark = pytest.mark.slow  # a server of its own, and trainings
Visit = Callable[..., object]


@pytest.fixture(scope="module")
def space(tmp_path_factory) -> Iterator[Space]:
    """The page in Space mode."""
    with space_server(tmp_path_factory.mktemp("space")) as served:
        yield served


@pytest.fixture
def visit(browser, space) -> Iterator[Visit]:
    """Opens the page as another visitor each time; no page raised an error or asked anything of another host."""
    contexts, wrong = [], []

    def open_page(*, script: str = "") -> object:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(WAIT)
        context.add_init_script(PLAYED)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: None if is_local(request.url) else wrong.append(request.url))
        if script:
            page.add_init_script(script)
        page.goto(space.address)
        page.get_by_role("tab", name="Train").wait_for(timeout=WAIT)
        return page

    yield open_page
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert wrong == []


@pytest.fixture
def tab(visit) -> Visit:
    """Opens the page as another visitor, on the tab "Train"."""

    def open_tab(**options: str) -> object:
        page = visit(**options)
        open_training(page)
        return page

    return open_tab


def test_space_translates_for_a_browser_that_stores_nothing(visit):
    """In a frame of another site a browser may deny its store: reading it raises an error."""
    denied = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
    page = visit(script=denied)
    page.wait_for_selector('#attention [data-drawn][data-state="ready"]', timeout=WAIT)
    assert "figures checked" in page.inner_text("#attention")
    assert {"en-de", "numbers"} <= set(choices(page))


def test_space_shows_and_keeps_its_limits(tab, space, tmp_path):
    page = tab()
    words = page.inner_text("#train-space")
    for cap in ("2,000 steps", "10 million parameters", "10,000", "4,096", "10 minutes", "one at a time", "2 MB"):
        assert cap in words
    for section in ("model", "training"):
        page.click(f"#train-{section}-settings-section button")
    page.fill("#train-name input", "large")
    for setting, value, message in (
        ("max-steps", "2001", "Steps (2,001) may be at most 2,000"),
        ("d-ff", "60000", "may be at most 10,000,000"),
        ("vocab-size", "10001", "Vocabulary (10,001) may be at most 10,000"),
        ("tokens-per-batch", "4097", "Tokens per batch (4,097) may be at most 4,096"),
    ):
        field = f"#train-{setting} input"
        offered = page.input_value(field)
        page.fill(field, value)
        page.click("#train-start")
        expect(page.locator("#train-findings")).to_contain_text(message, timeout=WAIT)
        assert page.input_value(field) == value
        assert not (space.runs / "large").exists()
        page.fill(field, offered)

    page.get_by_label("my file").click()
    page.fill("#train-src-lang input", "en")
    page.fill("#train-name input", "from-my-file")
    large = tmp_path / "large.tsv"
    large.write_bytes(b"a sentence\tein Satz\n" * 110_000)  # 2.2 million bytes
    page.set_input_files("#train-file input[type=file]", large)
    refused = page.locator("#train-file-refused [role=alert]")
    expect(refused).to_have_text("large.tsv has 2.1 MB; at most 2 MB are allowed here. Nothing was sent.", timeout=WAIT)
    assert page.input_value("#train-src-lang input") == "en"
    assert page.input_value("#train-name input") == "from-my-file"
    small = tmp_path / "small.tsv"
    small.write_text("".join(f"sentence {k}\tSatz {k}\n" for k in range(53)))
    page.set_input_files("#train-file input[type=file]", small)
    expect(refused).to_be_hidden()
    expect(page.locator("#train-file").get_by_role("button", name="Add files")).to_be_visible(timeout=WAIT)
    page.wait_for_selector("#train-preview >> text=53 pairs: 52 for training, 1 held out", timeout=WAIT)


def test_run_is_seen_by_all_and_stopped_by_its_owner(tab, space):
    owner = tab()
    start(owner, "shared", steps=2000)
    wait_for_state(owner, "running")
    other = tab()
    wait_for_state(other, "running")
    assert "shared" in other.inner_text("#train-runs tr.followed")
    seen_from = [seen_step(page) for page in (owner, other)]
    wait_for(owner, lambda: all(seen_step(page) > seen for page, seen in zip((owner, other), seen_from, strict=True)))
    other.wait_for_selector("#train-chart-loss .main-svg", timeout=WAIT)

    with paused(Run(space.runs / "shared")):
        other.fill("#train-name input", "second")
        other.click("#train-start")
        assert "“shared” is running right now" in refusal(other)
        assert other.input_value("#train-name input") == "second"
        assert not (space.runs / "second").exists()

        other.click("#train-stop")
        assert "Only the visitor who started “shared” can stop it" in refusal(other)
        assert not Run(space.runs / "shared").stop_requested()

        owner.reload()  # the browser remembers whose run it is
        open_training(owner)
        wait_for_state(owner, "running")
    owner.click("#train-stop")
    for page in (owner, other):
        wait_for_state(page, "stopped")
        wait_for(page, lambda page=page: "run/shared" in choices(page))
    assert (space.runs / "shared" / "checkpoint" / "model.safetensors").is_file()

    other.click("#train-resume")
    assert "Only the visitor who started “shared”" in refusal(other)
    assert Run(space.runs / "shared").status().state == "stopped"


# Actions and readings of a visitor


def refusal(page) -> str:
    """The words of the one error on the page, which is closed."""
    toast = page.get_by_test_id("toast-body")
    toast.first.wait_for(timeout=WAIT)
    assert toast.count() == 1
    words = toast.inner_text()
    page.get_by_test_id("toast-close").click()
    toast.wait_for(state="detached", timeout=WAIT)
    return words


def choices(page) -> list[str]:
    """What the picker of models offers."""
    page.click("#checkpoint input")
    offered = page.locator("ul[role=listbox] [role=option]")
    offered.first.wait_for(timeout=WAIT)
    names = [name.strip().lstrip("✓").strip() for name in offered.all_inner_texts()]
    page.locator("#checkpoint input").blur()  # a click on a field that has the keyboard opens no list
    return names


def is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "data:", "blob:", "about:"))
