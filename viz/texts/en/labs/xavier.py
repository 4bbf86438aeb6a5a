"""Words of the lab of Xavier initialisation."""

WORDS = {
    "title": "Xavier initialisation",
    "question": "How large must random weights be at the start?",
    "formula": (
        "$W_{ij}\\sim U(-a,\\,a)\\qquad a=\\sqrt{\\frac{6}{n_{\\text{in}}+n_{\\text{out}}}}$\n"
        r"$\operatorname{Var}(W_{ij})=\frac{2}{n_{\text{in}}+n_{\text{out}}}$"
    ),
    "intro": (
        r"A unit adds up $n_{\text{in}}$ products, so the variance of its sum is "
        r"$n_{\text{in}}\operatorname{Var}(W)$ times the mean square of its inputs; for gradients it is "
        r"$n_{\text{out}}$. Xavier uniform takes the middle of both. Here all layers have the same width, so "
        "one layer multiplies the variance by the square of the factor, and ReLU halves it. The paper does "
        "not say how its weights begin; the models here begin with Xavier uniform in every linear layer."
    ),
    "look": (
        "straight lines on the logarithmic axis: each layer multiplies by the same number, apart from "
        "chance, which adds up through depth and is larger in narrow layers and with ReLU. Without ReLU a "
        "factor of 1 keeps the size. With ReLU it takes a factor of about 1.41, the square root of 2 (the "
        "initialisation of He and others)."
    ),
    "factor.label": "Factor on the weights",
    "factor.info": "1 is Xavier uniform.",
    "relu.label": "ReLU between layers",
    "depth.label": "Layers",
    "width.label": "Width of every layer",
    "activations": "Mean square of what each layer makes",
    "gradients": "Mean square of the gradient, from the last layer back",
    "layer": "layer (0: the input)",
    "power": "mean square",
    "expected": "expected with this factor",
    "own": "weights times {factor}",
    "xavier": "Xavier uniform",
    "reading": (
        "Each layer is expected to multiply the mean square by {gain}. After {depth} layers that of the "
        "activations is {last}, and back at the input that of the gradient is {first}; both began near 1."
    ),
    "number.bound": "Bound a of the weights",
    "number.spread": "Standard deviation of the weights",
    "number.gain": "Expected factor of a layer on the mean square",
    "number.last": "Mean square after the last layer",
    "number.last_xavier": "The same with Xavier uniform",
    "number.first": "Mean square of the gradient at the input",
    "number.first_xavier": "The same with Xavier uniform",
}
