"""The script of the tab About that keeps the words of commands whole where a line ends."""

import gradio as gr

from tests.viz.components.conftest import OpenPage
from tests.viz.components.stage import Scene, Stage
from viz.tabs.about import WHOLE_WORDS

CARD = "<div id='model-card'><pre><code>core train --run-folder a\n  --x</code></pre><p>no-word</p></div>"


def test_words_of_commands_are_whole_and_the_text_unchanged(open_page: OpenPage, stage: Stage) -> None:
    """Lines of the model card ended in "--run-", and began with "-out"."""
    with gr.Blocks():
        card = gr.HTML("", html_template=CARD, js_on_load=WHOLE_WORDS, elem_id="words")
    page = open_page(stage.add(Scene([card])), ".gf-whole")
    assert page.locator(".gf-whole").all_inner_texts() == ["--run-folder", "--x"]
    assert page.locator("#model-card code").text_content() == "core train --run-folder a\n  --x"
    later = "document.querySelector('#model-card').innerHTML = '<p><code>a --corpus-b</code></p>'"
    page.evaluate(later)  # another model's card
    page.wait_for_selector("text=--corpus-b >> visible=true")
    assert page.locator(".gf-whole").all_inner_texts() == ["--corpus-b"]
