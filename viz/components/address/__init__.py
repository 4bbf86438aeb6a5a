"""The part of the page's address that names the tab, the lab and the run; it shows nothing itself.

`index.js` follows what is opened, and triggers `address_go` where the address names another tab than is open;
a lab is opened by its own component, which hears of it.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import gradio as gr

from viz.components.modules import mounting
from viz.wire.link import TABS

_ENTRY = Path(__file__).parent / "index.js"
EVENTS = ("address_go",)

# Returns the tab to open, as an update of the component.
GO = """() => {
  const {tab} = document.querySelector('#address').dataset;
  return {selected: tab, __type__: 'update'};
}"""

# For the head of the page: with ?embed=1 it is one view without what is around it, see page.css.
EMBED = """<script>
if (new URLSearchParams(location.search).get('embed') === '1') document.documentElement.classList.add('gf-embed');
</script>"""


def page_address(labs: Sequence[str]) -> gr.HTML:
    """Place the component; `labs` are the names of the labs of "Inside the maths"."""
    script = f"const given = {json.dumps({'labs': list(labs), 'tabs': TABS})};\n{mounting(_ENTRY, EVENTS)}"
    return gr.HTML("", html_template="<i></i>", js_on_load=script, elem_id="address", visible="hidden")
