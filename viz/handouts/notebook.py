"""A Jupyter notebook that computes a head's matrix from the weights, with torch alone.

Its code has the lines that the model's configuration needs and no others; it never imports this project.
"""

import json
from typing import Any

from core.config import ModelConfig
from viz.handouts.subject import Subject
from viz.texts import Texts


def notebook(subject: Subject, texts: Texts) -> bytes:
    """Return a notebook (nbformat 4.5) that draws nothing from the page but the matrix that it asserts equal."""
    decodes = subject.example.place.kind != "encoder"
    cells = [
        _words(f"# {_plain(texts('handout.notebook.title', **_place(subject)))}\n\n{texts('handout.notebook.intro')}"),
        _code(_opening(subject)),
        _words(texts("handout.notebook.parts")),
        _code(_parts(subject.example.config)),
        _words(texts("handout.notebook.run")),
        _code(_pass(subject.example.config, decodes)),
        _words(texts("handout.notebook.compare")),
        _code(_comparison(subject)),
    ]
    found = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"},
            "language_info": {"name": "python"},
        },
        "cells": [{"id": f"cell-{number}", **cell} for number, cell in enumerate(cells, start=1)],
    }
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()


def _opening(subject: Subject) -> str:
    return f"""
import json, math, pathlib, torch
from safetensors.torch import load_file

folder = pathlib.Path({f"checkpoints/{subject.checkpoint}"!r})
weight = {{}}
for file in sorted(folder.glob("*.safetensors")):
    weight |= {{name: tensor.float() for name, tensor in load_file(file).items()}}
source = {list(subject.source_tokens)!r}
source_ids = {list(subject.source_ids)!r}
target = {list(subject.read_tokens)!r}
target_ids = {list(subject.read_ids)!r}"""


_ACTIVATIONS = {"relu": "torch.relu", "gelu": "torch.nn.functional.gelu", "swish": "torch.nn.functional.silu"}


def _parts(config: ModelConfig) -> str:
    """Return the functions: embedding, attention, feed-forward and residual connection of this model."""
    if config.positions == "learned":
        positions = ['    positions = weight[f"{side}.embedding.positions"][: len(ids)]  # learned']
    else:
        positions = [
            "    position = torch.arange(len(ids), dtype=torch.float64)[:, None]  # 3.5",
            f"    exponent = torch.arange(0, {config.d_model}, 2, dtype=torch.float64) / {config.d_model}",
            "    angle = position / 10000**exponent",
            "    positions = torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float()",
        ]
    scale = " / math.sqrt(q.shape[-1])" if config.scale_scores else ""
    if config.norm == "pre":
        residual = '    return x + sublayer(norm(x, f"{name}_residual.norm"))  # pre-norm'
    else:
        residual = '    return norm(x + sublayer(x), f"{name}_residual.norm")  # 3.1, 5.4'
    times = f" * math.sqrt({config.d_model})" if config.scale_embedding else ""
    table = '"encoder.embedding.weight"' if config.tying == "three-way" else 'f"{side}.embedding.weight"'
    lines = [
        "seen = {}  # attention weights of every layer, [head, query, key]",
        "",
        "def linear(x, name):",
        '    return x @ weight[f"{name}.weight"].T + weight[f"{name}.bias"]',
        "",
        "def norm(x, name):",
        '    gain, bias = weight[f"{name}.weight"], weight[f"{name}.bias"]',
        f"    return torch.nn.functional.layer_norm(x, x.shape[-1:], gain, bias, {config.layer_norm_eps})",
        "",
        "def embed(ids, side):  # 3.4",
        *positions,
        f"    return weight[{table}][ids]{times} + positions",
        "",
        "def attention(x, memory, name, mask=None):  # Eq. 1 in every head",
        f"    heads = lambda y: y.unflatten(-1, ({config.num_heads}, -1)).transpose(0, 1)",
        '    read = (("query", x), ("key", memory), ("value", memory))',
        '    q, k, v = (heads(linear(y, f"{name}.{part}")) for part, y in read)',
        f"    scores = q @ k.transpose(-2, -1){scale}",
        "    if mask is not None:",
        "        scores = scores.masked_fill(~mask, -math.inf)",
        "    seen[name] = scores.softmax(-1)",
        '    return linear((seen[name] @ v).transpose(0, 1).flatten(1), f"{name}.output")',
        "",
        "def feed_forward(x, name):  # Eq. 2",
        f'    return linear({_ACTIVATIONS[config.activation]}(linear(x, f"{{name}}.inner")), f"{{name}}.outer")',
        "",
        "def residual(x, name, sublayer):",
        residual,
    ]
    return "\n".join(lines)


def _pass(config: ModelConfig, decodes: bool) -> str:
    lines = [
        'x = embed(source_ids, "encoder")',
        f"for i in range({config.num_layers}):",
        '    layer = f"encoder.layers.{i}"',
        '    x = residual(x, f"{layer}.self", lambda y: attention(y, y, f"{layer}.self_attention"))',
        '    x = residual(x, f"{layer}.feed_forward", lambda y: feed_forward(y, f"{layer}.feed_forward"))',
    ]
    if not decodes:
        return "\n".join(lines)
    lines += [
        'memory = norm(x, "encoder.final_norm")' if config.norm == "pre" else "memory = x",
        "",
        "causal = torch.ones(len(target_ids), len(target_ids), dtype=torch.bool).tril()  # 3.2.3",
        'x = embed(target_ids, "decoder")',
        f"for i in range({config.decoder_layers}):",
        '    layer = f"decoder.layers.{i}"',
        '    x = residual(x, f"{layer}.self", lambda y: attention(y, y, f"{layer}.self_attention", causal))',
        '    x = residual(x, f"{layer}.cross", lambda y: attention(y, memory, f"{layer}.cross_attention"))',
        '    x = residual(x, f"{layer}.feed_forward", lambda y: feed_forward(y, f"{layer}.feed_forward"))',
    ]
    return "\n".join(lines)


def _comparison(subject: Subject) -> str:
    kind, layer, head, query = subject.example.place
    stack, part = ("encoder" if kind == "encoder" else "decoder"), ("cross" if kind == "cross" else "self")
    drawn = json.dumps([[float(f"{value:.8g}") for value in row] for row in subject.example.matrix.tolist()])
    keys = "target" if kind == "decoder" else "source"
    return f"""
drawn = torch.tensor(json.loads({drawn!r}))
computed = seen["{stack}.layers.{layer}.{part}_attention"][{head}]
torch.testing.assert_close(computed, drawn, rtol=0, atol=1e-5)
print("largest difference:", (computed - drawn).abs().max().item())
for token, share in zip({keys}, computed[{query}].tolist()):
    print(f"{{token!r:>16}} {{share:.4f}}")"""


def _place(subject: Subject) -> dict[str, Any]:
    kind, layer, head, _ = subject.example.place
    return {"kind": kind, "layer": layer + 1, "head": head + 1, "checkpoint": subject.checkpoint}


def _plain(words: str) -> str:
    """Return words without the characters that Markdown reads: a checkpoint's name is a folder's."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|!$" else letter for letter in words)


def _words(words: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": words.splitlines(keepends=True)}


def _code(code: str) -> dict[str, Any]:
    lines = code.strip("\n").splitlines(keepends=True)
    return {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": lines}
