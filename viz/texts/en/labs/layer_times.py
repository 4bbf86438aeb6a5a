"""Words of the lab of measured layers."""

WORDS = {
    "title": "Table 1, measured",
    "question": "Do real layers take the time that Table 1 suggests?",
    "intro": (
        "Layers as wide as the loaded model, on this machine, over random states: the model's own "
        "self-attention, an LSTM, a convolution with kernel 3, and attention restricted to 16 neighbours. "
        "The last one is computed as a full matrix with a band open, as most code does it, so that it saves "
        "nothing. Times of a few hundredths of a millisecond are mostly overhead; the better of two runs is "
        "shown."
    ),
    "look": (
        "how each time grows with n. The LSTM must take n steps one after the other. The other layers compute all "
        "positions at once, so that for short sentences most of their time is overhead; for long ones the n² of "
        "attention shows as well."
    ),
    "logarithmic.label": "Logarithmic axes",
    "chart": "Time of one layer against the length",
    "tokens": "tokens n",
    "ms": "milliseconds",
    "attention": "self-attention",
    "recurrent": "LSTM",
    "convolution": "convolution",
    "restricted": "restricted, as a mask",
    "layer": "whole encoder layer",
    "table": "Milliseconds",
    "number.attention": "Self-attention, longest sentence (ms)",
    "number.recurrent": "LSTM, longest sentence (ms)",
    "number.ratio": "LSTM over self-attention",
}
