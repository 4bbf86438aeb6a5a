"""Questions about a translation: each function maps a typed request to measurements of the core."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from core.attention_kinds import KINDS, Kind
from core.errors import CoreError
from core.inspection.store import TraceRequest
from core.service.costs import passes, turns
from core.service.effects import effect_state, start_effect
from core.service.exercises import exercises, exercises_cost
from core.service.labs import lab, lab_bench, lab_code, lab_cost
from core.service.lenses import lens_code, lens_cost, lens_head, lens_values, lens_values_cost, model_and_ids
from core.service.machine import machine, machine_block
from core.service.provenance import Provenance, provenance
from core.service.requests import (
    EDIT_FIELDS,
    MAX_TOKENS,
    BlockQuestion,
    CatalogueQuestion,
    EffectQuestion,
    ExercisesQuestion,
    HeadQuestion,
    KindQuestion,
    LabQuestion,
    LayerQuestion,
    LensCodeQuestion,
    LensHeadQuestion,
    LensQuestion,
    RowQuestion,
    SentencesQuestion,
    TraceQuestion,
    VariantQuestion,
    WorkQuestion,
    read_question,
    typed_lines,
    wrong,
)
from core.service.service import MAX_CHARACTERS, MAX_COST, Answer, Service, TracedPair, decoding_config, search

if TYPE_CHECKING:
    import numpy as np

    from core.data.vocabulary import Vocabulary
    from core.decoding.tree import SearchTree
    from core.inspection.catalogue import Catalogue
    from core.inspection.close_up import CloseUp
    from core.inspection.importance import Importance
    from core.inspection.temperature import Tempered

MAX_LOSS_TOKENS = 80  # of a sentence: about 0.2 s for 16 heads
MAX_CATALOGUE_LINES, MAX_CATALOGUE_TOKENS, MAX_CATALOGUE_CHARACTERS = 100, 128, 40_000


class TreeAnswer(NamedTuple):
    """The beam search as a tree."""

    tree: SearchTree
    surface: dict[int, str]  # of every token in the tree
    hypotheses: list[tuple[int, ...]]  # token ids, best first
    request: TraceRequest


class VariantAnswer(NamedTuple):
    """A second translation, and what makes it a variant of the first."""

    answer: Answer
    change: dict[str, Any]  # the request that made it, in plain values


class Question(NamedTuple):
    """One kind of question."""

    request: type[TraceQuestion]
    answer: Callable[[Service, Any], Any]
    # What it costs, if it runs the model: it then waits for its turn, and its answer is worth keeping.
    cost: Callable[[Service, Any], float] | None = None
    background: bool = False  # about work that continues between requests: not for one command, and not to be kept


def head_values(service: Service, asked: HeadQuestion) -> np.ndarray:
    """Return one head's weights, float32 [Q, K]."""
    layer = service.layer(asked.id, asked.kind, asked.layer)
    if asked.head >= len(layer):
        raise wrong("head", f"there are {len(layer)}")
    return layer[asked.head]


def layer_values(service: Service, asked: LayerQuestion) -> np.ndarray:
    """Return one layer's weights, float32 [H, Q, K]."""
    return service.layer(asked.id, asked.kind, asked.layer)


def file_provenance(service: Service, asked: TraceQuestion) -> Provenance:
    """Return where the numbers of a file come from."""
    return provenance(service, asked.id)


def translate_each(service: Service, asked: SentencesQuestion) -> list[tuple[str, str]]:
    """Translate sentences of a text one by one, as the text was; return (sentence, translation) of each."""
    request = service.request(asked.id)
    translator = service.library.translator(request.checkpoint)
    wanted = [
        service.new_request(request.checkpoint, sentence, request.beam_size, request.alpha)
        for sentence in asked.sentences
    ]
    return [(each.text, service.search(translator, each).texts[0]) for each in wanted]


