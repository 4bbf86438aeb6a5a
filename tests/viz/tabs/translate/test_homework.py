"""The server function of the homework dialog: typed, in the visitor's language, a preview of one sheet."""

import pytest

from core.service import Service
from viz.tabs.translate.homework import homework_sheets

CHOICES = {
    "chapters": ["attention"],
    "tasks": 2,
    "rows": "c.1.1.2",
    "vary": True,
    "seeds": "1-3",
    "names": "",
    "paper": "a4",
    "apart": True,
    "title": "",
    "preview": False,
}


@pytest.fixture(scope="module")
def asked() -> dict[str, object]:
    from tests.viz.handouts.test_homework import SERVICE, shown

    return {"id": shown("numbers"), **CHOICES, "service": SERVICE}


def answer(asked: dict[str, object], **changes: object) -> dict[str, object]:
    service = asked["service"]
    assert isinstance(service, Service)
    return homework_sheets(service)({name: value for name, value in (asked | changes).items() if name != "service"})


def test_preview_has_the_first_of_all_sheets(asked):
    whole, preview = answer(asked), answer(asked, preview=True)
    counts = [str(reply["sheets"]).count('class="sheet"') for reply in (whole, preview)]
    assert counts == [3, 1] and whole["students"] == preview["students"] == 3
    assert whole["points"] == preview["points"] > 10
    assert answer(asked, apart=False)["solutions"] is None


@pytest.mark.parametrize(
    "change", [{"tasks": 99}, {"seeds": "x"}, {"rows": "c.9.9.9"}, {"paper": "a3"}, {"names": 1}, {"id": "no"}]
)
def test_invalid_choices_are_answered_with_a_problem(asked, change):
    assert set(answer(asked, **change)) == {"problem"}
