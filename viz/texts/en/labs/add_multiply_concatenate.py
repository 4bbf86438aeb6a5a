"""Words of the lab of joining positions."""

WORDS = {
    "title": "Add, multiply, concatenate",
    "question": "Why are positions added to the embeddings?",
    "formula": r"$x=e+p\qquad x=e\odot p\qquad x=[e;p]$",
    "intro": (
        "A sum keeps the width, and word and position point in different directions, so that both can be "
        "read out of it. A product changes signs and makes zeros wherever the sine is negative or near zero: "
        "those components of the word are lost. Concatenation keeps both apart but doubles the width that "
        "every projection of the first layer reads. The vectors are those of the loaded model's encoder."
    ),
    "look": (
        "the cosines of the joined vector with the word and with the position. A product keeps the word "
        "where the position's cosines are near 1, and loses or turns round single components where its sines "
        "are near zero or negative."
    ),
    "way.label": "Joined by",
    "way.add": "adding (paper)",
    "way.multiply": "multiplying",
    "way.concatenate": "concatenating",
    "token.label": "Token",
    "components": "The first components of the token's vectors",
    "component": "component",
    "word": "word",
    "position": "position",
    "joined": "joined",
    "cosines": "How much of word and position is in each token's joined vector",
    "cosine": "cosine",
    "to_word": "with the word",
    "to_position": "with the position",
    "number.to_word": "Mean cosine with the word",
    "number.to_position": "Mean cosine with the position",
    "number.small": "Share of components below 0.05",
    "number.length": "Length of this token's joined vector",
    "number.width": "Width of the joined vector",
    "number.projections": "Weights of an attention that reads it (4 · width · d_model)",
}
