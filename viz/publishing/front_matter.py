"""README.md of what is published: front matter that the Hub reads, and a page for people.

The fields are those of the Hub's own documentation: https://huggingface.co/docs/hub/spaces-config-reference and
https://huggingface.co/docs/hub/model-cards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Literal, NamedTuple

import yaml

from core.library import Card
from viz.texts import ENGLISH
from viz.wire.card import card_line

PAPER = "https://arxiv.org/abs/1706.03762"  # a Space whose page links it is listed among the paper's demos
Form = Literal["static", "gradio", "model"]
THUMBNAIL = "thumbnail.png"
TITLE, LIBRARY = "Glassformer", "glassformer"  # by which a publication is known again
_TAGS = ("transformer", "attention", "machine-translation", "interpretability", "visualization", "education")
_FENCE = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
_MOST_DESCRIPTION = 60  # characters of a Space's short description
_COLOURS = {"colorFrom": "gray", "colorTo": "red"}  # the nearest of the Hub's eight to the page's own


class Published(NamedTuple):
    """Form and place of a publication, and its licence."""

    form: Form
    to: str | None = None  # OWNER/NAME on the Hub
    license: str | None = None  # the Hub's name of it, such as cc-by-sa-4.0
    thumbnail: bool = False  # there is a picture of the model

    @property
    def address(self) -> str | None:
        """The address on the Hub; None without a name."""
        return self.to and f"https://huggingface.co/{'' if self.form == 'model' else 'spaces/'}{self.to}"


def readme(card: Card, published: Published, body: str = "") -> str:
    """Return README.md.

    Args:
        card: of the model.
        published: how and where.
        body: the model's own card, for a model; its front matter is replaced.
    """
    front = _model_fields(card, published) if published.form == "model" else _space_fields(card, published)
    written = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=120)
    words = _FENCE.sub("", body) if published.form == "model" and body.strip() else _page(card, published)
    return f"---\n{written}---\n\n{words.strip()}\n"


def _space_fields(card: Card, published: Published) -> dict[str, Any]:
    fields: dict[str, Any] = {"title": f"{TITLE} {card.name}", "emoji": "🔍", **_COLOURS, "sdk": published.form}
    if published.form == "gradio":
        fields |= {"sdk_version": version("gradio"), "python_version": "3.12", "app_file": "app.py"}
    fields |= {
        "header": "mini",
        "pinned": False,
        "short_description": _description(card)[:_MOST_DESCRIPTION],
        "tags": [*_TAGS, *(["mcp-server"] if published.form == "gradio" else [])],
    }
    if published.thumbnail and published.address:
        fields["thumbnail"] = f"{published.address}/resolve/main/{THUMBNAIL}"
    return fields | _origin(card, published)


def _model_fields(card: Card, published: Published) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "language": [code for code in card.languages if code],
        "pipeline_tag": "translation",
        "library_name": LIBRARY,
        "tags": list(_TAGS),
        **_origin(card, published),
    }
    if card.bleu is not None and (name := card.test_set):
        metric = {"type": "bleu", "value": round(card.bleu, 2)}
        result = {"task": {"type": "translation"}, "dataset": {"name": name, "type": "other"}, "metrics": [metric]}
        fields["model-index"] = [{"name": card.name, "results": [result]}]
    return fields


def _origin(card: Card, published: Published) -> dict[str, Any]:
    """Return the Hub's names of what the model is from, and the licence, as far as they are known."""
    fields: dict[str, Any] = {}
    corpus, model = card.part("data").get("corpus"), card.details.get("hub")
    if isinstance(model, str) and model:
        fields["base_model" if published.form == "model" else "models"] = [model.partition("@")[0]]
    if isinstance(corpus, str) and corpus.startswith("hub:"):
        fields["datasets"] = ["/".join(corpus.removeprefix("hub:").split("/")[:2])]
    if published.license:
        fields["license"] = published.license
    return fields


def _description(card: Card) -> str:
    source, target = (ENGLISH.find(f"scope.language.{code}") or code for code in card.languages)
    return f"Every head of a Transformer, {source} to {target}"


def _page(card: Card, published: Published) -> str:
    """Return the page for people."""
    picture = f"![Its heads on a sentence]({THUMBNAIL})\n\n" if published.thumbnail else ""
    what = {
        "static": "One page with the model in it: it translates in the browser, and no server is asked.",
        "gradio": "All of Glassformer with this model: translation, every head, the machine of Figure 1, the labs.",
        "model": 'A checkpoint of Glassformer: `glassformer.load("OWNER/NAME")` reads it.',
    }[published.form].replace("OWNER/NAME", published.to or "OWNER/NAME")
    return (
        f"# {card.name}\n\n{_description(card)}: the Transformer of [*Attention Is All You Need*]({PAPER}) that one "
        f"can see through.\n\n{picture}{what}\n\n{card_line(card, ENGLISH)}\n"
    )


def front_matter(text: str) -> Mapping[str, Any]:
    """Return the front matter of a README.md as plain values; empty without any, or if it is not valid YAML."""
    found = _FENCE.match(text)
    try:
        fields = yaml.safe_load(found[0].strip().strip("-")) if found else None
    except yaml.YAMLError:
        return {}
    return fields if isinstance(fields, dict) else {}