def search_tree(service: Service, asked: TraceQuestion) -> TreeAnswer:
    """Return the beam search as a tree.

    Raises:
        CoreError: the target was given, so nothing was searched.
    """
    request = service.request(asked.id)
    if request.target:
        raise CoreError("explorer.no_search", "these tokens were given, not searched: they do not have a tree")
    translator = service.library.translator(request.checkpoint)
    found = search(translator, request, record=True)
    if found.tree is None:
        raise ValueError("a recorded search must have a tree")
    target = translator.vocabularies.target
    surface = {token: target.surface([token])[0] for token in {node.token for node in found.tree}}
    return TreeAnswer(found.tree, surface, [hypothesis.ids for hypothesis in found.hypotheses], request)


def variant(service: Service, asked: VariantQuestion) -> VariantAnswer:
    """Translate again with something changed."""
    request, change = variant_request(service, asked)
    return VariantAnswer(service.compute(request), change)


def variant_request(service: Service, asked: VariantQuestion) -> tuple[TraceRequest, dict[str, Any]]:
    """Return the request for a variant and, in plain values, what it changes.

    Raises:
        CoreError: a value that is not allowed, tokens of one checkpoint for another, or two different targets.
    """
    base = service.request(asked.id)
    if asked.target is not None and (asked.same or asked.prefix):
        raise wrong("target", "a given translation cannot be combined with a prefix or the same tokens")
    same, prefix, changes = bool(asked.same), tuple(asked.prefix or ()), asked.intervention
    if asked.checkpoint not in (None, base.checkpoint) and same:
        raise CoreError("explorer.other_vocabulary", "another model has other tokens and cannot read these")
    request = service.new_request(
        base.checkpoint if asked.checkpoint is None else asked.checkpoint,
        base.text if asked.text is None else asked.text,
        base.beam_size if asked.beam_size is None else asked.beam_size,
        base.alpha if asked.alpha is None else asked.alpha,
        0 if same or asked.target is not None else asked.rank or 0,
    )
    target = service.traces.target_ids(asked.id) if same else ()
    if asked.target is not None:
        target = _own_target(service, request.checkpoint, asked.target)
    request = request._replace(prefix=() if same else prefix, intervention=changes, target=target or ())
    change = {
        "base": asked.id,
        **changes.to_dict(),
        "edits": [dict(zip(EDIT_FIELDS, edit, strict=True)) for edit in changes.edits],
        "prefix": list(prefix),
        "same": same,
        "text": asked.text,
        "target": asked.target,
        "checkpoint": asked.checkpoint,
        "beam_size": asked.beam_size,
        "alpha": asked.alpha,
        "rank": request.rank,
    }
    return request, change


def _own_target(service: Service, checkpoint: str, text: str) -> tuple[int, ...]:
    """Return the target tokens of a translation that a user wrote, the end symbol last.

    Raises:
        CoreError: it is blank, too long, or has tokens that the model never generates.
    """
    translator = service.library.translator(checkpoint)
    vocabulary, config = translator.vocabularies.target, translator.model.config
    limit = min(MAX_TOKENS, config.max_positions)
    ids = vocabulary.encode(text).ids if len(text) <= MAX_CHARACTERS else ()
    if len(ids) == 1:
        raise CoreError("explorer.target_blank", "the translation of your own is blank")
    if not ids or len(ids) > limit:
        raise CoreError(
            "explorer.target_long",
            "the translation of your own is too long: at most {limit:,} tokens with the end symbol can be shown",
            limit=limit,
        )
    refused = {*config.never_generated, config.end_id}
    unknown = [token for token in ids[:-1] if token in refused or token >= config.output_size]
    if unknown:
        raise CoreError(
            "explorer.target_tokens",
            "the translation of your own contains {token!r}, which this model never generates inside a translation",
            token=vocabulary.surface(unknown[:1])[0],
        )
    return tuple(ids)


def head_importance(service: Service, asked: TraceQuestion) -> Importance:
    """Return the loss of log-probability with each head off in turn, in addition to the heads that are off already.

    Raises:
        CoreError: the sentences are too long for so many heads.
    """
    pair = service.pair(asked.id)
    heads, tokens = _heads(pair, KINDS), len(pair.source_ids) + len(pair.target_ids)
    if passes(heads, tokens, 0) > MAX_COST:
        raise CoreError(
            "explorer.importance_size",
            "the importance of {heads} heads is computed for at most {limit} tokens, both sentences together; these "
            "have {tokens}",
            heads=heads,
            limit=int(MAX_COST / passes(heads, 1, 0)),
            tokens=tokens,
        )
    return pair.translator.importance(pair.request.text, pair.target_ids, pair.request.intervention)


