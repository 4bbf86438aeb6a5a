"""A vocabulary whose rules make `tokenizers` panic is refused in one sentence."""

import json

import pytest

from core.data.tokenizer import Tokenizer, refused_panics
from core.errors import CoreError

PATIENCE = {"type": "Split", "pattern": {"Regex": "(s+)+$"}, "behavior": "Isolated", "invert": False}


@pytest.fixture
def hostile(tmp_path) -> Tokenizer:
    """A vocabulary that splits text by a pattern which gives up on a long row of one letter."""
    trained = Tokenizer.train(["a few words", "ein paar Worte"], 270)
    rules = [PATIENCE, {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]
    values = {**trained.to_json(), "pre_tokenizer": {"type": "Sequence", "pretokenizers": rules}}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(values), "utf-8")
    return Tokenizer.load(path)


def test_panic_over_a_text_is_an_error(hostile):
    for act in (hostile.encode, hostile.merge_history):
        with pytest.raises(CoreError, match="a rule that fails for this text"):
            act("s" * 60 + "!")
    assert hostile.encode("a few").ids


def test_other_faults_are_not_hidden():
    for fault in (KeyboardInterrupt, RuntimeError):
        with pytest.raises(fault), refused_panics():
            raise fault
