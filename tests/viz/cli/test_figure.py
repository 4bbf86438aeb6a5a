"""The command `python -m viz figure`: the page's figure without the page, of a translation and of a trace."""

import argparse
import base64
import json
import re
import shutil
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import numpy as np
import pytest

from core.inspection.export import write_npz
from core.library import CheckpointLibrary
from core.service import Service
from viz.cli.drawing import find_browser
from viz.cli.figure import figure_request, trace_subject
from viz.cli.options import add_figure_options
from viz.cli.parser import main
from viz.theme import PAGE_COLOURS

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
TEXT = "A brown dog runs."
LIFT = 0.62  # of small weights towards the full hue, as on the page

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


def figure_of(tmp_path: Path, *given: str) -> ET.Element:
    out = tmp_path / "figure.svg"
    assert main(["figure", "--out", str(out), "--replace", *given]) == 0
    return ET.parse(out).getroot()


def drawn(tmp_path: Path, *more: str) -> ET.Element:
    return figure_of(tmp_path, "--checkpoint", "en-de", "--text", TEXT, *more)


def refusal_of(capsys, *given: str) -> str:
    assert main(["figure", *given]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def refusal(capsys, *more: str) -> str:
    return refusal_of(capsys, "--checkpoint", "en-de", "--text", TEXT, *more)


def assert_cells(svg: ET.Element, *heads: tuple[str, np.ndarray]) -> None:
    """Assert that a figure has these heads, [Q, K] of a kind, as matrices in their colours."""
    groups = [group for group in svg.iter(f"{SVG}g") if group.get("shape-rendering")]
    for group, (kind, weights) in zip(groups, heads, strict=True):
        hue = np.array([int(PAGE_COLOURS[kind][0][start : start + 2], 16) for start in (1, 3, 5)])
        cells = np.array([re.findall(r"\d+", cell.get("fill", "")) for cell in group], dtype=int)
        share = (np.round(np.asarray(weights, dtype=np.float64).ravel() * 255) / 255) ** LIFT
        np.testing.assert_allclose(cells, 255 + (hue - 255) * share[:, None], atol=1)


@pytest.fixture(scope="module")
def trace():
    """The attention of the sentence, from the model itself."""
    return Service(CheckpointLibrary(ROOT / "checkpoints")).translate("en-de", TEXT, 4, 0.6).trace


@needs_node
def test_figure_matrix_has_the_models_weights(tmp_path, trace):
    svg = drawn(tmp_path, "--view", "matrix", "--heads", "c.3.3,c.1.2", "--no-caption", "--no-tokens", "--width", "170")
    assert_cells(svg, ("cross", trace.cross[2, 2]), ("cross", trace.cross[0, 1]))


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
        (("--heads", "c.9.1"), "'c.9.1' does not exist"),
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


SHAPES = {"encoder": (3, 2, 7, 7), "cross": (2, 5, 3, 7)}  # layers and heads differ; there is no decoder
SOURCE = ["▁A", "▁brown", "▁dog", "▁runs", "▁home", ".", "</s>"]
MATRIX = ("--view", "matrix", "--no-caption", "--no-tokens")


@pytest.fixture
def given() -> dict[str, np.ndarray]:
    """Return attention of another program; the sharpest head of cross-attention is one that the encoder lacks."""
    found = {}
    for kind, shape in SHAPES.items():
        scores = np.random.default_rng(len(kind)).normal(size=shape) * (1 + np.arange(shape[1]))[:, None, None]
        weights = np.exp(scores)
        found[kind] = (weights / weights.sum(-1, keepdims=True)).astype(np.float32)
    return found


@pytest.fixture
def npz(tmp_path, given) -> str:
    """Return the path of a file with that attention."""
    path = tmp_path / "attention.npz"
    target = np.array(["<pad>", "▁Ein", "▁Hund"])
    np.savez(path, encoder=given["encoder"], cross=given["cross"], source_tokens=np.array(SOURCE), target_tokens=target)
    return str(path)


def exact_numbers(npz: str, *more: str) -> dict[tuple[str, int, int], np.ndarray]:
    """Return the float32 numbers that the figure of a trace is drawn from."""
    parser = argparse.ArgumentParser()
    add_figure_options(parser)
    arguments = parser.parse_args(["--trace", npz, *more])
    request = figure_request(trace_subject(arguments.trace), arguments, "svg")
    return {
        (one["kind"], one["layer"], one["head"]): np.frombuffer(
            base64.b64decode(one["reply"]["values"]), "<f4"
        ).reshape(one["reply"]["shape"])
        for one in request["exact"]
    }


@needs_node
def test_trace_matrix_has_the_weights_of_the_file(tmp_path, npz, given):
    svg = figure_of(tmp_path, "--trace", npz, "--kind", "cross", "--layer", "1", "--head", "2", *MATRIX)
    assert_cells(svg, ("cross", given["cross"][0, 1]))
    svg = figure_of(tmp_path, "--trace", npz, "--heads", "c.2.5,e.3", *MATRIX)
    assert_cells(svg, ("cross", given["cross"][1, 4]), *(("encoder", head) for head in given["encoder"][2]))


def test_trace_numbers_are_those_of_the_file(npz, given):
    numbers = exact_numbers(npz, "--heads", "all")
    assert len(numbers) == 3 * 2 + 2 * 5
    assert all(np.array_equal(head, given[kind][layer, at]) for (kind, layer, at), head in numbers.items())


def test_trace_rollout_is_the_product_of_its_layers(tmp_path, given):
    np.savez(tmp_path / "encoder.npz", encoder=given["encoder"])
    numbers = exact_numbers(str(tmp_path / "encoder.npz"), "--lens", "rollout", "--heads", "e")
    rolled = np.eye(7)
    for layer, weights in enumerate(given["encoder"].astype(np.float64)):
        rolled = (0.5 * weights.mean(axis=0) + 0.5 * np.eye(7)) @ rolled  # Abnar and Zuidema 2020
        np.testing.assert_allclose(numbers["encoder", layer, 0], rolled, atol=1e-6)
    assert len(numbers) == 3


@needs_node
def test_trace_lines_have_its_tokens(tmp_path, npz, capsys):
    svg = figure_of(tmp_path, "--trace", npz, "--layer", "1", "--head", "2")
    labels = [text.findtext(f"{SVG}title") for text in svg.iter(f"{SVG}text") if text.find(f"{SVG}title") is not None]
    assert labels == ["Ein", "Hund", "…", *(token.strip("▁") for token in SOURCE)]
    known = json.loads(svg.findtext(f"{SVG}metadata", ""))
    assert (known["trace"], known["source"]) == ("attention.npz", "A brown dog runs home.")
    assert capsys.readouterr().out == f"{tmp_path / 'figure.svg'}\n"


@needs_node
def test_trace_opens_with_a_kind_that_it_has(tmp_path, given, npz):
    np.savez(tmp_path / "encoder.npz", encoder=given["encoder"][:1, :1])
    svg = figure_of(tmp_path, "--trace", str(tmp_path / "encoder.npz"), *MATRIX)
    assert_cells(svg, ("encoder", given["encoder"][0, 0]))
    svg = figure_of(tmp_path, "--trace", npz, "--kind", "encoder", *MATRIX)
    assert len([group for group in svg.iter(f"{SVG}g") if group.get("shape-rendering")]) == 1


@needs_node
def test_trace_that_was_saved_is_drawn_as_its_translation(tmp_path, trace):
    with (tmp_path / "saved.npz").open("wb") as file:
        write_npz(trace, file)
    options = ("--heads", "e.1.1,d.2.3,c.3", "--width", "170", "--columns", "3", "--no-caption")
    svgs = [drawn(tmp_path, *options), figure_of(tmp_path, "--trace", str(tmp_path / "saved.npz"), *options)]
    first, second = ([ET.tostring(item) for item in svg if item.tag != f"{SVG}metadata"] for svg in svgs)
    assert first == second


@needs_node
def test_trace_names_the_checks_that_failed(tmp_path, given, capsys):
    np.savez(tmp_path / "half.npz", cross=given["cross"] / 2)
    figure_of(tmp_path, "--trace", str(tmp_path / "half.npz"), "--layer", "1")
    path, *checks = capsys.readouterr().out.splitlines()
    assert path == str(tmp_path / "figure.svg")
    assert any(line.startswith("✗ every row of attention sums to 1 (0.5, at most") for line in checks)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--kind", "decoder"), "'d' does not exist: there is no decoder attention, only encoder, cross"),
        (("--kind", "decoder", "--layer", "1"), "there is no decoder attention"),
        (("--heads", "c.1,d"), "'d' does not exist"),
        (("--layer", "3"), "'c.3' does not exist: the cross attention has 2 layers of 5 heads"),
        (("--kind", "encoder", "--layer", "3", "--head", "3"), "the encoder attention has 3 layers of 2 heads"),
        (("--layer", "0"), "'c.0' does not name heads"),
        (("--head", "1"), "--head needs --layer"),
        (("--lens", "rollout"), "'rollout' is not a lens of given attention, which has weights"),
        (("--lens", "value_norm"), "other lenses need the model"),
        (("--text", TEXT), "give --trace alone, or --checkpoint with --text"),
        (("--checkpoint", "en-de"), "give --trace alone"),
        (("--rank", "2"), "give --trace alone"),
        (("--step", "0"), "step must be from 1 to 3, not 0"),
        (("--step", "99"), "step must be from 1 to 3, not 99"),
    ],
)
def test_trace_is_refused_in_one_line(capsys, tmp_path, npz, more, reason):
    out = tmp_path / "figure.svg"
    assert reason in refusal_of(capsys, "--trace", npz, "--out", str(out), *more)
    assert not out.exists()


def test_figure_needs_one_source(capsys, tmp_path):
    (tmp_path / "text.npz").write_text("text", encoding="utf-8")
    assert "give --trace alone, or --checkpoint with --text" in refusal_of(capsys)
    assert "give --trace alone" in refusal_of(capsys, "--checkpoint", "en-de")
    assert "No such file" in refusal_of(capsys, "--trace", str(tmp_path / "missing.npz"))
    assert "is not a file of attention" in refusal_of(capsys, "--trace", str(tmp_path / "text.npz"))
