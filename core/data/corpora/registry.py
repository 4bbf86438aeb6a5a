"""Registry of all known corpora, by name."""

from core.data.corpora.collected import COLLECTED
from core.data.corpora.everyday import EVERYDAY
from core.data.corpora.known import KnownCorpus
from core.data.corpora.published import PUBLISHED
from core.errors import CoreError, Names

CORPORA: dict[str, KnownCorpus] = {corpus.name: corpus for corpus in (*PUBLISHED, *EVERYDAY, *COLLECTED)}


def known_corpus(name: str) -> KnownCorpus:
    """Return the corpus of this name.

    Raises:
        CoreError: the name is unknown.
    """
    if name not in CORPORA:
        raise CoreError(
            "corpora.unknown",
            "unknown corpus {name!r}; allowed: {known}, and hub:OWNER/NAME for the Hugging Face Hub",
            name=name,
            known=Names(CORPORA),
        )
    return CORPORA[name]


def published_pairs(corpus: KnownCorpus) -> int | None:
    """Return the pairs of all published parts that a corpus consists of, None if a number is unknown."""
    places = {place for split in corpus.splits.values() for place in split.parts}
    counts = [CORPORA[name].parts[part].pairs for name, part in places]
    return None if None in counts else sum(count or 0 for count in counts)
