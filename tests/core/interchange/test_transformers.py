"""Imported models against `transformers`: tokens, logits, attention and greedy output of random MarianMT models."""

import random
from pathlib import Path

import pytest
import torch

pytest.importorskip("transformers", reason="needs requirements-interchange.txt")

from core.config import DecodingConfig
from core.decoding.search import search
from core.inspection.trace import record_trace
from core.interchange.folder import import_folder
from core.translator import Translator
from tests.core.interchange.marian import marian
from tests.core.interchange.spm import ODD, sample_lines

pytestmark = pytest.mark.interchange
LONGEST_SOURCE, LONGEST_TARGET = 40, 20


def many_texts(count: int) -> list[str]:
    """Sample sentences of three languages, odd ones, and mixtures."""
    known = [line for language in ("en", "de", "zh") for line in sample_lines(language)]
    chosen = random.Random(5)

    def mixture() -> str:
        return "".join(chosen.choice(known)[place : place + chosen.randint(1, 9)] for place in range(0, 60, 7))

    return [*known, *ODD, *(mixture() for _ in range(count - len(known) - len(ODD)))]


MODELS = [
    {},
    {
        "activation_function": "relu",
        "encoder_layers": 1,
        "decoder_layers": 3,
        "encoder_ffn_dim": 24,
        "decoder_ffn_dim": 56,
    },
    {"activation_function": "gelu", "kind": "bpe", "separate": True},
    {"separate": True, "tie_word_embeddings": False, "scale_embedding": False},
    {"codes": (">>fra<<", ">>deu<<"), "languages": ("de", "zh")},
]


@pytest.mark.parametrize("settings", MODELS, ids=str)
def test_an_imported_model_is_that_of_transformers(tmp_path, settings):
    model, tokenizer = marian(tmp_path / "opus", **settings)
    import_folder(tmp_path / "opus", tmp_path / "own")
    own = Translator.load(tmp_path / "own")
    source = own.vocabularies.source
    assert source.codes == tuple(settings.get("codes", ()))
    texts = [text for text in many_texts(200) if "</s>" not in text]  # transformers reads it as the end symbol
    texts = [f">>fra<< {text}" if settings.get("codes") else text for text in texts]
    config = DecodingConfig(beam_size=1, nbest=1, max_extra_tokens=LONGEST_TARGET)
    for number, text in enumerate(texts):
        ids = tokenizer(text)["input_ids"]
        assert source.encode(text).ids == ids, text
        if number >= 60:
            continue
        ids = [*ids[: LONGEST_SOURCE - 1], 0]
        given = torch.tensor([ids])
        generated = model.generate(given, num_beams=1, do_sample=False, max_new_tokens=LONGEST_TARGET)[0].tolist()
        read, predicted = generated[:-1], generated[1:]
        expected = model(input_ids=given, decoder_input_ids=torch.tensor([read]), output_attentions=True)
        found = own.model(given, torch.tensor([read]))
        torch.testing.assert_close(found, expected.logits, atol=1e-4, rtol=0)
        trace = record_trace(own.model, own.vocabularies, ids, predicted)
        for ours, theirs in (
            (trace.encoder_self, expected.encoder_attentions),
            (trace.decoder_self, expected.decoder_attentions),
            (trace.cross, expected.cross_attentions),
        ):
            torch.testing.assert_close(torch.tensor(ours), torch.cat(theirs), atol=1e-5, rtol=0)
        greedy = search(own.model, [ids], config)[0].hypotheses[0].ids
        assert list(greedy[: len(predicted)]) == predicted


def test_targets_are_read_with_the_target_model(tmp_path):
    _, tokenizer = marian(tmp_path / "opus", languages=("en", "zh"))
    import_folder(tmp_path / "opus", tmp_path / "own")
    target = Translator.load(tmp_path / "own").vocabularies.target
    for text in sample_lines("zh"):
        assert target.encode(text).ids == tokenizer(text_target=text)["input_ids"]


def test_a_torch_file_of_transformers_is_read(tmp_path):
    model, _ = marian(tmp_path / "opus")
    import_folder(tmp_path / "opus", tmp_path / "first")
    torch.save(model.state_dict(), tmp_path / "opus" / "pytorch_model.bin")
    Path(tmp_path / "opus" / "model.safetensors").unlink()
    import_folder(tmp_path / "opus", tmp_path / "second", torch_files=True)
    first, second = (Translator.load(tmp_path / name).model.state_dict() for name in ("first", "second"))
    assert all(torch.equal(first[name], second[name]) for name in first)
