"""The page of another program's attention in a browser: the kinds that there are, exact numbers, the badge."""

from pathlib import Path
from typing import Any

import pytest

from core.inspection.foreign import ForeignAttention, foreign_attention
from tests.core.inspection.test_foreign import PLANTED, SRC, TGT, arrays, read
from viz.saved_page.standalone import foreign_page
from viz.texts import ENGLISH

ALONE = {
    "encoder": foreign_attention(encoder=arrays()["encoder"], source_tokens=SRC),
    "decoder": foreign_attention(decoder=arrays()["decoder"], target_tokens=TGT),
    "cross": foreign_attention(cross=arrays()["cross"], source_tokens=SRC, target_tokens=TGT),
}


def opened(new_page: Any, path: Path, given: ForeignAttention) -> Any:
    path.write_bytes(foreign_page(given, ENGLISH))
    page = new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("#attention[data-drawn]")
    return page


@pytest.mark.parametrize("kind", ALONE)
def test_a_kind_alone_is_drawn(kind: str, new_page: Any, tmp_path: Path) -> None:
    page = opened(new_page, tmp_path / "page.html", ALONE[kind])
    assert page.locator("[data-pictures]").evaluate_all("all => all.map(one => one.dataset.pictures)") == [kind]
    assert page.locator("[data-choice=kind] option").count() == 1
    assert page.locator("[data-part=next]").is_hidden() and page.locator("[data-part=map]").is_hidden()
    assert page.locator(".gf-step").is_hidden() == (kind == "encoder")
    page.click("[data-option=table]")
    page.click(f"[data-tile='{kind}.1.2']")
    page.wait_for_function("document.querySelector('#attention').dataset.head === '2'")
    assert "≈" not in page.inner_text("#attention")


def test_the_badge_names_a_planted_fault(new_page: Any, tmp_path: Path) -> None:
    changes, tokens, _ = PLANTED["future leaked"]
    page = opened(new_page, tmp_path / "page.html", read(changes, **tokens))
    assert page.inner_text("[data-opens=checks]").startswith("✗ 1 check failed: no weight on a future token")
