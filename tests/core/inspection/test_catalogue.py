"""Head catalogue against a plain loop over traces, sentence by sentence."""

import dataclasses

import numpy as np
import pytest

from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.data.pharaoh import parse_pharaoh
from core.data.tasks import task
from core.data.tokenizer import EOS_ID
from core.errors import CoreError
from core.inspection import catalogue as module
from core.inspection.catalogue import Catalogue, head_catalogue
from core.inspection.trace import Trace, record_trace
from core.translator import Translator

PAIRS = task("numbers").pairs(11, 5, split="test")
GREEDY = DecodingConfig(beam_size=1)


@pytest.fixture(scope="module")
def paired(translator: Translator) -> Catalogue:
    return head_catalogue(translator.model, translator.vocabularies, PAIRS)


@pytest.fixture(scope="module")
def traces(translator: Translator) -> list[Trace]:
    encode = translator.vocabularies.source.encode
    return [
        record_trace(translator.model, translator.vocabularies, encode(source).ids, encode(target).ids)
        for source, target in zip(PAIRS.source, PAIRS.target, strict=True)
    ]


def of(trace: Trace, kind: str) -> np.ndarray:
    return {"encoder": trace.encoder_self, "decoder": trace.decoder_self, "cross": trace.cross}[kind]


def test_every_head_of_the_three_kinds_has_a_row(paired):
    assert [(row.kind, row.layer, row.head) for row in paired.rows] == [
        (kind, layer, head) for kind in ("encoder", "decoder", "cross") for layer in range(2) for head in range(2)
    ]
    assert paired.layers == ()
    assert all(row.alignment == {} for row in paired.rows)


def test_catalogue_states_its_sample(translator, paired, traces):
    assert paired.sentences == 11
    assert paired.source_tokens == sum(len(trace.src_tokens) for trace in traces)
    assert paired.target_tokens == sum(len(trace.predicted_tokens) for trace in traces)
    assert not paired.translated


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_means_and_deviations_are_those_of_a_plain_loop(paired, traces, kind):
    for row in (row for row in paired.rows if row.kind == kind):
        lists: dict[str, list[float]] = {}
        for trace in traces:
            weights = of(trace, kind)[row.layer, row.head].astype(float)
            for name, value in plain_measures(weights, kind).items():
                lists.setdefault(name, []).append(value)
        for name, values in lists.items():
            assert row.means[name] == pytest.approx(np.mean(values), abs=1e-5), (row.layer, row.head, name)
            assert row.deviations[name] == pytest.approx(np.std(values), abs=1e-5), name


def plain_measures(weights: np.ndarray, kind: str) -> dict[str, float]:
    """Some measures once more, row by row."""
    queries, keys = weights.shape
    special = 0 if kind == "decoder" else keys - 1
    rows = [q for q in range(queries) if kind != "decoder" or q > 0]
    seen = {q: (q + 1 if kind == "decoder" else keys) for q in rows}
    entropy = {q: -sum(w * np.log(w) for w in weights[q] if w > 0) for q in rows}
    place = {q: q * (keys - 1) / (queries - 1) if kind == "cross" else q for q in rows}
    found = {
        "entropy": np.mean([entropy[q] for q in rows]),
        "relative_entropy": np.mean([entropy[q] / np.log(seen[q]) for q in rows]),
        "mean_distance": np.mean([sum(w * abs(place[q] - k) for k, w in enumerate(weights[q])) for q in rows]),
        "share_special": np.mean([weights[q, special] for q in rows]),
        "confidence": np.mean([max(w for k, w in enumerate(weights[q]) if k != special) for q in rows]),
    }
    if kind != "cross":
        found["share_previous"] = np.mean([weights[q, q - 1] for q in rows if q > 0])
    return {name: float(value) for name, value in found.items()}


def test_sources_without_targets_are_translated(translator):
    found = head_catalogue(translator.model, translator.vocabularies, PAIRS.source, GREEDY)
    translations = translator.translate(PAIRS.source, GREEDY)
    assert found.translated
    assert found.target_tokens == sum(len(one.hypotheses[0].ids) for one in translations)
    traces = [translator.trace(one) for one in translations if len(one.hypotheses[0].ids) > 1]
    row = next(row for row in found.rows if (row.kind, row.layer, row.head) == ("decoder", 1, 0))
    expected = [plain_measures(trace.decoder_self[1, 0].astype(float), "decoder")["entropy"] for trace in traces]
    assert row.means["entropy"] == pytest.approx(np.mean(expected), abs=1e-5)


def test_batches_and_parts_do_not_change_the_result(translator, paired, monkeypatch):
    monkeypatch.setattr(module, "_MAX_WEIGHTS", 1)  # every sentence alone
    reported: list[int] = []
    single = head_catalogue(translator.model, translator.vocabularies, PAIRS, batch_size=3, progress=reported.append)
    assert reported == [3, 3, 3, 2]
    for a, b in zip(paired.rows, single.rows, strict=True):
        assert a.means == pytest.approx(b.means, abs=1e-5)


