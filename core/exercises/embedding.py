"""Exercises on tokens and their embeddings (sections 3.4 and 5.1).

Shapes: V vocabulary, D d_model.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from core.data.vocabulary import is_special
from core.exercises.exercise import Amount, Exercise, Phrase, Token
from core.exercises.forms import counted, drawn, machine_place, pick_clear, shuffled_choice
from core.exercises.material import Material

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 24  # characters of a word: a language without blanks has its whole sentence in one
_MOST_PIECES = 9
_NEAR = 0.15  # of cosine, between the nearest token and the others that are offered
_FAR = 0.2  # of the longer of two vectors, so that they are not called equal


def tokens_of_word(material: Material, random: Random) -> Exercise | None:
    """Ask how many tokens a word is cut into."""
    words = _words(material)
    cut = [one for one in words if words[one] > 1]
    word = drawn(random, cut if cut and random.random() < 0.7 else list(words))  # not always one that is cut
    if word is None:
        return None
    return Exercise(
        chapter="embedding",
        name="tokens_of_word",
        answer=Amount(words[word], 1, _MOST_PIECES, 0.0, "count"),
        values={"word": word, "answer": words[word], "pieces": " | ".join(_pieces(material, word))},
        lab="byte_pairs",
    )


def most_pieces(material: Material, random: Random) -> Exercise | None:
    """Ask which of some words is cut into the most tokens."""
    words = _words(material)
    word = drawn(random, [one for one in words if words[one] > 1])
    if word is None:
        return None
    answer = shuffled_choice(random, word, [one for one in words if words[one] < words[word]])
    return answer and Exercise(
        chapter="embedding",
        name="most_pieces",
        answer=answer,
        values={"answer": word, "count": words[word], "pieces": " | ".join(_pieces(material, word))},
        lab="byte_pairs",
    )


def rows_of_source(material: Material, random: Random) -> Exercise:
    """Ask how many vectors the encoder reads, given the tokens without the end symbol."""
    rows = len(material.source)
    return Exercise(
        chapter="embedding",
        name="rows_of_source",
        answer=counted(rows),
        values={
            "tokens": rows - 1,
            "width": material.config.d_model,
            "answer": rows,
            "end": Token(material.source[-1]),
        },
        place=machine_place("encoder.embedding"),
        lab="embedding_lookup",
    )


def nearest(material: Material, random: Random) -> Exercise | None:
    """Ask which token's embedding points most nearly in the same direction as that of a source token."""
    table = _table(material)
    asked = [*dict.fromkeys(material.setting.source_ids[:-1])]
    for token in random.sample(asked, min(len(asked), 8)):
        name = material.setting.surface([token], source=True)[0]
        cosines = table @ table[token] / (np.linalg.norm(table, axis=1) * np.linalg.norm(table[token]) + 1e-12)
        order = np.argsort(-cosines, kind="stable").tolist()
        right = next((one for one in order[:20] if one != token and _is_other_word(material, one, name)), None)
        if right is None or not _is_word(name):
            continue
        far = [one for one in order if cosines[one] < cosines[right] - _NEAR]
        drawn_far = random.sample(far, min(len(far), 60))
        wrong = [one for one in drawn_far if _is_other_word(material, one, name)][:3]
        names = {one: Token(material.setting.surface([one], source=True)[0]) for one in (right, *wrong)}
        answer = shuffled_choice(random, names[right], [names[one] for one in wrong])
        if answer is not None:
            next_best = max(float(cosines[one]) for one in wrong)
            return Exercise(
                chapter="embedding",
                name="nearest",
                answer=answer,
                values={
                    "token": Token(name),
                    "answer": names[right],
                    "cosine": round(float(cosines[right]), 2),
                    "other": round(next_best, 2),
                },
                lab="embedding_lookup",
            )
    return None


