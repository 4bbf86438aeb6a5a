"""A checkpoint in one line."""

from core.library import Card
from viz.texts import Texts

_LONGEST_NAME = 40  # letters of a test set's name


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
