"""Search for many sentences: batches of similar length, results in the order of the input."""

from collections.abc import Callable, Sequence

from core.config import DecodingConfig
from core.decoding.hypothesis import SearchResult
from core.decoding.search import search
from core.model.transformer import Transformer


def search_many(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    config: DecodingConfig,
    *,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
) -> list[SearchResult]:
    """Translate any number of sentences.

    Args:
        model: in eval mode.
        sources: token ids of each sentence, the end symbol last.
        config: beam, length penalty and limits.
        batch_size: sentences at a time; it does not change the result.
        progress: called after each batch with its number of sentences.

    Returns:
        One result a sentence, in the order of `sources`.
    """
    order = sorted(range(len(sources)), key=lambda index: -len(sources[index]))
    results: dict[int, SearchResult] = {}
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        results.update(zip(chosen, search(model, [sources[i] for i in chosen], config), strict=True))
        progress(len(chosen))
    return [results[index] for index in range(len(sources))]
