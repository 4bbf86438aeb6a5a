"""The titles of the public corpora: what each holds, in a few words."""

from core.data.corpora.registry import CORPORA

CORPUS_TITLES: dict[str, str] = {f"corpus.{name}": corpus.title for name, corpus in CORPORA.items()}
