"""Keys of the exercises on the whole model, computed a second way."""

from collections import Counter

from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from tests.core.exercises.own_model import all_heads, check_keys, own, setting, source

KINDS = ("encoder", "decoder", "cross")


def head_count(model, exercise):
    names = own(model).w
    return setting(model).model.config.num_heads * sum(name.endswith("attention.query.weight") for name in names)


def largest_part(model, exercise):
    w = own(model).w
    sizes = {
        "embedding": w["output_weight"].size,  # shared by both embeddings
        "attention": sum(one.size for name, one in w.items() if "_attention." in name),
        "feed_forward": sum(one.size for name, one in w.items() if ".feed_forward." in name),
    }
    copies = w["encoder.embedding.weight"].size + w["decoder.embedding.weight"].size
    total = sum(one.size for one in w.values()) - copies
    assert total == exercise.values["parameters"] == setting(model).model.config.num_parameters
    assert all(abs(100 * size / total - exercise.values[part]) < 0.501 for part, size in sizes.items())
    return max(sizes, key=sizes.get)


def passes(_, exercise):
    return 1 if exercise.values["side"].key == "encoder" else exercise.values["tokens"]


def matched_words(model, exercise):
    tokenise = Tokenizer13a() if model == "en-de" else TokenizerZh()
    words, reference = (Counter(tokenise(exercise.values[name]).split()) for name in ("text", "reference"))
    assert words.total() == exercise.values["words"]
    return (words & reference).total()


def loss(model, heads):
    return float((own(model).target - own(model, frozenset(heads)).target).sum())


def greatest_loss(model, exercise):
    losses = {f"{kind}_attention": loss(model, all_heads(model, kind)) for kind in KINDS}
    assert all(abs(losses[f"{kind}_attention"] - exercise.values[kind]) < 0.0501 for kind in KINDS)
    return max(losses, key=losses.get)


def needed_head(model, exercise):
    losses = {head: loss(model, {head}) for head in all_heads(model, exercise.answer.kind)}
    assert abs(max(losses.values()) - exercise.values["loss"]) < 0.0501
    assert sum(one < 0.1 for one in losses.values()) == exercise.values["spared"]
    return (max(losses, key=losses.get),)


ORDER = ["embedding", "encoder_self", "encoder_forward", "decoder_self", "cross", "decoder_forward", "softmax"]


def test_keys_follow_from_the_weights():
    check_keys(
        "whole",
        {
            "figure_1": lambda *_: ORDER,
            "passes": passes,
            "head_count": head_count,
            "largest_part": largest_part,
            "n_and_d": lambda model, _: round(setting(model).model.config.d_model / len(source(model)), 1),
            "greatest_loss": greatest_loss,
            "needed_head": needed_head,
            "matched_words": matched_words,
        },
    )
