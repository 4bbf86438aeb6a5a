"""A known corpus: its choice, card, direction and download."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import gradio as gr
from gradio.components import Component

from core.data.corpora import reading
from core.data.corpora.download import Fetched, fetch_corpus
from core.data.corpora.known import KnownCorpus, PublishedFile
from core.data.corpora.reading import corpus_stream, data_folders, missing_parts
from core.data.corpora.registry import CORPORA, known_corpus, published_pairs
from viz.components.preflight import preflight
from viz.tabs.controls import button, worded
from viz.tabs.language import request_texts
from viz.tabs.train.context import Context, Sent, Updates
from viz.tabs.train.data.download import Download, outcome_panel, progress_panels
from viz.tabs.train.fields import BACKWARD, CORPUS, DEFAULTS, FORWARD, PREVIEW_PAIRS
from viz.tabs.train.run_name import RunName, stem_of, suggest_name
from viz.tabs.wording import Wording
from viz.texts import Texts

_LICENCE_WORDS = {
    "not stated by the authors": "train.corpus.licence.unstated",
    "for research only": "train.corpus.licence.research",
}


@dataclass(frozen=True)
class CorpusPanel:
    """The components of a known corpus."""

    context: Context
    name: RunName
    column: gr.Column  # visible where the data come from a corpus
    corpus: gr.Dropdown
    direction: gr.Radio
    card: gr.Markdown
    download: gr.Button
    progress: gr.HTML

    @property
    def fields(self) -> dict[str, Component]:
        """Return the controls of the form, by name."""
        return {"corpus": self.corpus, "direction": self.direction}


def lay_out_corpus(context: Context, name: RunName, wording: Wording) -> CorpusPanel:
    """Lay out the controls of a known corpus."""
    chosen, direction, texts = DEFAULTS["corpus"], DEFAULTS["direction"], wording.texts
    with gr.Column(visible=False, elem_id="train-known") as column:
        corpus = worded(wording, gr.Dropdown, "train.corpus", choices=_corpus_choices, value=chosen, filterable=False)
        card = gr.Markdown(corpus_card(chosen, direction, texts), elem_id="train-corpus-card")
        radio = wording.control(gr.Radio, "train.direction", choices=direction_choices(chosen, texts), value=direction)
        download = button(wording, "train.corpus.get", size="sm")
        progress = preflight(elem_id="train-corpus-received")
    return CorpusPanel(context, name, column, corpus, radio, card, download, progress)


def on_corpus(panel: CorpusPanel, sent: Sent) -> Updates:
    """Show another corpus: its card, directions and download, and a name for the run."""
    choices = direction_choices(sent[panel.corpus], request_texts())
    return {
        **card_updates(panel, sent),
        panel.progress: None,
        panel.direction: gr.Radio(choices=choices),
        **suggest_name(panel.name, sent, stem_of(CORPUS, sent[panel.corpus])),
    }


def on_direction(panel: CorpusPanel, sent: Sent) -> Updates:
    """Show the card of the corpus in another direction."""
    return {panel.card: corpus_card(sent[panel.corpus], sent[panel.direction], request_texts())}


def on_language(panel: CorpusPanel, sent: Sent) -> Updates:
    """Show the card and the directions of the corpus in another language."""
    choices = direction_choices(sent[panel.corpus], request_texts())
    return {**on_direction(panel, sent), panel.direction: gr.Radio(choices=choices)}


def on_download(panel: CorpusPanel, sent: Sent) -> Iterator[Updates]:
    """Fetch the corpus and show the progress; it continues if the page is closed."""
    corpus = CORPORA.get(str(sent[panel.corpus]))
    if not panel.context.limits.corpora or corpus is None:
        return
    download = corpus_download(corpus)
    for progress in progress_panels(download, corpus.name):
        yield {panel.download: gr.Button(interactive=False), panel.progress: progress}
    yield {panel.progress: outcome_panel(download)}  # the choice may have changed: `card_updates` follows


def card_updates(panel: CorpusPanel, sent: Sent) -> Updates:
    """Return the card of the chosen corpus, and its download if it can be fetched and is missing."""
    corpus = CORPORA.get(str(sent[panel.corpus]))
    wanted = corpus is not None and is_published(corpus) and whereabouts(corpus) != "here"
    return {**on_direction(panel, sent), panel.download: gr.Button(visible=wanted, interactive=True)}


def corpus_card(name: object, direction: object, texts: Texts) -> str:
    """Return the pairs, languages, licence and size of a corpus, and whether it is downloaded; "" if unknown."""
    corpus = CORPORA.get(str(name))
    if corpus is None:
        return ""
    source, target = reversed(corpus.languages) if direction == BACKWARD else corpus.languages
    card = texts(
        "train.corpus.card",
        pairs=f"{pairs:,}" if (pairs := published_pairs(corpus)) else texts("train.corpus.unknown_pairs"),
        source=source,
        target=target,
        licence=_licence(corpus.licence, texts),
        size=f"{corpus.megabytes:.0f}",
        here=texts(f"train.corpus.{whereabouts(corpus)}"),
    )
    by_hand = texts("train.corpus.by_hand", home=corpus.home, note=corpus.note)
    return card if is_published(corpus) or whereabouts(corpus) == "here" else f"{card}\n\n{by_hand}"


def _licence(licence: str, texts: Texts) -> str:
    """Return the licence of a corpus: names as they are, words in the page's language."""
    for words, key in _LICENCE_WORDS.items():
        licence = licence.replace(words, texts(key))
    return licence


