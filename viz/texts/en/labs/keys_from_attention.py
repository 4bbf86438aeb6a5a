"""Words of the mistake of the encoder's keys."""

WORDS = {
    "title": "Keys from the encoder's attention",
    "question": "Where do the keys and values of cross-attention come from?",
    "formula": r"$K=M\,W^K_{\ell},\quad V=M\,W^V_{\ell}\qquad M:\text{ final states of the encoder}$",
    "intro": (
        "Explanations often say that the encoder passes its attention vectors K and V on to the decoder. It "
        "passes its final states, the memory, one vector for each source token. Each layer of the decoder "
        "has matrices of its own that make keys and values of it. The encoder's own keys stay in the encoder."
    ),
    "look": (
        "the second and the third picture, which are the same: memory times the layer's own matrix gives the "
        "keys that the layer used. Keys of other layers differ."
    ),
    "layer.label": "Layer of the decoder",
    "head.label": "Head",
    "token": "source token",
    "component": "component",
    "encoder": "Keys of the encoder's last self-attention",
    "keys": "Keys that decoder layer {layer} used",
    "again": "Memory times the matrix of decoder layer {layer}",
    "alike": "Keys of layer {layer} against those of each layer",
    "layer_axis": "layer",
    "cosine": "cosine",
    "number.error": "Largest difference between the two, over all layers",
    "number.memory": "Shape of the memory",
    "number.key": "Shape of the keys of a head",
}
