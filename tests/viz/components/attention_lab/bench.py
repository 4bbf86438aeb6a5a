"""What the tests of the search tree and the head lab share: the view over a model that really computes, and hands."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import viz.components.attention_view as attention_view_package
from core.config import DecodingConfig
from core.library import CheckpointLibrary
from core.service import Service
from tests.viz.components.stage import Scene, Updates
from viz.components.attention_view import attention_view
from viz.tabs.translate.engine_model import engine_model
from viz.tabs.translate.server import server_functions
from viz.texts import ENGLISH
from viz.wire.payload import payload_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(attention_view_package.__file__).parent
CHECKPOINTS = FOLDER.parents[2] / "checkpoints"
NAME, BEAM, ALPHA = "numbers", 4, 0.6
DECODING = DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM)
SOURCE = "forty seven thousand one hundred and twelve"  # nine steps
HOSTILE = "<img src=x onerror=window.hacked=1> ${window.hacked=1} `{{value}}` \u202eabc"
LAYERS, HEADS = 2, 4


@dataclass
class Served:
    """The page, and the requests of its browser."""

    address: str = ""
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    problem: str = ""  # answered to every variant while it is set
    hostile: bool = False  # tokens of the tree are replaced
    engine: bool = False  # the browser gets the model
    answering: threading.Event = field(default_factory=threading.Event)  # every variant waits while it is not set
    at_once: list[int] = field(default_factory=lambda: [0, 0])  # variants being made now, and at most

    def requests(self, name: str) -> list[dict[str, Any]]:
        return [data for asked, data in self.asked if asked == name]


def demo(folder: Path, served: Served) -> Scene:
    """The view with the real server functions, and buttons for other translations."""
    service = Service(CheckpointLibrary(folder))

    def recording(function: Any) -> Any:
        def ask(data: dict[str, Any]) -> dict[str, Any] | None:
            served.asked.append((function.__name__, data))
            if function.__name__ == "engine_model" and not served.engine:
                return {"stamp": ""}
            if function.__name__ == "variant" and served.problem:
                return {"problem": served.problem}
            if function.__name__ == "variant":
                served.at_once[0] += 1
                served.at_once[1] = max(served.at_once)
                served.answering.wait(60)
            reply = function(data)
            if function.__name__ == "variant":
                served.at_once[0] -= 1
            if function.__name__ == "search_tree" and served.hostile:
                texts = reply["nodes"]["text"]
                reply = {**reply, "nodes": {**reply["nodes"], "text": [f" {HOSTILE}" for _ in texts]}}
            return reply

        ask.__name__ = function.__name__
        return ask

    def show(text: str, beam: int = BEAM, rank: int = 0) -> str:
        return payload_of(service.translate(NAME, text, beam, ALPHA, rank)).to_json()

    def again(event: dict[str, Any]) -> Updates:
        return {"attention": {"value": payload_of(service.another_hypothesis(event["id"], event["index"])).to_json()}}

    functions = [recording(function) for function in (*server_functions(service), engine_model(service))]
    view = attention_view(show(SOURCE), texts=ENGLISH.section("attention."), server=functions)
    buttons = {
        "greedy": lambda: {"attention": {"value": show(SOURCE, 1)}},
        "hostile": lambda: {"attention": {"value": show(HOSTILE)}},
    }
    return Scene([view], buttons, {"hypothesis_select": again})


def opened(page: "Page", panel: str) -> None:
    page.click(f"[data-bench={panel}]")
    page.wait_for_selector("[data-tree=body]:not([hidden])" if panel == "tree" else "[data-gate]")


def settled(page: "Page") -> None:
    """Whether the page is idle and shows the requested result."""
    page.wait_for_function(
        "!document.querySelector('[data-lab=outcome][data-waiting]') && document.querySelector('.gf-lab-totals')"
    )


def written(page: "Page") -> str:
    """The second translation as the lab writes it: whole, or token by token if its words are the first one's."""
    pieces = page.locator(".gf-lab-words, .gf-lab-token .gf-letters").all_text_contents()
    return "".join(pieces).removesuffix("</s>")


def state(page: "Page", name: str) -> str:
    return page.evaluate(f"document.querySelector('[data-drawn]').dataset.{name}")
