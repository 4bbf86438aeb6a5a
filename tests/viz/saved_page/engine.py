"""The engine of the saved page, run by Node; and small random models to run in it."""

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import torch

from core.checkpoint import Checkpoint
from core.config import ModelConfig
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies, fitted
from core.model.transformer import Transformer
from viz.saved_page.archive import model_archive

SCRIPT = Path(__file__).parents[2] / "js" / "engine_run.js"
SENTENCES = (
    "A dog runs along the beach, and I'm watching it.",
    "Zwei Männer spielen mit einem Ball in der Straße.",
    "我喜欢读书。",
    "Where's the 2nd station?  It costs 1,234.50 €!",
    "Ein Hund läuft; die Möwen fliegen: 东京 is far 🚂.",
)


def run_engine(checkpoint: Checkpoint, *tasks: dict[str, Any]) -> list[Any]:
    """Return the engine's answer to each task; see `engine_run.js`."""
    archive = base64.b64encode(model_archive(checkpoint, "test")).decode("ascii")
    done = subprocess.run(
        ["node", str(SCRIPT)],
        input=json.dumps({"archive": archive, "tasks": tasks}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def floats(text: str, *shape: int) -> np.ndarray:
    """Return float32 numbers that were sent as base64."""
    return np.frombuffer(base64.b64decode(text), dtype="<f4").reshape(shape)


def random_checkpoint(seed: int = 1, **settings: Any) -> Checkpoint:
    """Return a random model whose weights are exact in half precision, large enough that its attention is not flat."""
    torch.manual_seed(seed)
    tokenizer = Tokenizer.train(SENTENCES * 3, 330)
    shape = {"d_model": 22, "num_heads": 2, "num_layers": 3, "d_ff": 37, "max_positions": 64, **settings}
    vocabularies = Vocabularies.joint(tokenizer)
    model = Transformer(fitted(ModelConfig(**shape), vocabularies)).eval().requires_grad_(False)
    for name, parameter in model.named_parameters():
        changed = parameter + 0.1 * torch.randn_like(parameter) if parameter.dim() == 1 else parameter
        factor = 2.5 if model.config.scale_scores and name.endswith(("query.weight", "key.weight")) else 1.0
        parameter.copy_((changed * factor).half().float())
    return Checkpoint(model, vocabularies, "en", "de")
