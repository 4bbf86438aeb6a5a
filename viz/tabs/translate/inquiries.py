"""What the browser may ask while somebody explores: one function a question, each called with one JSON object.

Any client can send anything, so every field is read and bounded here. A refusal is answered as {problem: words}; a
fault of our own is logged and answered so too, because an exception would reach the browser as nothing at all.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from core.attention_kinds import KINDS
from core.errors import CoreError
from core.inspection.intervention import Intervention
from core.inspection.store import TraceRequest
from viz.components.attention_view import pack_head
from viz.tabs.translate import answers
from viz.tabs.translate.answers import Json
from viz.tabs.translate.explorer import MAX_BEAM_SIZE, MAX_TOKENS, Explorer, Pair, search
from viz.texts import error_text, text

Value = TypeVar("Value")

MAX_LENS_NUMBERS = 4 << 20  # of one lens: 5.6 MB as they are sent
MAX_CATALOGUE_LINES, MAX_CATALOGUE_TOKENS, MAX_CATALOGUE_CHARACTERS = 100, 128, 40_000
_MAX_HEADS = 4096  # named in one request
_log = logging.getLogger(__name__)


def head_values(explorer: Explorer, data: Json) -> Json:
    """One head's float32 weights: {id, kind, layer, head} -> {values, shape}."""
    layer = explorer.layer(_id(data), _kind(data), _index(data, "layer"))
    head = _index(data, "head")
    if head >= len(layer):
        raise _wrong("head")
    return dict(pack_head(layer[head]))


def layer_values(explorer: Explorer, data: Json) -> Json:
    """One layer's weights in 8 bits, for what was sent as a reduced picture: {id, kind, layer} -> {levels, shape}."""
    return answers.layer_levels(explorer.layer(_id(data), _kind(data), _index(data, "layer")))


def lens_values(explorer: Explorer, data: Json) -> Json:
    """Every head through a lens, and how far each lens ranks the source as occlusion does: {id, lens}."""
    from core.inspection.lenses import compute_lens

    id, lens = _id(data), _text(data, "lens", 40)

    def compute() -> Json:
        pair = explorer.pair(id)
        _require_small(pair.translator.model.config, len(pair.source_ids), len(pair.target_ids))
        result = compute_lens(lens, *_looked_at(pair))
        agreement = explorer.results.get((id, "agreement"), lambda: _agreement(pair))
        return answers.lens_levels(result, agreement)

    return _kept(explorer, (id, "lens", lens), compute)


def search_tree(explorer: Explorer, data: Json) -> Json:
    """The beam search as a tree, with the node of each hypothesis: {id}."""
    id = _id(data)

    def compute() -> Json:
        request = explorer.request(id)
        if request.target:
            raise CoreError("explorer.no_search", "these tokens were given, not searched: there is no tree")
        translator = explorer.library.translator(request.checkpoint)
        found = search(translator, request, record=True)
        if found.tree is None:
            raise ValueError("a recorded search has no tree")
        hypotheses = [hypothesis.ids for hypothesis in found.hypotheses]
        return {
            **answers.tree_nodes(found.tree, translator.tokenizer, hypotheses),
            "chosen": request.rank,
            "alpha": request.alpha,
            "beam": request.beam_size,
        }

    return _kept(explorer, (id, "tree"), compute)


def variant(explorer: Explorer, data: Json) -> Json:
    """A second translation: heads changed, a prefix forced, the same tokens, another sentence, checkpoint or search.

    {id, off, uniform, edits, prefix, same, text, checkpoint, beam_size, alpha, rank} -> {payload}; every field but id
    may be left out.
    The prefix is of tokens of the checkpoint that translates.
    """
    request, change = read_variant(explorer, data)
    return {"payload": explorer.show(request, change).payload}


