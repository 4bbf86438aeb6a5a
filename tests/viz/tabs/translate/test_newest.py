"""The answer to an earlier request is not shown after a newer one of the same visitor."""

import gradio as gr

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