def scaled_norm(material: Material, random: Random) -> Exercise | None:
    """Ask for the length of a token's vector after the factor sqrt(d_model)."""
    config = material.config
    if not config.scale_embedding:
        return None
    at = random.randrange(len(material.source))
    norm = round(float(np.linalg.norm(_table(material)[material.setting.source_ids[at]])), 2)
    root = round(math.sqrt(config.d_model), 2)
    scaled = round(norm * root, 1)
    if scaled == 0:
        return None
    tolerance = max(0.1, round(0.05 * scaled, 1))
    return Exercise(
        chapter="embedding",
        name="scaled_norm",
        answer=Amount(scaled, 0.0, 10.0 ** math.ceil(math.log10(2 * scaled)), tolerance, "number"),
        values={
            "token": Token(material.source[at]),
            "norm": norm,
            "d_model": config.d_model,
            "root": root,
            "tolerance": tolerance,
            "answer": scaled,
        },
        lab="embedding_scale",
    )


def left_out(material: Material, random: Random) -> Exercise | None:
    """Ask whether a token's embedding or its position would be longer without the factor sqrt(d_model)."""
    if not material.config.scale_embedding:
        return None
    at = random.randrange(len(material.source))
    word = float(np.linalg.norm(_table(material)[material.setting.source_ids[at]]))
    position = float(np.linalg.norm(material.states["encoder.embedding.positions"][at]))
    longer = "word" if word > position else "position"
    if pick_clear(np.array([word, position]), apart=_FAR * max(word, position)) is None:
        return None
    others = [Phrase(one) for one in ("word", "position", "equal") if one != longer]
    answer = shuffled_choice(random, Phrase(longer), others)
    return answer and Exercise(
        chapter="embedding",
        name="left_out",
        answer=answer,
        values={
            "token": Token(material.source[at]),
            "word": round(word, 2),
            "position": round(position, 2),
            "root": round(math.sqrt(material.config.d_model), 1),
        },
        lab="scale_left_out",
    )


def matrices(material: Material, random: Random) -> Exercise:
    """Ask how many different matrices the two embeddings and the output projection are."""
    model = material.setting.model
    weights = (model.encoder.embedding.weight, model.decoder.embedding.weight, model.output_weight)
    different = len({weight.data_ptr() for weight in weights})
    return Exercise(
        chapter="embedding",
        name="matrices",
        answer=Amount(different, 1, 3, 0.0, "count"),
        values={
            "size": material.config.vocab_size,
            "width": material.config.d_model,
            "sharing": Phrase(("all", "two", "none")[different - 1]),
        },
        lab="parameters",
    )


def _table(material: Material) -> np.ndarray:
    """Return the embedding of every source token, float32 [V, D]."""
    return material.setting.model.encoder.embedding.weight.detach().float().cpu().numpy()


def _words(material: Material) -> dict[str, int]:
    """Return the words of the sentence and of the checkpoint's examples, and how many tokens each is."""
    texts = [material.setting.text, *material.setting.examples]
    words = [word.strip(".,;:!?\"'()。，！？") for text in texts for word in text.split()]
    known = [word for word in dict.fromkeys(words) if _is_word(word) and len(word) <= _LONGEST]
    counts = {word: len(_pieces(material, word)) for word in known}
    return {word: count for word, count in counts.items() if count <= _MOST_PIECES}


def _pieces(material: Material, word: str) -> Sequence[str]:
    """Return the tokens of a word that follows a blank."""
    ids = material.setting.translator.vocabularies.source.encode(word).ids[:-1]
    return [token.strip() for token in material.setting.surface(ids, source=True)]


def _is_word(text: str) -> bool:
    return any(one.isalpha() for one in text) and not is_special(text)


def _is_other_word(material: Material, token: int, name: str) -> bool:
    """Return whether a token is a whole readable text that differs from a name by more than case and blank."""
    other = material.setting.surface([token], source=True)[0]
    bare = other.strip().lower()
    return bare.isalpha() and bare != name.strip().lower() and (len(bare) > 1 or not bare.isascii())


MAKERS = (tokens_of_word, most_pieces, rows_of_source, nearest, scaled_norm, left_out, matrices)
