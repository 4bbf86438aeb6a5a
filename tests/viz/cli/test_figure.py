"""The command `python -m viz figure`: the page's figure without the page."""

import json
import re
import shutil
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import numpy as np
import pytest

from core.library import CheckpointLibrary
from core.service import Service
from viz.cli.drawing import find_browser
from viz.cli.parser import main
from viz.theme import PAGE_COLOURS

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
TEXT = "A brown dog runs."
LIFT = 0.62  # of small weights towards the full hue, as on the page

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


def drawn(tmp_path: Path, *more: str) -> ET.Element:
    out = tmp_path / "figure.svg"
    assert main(["figure", "--checkpoint", "en-de", "--text", TEXT, "--out", str(out), "--replace", *more]) == 0
    return ET.parse(out).getroot()


def refusal(capsys, *more: str) -> str:
    assert main(["figure", "--checkpoint", "en-de", "--text", TEXT, *more]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.fixture(scope="module")
def trace():
    """The attention of the sentence, from the model itself."""
    return Service(CheckpointLibrary(ROOT / "checkpoints")).translate("en-de", TEXT, 4, 0.6).trace


@needs_node
def test_figure_matrix_has_the_models_weights(tmp_path, trace):
    svg = drawn(tmp_path, "--view", "matrix", "--heads", "c.3.3,c.1.2", "--no-caption", "--no-tokens", "--width", "170")
    groups = [group for group in svg.iter(f"{SVG}g") if group.get("shape-rendering")]
    hue = np.array([int(PAGE_COLOURS["cross"][0][start : start + 2], 16) for start in (1, 3, 5)])
    assert len(groups) == 2
    for group, (layer, head) in zip(groups, ((2, 2), (0, 1)), strict=True):
        cells = np.array([re.findall(r"\d+", cell.get("fill", "")) for cell in group], dtype=int)
        share = (np.round(np.asarray(trace.cross[layer, head], dtype=np.float64).ravel() * 255) / 255) ** LIFT
        np.testing.assert_allclose(cells, 255 + (hue - 255) * share[:, None], atol=1)


@needs_node
def test_figure_lines_join_the_strongest_tokens(tmp_path, trace):
    svg = drawn(tmp_path, "--layer", "3", "--head", "3")
    paths = [path for path in svg.iter(f"{SVG}path") if path.get("stroke-opacity")]
    strongest = max(paths, key=lambda path: float(path.get("stroke-opacity", 0)))
    levels = np.ceil(trace.cross[2, 2] * 24)
    assert strongest.get("d", "").count("M") == int((levels == levels.max()).sum())
    labels = [text.findtext(f"{SVG}title") for text in svg.iter(f"{SVG}text") if text.find(f"{SVG}title") is not None]
    assert labels == [token.strip() for token in (*trace.predicted_tokens, *trace.src_tokens)]


@needs_node
def test_figure_has_its_size_and_provenance(tmp_path):
    svg = drawn(tmp_path, "--width", "120", "--font-size", "7", "--ground", "transparent")
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    assert svg.get("width") == "120mm"
    assert width == pytest.approx(120 * 72 / 25.4, abs=0.001)
    assert float(svg.get("height", "").removesuffix("mm")) == pytest.approx(height / 72 * 25.4, abs=0.01)
    assert {text.get("font-size") for text in svg.iter(f"{SVG}text")} == {"7"}
    assert svg[2].tag != f"{SVG}rect"
    known = json.loads(svg.findtext(f"{SVG}metadata", ""))
    assert (known["source"], known["checkpoint"], len(known["weights_sha256"])) == (TEXT, "en-de", 64)


@needs_node
def test_figure_name_says_what_is_inside(tmp_path, capsys):
    assert (
        main(["figure", "--checkpoint", "en-de", "--text", TEXT, "--layer", "3", "--head", "3", "--out", str(tmp_path)])
        == 0
    )
    assert Path(capsys.readouterr().out.strip()).name == "en-de_cross_L3H3_a-brown-dog-runs.svg"
    assert [path.name for path in tmp_path.iterdir()] == ["en-de_cross_L3H3_a-brown-dog-runs.svg"]


@needs_node
def test_figure_of_a_lens_has_one_panel_per_layer(tmp_path):
    svg = drawn(tmp_path, "--lens", "rollout", "--heads", "c,e.1", "--no-tokens")
    bold = [text.text for text in svg.iter(f"{SVG}text") if text.get("font-weight") == "700"]
    assert bold[1:] == ["cross L1", "cross L2", "cross L3", "cross L4", "encoder L1"]


@needs_node
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--width", "9"), "width, mm: from 30 to 500"),
        (("--heads", "c.9.1"), "'c.9.1' is not in this model"),
        (("--heads", "L3H1"), "does not name heads"),
        (("--lens", "x"), "unknown lens"),
        (("--head", "3"), "--head needs --layer"),
        (("--width", "30", "--font-size", "24", "--heads", "c", "--columns", "9"), "Too narrow"),
        (("--out", "figure.gif"), "must end in"),
    ],
)
def test_figure_refuses_in_one_line(capsys, tmp_path, monkeypatch, given, reason):
    monkeypatch.chdir(tmp_path)
    assert reason in refusal(capsys, *given)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not find_browser(), reason="no browser of the Chromium family")
def test_figure_pdf_has_its_page_and_text(tmp_path):
    out = tmp_path / "figure.pdf"
    given = [
        "--checkpoint",
        "en-zh",
        "--text",
        TEXT,
        "--layer",
        "2",
        "--head",
        "1",
        "--width",
        "100",
        "--out",
        str(out),
    ]
    assert main(["figure", *given]) == 0
    content = out.read_bytes()
    assert content.startswith(b"%PDF-") and content.count(b"/Type /Page\n") == 1
    width, height = map(float, re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)[0])
    assert (width, height > 72) == (pytest.approx(100 * 72 / 25.4, abs=1), True)  # a browser's pages are whole pixels
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    maps = [text for stream in streams if b"begincmap" in (text := inflated(stream))]
    assert any(b"<4E00>" in text for text in maps)  # the letters are embedded and can be read back
    assert content.count(b"/FontFile2") >= 2


def inflated(stream: bytes) -> bytes:
    """What a compressed stream of a PDF holds; nothing if it is another."""
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


@pytest.mark.parametrize(
    ("out", "reason"),
    [("a.png", "a browser draws this format"), ("a.pdf", "SVG needs only Node"), ("a.svg", "drawing needs Node 18")],
)
def test_figure_names_what_must_be_installed(capsys, tmp_path, monkeypatch, out, reason):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("viz.cli.drawing._BROWSERS", ("no-such-browser",))
    assert reason in refusal(capsys, "--out", str(tmp_path / out))