def token_losses(service: Service, asked: KindQuestion) -> np.ndarray:
    """Return the loss of each target token with each head of one kind off in turn, float32 [L, H, T], nats.

    Raises:
        CoreError: the sentences are longer than this is answered for.
    """
    pair = service.pair(asked.id)
    _require_short(len(pair.source_ids), len(pair.target_ids))
    found = pair.translator.importance(
        pair.request.text, pair.target_ids, pair.request.intervention, kinds=(asked.kind,)
    )
    return found.token_losses[KINDS.index(asked.kind), : len(getattr(found, asked.kind))]


def temperatures(service: Service, asked: TraceQuestion) -> Tempered:
    """Return what the next-token distributions are normalised by at other temperatures."""
    from core.inspection.temperature import tempered

    model, source_ids, target_ids, intervention = model_and_ids(service.pair(asked.id))
    return tempered(model, source_ids, target_ids, intervention)


def _heads(pair: TracedPair, kinds: Sequence[Kind]) -> int:
    """Return how many heads a model has in these kinds of attention."""
    config = pair.translator.model.config
    return config.num_heads * sum(config.layers(kind) for kind in kinds)


def _importance_cost(service: Service, asked: TraceQuestion) -> float:
    pair = service.pair(asked.id)
    kinds = (asked.kind,) if isinstance(asked, KindQuestion) else KINDS
    return passes(_heads(pair, kinds), len(pair.source_ids), len(pair.target_ids))


def _search_cost(service: Service, asked: TraceQuestion) -> float:
    request = service.request(asked.id)
    return decoding_config(service.library.translator(request.checkpoint), request)[1]


def _pass_cost(service: Service, asked: TraceQuestion) -> float:
    """Return the cost of one pass whose tensors are all kept."""
    pair = service.pair(asked.id)
    return passes(4, len(pair.source_ids), len(pair.target_ids))


def _catalogue_cost(service: Service, asked: CatalogueQuestion) -> float:
    """Return the cost of translating the lines and measuring their heads, by their characters."""
    from core.data.sample import sample_sentences

    if asked.sentences is not None:
        return len(asked.sentences) / 2
    translator = service.library.translator(service.request(asked.id).checkpoint)
    return sum(map(len, sample_sentences(translator.checkpoint.described))) / 2


def close_up(service: Service, asked: RowQuestion) -> CloseUp:
    """Return the numbers behind one row of one head."""
    from core.inspection.close_up import close_up as compute

    model, source_ids, target_ids, intervention = model_and_ids(service.pair(asked.id))
    place = (asked.kind, asked.layer, asked.head, asked.query)
    return compute(model, source_ids, target_ids, *place, intervention=intervention)


def head_catalogue(service: Service, asked: CatalogueQuestion) -> Catalogue:
    """Return every measure of every head over some lines, or over the checkpoint's own sentences."""
    from core.data.normalisation import is_blank
    from core.data.pharaoh import read_aligned_pairs
    from core.data.sample import sample_sentences
    from core.inspection.catalogue import head_catalogue as compute

    request = service.request(asked.id)
    if len(asked.sentences or "") > MAX_CATALOGUE_CHARACTERS:
        raise _too_much()
    lines = None if asked.sentences is None else typed_lines(asked.sentences)
    aligned = read_aligned_pairs(lines or (), one_based=bool(asked.one_based), swapped=bool(asked.swapped))
    translator = service.library.translator(request.checkpoint)
    vocabularies = translator.vocabularies
    if aligned:
        pairs, gold = aligned
        _require_few(vocabularies.source, pairs.source)
        _require_few(vocabularies.target, pairs.target)
        return compute(translator.model, vocabularies, pairs, gold=gold)
    described = translator.checkpoint.described
    sentences = sample_sentences(described) if lines is None else [line for line in lines if not is_blank(line)]
    _require_few(vocabularies.source, sentences)
    return compute(translator.model, vocabularies, sentences)


