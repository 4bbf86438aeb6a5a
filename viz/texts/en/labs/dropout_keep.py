"""Words of the mistake of the wrong probability."""

WORDS = {
    "title": "Divided by the wrong probability",
    "question": "By what must the values that dropout keeps be divided?",
    "formula": r"$\frac{x\cdot m}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\text{not}\quad\frac{x\cdot m}{p}$",
    "intro": (
        "Dropout with rate $p$ sets a share $p$ of the values to zero. Division of the rest by $1-p$ keeps "
        "the mean, so that nothing changes in size when dropout is switched off. Division by $p$ multiplies "
        "the mean by $(1-p)/p$: nine times at $p=0.1$, and again in each layer. Values here are drawn at "
        "random."
    ),
    "look": (
        "the mean after dropout against the mean before: near 1 if divided by 1 − p. At a rate of 0.5 both "
        "are the same, which is why the mistake is often not noticed."
    ),
    "rate.label": "Dropout rate p",
    "layers.label": "Layers in a row",
    "seed.label": "Seed",
    "value": "value",
    "unit": "unit",
    "before": "before",
    "after": "after dropout",
    "wrong": "Divided by p",
    "right": "Divided by 1 − p",
    "depth": "Factor on the mean after several layers without normalisation",
    "layers": "layers",
    "factor": "factor on the mean",
    "number.kept": "Share of the values that are kept",
    "number.ratio_wrong": "Mean after against before, divided by p",
    "number.ratio_right": "Mean after against before, divided by 1 − p",
}
