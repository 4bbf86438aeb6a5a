"""What a browser saves of an attention view, and the texts that stand in its large figure."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def drawn_texts(page: "Page") -> list[str]:
    """Every text of the large figure, as it is saved."""
    root = ElementTree.fromstring(saved(page, "svg"))
    svg = "{http://www.w3.org/2000/svg}"
    for node in root.iter(f"{svg}text"):
        for title in node.findall(f"{svg}title"):
            node.remove(title)
    return ["".join(node.itertext()).strip() for node in root.iter(f"{svg}text")]


def drawn_weights(page: "Page") -> list[str]:
    return [text for text in drawn_texts(page) if re.fullmatch(r"≈?[01]\.\d{2,4}", text)]


def saved(page: "Page", name: str) -> bytes:
    page.click("[data-opens=save]")
    with page.expect_download() as download:
        page.click(f"[data-save={name}]")
    return Path(download.value.path()).read_bytes()
