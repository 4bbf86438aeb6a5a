"""The page as a program sees it: built without torch, served, and asked through its public endpoint."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.library import CheckpointLibrary

ROOT = Path(__file__).parents[1]


def test_building_the_page_loads_no_torch():
    code = "import sys; from app import build; build(); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_only_translate_is_a_public_endpoint(served):
    from gradio_client import Client

    client = Client(served, verbose=False)
    named = client.view_api(return_format="dict", print_info=False)["named_endpoints"]
    assert list(named) == ["/translate"]


def test_the_endpoint_translates(served):
    from gradio_client import Client

    client = Client(served, verbose=False)
    answer = client.predict("Two dogs play in the snow.", "en-de", 4, 0.6, api_name="/translate")
    assert "Hund" in answer["translation"]
    assert len(answer["hypotheses"]) == 4
    assert answer["score"] == max(hypothesis["score"] for hypothesis in answer["hypotheses"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("", "en-de", 4, 0.6), "blank"),
        (("A dog.", "../secret", 4, 0.6), "no model"),
        (("A dog.", "en-de", 0, 0.6), "beam_size"),
        (("A dog.", "en-de", 99, 0.6), "beam_size"),
        (("A dog.", "en-de", 4, -1.0), "alpha"),
    ],
)
def test_the_endpoint_says_what_was_wrong(served, arguments, said):
    from gradio_client import Client

    client = Client(served, verbose=False)
    with pytest.raises(Exception, match=said):
        client.predict(*arguments, api_name="/translate")


def test_the_library_names_what_ships_and_refuses_other_names():
    library = CheckpointLibrary(ROOT / "checkpoints")
    assert {"en-de", "numbers"} <= set(library.names())
    with pytest.raises(ValueError, match=r"\.\./core"):
        library.folder("../core")
