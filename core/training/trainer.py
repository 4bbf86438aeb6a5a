"""The training loop (5.2 to 5.4): batches in, events out; where it stands can be saved and set exactly.

Shapes: B batch, S source, T target, N predicted tokens, D d_model.
"""

import contextlib
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from core.checkpoint import read_weights, replaced_folder, save_tensors, shared_weights, unique_weights
from core.config import DecodingConfig, TrainingConfig
from core.data.batching import Batch, BatchSampler, EncodedPairs, Position
from core.data.corpus import ParallelText
from core.data.tokenizer import PAD_ID, Tokenizer
from core.decoding.batched import search_many
from core.errors import CoreError
from core.evaluation import bleu, token_scores
from core.model.transformer import Transformer
from core.training.events import CheckpointDue, Ended, Event, Progress, Sample, Skipped, Validated
from core.training.loss import smoothed_cross_entropy
from core.training.schedule import learning_rate


@dataclass(frozen=True)
class Validation:
    """What a run is measured on while it trains."""

    text: ParallelText
    pairs: EncodedPairs
    tokenizer: Tokenizer
    target_language: str


@dataclass
class Standing:
    """Where a run stands: what a resume needs beside weights, optimiser and random generators."""

    step: int = 0
    position: Position = field(default_factory=lambda: Position(0, 0))
    best_loss: float = math.inf
    validations_since_best: int = 0
    skipped: int = 0
    seconds: float = 0.0


@dataclass
class _Window:
    """Sums since the last progress event."""

    tokens: int = 0
    smoothed: float = 0.0
    plain: float = 0.0
    gradient_norm: float = 0.0
    steps: int = 0
    started: float = 0.0