def test_parts_stay_within_the_memory_that_they_may_use(translator, monkeypatch):
    lengths = [(13, 5), (11, 7), (11, 11), (7, 17), (5, 2), (3, 3), (2, 2)]
    batch = [module._Sentence([7] * s, [], [7] * t) for s, t in lengths]
    limit = 4 * 3 * 500  # 4 heads in all; the fourth sentence alone is nearly as large
    monkeypatch.setattr(module, "_MAX_WEIGHTS", limit)
    parts = list(module._parts(translator.model, batch))
    assert [sentence for part in parts for sentence in part] == batch
    assert len(parts) < len(batch)
    for part in parts:
        source, target = (max(len(ids) for ids in side) for side in zip(*_ids(part), strict=True))
        assert len(part) == 1 or len(part) * 4 * (source**2 + target**2 + source * target) <= limit


def _ids(part):
    return [(sentence.source_ids, sentence.target_ids) for sentence in part]


def test_blank_sentences_are_left_out(translator, paired):
    text = ParallelText(["", *PAIRS.source, "seven", " "], ["七", *PAIRS.target, "", " "])
    found = head_catalogue(translator.model, translator.vocabularies, text)
    assert found.sentences == 11
    for a, b in zip(paired.rows, found.rows, strict=True):
        assert a.means == pytest.approx(b.means, abs=1e-6)


def test_empty_translation_omits_decoder_measures(translator, monkeypatch):
    def ends_at_once(model, sources, config, **_):
        results = real(model, sources, config)
        ended = dataclasses.replace(results[0].hypotheses[0], ids=(EOS_ID,), token_log_probs=(0.0,))
        return [dataclasses.replace(result, hypotheses=(ended,)) for result in results]

    real = module.search_many
    monkeypatch.setattr(module, "search_many", ends_at_once)
    found = head_catalogue(translator.model, translator.vocabularies, ["seven million"], GREEDY)
    decoder = [row for row in found.rows if row.kind == "decoder"]
    assert all(row.means == row.deviations == {} and row.roles == [] for row in decoder)
    assert all(row.means["coverage"] == 0 for row in found.rows if row.kind == "cross")


def test_every_role_has_a_score(paired):
    for row in paired.rows:
        assert all(0 <= score <= 1 for _, score in row.roles)
        assert row.roles == sorted(row.roles, key=lambda role: -role[1])
    assert any(row.roles for row in paired.rows)


def test_chance_is_the_mean_over_the_same_sentences(translator):
    lines = ["seven", "nine hundred and twelve million"]
    found = head_catalogue(translator.model, translator.vocabularies, lines, GREEDY)
    lengths = [len(translator.vocabularies.source.encode(line).ids) for line in lines]
    for row in found.rows:
        if row.kind == "encoder":
            assert row.chance["share_same"] == pytest.approx(np.mean([1 / length for length in lengths]))


# Gold alignments


