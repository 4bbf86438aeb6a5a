"""The page of the tree and the lab, and the model that it shows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.viz.components.attention_lab.bench import CHECKPOINTS, NAME, Served, demo
from tests.viz.components.conftest import OpenPage
from tests.viz.components.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator


@pytest.fixture(scope="session")
def translator() -> "Translator":
    """The numbers model that ships: it writes enough tokens for a tree, and writes them in Chinese."""
    from core.translator import Translator

    return Translator.load(CHECKPOINTS / NAME)


@pytest.fixture(scope="session")
def served(stage: Stage) -> Served:
    served = Served()
    served.address = stage.add(demo(CHECKPOINTS, served))
    return served


@pytest.fixture
def page(open_page: OpenPage, served: Served) -> Iterator["Page"]:
    served.asked.clear()
    served.problem, served.hostile, served.engine, served.at_once = "", False, False, [0, 0]
    served.answering.set()
    opened = open_page(served.address, "[data-drawn]")
    yield opened
    assert opened.locator(".gf-bench img").count() == 0
