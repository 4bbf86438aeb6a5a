"""The page that is being built."""

import gradio as gr
from gradio.context import Context


def current_page() -> gr.Blocks:
    """Return the page that is being built.

    Raises:
        RuntimeError: it is called outside of `gr.Blocks`.
    """
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    return page