def direction_choices(name: object, texts: Texts) -> list[tuple[str, str]]:
    """Return the directions of a known corpus: as published, and swapped."""
    corpus = CORPORA.get(str(name))
    if corpus is None:
        return []
    source, target = corpus.languages
    sides = ((source, target, FORWARD), (target, source, BACKWARD))
    return [(texts("train.direction.choice", source=a, target=b), value) for a, b, value in sides]


def corpus_preview(name: str, *, swapped: bool = False) -> list[tuple[str, str]]:
    """Return the first training pairs of a corpus.

    Raises:
        CoreError: it is not downloaded, or cannot be read.
    """
    return list(islice(corpus_stream(name, "train", data_folders(), swapped=swapped), PREVIEW_PAIRS))


def whereabouts(corpus: KnownCorpus) -> Literal["here", "part", "absent"]:
    """Return whether the files of a corpus are on this machine."""
    missing = missing_parts(corpus, data_folders())
    parts = {place for split in corpus.splits.values() for place in split.parts}
    return "here" if not missing else "absent" if len(missing) == len(parts) else "part"


def is_published(corpus: KnownCorpus) -> bool:
    """Return whether a corpus can be fetched; else its files must be put in place by hand."""
    return all(known_corpus(name).files for name in corpus.needs)


def corpus_download(corpus: KnownCorpus) -> Download:
    """Start to fetch a known corpus as a whole."""

    def fetch(download: Download) -> None:
        def show(file: PublishedFile, fetched: Fetched) -> None:
            download.part, download.received, download.total = file.name, fetched.received, fetched.total

        fetch_corpus(corpus, reading.DOWNLOADS, show)

    return Download(fetch)


def _corpus_choices(texts: Texts) -> list[tuple[str, str]]:
    return [(texts("train.corpus.choice", name=name, title=texts(f"corpus.{name}")), name) for name in _offered()]


def _offered() -> list[str]:
    """Return the names of corpora to train on: those that can be fetched, and others of which something is here."""
    with_validation = {name: corpus for name, corpus in CORPORA.items() if "valid" in corpus.splits}
    return [name for name, corpus in with_validation.items() if is_published(corpus) or whereabouts(corpus) != "absent"]
