"""Every exercise of Test yourself, answered once wrong and once right by clicks and keys in Chromium.

    python -m benchmarks.exercise_clicks [--model en-de] [--lang en] [--sets 3] [--text "A sentence."]

The keys are those that the page got from its server. A wrong answer must get its verdict, the key, and a link to the
lab that shows why, which must open that lab; a right one its verdict alone, and the score must count it. Exercises
that the first set of a sentence lacks are looked for in the next sets ("Other questions"). The exit status is 1 if an
answer failed or the browser's console reports an error.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, Error, Locator, Page, Response, sync_playwright

from benchmarks.page import CHROMIUM_ARGUMENTS, ROOT, app_command, served
from core.exercises.chapters import CHAPTERS, makers
from viz.texts import CATALOGUES, Texts, texts_in

WINDOW = {"width": 1280, "height": 900}
WAIT = 30_000.0  # milliseconds, for the server
SOON = 5_000.0  # milliseconds, for the browser
SETTLED = 400  # milliseconds until the address says what was clicked
PLAYED = "try { localStorage.setItem('glassformer.played', 'done'); } catch {}"  # no first visit: nothing plays
TEST = "#test-yourself"
SERVER = "/component_server"
NOTE = f"{TEST} [data-part=note]"
UNFILLED = re.compile(r"\{\w+\}|undefined|NaN|\[object|\ufffd")  # never in the words of an exercise
LAB_IS_OPEN = """name => {
  const lab = document.querySelector('#maths [data-part=lab]');
  return lab?.dataset.lab === name && lab.checkVisibility() && Number(lab.dataset.drawings) > 0
    && lab.getAttribute('aria-busy') !== 'true';
}"""

Sent = Mapping[str, Any]  # an exercise as the server sends it: see viz/wire/exercises.py


class Fault(Exception):
    """The page did not do what it must."""


class Tried(NamedTuple):
    """One exercise and what came of it; an empty text is a success."""

    exercise: str
    form: str
    right: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.exercise:<32}{self.form:<8}{self.right or 'ok':<12}{self.wrong or 'ok'}"


def right_answer(answer: Sent) -> Any:
    """Return what is given for the key.

    Examples:
        >>> right_answer({"form": "head", "right": [["cross", 0, 1]]})
        ['cross', 0, 1]
        >>> right_answer({"form": "order", "right": [1, 0]})
        [1, 0]
    """
    return answer["right"][0] if answer["form"] in ("head", "token") else answer["right"]


def wrong_answer(answer: Sent) -> Any:
    """Return an answer that is as near to the key as a wrong one can be.

    Examples:
        >>> wrong_answer({"form": "choice", "options": [{}, {}, {}], "right": 2})
        0
        >>> wrong_answer({"form": "amount", "right": 0.9, "low": 0, "high": 1, "tolerance": 0.15, "unit": ""})
        0.74
        >>> wrong_answer({"form": "cells", "right": [[True, False], [True, True]]})
        [[True, True], [True, True]]
    """
    right = answer["right"]
    match answer["form"]:
        case "choice":
            return (right + 1) % len(answer["options"])
        case "amount":
            least = 1 if answer["unit"] == "count" else 0.01
            nearest = (right + answer["tolerance"] + least, right - answer["tolerance"] - least)
            within = (one for one in nearest if answer["low"] <= one <= answer["high"])
            return round(next(within, nearest[0]), 4)
        case "head":
            every = product([answer["kind"]], range(answer["layers"]), range(answer["heads"]))
            return next(list(one) for one in every if list(one) not in right)
        case "token":
            return next(place for place in range(len(answer["tokens"])) if place not in right)
        case "cells":
            row, column = next(
                ((i, j) for i, row in enumerate(right) for j, is_on in enumerate(row) if not is_on), (0, 0)
            )
            return [[is_on != ((i, j) == (row, column)) for j, is_on in enumerate(one)] for i, one in enumerate(right)]
        case _:
            return [*right[1:], right[0]]


def give(item: Locator, form: str, given: Any) -> None:
    """Answer by clicks and keys, but for the last button."""
    match form:
        case "choice":
            item.locator(".gf-exercise-option").nth(given).click()
        case "amount":
            item.locator("input[type=number]").click()
            item.locator("input[type=number]").press_sequentially(json.dumps(given))
        case "head":
            item.locator(f"[data-head='{json.dumps(given, separators=(',', ':'))}']").click()
        case "token":
            item.locator(".gf-exercise-chips button").nth(given).click()
        case "cells":
            cells = item.locator("td button")
            for place, is_on in enumerate(one for row in given for one in row):
                if is_on:
                    cells.nth(place).click()
        case _:
            _order(item, given)


def _order(item: Locator, wanted: Sequence[int]) -> None:
    """Move items up, one place a click, until their order is the wanted one."""
    now = list(range(len(wanted)))
    for to, option in enumerate(wanted):
        for place in range(now.index(option), to, -1):
            item.locator(f"[data-place='{place}'] [data-way=up]").click()
            now[place - 1], now[place] = now[place], now[place - 1]


def send(item: Locator, sent: Sent, given: Any, verdict: str) -> None:
    """Give an answer, unless it was given before (None), and expect a verdict in words that are complete.

    Raises:
        Fault: it is another one.
    """
    button, form = item.locator(".gf-exercise-send"), sent["answer"]["form"]
    if given is not None:
        _hold(button.is_disabled() == (form not in ("cells", "order")), "nothing is given, and it can be sent")
        give(item, form, given)
    button.click(timeout=SOON)
    said = item.locator(".gf-exercise-verdict")
    _hold(said.locator("b").inner_text(timeout=SOON) == verdict, f"{given!r}: {said.inner_text()}")
    words = item.inner_text()
    _hold(not UNFILLED.search(words), f"words: {words}")


def _hold(condition: object, fault: str) -> None:
    if not condition:
        raise Fault(fault.replace("\n", " "))


class Test:
    """Test yourself in a window of its own, with one model and one sentence."""

    def __init__(self, page: Page, texts: Texts) -> None:
        self.page, self._texts = page, texts
        self.faults: list[str] = []  # of the console
        self._sets: dict[tuple[int, str], Sequence[Sent]] = {}  # as sent, by seed and chapter
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        self._answers: list[Response] = []  # that nobody has read yet
        page.on("response", lambda one: self._answers.append(one) if SERVER in one.url else None)

    def open(self, address: str, model: str, text: str) -> None:
        """Open the page at Test yourself with all chapters."""
        fields = {"checkpoint": model, "lang": self._texts.language, "tab": "maths", "test": "all"}
        self.page.goto(f"{address}?{urlencode(fields | ({'text': text} if text else {}))}")

    def exercises(self, seed: int) -> list[Sent]:
        """Return the exercises of a set once all of them are drawn, in the order of the page."""
        self.page.wait_for_function(
            f"() => document.querySelector('{NOTE}')?.textContent === '' && "
            f"document.querySelectorAll('{TEST} section[data-chapter]').length > 0",
            timeout=WAIT,
        )
        self._keep()
        sent = [one for chapter in CHAPTERS for one in self._sets.get((seed, chapter), ())]
        drawn = self.page.locator(f"{TEST} li[data-name]").count()
        _hold(drawn == len(sent), f"{drawn} exercises are drawn, {len(sent)} were sent")
        return sent

    def item(self, sent: Sent) -> Locator:
        """Return an exercise as it is drawn."""
        return self.page.locator(f"{TEST} section[data-chapter={sent['chapter']}] li[data-name={sent['name']}]")

    def again(self) -> None:
        """Draw the same set again, as if nothing had been answered."""
        self.page.locator(f"{TEST} [data-part=forget]").click()

    def others(self) -> None:
        """Ask for the next set."""
        self.page.locator(f"{TEST} [data-part=other]").click()

    def wrong(self, sent: Sent) -> None:
        """Answer wrong; expect the key and the way to the lab.

        Raises:
            Fault: one of them is missing or another one.
        """
        item, answer = self.item(sent), sent["answer"]
        send(item, sent, wrong_answer(answer), self._texts("exercises.wrong"))
        if answer["form"] == "cells":
            _hold(item.locator("td button[data-is=wrong]").count(), "no cell is marked")
        else:
            key = item.locator(".gf-exercise-key")
            _hold(key.is_visible() and key.inner_text() != self._texts("exercises.key"), "no key")
        link = item.get_by_role("link", name=self._texts("exercises.lab"), exact=True)
        _hold(link.count() == 1, "no link to a lab")
        link.click(timeout=SOON)
        try:
            self.page.wait_for_function(LAB_IS_OPEN, arg=sent["lab"], timeout=WAIT)
        except Error:
            raise Fault(f"the lab {sent['lab']} does not open") from None
        self.page.go_back()
        item.wait_for(timeout=WAIT)

    def right(self, sent: Sent) -> None:
        """Answer right; expect no more than the verdict and the reason.

        Raises:
            Fault: the answer is taken for a wrong one, or the page shows a key.
        """
        item, given = self.item(sent), right_answer(sent["answer"])
        if sent["answer"]["form"] == "head" and sent["place"]:
            self._pick(item, sent["answer"], given)
            given = None
        send(item, sent, given, self._texts("exercises.right"))
        _hold(not item.locator(".gf-exercise-key, td button[data-is=wrong]").count(), "a key is shown")

    def _pick(self, item: Locator, answer: Sent, given: Sequence[Any]) -> None:
        """Pick a head among the small pictures of the explorer, and come back.

        Raises:
            Fault: the exercise did not take it.
        """
        kind, layer, head = given
        item.get_by_role("link", name=self._texts("exercises.place"), exact=True).click(timeout=SOON)
        self.page.locator(f"#attention [data-tile='{kind}.{layer}.{head}']").click(timeout=WAIT)
        shown = f"#attention [data-kind={kind}][data-layer='{layer}'][data-head='{head}']"
        self.page.wait_for_selector(shown, timeout=WAIT / 3, state="attached")
        self.page.wait_for_timeout(SETTLED)
        self.page.go_back()
        item.wait_for(timeout=WAIT)
        pressed = item.locator("[data-head][aria-pressed=true]")
        taken = json.loads(pressed.get_attribute("data-head") or "0") if pressed.count() == 1 else None
        _hold(taken == list(given), f"{given} is picked in the explorer, {taken} is taken")

    def score(self) -> str:
        """Return the line that counts the answers."""
        return self.page.locator(f"{TEST} [data-part=score]").inner_text()

    def _keep(self) -> None:
        """Read the answers that have come."""
        while self._answers:
            answer = self._answers.pop()
            asked = answer.request.post_data_json
            if asked["fn_name"] == "exercises":
                self._sets[asked["data"]["seed"], asked["data"]["chapter"]] = answer.json()["exercises"]


def try_all(test: Test, texts: Texts, sets: int, only: Sequence[str]) -> list[Tried]:
    """Answer each exercise, or only those of these names, wrong, then right, in the first set that has it."""
    tried: dict[str, Tried] = {}
    for seed in range(sets):
        if seed:
            test.others()
        fresh = [one for one in test.exercises(seed) if name_of(one) not in tried]
        fresh = [one for one in fresh if not only or name_of(one) in only]
        if not fresh:
            continue
        wrong = {name_of(one): fault_of(test, test.wrong, one) for one in fresh}
        test.again()
        test.exercises(seed)
        right = {name_of(one): fault_of(test, test.right, one) for one in fresh}
        for one in fresh:
            name = name_of(one)
            tried[name] = Tried(name, one["answer"]["form"], right[name], wrong[name])
            print(tried[name], flush=True)
        expected = texts("exercises.test.score", right=len(fresh), answered=len(fresh))
        if test.score() != expected:
            test.faults.append(f"the score is {test.score()!r}, not {expected!r}")
    return list(tried.values())


def name_of(sent: Sent) -> str:
    """Return chapter and name."""
    return f"{sent['chapter']}.{sent['name']}"


def fault_of(test: Test, action: Callable[[Sent], None], sent: Sent) -> str:
    """Return what went wrong when an exercise was answered, and print it at once; an empty text if nothing did."""
    try:
        action(sent)
    except (Fault, Error) as fault:
        if not test.item(sent).is_visible():
            test.page.go_back()
        words = " ".join(str(fault).split())[:300]
        print(f"{name_of(sent)}: {words}", flush=True)
        return words
    return ""


def clicked(browser: Browser, address: str, model: str, arguments: argparse.Namespace) -> int:
    """Try the exercises of one model and print what came of them; return the number of faults."""
    texts = texts_in(arguments.lang)
    with browser.new_context(viewport=WINDOW) as context:
        page = context.new_page()
        page.add_init_script(PLAYED)
        test = Test(page, texts)
        test.open(address, model, arguments.text)
        print(f"\n{model}, {arguments.lang}\n{'exercise':<32}{'form':<8}{'right':<12}wrong", flush=True)
        tried = try_all(test, texts, arguments.sets, arguments.only)
    every = [f"{chapter}.{make.__name__}" for chapter in CHAPTERS for make in makers(chapter)]
    missing = [name for name in arguments.only or every if name not in {one.exercise for one in tried}]
    failed = [one for one in tried if one.right or one.wrong]
    print(f"{len(tried)} of {len(every)} exercises answered twice, {len(failed)} failed.")
    print(f"Not asked of this sentence: {', '.join(missing) or 'none'}.")
    for fault in test.faults:
        print(f"console: {fault}")
    return len(failed) + len(test.faults) + (not tried)


def main(given: Sequence[str] | None = None) -> int:
    """Answer, print, and say whether every answer was judged as it must be."""
    parser = argparse.ArgumentParser(prog="benchmarks.exercise_clicks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", nargs="*", help="Checkpoints (default: those that ship).")
    parser.add_argument("--checkpoints", type=Path, default=ROOT / "checkpoints", help="Folder of checkpoints.")
    parser.add_argument("--lang", choices=list(CATALOGUES), default="en", help="Language of the page.")
    parser.add_argument("--only", nargs="*", default=[], metavar="CHAPTER.NAME", help="Exercises (default: all).")
    parser.add_argument("--sets", type=int, default=3, help="Sets of questions that are looked through (default 3).")
    parser.add_argument("--text", default="", help="The sentence (default: the first example of the model).")
    parser.add_argument("--url", help="Address of a running page (default: one is started).")
    arguments = parser.parse_args(given)
    models = arguments.model or sorted(path.parent.name for path in arguments.checkpoints.glob("*/config.json"))
    with ExitStack() as stack:
        runs = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        command = app_command(arguments.checkpoints, runs)
        address = arguments.url or stack.enter_context(served(command))[0]
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path="/usr/bin/chromium", args=[*CHROMIUM_ARGUMENTS]
        )
        faults = sum(clicked(browser, address, model, arguments) for model in models)
        browser.close()
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