QUESTIONS: Mapping[str, Question] = {
    "head_values": Question(HeadQuestion, head_values),
    "layer_values": Question(LayerQuestion, layer_values),
    "lens_values": Question(LensQuestion, lens_values, lens_values_cost),
    "lens_head": Question(LensHeadQuestion, lens_head, lens_cost),
    "lens_code": Question(LensCodeQuestion, lens_code, lens_cost),
    "search_tree": Question(TraceQuestion, search_tree, _search_cost),
    "translate_each": Question(SentencesQuestion, translate_each),
    "variant": Question(VariantQuestion, variant),
    "head_importance": Question(TraceQuestion, head_importance, _importance_cost),
    "token_losses": Question(KindQuestion, token_losses, _importance_cost),
    "temperatures": Question(TraceQuestion, temperatures, _pass_cost),
    "close_up": Question(RowQuestion, close_up, _pass_cost),
    "head_catalogue": Question(CatalogueQuestion, head_catalogue, _catalogue_cost),
    "provenance": Question(TraceQuestion, file_provenance),
    "machine": Question(TraceQuestion, machine, _pass_cost),
    "machine_block": Question(BlockQuestion, machine_block, _pass_cost),
    "lab_bench": Question(TraceQuestion, lab_bench),
    "lab": Question(LabQuestion, lab, lab_cost),
    "lab_code": Question(LabQuestion, lab_code, lab_cost),
    "exercises": Question(ExercisesQuestion, exercises, exercises_cost),
    "effect": Question(EffectQuestion, start_effect, background=True),
    "effect_state": Question(WorkQuestion, effect_state, background=True),
}


def ask(service: Service, name: str, data: object) -> Any:
    """Return the answer to one question, which must not be changed: one that took a computation is kept for others.

    Args:
        service: that keeps the translation and the answers.
        name: one of `QUESTIONS`.
        data: the request's fields, unchecked.

    Raises:
        CoreError: a field that is not valid, a translation that is no longer kept, or what the question refuses.
        KeyError: the question is unknown.
    """
    question = QUESTIONS[name]
    asked = read_question(question.request, data)
    if question.cost is None:
        return question.answer(service, asked)
    cost_of = question.cost

    def compute() -> Any:
        cost = cost_of(service, asked)
        checkpoint = service.request(asked.id).checkpoint
        config = service.library.translator(checkpoint).model.config
        return service.turnstile.compute(turns(cost, config), lambda: question.answer(service, asked))

    return service.results.get(_key(service, name, asked), compute)


def _key(service: Service, name: str, asked: TraceQuestion) -> Hashable:
    """Return what the answer depends on: the catalogue on the checkpoint, all others on the translation."""
    if name != "head_catalogue":
        return (name, asked)
    request = service.request(asked.id)
    return (name, request.checkpoint, request.stamp, asked.model_copy(update={"id": ""}))


def _require_short(source: int, target: int) -> None:
    if max(source, target) > MAX_LOSS_TOKENS:
        raise CoreError(
            "explorer.losses_size",
            "the loss without each head is computed for at most {limit} tokens; these sentences have {source} and "
            "{target}",
            limit=MAX_LOSS_TOKENS,
            source=source,
            target=target,
        )


def _require_few(vocabulary: Vocabulary, sentences: Sequence[str]) -> None:
    longest = max((len(encoded.ids) for encoded in vocabulary.encode_batch(sentences)), default=0)
    if len(sentences) > MAX_CATALOGUE_LINES or longest > MAX_CATALOGUE_TOKENS:
        raise _too_much()


def _too_much() -> CoreError:
    return CoreError(
        "explorer.catalogue_size",
        "give at most {lines} sentences of at most {tokens} tokens, one per line",
        lines=MAX_CATALOGUE_LINES,
        tokens=MAX_CATALOGUE_TOKENS,
    )
