"""Word links of training pairs: read beside the text, and turned into links between tokens."""

from pathlib import Path

import numpy as np
import pytest
import torch

from core.config import SpecialIds
from core.data.batching import BatchSampler, Buckets, EncodedPairs, FixedPairs, encode_pairs
from core.data.corpus import ParallelText
from core.data.linked_text import LinkedPair, check_links, linked_pairs, token_links, word_tokens
from core.data.pharaoh import parse_pharaoh
from core.data.stream import PairStream, stream_parallel_files
from core.data.token_links import TokenLinks
from core.data.tokenizer import Tokenizer
from core.data.tokens import stored_pairs
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.training.processes import Processes
from tests.core.data.links_in_memory import flat_links

PAIRS = [("the cat", "die Katze"), ("", "leer"), ("a dog runs", "ein Hund rennt"), ("so", "so ist es")]
LINKS = ["0-0 1-1", "0-0", "2-2 0p0 1-1 1-2", ""]


@pytest.fixture
def text(tmp_path) -> PairStream:
    for side, name in enumerate(("en", "de")):
        (tmp_path / f"t.{name}").write_text("".join(f"{pair[side]}\n" for pair in PAIRS), encoding="utf-8")
    return stream_parallel_files(tmp_path / "t.en", tmp_path / "t.de")


def test_outer_blanks_of_another_kind_are_words_of_their_own(tmp_path):
    """A first word of U+00A0 was stripped, and every link of the sentence was off by one."""
    (tmp_path / "a.en").write_text("\u00a0 the cat\t\n\u00a0\n", encoding="utf-8")
    (tmp_path / "a.de").write_text(" die Katze \u200b\nleer\n", encoding="utf-8")
    text = stream_parallel_files(tmp_path / "a.en", tmp_path / "a.de")
    assert text.counts == (1, 1)
    [pair] = linked_pairs(text, links_file(tmp_path, ["1-0 2-1", ""]))
    tokens = [" the", " cat", "</s>"], [" die", " Katze", "</s>"]
    assert token_links(pair, *tokens) == [0, 0, 1, 1]


def links_file(folder: Path, lines: list[str]) -> Path:
    (folder / "links").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder / "links"


@pytest.fixture
def vocabularies() -> Vocabularies:
    return Vocabularies.joint(Tokenizer.train(["the cat a dog runs", "die Hund ein"], 271))


def test_blank_pairs_count_among_the_lines_and_are_left_out(text, tmp_path):
    found = list(linked_pairs(text, links_file(tmp_path, LINKS)))
    assert [pair.source for pair in found] == ["the cat", "a dog runs", "so"]
    assert [len(pair.links.possible) for pair in found] == [2, 4, 0]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (LINKS[:3], "one of the two ends after 3"),
        ([*LINKS, "0-0"], "one of the two ends after 4"),
        ([*LINKS[:2], "0-3", ""], "alignment line 3: a link joins source word 1 and target word 4"),
        ([*LINKS[:2], "0_0", ""], "alignment line 3: invalid link '0_0'"),
        ([""] * 4, "has no link"),
    ],
)
def test_links_that_do_not_fit_are_refused(text, tmp_path, lines, words):
    with pytest.raises(CoreError, match=words):
        check_links(text, links_file(tmp_path, lines))


def test_every_token_of_a_word_gets_its_links():
    pair = LinkedPair("the cats", "Katzen da", parse_pharaoh("1-0 0p0 0-1"))
    found = token_links(pair, [" the", " cat", "s", "</s>"], [" Kat", "zen", " da", "</s>"])
    links = list(zip(found[::2], found[1::2], strict=True))
    assert links == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0)]


def test_words_are_found_where_a_tokenizer_changes_characters():
    tokens = [" fi", "ne", " <unk>", " x", "</s>"]
    assert word_tokens(tokens, "ﬁne ☃ x") == [(0, 2), (2, 3), (3, 4)]
    with pytest.raises(CoreError, match="differ in their text"):
        word_tokens(tokens, "ﬁne x")


def test_links_of_a_target_token_share_one_probability():
    links = flat_links([[0, 0, 0, 2, 1, 1], [], [3, 5]]).batch(np.array([2, 0, 1]))
    assert links.sentence.tolist() == [0, 1, 1, 1]
    assert links.target.tolist() == [3, 0, 0, 1] and links.source.tolist() == [5, 0, 2, 1]
    assert links.share.tolist() == [1.0, 0.5, 0.5, 1.0]
    assert [len(part) for part in flat_links([[], []]).batch(np.array([0, 1]))] == [0, 0, 0, 0]


def test_stored_links_are_those_of_the_words(text, tmp_path, vocabularies):
    path = links_file(tmp_path, LINKS)
    stored = stored_pairs(tmp_path / "tokens", vocabularies, text, 32, links=path)
    joint = vocabularies.source
    for index, pair in enumerate(linked_pairs(text, path)):
        links = stored.batch(np.array([index])).links
        assert links is not None
        surfaces = [joint.surface(joint.encode(side).ids) for side in pair[:2]]
        expected = token_links(pair, *surfaces)
        assert torch.stack([links.target, links.source], 1).flatten().tolist() == expected
    path.write_text(path.read_text().replace("1-2", "0-2"))
    changed = stored_pairs(tmp_path / "tokens", vocabularies, text, 32, links=path)
    assert changed.links is not None and not np.array_equal(changed.links.positions, stored.links.positions)
    assert stored_pairs(tmp_path / "tokens", vocabularies, text, 32).links is None


def test_links_follow_their_sentences(vocabularies):
    """Through the shares of processes and the shapes of buckets."""
    plain = encode_pairs(vocabularies, stream_of(PAIRS[2:]), 32)
    pairs = EncodedPairs(
        plain.source, plain.source_starts, plain.target, plain.target_starts, SpecialIds(), flat_links([[0, 1], [2, 0]])
    )
    whole = pairs.batch(np.array([1, 0]))
    assert whole.links is not None and whole.links.sentence.tolist() == [0, 1]
    shares = [Processes(rank, 2).share(whole) for rank in range(2)]
    found = [share.links for share in shares if share is not None and share.links is not None]
    assert [(link.sentence.tolist(), link.target.tolist()) for link in found] == [([0], [2]), ([0], [0])]
    filled = BatchSampler(FixedPairs(pairs), 64, 1, Buckets(64, 32)).next()
    assert filled.links is not None and len(filled.links.target) == len(filled.links.share) > 0


def test_no_links_stay_none(vocabularies):
    batch = encode_pairs(vocabularies, stream_of(PAIRS[2:]), 32).batch(np.array([0, 1]))
    assert batch.links is None and batch.rows(slice(0, None, 2)).links is None
    assert batch.filled(4, 32).links is None and batch.to(torch.device("cpu")).links is None


def stream_of(pairs: list[tuple[str, str]]) -> ParallelText:
    return ParallelText([source for source, _ in pairs], [target for _, target in pairs])


def test_links_move_with_a_slice():
    links = TokenLinks(*(torch.tensor(v) for v in ([0, 1, 2, 2, 4], [9, 8, 7, 6, 5], [1, 2, 3, 4, 5], [1.0] * 5)))
    found = links.rows(slice(0, None, 2), 5)
    assert found.sentence.tolist() == [0, 1, 1, 2] and found.target.tolist() == [9, 7, 6, 5]