def read_variant(explorer: Explorer, data: Json) -> tuple[TraceRequest, Json]:
    """The request for a variant and, for the page, what it changes.

    Raises:
        CoreError: a field is wrong, or tokens of one checkpoint are meant for another.
    """
    id = _id(data)
    base = explorer.request(id)
    prefix = _optional(data, "prefix", _token_ids, ())
    same = _optional(data, "same", _boolean, False)
    source = _optional(data, "text", _string, None)
    checkpoint = _optional(data, "checkpoint", _string, None)
    beam_size = _optional(data, "beam_size", _whole, None)
    alpha = _optional(data, "alpha", _number, None)
    rank = _optional(data, "rank", _rank, 0)
    changes = _intervention(data)
    moved = checkpoint is not None and checkpoint != base.checkpoint
    if moved and same:
        raise CoreError("explorer.other_vocabulary", "another model has other tokens: these cannot be given to it")
    request = explorer.asked(
        base.checkpoint if checkpoint is None else checkpoint,
        base.text if source is None else source,
        base.beam_size if beam_size is None else beam_size,
        base.alpha if alpha is None else alpha,
        0 if same else rank,
    )
    target = explorer.traces.target_ids(id) if same else ()
    request = request._replace(prefix=() if same else prefix, intervention=changes, target=target or ())
    change = {
        "base": id,
        **changes.to_dict(),
        "edits": [dict(zip(_EDIT, edit, strict=True)) for edit in changes.edits],
        "prefix": list(prefix),
        "same": same,
        "text": source,
        "checkpoint": checkpoint,
        "beam_size": beam_size,
        "alpha": alpha,
        "rank": request.rank,
    }
    return request, change


def head_importance(explorer: Explorer, data: Json) -> Json:
    """Nats lost with each head off in turn, beside what is off already: {id} -> {base, encoder, decoder, cross}."""
    id = _id(data)

    def compute() -> Json:
        translator, request, _, target_ids = explorer.pair(id)
        return answers.importance_map(translator.importance(request.text, target_ids, request.intervention))

    return _kept(explorer, (id, "importance"), compute)


def close_up(explorer: Explorer, data: Json) -> Json:
    """One head and one query: {id, kind, layer, head, query}."""
    from core.inspection.close_up import close_up as look

    id, kind = _id(data), _kind(data)
    layer, head, query = (_index(data, name) for name in ("layer", "head", "query"))

    def compute() -> Json:
        translator, request, source_ids, target_ids = explorer.pair(id)
        place = (kind, layer, head, query)
        return answers.close_up_numbers(
            look(translator.model, source_ids, target_ids, *place, intervention=request.intervention)
        )

    return _kept(explorer, (id, "close_up", kind, layer, head, query), compute)


def head_catalogue(explorer: Explorer, data: Json) -> Json:
    """Every measure of every head over some lines, or over the checkpoint's own: {id, sentences, one_based, swapped}.

    A line is a sentence; or, on every line, source, reference and gold links with tabs between. The two flags say how
    those links count (`core.inspection.alignment`).
    """
    from core.data.sample import sample_sentences
    from core.inspection.alignment import read_aligned_pairs
    from core.inspection.catalogue import CATALOGUE_MEASURES
    from core.inspection.catalogue import head_catalogue as measure

    request = explorer.request(_id(data))
    given = _optional(data, "sentences", _string, None)
    one_based, swapped = (_optional(data, name, _boolean, False) for name in ("one_based", "swapped"))
    if given is not None and len(given) > MAX_CATALOGUE_CHARACTERS:
        raise _too_much()
    lines = None if given is None else tuple(given.splitlines())
    aligned = read_aligned_pairs(lines or (), one_based=one_based, swapped=swapped)

    def compute() -> Json:
        translator = explorer.library.translator(request.checkpoint)
        if aligned:
            pairs, gold = aligned
            _require_few(translator.tokenizer, pairs.source)
            _require_few(translator.tokenizer, pairs.target)
            # Words are what blanks part; scripts without blanks are read without them.
            found = measure(translator.model, translator.tokenizer, pairs, gold=gold, segmented=True)
        else:
            card = explorer.library.card(request.checkpoint)
            sentences = sample_sentences(card.details) if lines is None else [line for line in lines if line.strip()]
            _require_few(translator.tokenizer, sentences)
            found = measure(translator.model, translator.tokenizer, sentences)
        return answers.catalogue_rows(found, CATALOGUE_MEASURES)

    key = (request.checkpoint, request.stamp, "catalogue", lines, one_based, swapped)
    return _kept(explorer, key, compute)


QUESTIONS: Mapping[str, Callable[[Explorer, Json], Json]] = {
    function.__name__: function
    for function in (
        *(head_values, layer_values, lens_values, search_tree),
        *(variant, head_importance, close_up, head_catalogue),
    )
}


def server_functions(explorer: Explorer) -> list[Callable[[Json], Json]]:
    """The functions of `QUESTIONS` under the names by which the browser calls them, bound to one explorer."""
    return [_answering(explorer, name) for name in QUESTIONS]


