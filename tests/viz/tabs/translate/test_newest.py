"""The answer to an earlier request is not shown after a newer one of the same visitor."""

import gradio as gr
import pytest

from viz.tabs.translate.visits import Newest

SKIPPED = (gr.skip(), gr.skip())


def test_answer_is_skipped_after_a_newer_request():
    newest = Newest()
    answers = []

    def slow() -> tuple[str, str]:
        answers.append(newest.answer("ann", lambda: ("second", "b")))
        return "first", "a"

    assert newest.answer("ann", slow) == SKIPPED
    assert answers == [("second", "b")]


def test_other_visitors_and_requests_without_a_session_do_not_count():
    newest = Newest()

    def interrupted(visitor: str) -> tuple[str]:
        newest.answer(visitor, lambda: ("theirs",))
        return ("own",)

    assert newest.answer("ann", lambda: interrupted("bob")) == ("own",)
    assert newest.answer("ann", lambda: interrupted("")) == ("own",)
    assert newest.answer("", lambda: interrupted("")) == ("own",)


def refuse() -> tuple[str]:
    raise gr.Error("not a trace")


def test_refused_request_does_not_drop_the_one_before_it():
    """A refused trace file left the view busy for good: the translation that it waited for was skipped."""
    newest = Newest()

    def interrupted() -> tuple[str]:
        with pytest.raises(gr.Error):
            newest.answer("ann", refuse)
        return ("translated",)

    assert newest.answer("ann", interrupted) == ("translated",)


def test_refused_request_changes_nothing_after_a_newer_one():
    newest = Newest()

    def overtaken() -> tuple[str]:
        assert newest.answer("ann", lambda: ("newer",)) == ("newer",)
        return refuse()

    def interrupted() -> tuple[str]:
        with pytest.raises(gr.Error):
            newest.answer("ann", overtaken)
        return ("oldest",)

    assert newest.answer("ann", interrupted) == SKIPPED[:1]