def test_error_rates_agree_with_a_plain_loop(translator, traces):
    # Any links will do: every English word with the Chinese characters at twice its place, some only possible.
    lines = [
        " ".join(f"{i}{'-' if i % 3 else 'p'}{j}" for i in range(len(s.split())) for j in range(len(t)) if j // 2 == i)
        for s, t in zip(PAIRS.source, PAIRS.target, strict=True)
    ]
    gold = [parse_pharaoh(line) for line in lines]
    text = ParallelText(PAIRS.source, [" ".join(target) for target in PAIRS.target])
    found = head_catalogue(translator.model, translator.vocabularies, text, gold=gold)
    assert found.target_tokens == sum(len(trace.predicted_tokens) for trace in traces)  # read without the blanks
    for rows in ("predicted", "read"):
        for row in found.rows[-4:]:
            expected = plain_error_rate(
                [trace.cross[row.layer, row.head] for trace in traces], traces, gold, shift=rows == "read"
            )
            assert row.alignment[rows].error_rate == pytest.approx(expected)
        for layer in found.layers:
            expected = plain_error_rate(
                [trace.cross[layer.layer] for trace in traces], traces, gold, shift=rows == "read"
            )
            assert layer.alignment[rows].error_rate == pytest.approx(expected)
    assert [layer.layer for layer in found.layers] == [0, 1]
    assert all(row.alignment == {} for row in found.rows[:-4])


def plain_error_rate(weights, traces, gold, *, shift: bool) -> float:
    """1 - (|A and S| + |A and P|) / (|A| + |S|) with sets; one head [T, S], or the mean of heads [H, T, S]."""
    numerator = denominator = 0
    for head, trace, links in zip(weights, traces, gold, strict=True):
        word_of, words = {}, 0
        for place, token in enumerate(trace.src_tokens[:-1]):
            words += token.startswith(" ")
            word_of[place] = words - 1
        spelled, groups = [], []  # a character may be spelled by several tokens, of which the last shows it
        for place, token in enumerate(trace.predicted_tokens[:-1]):
            spelled.append(place)
            if token:
                groups.append(spelled)
                spelled = []
        found = set()
        for j, group in enumerate(groups):
            total = np.zeros(words)
            for one in head[None] if head.ndim == 2 else head:
                row = np.mean([one[place + shift] for place in group], axis=0, dtype=float)
                on_words = sum(row[place] for place in word_of)
                for place, word in word_of.items():
                    total[word] += row[place] / on_words
            found.add((int(total.argmax()), j))
        numerator += len(found & links.sure) + len(found & links.possible)
        denominator += len(found) + len(links.sure)
    return 1 - numerator / denominator


def test_the_error_rate_of_the_diagonal_by_hand(translator):
    # 3 and 2 words: diagonal {0-0, 2-1}, gold {0-0, 1-1}, one of two; 2 and 3 words: {0-0, 1-1, 1-2}, gold 1-0 and
    # possibly 1-1, none and one. Together 1 - (1 + (1 + 1)) / (5 + 3).
    text = ParallelText(["one thousand two", "nine six"], ["\u5343 \u4e8c", "\u4e5d \u5341 \u516d"])
    gold = [parse_pharaoh("0-0 1-1"), parse_pharaoh("1-0 1p1")]
    found = head_catalogue(translator.model, translator.vocabularies, text, gold=gold).diagonal
    assert found == pytest.approx((5 / 8, 2 / 5, 1 / 3))


def test_tokenised_pairs_with_links_are_read_as_ordinary_text(translator):
    """A full stop after a space is far from the text of the training: it changed every weight and error rate."""
    tokenised = ParallelText(["seven , six ."], ["七 ， 六 。"])
    gold = [parse_pharaoh("0-0 1-1 2-2 3-3")]
    found = head_catalogue(translator.model, translator.vocabularies, tokenised, gold=gold)
    plain = head_catalogue(translator.model, translator.vocabularies, ParallelText(["seven, six."], ["七，六。"]))
    assert found.source_tokens == plain.source_tokens
    assert [row.means for row in found.rows] == [row.means for row in plain.rows]
    assert found.diagonal == (0, 1, 1)  # the links still count the given words
    written = head_catalogue(translator.model, translator.vocabularies, tokenised, gold=gold, joined=False)
    unchanged = head_catalogue(translator.model, translator.vocabularies, tokenised)
    assert [row.means for row in written.rows] == [row.means for row in unchanged.rows]
    assert written.source_tokens != found.source_tokens or written.target_tokens != found.target_tokens


def test_diagonal_requires_gold_links(paired):
    assert paired.diagonal is None


def test_a_blank_pair_takes_its_links_with_it(translator):
    text = ParallelText(["", "seven"], ["", "七"])
    gold = [parse_pharaoh(""), parse_pharaoh("0-0", line=2)]
    found = head_catalogue(translator.model, translator.vocabularies, text, gold=gold)
    assert found.rows[-1].alignment["predicted"].recall == 1  # the only source word there is


# What is refused


@pytest.mark.parametrize("text", [[], [""], ParallelText([], []), ParallelText(["seven"], [""])])
def test_no_sentence_is_refused(translator, text):
    with pytest.raises(CoreError, match="no sentence to measure"):
        head_catalogue(translator.model, translator.vocabularies, text)


@pytest.mark.parametrize("text", [["seven"], ParallelText(["seven", "six"], ["七", "六"])])
def test_alignments_need_as_many_pairs(translator, text):
    with pytest.raises(CoreError, match=r"alignments \(1\) and of sentence pairs \([02]\) must"):
        head_catalogue(translator.model, translator.vocabularies, text, gold=[parse_pharaoh("")])


def test_alignments_without_any_link_are_refused(translator):
    """Their error rate was 1.000, shown as the best one."""
    text = ParallelText(["seven", "six"], ["七", "六"])
    with pytest.raises(CoreError, match="the alignments have no link"):
        head_catalogue(translator.model, translator.vocabularies, text, gold=[parse_pharaoh("")] * 2)


def test_links_outside_the_sentence_are_refused_with_their_line(translator):
    text = ParallelText(["seven", "six"], ["七", "六"])
    with pytest.raises(CoreError, match="alignment line 2"):
        head_catalogue(
            translator.model, translator.vocabularies, text, gold=[parse_pharaoh("0-0"), parse_pharaoh("1-0", line=2)]
        )


def test_pair_too_long_to_align_is_refused(translator):
    text = ParallelText(["seven", "seven " * 1500], ["七", "七"])
    with pytest.raises(CoreError, match="line 3 is longer than the model's 1024 tokens"):
        gold = [parse_pharaoh("", line=line) for line in (1, 3)]
        head_catalogue(translator.model, translator.vocabularies, text, gold=gold)


@pytest.mark.parametrize("size", [0, 1.5])
def test_a_batch_of_no_sentence_is_refused(translator, size):
    with pytest.raises(CoreError, match=rf"batch_size \({size}\) must be a whole number of at least 1"):
        head_catalogue(translator.model, translator.vocabularies, ["seven"], batch_size=size)
