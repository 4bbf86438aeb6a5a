"""Words of the lab of Adam."""

WORDS = {
    "title": "Adam by hand",
    "question": "How does Adam turn a gradient into a step?",
    "formula": (
        r"$m_t=\beta_1 m_{t-1}+(1-\beta_1)g_t\qquad v_t=\beta_2 "
        r"v_{t-1}+(1-\beta_2)g_t^2\qquad\Delta_t=\eta\,\frac{m_t/(1-\beta_1^t)}{\sqrt{v_t/(1-\beta_2^t)}+\epsilon}$"
    ),
    "intro": (
        "Two running averages for each weight: of the gradient and of its square. Both begin at 0; division "
        r"by $1-\beta^t$ corrects for that. The step is the ratio of mean and root, so it does not change if "
        "all gradients are scaled by the same factor. The paper takes 0.9, 0.98 and $10^{-9}$. The rate here "
        "is 0.1, the weight begins at 1."
    ),
    "look": (
        "the size of the step: the rate while all gradients are equal, and small after a few steps where "
        r"they alternate and $\beta_1$ is near 1. With rare gradients, see how long the two averages remember "
        "one. Last figure: coupled decay (L2) goes through the averages, decoupled decay (AdamW) shrinks the "
        "weight itself; both with 0.1."
    ),
    "gradients.label": "Gradients",
    "gradients.constant": "always 1",
    "gradients.alternating": "1 and −1 in turn",
    "gradients.noisy": "0.2 with noise",
    "gradients.rare": "1 every tenth step, else 0",
    "beta1.label": "β₁",
    "beta1.info": "0.9 in the paper.",
    "beta2.label": "β₂",
    "beta2.info": "0.98 in the paper.",
    "step.label": "Step written out",
    "moments": "Gradient, its mean and the root of its mean square, corrected",
    "gradient": "gradient",
    "mean": "mean m̂",
    "root": "root √v̂",
    "updates": "What is subtracted from the weight",
    "update": "step size Δ",
    "rate": "the rate η",
    "step": "step",
    "by_hand": "Step {step} by hand",
    "decay": "The weight with and without decay",
    "weight": "weight",
    "none": "no decay",
    "coupled": "coupled (L2)",
    "decoupled": "decoupled (AdamW)",
    "number.update": "Δ at this step",
    "number.m": "m̂ at this step",
    "number.v": "v̂ at this step",
}
