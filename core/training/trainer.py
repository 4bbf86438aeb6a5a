"""The training loop (5.2 to 5.4): batches in, events out; its state can be saved and restored exactly.

Shapes: B batch, S source, T target, N predicted tokens, D d_model.
"""

import contextlib
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from core.checkpoint import read_weights, replaced_folder, shared_weights, unique_weights
from core.config import DecodingConfig, TrainingConfig
from core.data.batching import Batch, BatchSampler, EncodedPairs, Position
from core.data.corpus import ParallelText
from core.data.vocabulary import Vocabularies
from core.decoding.batched import search_many
from core.durable import read_ordinary
from core.errors import CoreError, fault_of
from core.evaluation.scores import bleu, token_scores
from core.model.transformer import Transformer
from core.training.adam import Adam
from core.training.compiled import compiled_states
from core.training.events import CheckpointDue, Ended, Progress, Sample, Skipped, TrainerEvent, Validated
from core.training.feed import Feed, StepData
from core.training.guided import taught_head
from core.training.loss import smoothed_cross_entropy
from core.training.processes import ALONE, Processes
from core.training.schedule import training_rate
from core.weights_files import save_tensors, save_weights

_MOST = 10**15  # steps


@dataclass(frozen=True)
class Validation:
    """Data to measure a run on while it trains."""

    text: ParallelText
    pairs: EncodedPairs
    vocabularies: Vocabularies
    target_language: str


@dataclass
class TrainerState:
    """Progress of a run: what a resume needs in addition to weights, optimiser and random generators."""

    step: int = 0
    position: Position = field(default_factory=lambda: Position(0, 0))
    best_loss: float = math.inf
    validations_since_best: int = 0
    validated: int = 0  # step of the last validation that need not be repeated
    skipped: int = 0
    seconds: float = 0.0  # of training, without validations
    elapsed: float = 0.0  # seconds by the clock, including everything between the steps


@dataclass
class _Window:
    """Sums since the last progress event."""

    tokens: int = 0
    smoothed: float = 0.0
    plain: float = 0.0
    guided: float = 0.0  # of the taught head
    linked: float = 0.0  # target tokens that have links
    gradient_norm: float = 0.0
    steps: int = 0
    seconds: float = 0.0  # of the window before the run was resumed
    started: float = 0.0


