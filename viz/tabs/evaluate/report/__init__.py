"""The report of an evaluation: one HTML file with its scores, figures and sentences, which opens without a network."""

import json
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

from core.evaluation.flags import SHOWN
from core.evaluation.table import Result
from viz import theme
from viz.components.evaluation import texts_json
from viz.components.figure import WORDS, pack
from viz.saved_page.standalone import escaped, filled, page_script, page_variables, script_hash
from viz.tabs.evaluate.figures import Kept, all_buckets, bucket_figure, figure_caption, only_bucket
from viz.tabs.evaluate.verdict import Table, noted, score_table, signature_table, tokens, verdict
from viz.texts import Texts
from viz.wire.evaluation import sentences_json

_FOLDER = Path(__file__).parent
_FIGURE = _FOLDER.parents[2] / "components" / "figure"
_TABLE = _FOLDER.parents[2] / "components" / "evaluation"
_SAVED = _FOLDER.parents[2] / "saved_page"


def report_page(result: Result, facts: Sequence[tuple[str, str]], texts: Texts, kept: Kept | None = None) -> bytes:
    """Make the report.

    Args:
        result: with its rows.
        facts: how it was made, each with its name.
        texts: the words.
        kept: of the result; without it the report keeps for itself what several figures need.

    Returns:
        HTML in UTF-8. Its content security policy allows its own two scripts and no request.
    """
    from plotly.offline import get_plotlyjs

    code, plotly = page_script(_FOLDER / "report.js"), get_plotlyjs()
    parts = {
        **_words(result, texts),
        **_tables(result, texts),
        **_figures(result, texts, kept or _keeping()),
        "made": _made(facts),
    }
    parts |= {"hash": script_hash(code), "script": code, "plotly": plotly, "plotly_hash": script_hash(plotly)}
    return filled(_FOLDER / "report.html", parts).encode("utf-8", errors="replace")


def _keeping() -> Kept:
    made: dict[Hashable, Any] = {}

    def kept(what: Hashable, make: Callable[[], Any]) -> Any:
        if what not in made:
            made[what] = make()
        return made[what]

    return kept


def _words(result: Result, texts: Texts) -> dict[str, str]:
    title, details = verdict(result, texts)
    facts = [result.set, texts("evaluate.report.sentences", sentences=f"{result.sentences:,}")]
    about = [texts("evaluate.score.about"), *([texts("evaluate.score.p")] if len(result.systems) > 1 else [])]
    return {
        "language": escaped(texts.language),
        "title": escaped(f"{title} · {texts('page.title')}"),
        "name": escaped(texts("page.title")),
        "facts": escaped(" · ".join(facts)),
        "theme": escaped(texts("page.theme")),
        "verdict": escaped(title),
        "details": escaped(details),
        "notes": "".join(f'<p class="gf-report-note">{escaped(note)}</p>' for note in noted(result, texts)),
        "about": escaped(" ".join(about)),
        "tokens": escaped(tokens(result, texts)),
        "style": _style(),
        **{f"{name}_title": escaped(texts(f"evaluate.report.{name}")) for name in ("scores", "where", "made")},
        "signatures_title": escaped(texts("evaluate.signatures")),
        "sentences_title": escaped(texts("evaluate.report.sentences_title")),
    }


def _made(facts: Sequence[tuple[str, str]]) -> str:
    return "".join(f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>" for name, value in facts)


def _tables(result: Result, texts: Texts) -> dict[str, str]:
    return {
        "scores": _table(score_table(result, texts)),
        "signatures": _table(signature_table(result, texts)),
        "sentences": (_TABLE / "evaluation.html").read_text(encoding="utf-8"),
    }


def _figures(result: Result, texts: Texts, kept: Kept) -> dict[str, str]:
    """Return the places of the figures, and what draws them and the sentences."""
    found = all_buckets(result)
    shown = {by: bucket_figure(result, by, "bleu", texts, kept) for by in found}
    drawn = [figure for figure in shown.values() if figure]
    words = {word: texts(f"figure.{word}") for word in WORDS}
    given: dict[str, Any] = {
        "words": words,
        "dark": theme.DARK,
        "caption": figure_caption(result, texts),
        "space": 320,
        "plotly": "",
        "light": {name: theme.PAGE_COLOURS[name][0] for name in ("ink", "soft", "rule", "panel")},
    }
    place = (_FIGURE / "figure.html").read_text(encoding="utf-8")
    sentences = sentences_json(result, id="report", shown=SHOWN, buckets=found)
    values = {
        "figures": [pack(figure) for figure in drawn],
        "given": given,
        "sentences": json.dumps(sentences, ensure_ascii=False),
        "texts": texts_json(texts.section("sentences.")),
    }
    return {
        "figures": "".join(
            f'<div class="gf-report-figure">{place}</div>'
            if figure
            else f'<p class="gf-report-note">{escaped(only_bucket(result, by, texts))}</p>'
            for by, figure in shown.items()
        ),
        "values": json.dumps(values).replace("<", "\\u003c"),
    }


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col">{escaped(name)}</th>' for name in table.columns)
    lines = ("".join(f'<td dir="auto">{escaped(text)}</td>' for text in row) for row in table.rows)
    return (
        f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"
    )


def _style() -> str:
    sheets = (_SAVED / "standalone.css", _FIGURE / "figure.css", _TABLE / "evaluation.css", _FOLDER / "report.css")
    return "\n".join([page_variables(theme.page_css()), *(sheet.read_text(encoding="utf-8") for sheet in sheets)])
