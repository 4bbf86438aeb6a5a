"""A checkpoint in one line, in six lines, and what it was trained to translate."""

from typing import Any

from core.checkpoint_config import described_number
from core.library import Card
from viz.texts import Texts

_LONGEST_NAME = 40  # letters of a test set's name
_LONGEST_LINE = 200
_SCORES = ("exact", "bleu", "chrf", "perplexity")


def card_line(card: Card | None, texts: Texts) -> str:
    """Describe a checkpoint in one line of plain text; empty without one."""
    if card is None:
        return ""
    parameters = card.model.num_parameters
    size = (
        texts("page.card.parameters", millions=parameters / 1e6)
        if parameters >= 1_000_000
        else texts("page.card.parameters_small", thousands=parameters / 1e3)
    )
    model = card.model
    parts = [
        texts("page.card.languages", source=card.source_language, target=card.target_language),
        texts(
            "page.card.shape",
            layers=model.num_layers,
            decoder_layers=model.decoder_layers,
            heads=texts.counted("page.card.heads", model.num_heads),
            d_model=model.d_model,
        ),
        size,
    ]
    if card.exact is not None:
        parts.append(texts("page.card.exact", exact=card.exact))
    elif card.bleu is not None:
        name = _short(card.test_set)
        key = "page.card.bleu.of" if name else "page.card.bleu"
        parts.append(texts(key, bleu=card.bleu, name=name))
    return "\N{NO-BREAK SPACE}· ".join(parts)  # a line ends with a point, and does not begin with one


def _short(test_set: str | None) -> str:
    """Return the name of a test set for one line: how it was chosen follows a comma."""
    name = (test_set or "").split(",")[0].strip()
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def scope_words(card: Card, texts: Texts) -> str:
    """Say in one line what a checkpoint was trained for, as far as its folder records it."""
    source, target = (_language(code, texts) for code in card.languages)
    parts = [texts("scope.languages", source=source, target=target)]
    parts += [words for topic in card.topics if (words := texts.find(f"scope.topic.{topic}"))]
    if card.longest_words is not None:
        parts.append(texts("scope.words", count=card.longest_words))
    return " · ".join([*parts, texts("scope.one")])


def card_rows(card: Card, texts: Texts) -> list[tuple[str, str]]:
    """Describe a checkpoint in at most six rows, each a name and words; what is not recorded is left out."""
    model = card.model
    words = {
        "scope": scope_words(card, texts),
        "model": texts(
            "about.card.model.words",
            layers=model.num_layers,
            decoder_layers=model.decoder_layers,
            heads=texts.counted("page.card.heads", model.num_heads),
            d_model=model.d_model,
            d_ff=model.d_ff,
            norm=texts(f"about.card.norm.{model.norm}"),
            parameters=model.num_parameters,
        ),
        "vocabulary": texts("about.card.vocabulary.words", count=model.vocab_size),
        "training": _training(card, texts),
        "scores": _scores(card, texts),
        "license": _text(card.details.get("license")).upper() or texts("about.card.license.none"),
    }
    return [(texts(f"about.card.{name}"), said) for name, said in words.items() if said]


def _training(card: Card, texts: Texts) -> str:
    """Return the text, the steps and the weights that a training began with."""
    data = card.part("data")
    parts = [given] if (given := _text(data.get("corpus")) or _text(data.get("task"))) else []
    steps = card.details.get("step")
    if isinstance(steps, int):
        parts.append(texts("about.card.training.steps", count=steps))
    origin = card.part("started_from")
    run, step = _text(origin.get("run")), origin.get("step")
    if run and isinstance(step, int):
        parts.append(texts("about.card.training.from", run=run, step=step))
    return " · ".join(parts)


def _scores(card: Card, texts: Texts) -> str:
    """Return the scores of the test set, with its name and size."""
    measured = {name: described_number(card.details, "scores", name) for name in _SCORES}
    parts = [texts(f"about.card.scores.{name}", value=value) for name, value in measured.items() if value is not None]
    if not parts:
        return ""
    sentences = described_number(card.details, "scores", "sentences")
    if card.test_set:
        parts.append(card.test_set)
    if sentences is not None:
        parts.append(texts("about.card.scores.sentences", count=int(sentences)))
    return " · ".join(parts)


def _text(value: Any) -> str:
    """Return a value of a folder's description if it is a line of text that can be sent, else ""."""
    return value if isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST_LINE else ""


def _language(code: str, texts: Texts) -> str:
    return texts.find(f"scope.language.{code}") or code
