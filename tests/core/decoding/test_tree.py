"""Search tree: every number follows from its parent, and the result can be read from it."""

import pytest
import torch

from core.config import DecodingConfig, ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID
from core.decoding.hypothesis import SearchResult, length_penalty
from core.decoding.search import search
from core.decoding.tree import SearchTree
from core.model.transformer import Transformer

BEAM, ALPHA = 3, 0.7
SOURCES = [[5, 7, 11, EOS_ID], [13, EOS_ID], [4, 4, 4, 4, 4, EOS_ID], [29, 3, EOS_ID], [17, 19, 23, 6, EOS_ID]]


@pytest.fixture(scope="module")
def transformer() -> Transformer:
    torch.manual_seed(6)
    config = ModelConfig(vocab_size=31, d_model=14, num_layers=2, num_heads=7, d_ff=13, tying="none", max_positions=97)
    model = Transformer(config).eval().requires_grad_(False)
    model.output_weight.mul_(2.0)
    model.decoder.layers[-1].feed_forward_residual.norm.bias.fill_(0.3)
    model.output_weight[EOS_ID] += 1.2  # so that some hypotheses end
    return model


@pytest.fixture(scope="module")
def results(transformer: Transformer) -> list[SearchResult]:
    return search(transformer, SOURCES, DecodingConfig(beam_size=BEAM, nbest=BEAM, alpha=ALPHA), record=True)


def trees(results: list[SearchResult]) -> list[SearchTree]:
    return [result.tree for result in results if result.tree is not None]


def test_a_tree_built_by_hand():
    tree = SearchTree()
    a = tree.add(0, 7, -0.5, -0.5, 1.0, -0.5, "kept")
    b = tree.add(0, 8, -1.0, -1.0, 1.0, -1.0, "pruned")
    c = tree.add(a, 9, -0.25, -0.75, 1.5, -0.5, "kept")
    d = tree.add(c, EOS_ID, -0.25, -1.0, 2.0, -0.5, "finished")
    assert (a, b, c, d) == (1, 2, 3, 4)
    assert [node.depth for node in tree] == [1, 1, 2, 3]
    assert tree.path(d) == [7, 9, EOS_ID]
    assert tree.path(b) == [8]
    assert tree.path(0) == []


def test_tree_is_kept_only_on_request(transformer):
    assert search(transformer, SOURCES[:1], DecodingConfig(beam_size=BEAM))[0].tree is None


def test_recording_changes_no_result(transformer, results):
    config = DecodingConfig(beam_size=BEAM, nbest=BEAM, alpha=ALPHA)
    assert [r.hypotheses for r in search(transformer, SOURCES, config)] == [r.hypotheses for r in results]


def test_total_is_parent_total_plus_log_probability(results):
    assert len(trees(results)) == len(SOURCES)
    for tree in trees(results):
        nodes = {node.id: node for node in tree}
        for node in tree:
            before = nodes[node.parent].total if node.parent else 0.0
            assert node.total == pytest.approx(before + node.log_prob, abs=1e-6)
            assert node.log_prob <= 0


def test_score_is_total_over_penalty_at_depth(results):
    for tree in trees(results):
        for node in tree:
            assert node.penalty == length_penalty(node.depth, ALPHA)
            assert node.score == pytest.approx(node.total / node.penalty, abs=1e-9)


def test_every_log_probability_is_that_of_a_teacher_forced_pass(transformer, results):
    for source, tree in zip(SOURCES, trees(results), strict=True):
        for node in list(tree)[::5]:
            path = tree.path(node.id)
            logits = transformer(torch.tensor([source]), torch.tensor([[BOS_ID, *path[:-1]]]))[0, -1].double()
            assert node.log_prob == pytest.approx(logits.log_softmax(dim=-1)[node.token].item(), abs=1e-4)


def test_only_kept_candidates_have_children_each_once(results):
    for tree in trees(results):
        kept = {node.id for node in tree if node.status == "kept"} | {0}
        assert {node.parent for node in tree} <= kept
        paths = [tuple(tree.path(node.id)) for node in tree]
        assert len(set(paths)) == len(paths)
        assert all(len(path) == node.depth for path, node in zip(paths, tree, strict=True))


def test_each_step_considers_two_beams_and_keeps_one(results):
    for tree in trees(results):
        for depth in range(1, max(node.depth for node in tree) + 1):
            level = [node for node in tree if node.depth == depth]
            assert len(level) <= 2 * BEAM
            assert sum(node.status == "kept" for node in level) <= BEAM
            assert sum(node.status == "finished" for node in level) <= BEAM
        assert sum(node.status == "kept" for node in tree if node.depth == 1) == BEAM


def test_no_pruned_candidate_beats_a_kept_one(results):
    for tree in trees(results):
        for depth in range(1, max(node.depth for node in tree) + 1):
            level = [node for node in tree if node.depth == depth and node.token != EOS_ID]
            kept = [node.total for node in level if node.status == "kept"]
            pruned = [node.total for node in level if node.status == "pruned"]
            assert not kept or not pruned or min(kept) >= max(pruned)


def test_candidates_of_a_step_are_sorted_best_first(results):
    for tree in trees(results):
        for depth in range(1, max(node.depth for node in tree) + 1):
            totals = [node.total for node in tree if node.depth == depth]
            assert totals == sorted(totals, reverse=True)


def test_every_finished_hypothesis_is_a_finished_node_with_its_score(results):
    for result, tree in zip(results, trees(results), strict=True):
        ended = {tuple(tree.path(node.id)): node.score for node in tree if node.status == "finished"}
        for hypothesis in result.hypotheses:
            if hypothesis.finished:
                assert ended[hypothesis.ids] == pytest.approx(hypothesis.score, abs=1e-6)
        assert all(path[-1] == EOS_ID for path in ended)
    assert any(hypothesis.finished for result in results for hypothesis in result.hypotheses)


def test_a_sentences_tree_does_not_depend_on_its_neighbours(transformer, results):
    config = DecodingConfig(beam_size=BEAM, nbest=BEAM, alpha=ALPHA)
    for source, together in zip(SOURCES, trees(results), strict=True):
        alone = trees(search(transformer, [source], config, record=True))[0]
        assert [n[:4] for n in alone] == [n[:4] for n in together]
        assert [n.status for n in alone] == [n.status for n in together]
        assert [n.total for n in alone] == pytest.approx([n.total for n in together], abs=1e-4)


def test_a_forced_prefix_is_the_only_path_while_it_lasts(transformer):
    prefix = [9, 4]
    config = DecodingConfig(beam_size=BEAM, alpha=ALPHA)
    tree = search(transformer, SOURCES[:1], config, prefixes=[prefix], record=True)[0].tree
    assert tree is not None
    assert [tree.path(node.id) for node in tree if node.depth <= 2] == [[9], [9, 4]]