class Trainer:
    """Trains one model and yields events.

    The loss of a step is summed over its batches and divided by their target tokens, so accumulation over several
    batches equals one large batch. Several processes take their shares of the same batches and yield the same events,
    of which the first one's are written; `train` and `save` are called in all of them.

    Args:
        model: on the device where it is to be trained.
        sampler: provides the batches; while training, it must not be used elsewhere.
        config: settings of training.
        validation: data to measure the model on; None for no validation.
        processes: this one trains its share.
        ahead: steps whose batches a thread prefetches; by default what the device needs.

    Raises:
        CoreError: `compile` is set and a compiler is missing.
    """

    def __init__(
        self,
        model: Transformer,
        sampler: BatchSampler,
        config: TrainingConfig,
        validation: Validation | None = None,
        processes: Processes = ALONE,
        ahead: int | None = None,
    ) -> None:
        self.model = model
        self.state = TrainerState()
        self.kept_loss = math.inf  # of the model that was kept as the best one; it may come from a last validation
        self._sampler = sampler
        self._config = config
        self.validation = validation
        self._processes = processes
        self._device = model.output_weight.device
        self._feed = Feed(sampler, config.accumulate, processes, self._device, ahead)
        self._states = compiled_states(model) if config.compile else model.states
        betas = (config.adam_beta1, config.adam_beta2)
        decay = config.weight_decay
        self._optimizer = Adam(model.parameters(), betas=betas, eps=config.adam_eps, weight_decay=decay)
        self._window = _Window()
        self._clock = time.monotonic()  # when `state.elapsed` was last updated

    def train(
        self, stop: Callable[[], bool] = lambda: False, at_once: Callable[[], bool] = lambda: False
    ) -> Iterator[TrainerEvent]:
        """Take steps until a limit of the configuration is reached or `stop()` is true; yield events.

        The last step is validated, whichever it is, unless `at_once()` is true: after a signal there is no time for it.
        """
        config, state = self._config, self.state
        self.model.train()
        self._window.started = self._clock = time.monotonic()
        with self._feed.begin(state.position) as next_data:
            while not (reason := self._end_reason(stop)):
                state.step += 1
                rate = training_rate(state.step, self.model.config.d_model, config)
                data = next_data()
                norm = self._step(data, rate)
                state.position = data.position
                if not math.isfinite(norm):
                    state.skipped += 1
                    yield Skipped(state.step, str(norm), state.skipped)
                if state.step % config.report_every == 0 and self._window.steps:
                    yield self._progress(data, rate)
                if self.validation and state.step % config.validate_every == 0:
                    yield from self._validate(self.validation)
                if state.step % config.checkpoint_every == 0:
                    yield CheckpointDue(state.step)
        if self.validation and state.validated < state.step and not self._processes.any(at_once()):
            yield CheckpointDue(state.step)  # a kill during the validation loses no step
            yield from self._validate(self.validation, counts=False, may_be_best=reason != "stopped")
        yield Ended(state.step, reason)

    def save(self, folder: Path) -> None:
        """Write everything for an exact resume: weights, optimiser, generators and progress."""
        optimizer: dict[str, Tensor] = {}
        for name, parameter in self.model.named_parameters():
            for key, value in self._optimizer.state.get(parameter, {}).items():
                optimizer[f"{key}:{name}"] = value
        generators = self._generators()
        if not self._processes.first:
            return
        self._read_clock()
        with replaced_folder(folder) as target:
            save_weights(target, unique_weights(self.model.state_dict(), self.model.config))
            save_tensors(target / "optimizer.safetensors", {**optimizer, **generators})
            lasted = self._window.seconds + time.monotonic() - self._window.started
            window = {**vars(self._window), "seconds": lasted, "started": 0.0}
            state = {**vars(self.state), "position": list(self.state.position), "window": window}
            (target / "standing.json").write_text(json.dumps(state) + "\n", encoding="utf-8")

    def restore(self, folder: Path) -> None:
        """Restore exactly the state that `save` wrote to this folder.

        Raises:
            CoreError: the folder is not a complete checkpoint of this model.
        """
        weights = read_weights(folder, self.model.config)
        self.model.load_state_dict(shared_weights(weights, self.model.config))
        try:
            tensors = load_file(folder / "optimizer.safetensors", device="cpu")
            values = json.loads(read_ordinary(folder / "standing.json"))
            epoch, batch = values["position"]
            window = _Window(**values.pop("window", {}))
            restored = TrainerState(**{**values, "position": Position(epoch, batch)})
            if not _is_possible(restored):
                raise ValueError("it has a value that no training writes")
            if _generator_name("cpu", 0) not in tensors:
                raise KeyError(_generator_name("cpu", 0))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, SafetensorError) as error:
            raise CoreError(
                "run.checkpoint",
                "{folder} is not a complete checkpoint: {reason}",
                folder=folder,
                reason=fault_of(error),
            ) from None
        for name, parameter in self.model.named_parameters():
            state = {
                key: tensors[f"{key}:{name}"] for key in ("step", "exp_avg", "exp_avg_sq") if f"{key}:{name}" in tensors
            }
            if state:
                self._optimizer.state[parameter] = {key: value.to(self._device) for key, value in state.items()}
        self.state, self._window = restored, window
        self._set_generators(tensors)
        self._sampler.seek(restored.position)

    def _generators(self) -> dict[str, Tensor]:
        """Return the states of every process's random generators, by name."""
        states = {"cpu": torch.get_rng_state()}
        if self._device.type == "cuda":
            states["cuda"] = torch.cuda.get_rng_state(self._device)
        return {
            _generator_name(device, rank): state
            for device, own in states.items()
            for rank, state in enumerate(self._processes.gather(own))
        }

    def _set_generators(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore this process's generators; a process without a saved state begins with a new seed."""
        rank = self._processes.rank
        if _generator_name("cpu", rank) not in tensors:
            torch.manual_seed(self._processes.seed(self._config.seed, self.state.step))
            return
        torch.set_rng_state(tensors[_generator_name("cpu", rank)])
        if self._device.type == "cuda" and _generator_name("cuda", rank) in tensors:
            torch.cuda.set_rng_state(tensors[_generator_name("cuda", rank)], self._device)

    def _step(self, data: StepData, rate: float) -> float:
        """Take one optimiser step over a window of batches; return the gradient's norm before clipping."""
        self._optimizer.zero_grad()
        sums = torch.zeros(4, dtype=torch.float64, device=self._device)
        for batch in data.batches:
            loss, found = self._losses(batch.to(self._device))
            (loss / data.tokens).backward()
            sums += found
        self._add_up(sums)
        limit = self._config.clip_norm if self._config.clip_norm is not None else math.inf
        norm_found = torch.nn.utils.clip_grad_norm_(self.model.parameters(), limit)
        # one transfer per step: on a GPU each waits for all pending work
        smoothed_sum, plain_sum, guided_sum, linked, norm = torch.stack([*sums, norm_found.double()]).tolist()
        if math.isfinite(norm) and math.isfinite(smoothed_sum):
            self._optimizer.step(rate)
            window = self._window
            window.tokens += data.tokens
            window.smoothed += smoothed_sum
            window.plain += plain_sum
            window.guided += guided_sum
            window.linked += linked
            window.gradient_norm += norm
            window.steps += 1
            return norm
        return norm if not math.isfinite(norm) else math.nan

    def _add_up(self, sums: Tensor) -> None:
        """Sum gradients and sums over all processes; one without a share of the window adds nothing."""
        if self._processes.size > 1:
            for parameter in self.model.parameters():
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
            self._processes.add_up([sums, *(p.grad for p in self.model.parameters() if p.grad is not None)])

    def _losses(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the loss to minimise, summed over the batch's tokens, and the sums to report.

        Those are label-smoothed cross-entropy, plain cross-entropy, that of the taught head to its links, and the
        number of target tokens that have links.
        """
        links = batch.links
        head = taught_head(self.model.config, self._config) if links is not None else None
        with self._precision():
            states = self._states(batch.source, batch.target_read, *([head] if head else []))
            smoothed, plain = smoothed_cross_entropy(
                states.flatten(0, 1).index_select(0, batch.predicted),  # [B, T, D] -> [N, D]
                self.model.output_weight,
                batch.target_predicted.flatten().index_select(0, batch.predicted),  # [N]
                self._config.label_smoothing,
                self.model.output_bias,
            )
        if head is None or links is None:
            return smoothed, torch.stack([smoothed.detach(), plain, *plain.new_zeros(2)])
        guided = head.loss(links).double()
        loss = smoothed + self._config.guided_weight * guided
        return loss, torch.stack([smoothed.detach(), plain, guided.detach(), links.share.double().sum()])

    def _precision(self) -> contextlib.AbstractContextManager[object]:
        if self._config.precision == "bfloat16":
            return torch.autocast(self._device.type, dtype=torch.bfloat16)
        return contextlib.nullcontext()

    def _read_clock(self) -> None:
        now = time.monotonic()
        self.state.elapsed += now - self._clock
        self._clock = now

    def _end_reason(self, stop: Callable[[], bool]) -> str:
        """Return the reason why training is over, or an empty string."""
        config, state = self._config, self.state
        self._read_clock()
        if state.step >= config.max_steps:
            return "max_steps"
        if config.max_epochs is not None and state.position.epoch >= config.max_epochs:
            return "max_epochs"
        if config.patience is not None and state.validations_since_best >= config.patience:
            return "patience"
        if config.max_minutes is not None and self._processes.any(state.elapsed >= 60 * config.max_minutes):
            return "max_minutes"
        return "stopped" if self._processes.any(stop()) else ""

    def _progress(self, data: StepData, rate: float) -> Progress:
        window, now = self._window, time.monotonic()
        elapsed = window.seconds + now - window.started
        self.state.seconds += elapsed
        self._window = _Window(started=now)
        return Progress(
            step=self.state.step,
            epoch=data.position.epoch + data.position.batch / len(data.epoch.batches),
            loss=window.smoothed / window.tokens,
            plain_loss=window.plain / window.tokens,
            learning_rate=rate,
            gradient_norm=window.gradient_norm / window.steps,
            tokens_per_second=window.tokens / max(elapsed, 1e-9),
            padding=data.epoch.padding_share,
            skipped=self.state.skipped,
            seconds=self.state.seconds,
            guided_loss=window.guided / window.linked if window.linked else None,
        )

    def _validate(
        self, validation: Validation, *, counts: bool = True, may_be_best: bool = True
    ) -> Iterator[TrainerEvent]:
        """Yield samples, then the scores; time spent here does not count as training time.

        Args:
            validation: data to measure the model on.
            counts: whether it moves the best loss and the patience. One after a stop does not: a resumed run would
                otherwise end elsewhere than a run that was never stopped.
            may_be_best: whether its model may be kept as the best one; for the same reason not that of a stop.
        """
        state, config = self.state, self._config
        paused = time.monotonic()
        scores = None
        if self._processes.first:
            scores = token_scores(self.model, validation.pairs, label_smoothing=config.label_smoothing)
        loss = self._processes.from_first(scores.loss if scores else math.nan)
        best = loss < state.best_loss
        is_kept = may_be_best and loss < min(state.best_loss, self.kept_loss)
        if is_kept:
            self.kept_loss = loss
        if counts:
            state.best_loss = loss if best else state.best_loss
            state.validations_since_best = 0 if best else state.validations_since_best + 1
            state.validated = state.step
        if scores is None:
            return
        text = validation.text
        count = min(len(text), max(config.validation_sentences, config.sample_sentences))
        translations = self._translate(text.source[:count], validation.vocabularies)
        scored = min(count, config.validation_sentences)
        score = bleu(translations[:scored], text.target[:scored], validation.target_language) if scored else None
        for index in range(min(count, config.sample_sentences)):
            yield Sample(state.step, index, text.source[index], text.target[index], translations[index])
        yield Validated(
            step=state.step,
            loss=scores.loss,
            smoothed_loss=scores.smoothed_loss,
            perplexity=scores.perplexity,
            accuracy=scores.accuracy,
            bleu=score.value if score else None,
            bleu_signature=score.signature if score else None,
            best=is_kept,
        )
        self._window.started += time.monotonic() - paused

    def _translate(self, sentences: list[str], vocabularies: Vocabularies) -> list[str]:
        self.model.eval()
        try:
            limit = self.model.config.max_positions
            sources = [vocabularies.source.encode(sentence, limit).ids for sentence in sentences]
            found = search_many(self.model, sources, DecodingConfig(beam_size=1))
            return [vocabularies.target.decode(result.hypotheses[0].ids) for result in found]
        finally:
            self.model.train()


def _is_possible(state: TrainerState) -> bool:
    """Return False for a state with a value that no training reaches, so that its file is damaged."""
    counts = (state.step, state.validations_since_best, state.validated, state.skipped, *state.position)
    numbers = (state.best_loss, state.seconds, state.elapsed)
    return all(type(count) is int and 0 <= count <= _MOST for count in counts) and all(
        type(number) in (int, float) for number in numbers
    )


def _generator_name(device: str, rank: int) -> str:
    return f"generator:{device}:{rank}" if rank else f"generator:{device}"