def _answering(explorer: Explorer, name: str) -> Callable[[Json], Json]:
    def ask(data: Json) -> Json:
        try:
            if not isinstance(data, dict):
                raise _wrong("request")
            return QUESTIONS[name](explorer, data)
        except CoreError as error:
            return {"problem": error_text(error)}
        except Exception:
            _log.exception("%s could not be answered", name)
            return {"problem": text("translate.failed")}

    ask.__name__ = name
    return ask


def _kept(explorer: Explorer, key: tuple[Any, ...], compute: Callable[[], Json]) -> Json:
    """A result that is kept, or computed in its turn."""

    def in_turn() -> Json:
        with explorer.turnstile:
            return compute()

    return explorer.results.get(key, in_turn)


def _looked_at(pair: Pair) -> tuple[Any, tuple[int, ...], tuple[int, ...], Intervention]:
    """What a lens takes: a changed translation is looked at under the same change."""
    return pair.translator.model, pair.source_ids, pair.target_ids, pair.request.intervention


def _agreement(pair: Pair) -> dict[str, float]:
    """Mean rank correlation of each lens with occlusion; none for sentences too long for it."""
    from core.inspection.lenses import LENSES, MAX_TOKENS, compare, compute_lens

    if max(len(pair.source_ids), len(pair.target_ids)) > MAX_TOKENS["occlusion"]:
        return {}
    found = {name: compute_lens(name, *_looked_at(pair)) for name in LENSES}
    return {name: compare(result, found["occlusion"]).mean for name, result in found.items() if name != "occlusion"}


def _require_small(config: Any, source: int, target: int) -> None:
    numbers = config.num_layers * config.num_heads * (source * source + target * target + source * target)
    if numbers > MAX_LENS_NUMBERS:
        raise CoreError(
            "explorer.lens_size",
            "a lens over {source} and {target} tokens has {numbers:,} numbers; at most {limit:,} are sent",
            source=source,
            target=target,
            numbers=numbers,
            limit=MAX_LENS_NUMBERS,
        )


def _require_few(tokenizer: Any, sentences: Sequence[str]) -> None:
    longest = max((len(encoded.ids) for encoded in tokenizer.encode_batch(sentences)), default=0)
    if len(sentences) > MAX_CATALOGUE_LINES or longest > MAX_CATALOGUE_TOKENS:
        raise _too_much()


def _too_much() -> CoreError:
    return CoreError(
        "explorer.catalogue_size",
        "give at most {lines} sentences of at most {tokens} tokens, one a line",
        lines=MAX_CATALOGUE_LINES,
        tokens=MAX_CATALOGUE_TOKENS,
    )


# Reading what was sent

_EDIT = ("kind", "layer", "head", "query", "weights")


def _id(data: Json) -> str:
    return _text(data, "id", 200)


def _kind(data: Json) -> Any:
    kind = _text(data, "kind", 40)
    if kind not in KINDS:
        raise _wrong("kind")
    return kind


def _text(data: Json, name: str, longest: int) -> str:
    value = data.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise _wrong(name)
    return value


def _index(data: Json, name: str) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value < 1000:
        raise _wrong(name)
    return value


def _optional(data: Json, name: str, read: Callable[[Any], Value], default: Value) -> Value:
    """A field that may be left out; `read` returns the value or raises ValueError."""
    value = data.get(name)
    if value is None:
        return default
    try:
        return read(value)
    except ValueError:
        raise _wrong(name) from None


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise ValueError
    try:
        return float(value)
    except OverflowError:  # a whole number of hundreds of digits
        raise ValueError from None


def _rank(value: Any) -> int:
    if type(value) is not int or not 0 <= value < MAX_BEAM_SIZE:
        raise ValueError
    return value


def _token_ids(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MAX_TOKENS or any(type(token) is not int for token in value):
        raise ValueError
    return tuple(value)


def _intervention(data: Json) -> Intervention:
    """Heads off, heads uniform and edited rows; core checks them against the model and the sentence."""
    lists = {name: data.get(name) or [] for name in ("off", "uniform", "edits")}
    for name, values in lists.items():
        if not isinstance(values, list) or len(values) > _MAX_HEADS:
            raise _wrong(name)
    if not all(isinstance(edit, dict) for edit in lists["edits"]):
        raise _wrong("edits")
    lists["edits"] = [[edit.get(name) for name in _EDIT] for edit in lists["edits"]]
    return Intervention.from_dict(lists)


def _wrong(name: str) -> CoreError:
    return CoreError("explorer.event", "the browser sent no valid {name}", name=name)
