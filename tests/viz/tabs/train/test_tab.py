import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]


def test_the_tab_is_built_light_and_its_handlers_are_private():
    script = """
import sys, json, pathlib
from viz.stubs import skip_stubs
skip_stubs()
import gradio as gr
from viz.tabs import train
from viz.tabs.wording import Wording
from viz.texts import ENGLISH
wording = Wording(ENGLISH)
with gr.Blocks() as page, gr.Tab("Train") as tab:
    train.build(pathlib.Path("absent"), limited=True, tab=tab, wording=wording)
config = page.get_config_file()
ids = [c["props"].get("elem_id") for c in config["components"] if c["props"].get("elem_id")]
print(json.dumps({"heavy": [m for m in ("torch", "plotly") if m in sys.modules], "ids": ids,
    "public": [d["api_name"] for d in config["dependencies"] if d["api_visibility"] != "private"],
    "unheard": [d["id"] for d in config["dependencies"] for _, event in d["targets"] if event == "click"
        and d["backend_fn"] and not d["queue"]],
    "absent": pathlib.Path("absent").exists()}))
"""
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout.splitlines()[-1])
    assert found["heavy"] == [] and found["public"] == [] and found["absent"] is False
    assert found["unheard"] == []  # Gradio shows an error only of what went through the queue
    assert len(found["ids"]) == len(set(found["ids"])) and {"train-start", "train-state", "train-space"} <= set(
        found["ids"]
    )
