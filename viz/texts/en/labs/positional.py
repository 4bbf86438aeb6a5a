"""Words of the lab of the positional encoding."""

WORDS = {
    "title": "Positional encoding",
    "question": "How does the model know the order of the words?",
    "formula": (
        r"$PE_{(pos,\,2i)}=\sin\frac{pos}{base^{\,2i/d_{\text{model}}}}\qquad "
        r"PE_{(pos,\,2i+1)}=\cos\frac{pos}{base^{\,2i/d_{\text{model}}}}$"
    ),
    "intro": (
        "Attention ignores order. So each position adds its own pattern of sines and cosines to the "
        r"embedding. A pair of dimensions is one wave; wavelengths grow from $2\pi$ towards $base\cdot 2\pi$."
    ),
    "look": (
        "waves that get longer from one pair to the next, a cosine a quarter of a wave ahead of its sine, "
        "and rows of the matrix that all differ: each position is unique."
    ),
    "d_model.label": "Width d_model",
    "d_model.info": "Dimensions of an embedding.",
    "length.label": "Positions",
    "pair.label": "Pair i",
    "pair.info": "Dimensions 2i and 2i + 1.",
    "base.label": "Base",
    "base.info": "10000 in the paper.",
    "base.10": "10",
    "base.100": "100",
    "base.1000": "1000",
    "base.10000": "10000",
    "base.100000": "100000",
    "curves": "Single dimensions against the position",
    "matrix": "The whole matrix",
    "position": "position",
    "dimension": "dimension",
    "sine": "dimension {d}, sine",
    "cosine": "dimension {d}, cosine",
    "see.rotation": "Why sines and cosines, of all functions:",
    "see.permutation": "What a model knows without positions:",
    "number.wavelength": "Wavelength of the chosen pair (tokens)",
    "number.shortest": "Shortest wavelength (tokens)",
    "number.longest": "Longest wavelength (tokens)",
}
