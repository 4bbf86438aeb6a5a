"""The picture of a publication: the head that the page opens with, drawn by the page's own modules."""

from __future__ import annotations

import argparse
import base64

from core.service import Answer, Service
from viz.cli.drawing import draw, find_browser
from viz.cli.figure import figure_request, translation_subject
from viz.cli.options import add_figure_options

_LOOK = ("--format", "png", "--width", "160", "--dpi", "190")  # 1,197 pixels wide


def draw_thumbnail(service: Service, answer: Answer) -> bytes | None:
    """Return a PNG of a translation; None where no browser that can draw it is installed."""
    if not find_browser():
        return None
    request = answer.request
    parser = argparse.ArgumentParser()
    add_figure_options(parser)
    asked = parser.parse_args([f"--checkpoint={request.checkpoint}", f"--text={request.text}", *_LOOK])
    wanted = figure_request(translation_subject(service, answer), asked, "png")
    return base64.b64decode(draw(wanted, needs_browser=True)["base64"])