class Trainer:
    """Trains one model and yields what happens.

    The loss of a step is summed over its batches and divided by their target tokens, so accumulation over several
    batches equals one large batch.
    """

    def __init__(
        self,
        model: Transformer,
        sampler: BatchSampler,
        config: TrainingConfig,
        validation: Validation | None = None,
    ) -> None:
        self.model = model
        self.standing = Standing()
        self._sampler = sampler
        self._config = config
        self._validation = validation
        self._device = model.output_weight.device
        self._optimizer = torch.optim.Adam(
            model.parameters(), betas=(config.adam_beta1, config.adam_beta2), eps=config.adam_eps, fused=True
        )
        self._window = _Window()

    def train(self, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        """Take steps until a limit of the configuration is reached or `stop()` is true; yields events."""
        config, standing = self._config, self.standing
        self.model.train()
        self._window = _Window(started=time.monotonic())
        while not (reason := self._finished(stop)):
            standing.step += 1
            rate = learning_rate(standing.step, self.model.config.d_model, config.warmup_steps, config.rate_factor)
            batches = [self._sampler.next() for _ in range(config.accumulate)]
            norm = self._step(batches, rate)
            standing.position = self._sampler.position
            if not math.isfinite(norm):
                standing.skipped += 1
                yield Skipped(standing.step, str(norm), standing.skipped)
            if standing.step % config.report_every == 0 and self._window.steps:
                yield self._progress(rate)
            if self._validation and standing.step % config.validate_every == 0:
                yield from self._validate(self._validation)
            if standing.step % config.checkpoint_every == 0:
                yield CheckpointDue(standing.step)
        yield Ended(standing.step, reason)

    def save(self, folder: Path) -> None:
        """Write all that an exact resume needs: weights, optimiser, generators and standing."""
        optimizer: dict[str, Tensor] = {}
        for name, parameter in self.model.named_parameters():
            for key, value in self._optimizer.state.get(parameter, {}).items():
                optimizer[f"{key}:{name}"] = value
        generators = {"generator:cpu": torch.get_rng_state()}
        if self._device.type == "cuda":
            generators["generator:cuda"] = torch.cuda.get_rng_state(self._device)
        with replaced_folder(folder) as target:
            save_tensors(target / "model.safetensors", unique_weights(self.model.state_dict(), self.model.config))
            save_tensors(target / "optimizer.safetensors", {**optimizer, **generators})
            standing = {**vars(self.standing), "position": list(self.standing.position)}
            (target / "standing.json").write_text(json.dumps(standing) + "\n", encoding="utf-8")

    def restore(self, folder: Path) -> None:
        """Stand exactly where `save` wrote this folder.

        Raises:
            CoreError: the folder is not a complete checkpoint of this model.
        """
        weights = read_weights(folder / "model.safetensors", self.model.config)
        self.model.load_state_dict(shared_weights(weights, self.model.config))
        try:
            tensors = load_file(folder / "optimizer.safetensors", device="cpu")
            values = json.loads((folder / "standing.json").read_text(encoding="utf-8"))
            epoch, batch = values["position"]
            standing = Standing(**{**values, "position": Position(epoch, batch)})
            generator = tensors["generator:cpu"]
        except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
            raise CoreError(
                "run.checkpoint", "{folder} is not a complete checkpoint: {reason}", folder=folder, reason=repr(error)
            ) from None
        for name, parameter in self.model.named_parameters():
            state = {
                key: tensors[f"{key}:{name}"] for key in ("step", "exp_avg", "exp_avg_sq") if f"{key}:{name}" in tensors
            }
            if state:
                self._optimizer.state[parameter] = {key: value.to(self._device) for key, value in state.items()}
        torch.set_rng_state(generator)
        if self._device.type == "cuda" and "generator:cuda" in tensors:
            torch.cuda.set_rng_state(tensors["generator:cuda"], self._device)
        self.standing = standing
        self._sampler.seek(standing.position)

    def _step(self, batches: list[Batch], rate: float) -> float:
        """One optimiser step over a window of batches; returns the gradient's norm before clipping."""
        tokens = sum(batch.tokens for batch in batches)
        self._optimizer.zero_grad(set_to_none=True)
        smoothed_sum, plain_sum = 0.0, 0.0
        for batch in batches:
            smoothed, plain = self._losses(batch.to(self._device))
            (smoothed / tokens).backward()
            smoothed_sum += smoothed.item()
            plain_sum += plain.item()
        limit = self._config.clip_norm if self._config.clip_norm is not None else math.inf
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), limit).item()
        if math.isfinite(norm) and math.isfinite(smoothed_sum):
            for group in self._optimizer.param_groups:
                group["lr"] = rate
            self._optimizer.step()
            window = self._window
            window.tokens += tokens
            window.smoothed += smoothed_sum
            window.plain += plain_sum
            window.gradient_norm += norm
            window.steps += 1
            return norm
        return norm if not math.isfinite(norm) else math.nan

    def _losses(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Label-smoothed and plain cross-entropy, summed over the batch's tokens."""
        with self._precision():
            memory, mask = self.model.encode(batch.source)
            states = self.model.decode(batch.target_read, memory, mask)  # [B, T, D]
            real = batch.target_predicted != PAD_ID  # [B, T]
            return smoothed_cross_entropy(
                states[real], self.model.output_weight, batch.target_predicted[real], self._config.label_smoothing
            )

    def _precision(self) -> contextlib.AbstractContextManager[object]:
        if self._config.precision == "bfloat16":
            return torch.autocast(self._device.type, dtype=torch.bfloat16)
        return contextlib.nullcontext()

    def _finished(self, stop: Callable[[], bool]) -> str:
        """Why training is over, or an empty string."""
        config, standing = self._config, self.standing
        if standing.step >= config.max_steps:
            return "max_steps"
        if config.max_epochs is not None and standing.position.epoch >= config.max_epochs:
            return "max_epochs"
        if config.patience is not None and standing.validations_since_best >= config.patience:
            return "patience"
        return "stopped" if stop() else ""

    def _progress(self, rate: float) -> Progress:
        window, now = self._window, time.monotonic()
        position, elapsed = self._sampler.position, now - window.started
        self.standing.seconds += elapsed
        self._window = _Window(started=now)
        return Progress(
            step=self.standing.step,
            epoch=position.epoch + position.batch / self._sampler.batches_per_epoch,
            loss=window.smoothed / window.tokens,
            plain_loss=window.plain / window.tokens,
            learning_rate=rate,
            gradient_norm=window.gradient_norm / window.steps,
            tokens_per_second=window.tokens / max(elapsed, 1e-9),
            padding=self._sampler.padding_share,
            skipped=self.standing.skipped,
            seconds=self.standing.seconds,
        )

    def _validate(self, validation: Validation) -> Iterator[Event]:
        """Scores and samples; time spent here does not count as training speed."""
        standing, config = self.standing, self._config
        paused = time.monotonic()
        scores = token_scores(self.model, validation.pairs)
        best = scores.loss < standing.best_loss
        standing.best_loss = min(scores.loss, standing.best_loss)
        standing.validations_since_best = 0 if best else standing.validations_since_best + 1
        text = validation.text
        count = min(len(text), max(config.validation_sentences, config.sample_sentences))
        translations = self._translate(text.source[:count], validation.tokenizer)
        scored = min(count, config.validation_sentences)
        score = bleu(translations[:scored], text.target[:scored], validation.target_language) if scored else None
        yield Validated(
            step=standing.step,
            loss=scores.loss,
            perplexity=scores.perplexity,
            accuracy=scores.accuracy,
            bleu=score.value if score else None,
            bleu_signature=score.signature if score else None,
            best=best,
        )
        for index in range(min(count, config.sample_sentences)):
            yield Sample(standing.step, index, text.source[index], text.target[index], translations[index])
        self._window.started += time.monotonic() - paused

    def _translate(self, sentences: list[str], tokenizer: Tokenizer) -> list[str]:
        self.model.eval()
        try:
            sources = [tokenizer.encode(sentence, self.model.config.max_positions).ids for sentence in sentences]
            found = search_many(self.model, sources, DecodingConfig(beam_size=1))
            return [tokenizer.decode(result.hypotheses[0].ids) for result in found]
        finally:
            self.model.train()
