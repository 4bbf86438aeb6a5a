"""Words of the page: what a person typed is drawn as text, also in an error."""

from viz.tabs.wording import error_toast


def test_markup_in_an_error_is_text():
    # Gradio draws the words of an error as markup: a run named like a tag was an image in its refusal
    error = error_toast("run name '<img onerror=alert(1) src=x> & \"b\"' is refused", title="Error")
    assert error.message == "run name '&lt;img onerror=alert(1) src=x&gt; &amp; \"b\"' is refused"
    assert error.title == "Error"
    assert not error.print_exception
