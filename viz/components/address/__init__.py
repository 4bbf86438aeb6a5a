"""The part of the page's address that names the tab, the lab and the run; it shows nothing itself.

`index.js` follows what is opened, and triggers `address_go` where the address names another tab or lab than is open.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import gradio as gr

from viz.components.modules import mounting

_ENTRY = Path(__file__).parent / "index.js"
_ELEMENT = "address"
EVENTS = ("address_go",)
TABS = ("translate", "machine", "maths", "train", "about")  # the first one is open where the address names none

# Returns the tab and the section to open, as updates of the two components; `%s` begins the id of each section.
_GO = """() => {
  const {tab, lab} = document.querySelector('#%s').dataset;
  return [{selected: tab, __type__: 'update'}, {selected: '%s' + lab, __type__: 'update'}];
}"""


def page_address(labs: Sequence[str]) -> gr.HTML:
    """Place the component; `labs` are the names of the sections of "Inside the maths", in order."""
    script = f"const given = {json.dumps({'labs': list(labs), 'tabs': TABS})};\n{mounting(_ENTRY, EVENTS)}"
    return gr.HTML("", html_template="<i></i>", js_on_load=script, elem_id=_ELEMENT, visible="hidden")


def go_js(section_prefix: str) -> str:
    """Write the script of `address_go`, whose outputs are the tabs of the page and the sections."""
    return _GO % (_ELEMENT, section_prefix)
