"""Models for programs: `load` opens one, and calling it translates.

model = load("en-de")
model("A dog runs.").text
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from core.checkpoint_config import run_instead_of_checkpoint
from core.config import DecodingConfig
from core.data.corpora.reading import corpus_stream, data_folders, languages_of
from core.data.corpus import ParallelText
from core.data.sample import sample_sentences
from core.errors import CoreError
from core.inspection.head_names import read_heads
from core.inspection.intervention import NO_CHANGE, Intervention
from core.library import RUN_MODELS, Card, CheckpointLibrary, model_of_run
from core.places import SHIPPED
from core.service import Service
from glassformer.result import Result
from glassformer.unchanged import require_no_change

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from core.data.vocabulary import Encoded
    from core.translator import Translator

RUNS = Path(os.environ.get("GLASSFORMER_RUNS") or "runs")  # of the working folder
_DEFAULT = DecodingConfig()


class Score(NamedTuple):
    """Log-probabilities of a given target under a model."""

    tokens: list[str]  # the end symbol last
    log_probs: np.ndarray  # float32 [T], of each token, nats

    @property
    def log_prob(self) -> float:
        """Log-probability of the whole target, in nats."""
        return float(self.log_probs.sum())

    @property
    def perplexity(self) -> float:
        """Perplexity of a token."""
        import numpy as np

        return float(np.exp(-self.log_probs.mean()))


class Model:
    """A checkpoint that translates, scores and shows its states; the weights are loaded once for all users of a folder.

    Attributes:
        name: of the checkpoint, such as `en-de` or `run/mine`.
        service: answers questions about the translations.
        intervention: changes of attention in force, see `ablate`.

    Examples:
        >>> model = load("numbers")
        >>> model("twenty-one").text
        '二十一'
        >>> [result.text for result in model(["seven", "ninety"])]
        ['七', '九十']
    """

    def __init__(self, service: Service, name: str, intervention: Intervention = NO_CHANGE) -> None:
        self.service = service
        self.name = name
        self.intervention = intervention

    @overload
    def __call__(self, text: str, *, beam_size: int = ..., alpha: float = ..., batch_size: int = ...) -> Result: ...

    @overload
    def __call__(
        self, text: Iterable[str], *, beam_size: int = ..., alpha: float = ..., batch_size: int = ...
    ) -> list[Result]: ...

    def __call__(
        self,
        text: str | Iterable[str],
        *,
        beam_size: int = _DEFAULT.beam_size,
        alpha: float = _DEFAULT.alpha,
        batch_size: int = 64,
    ) -> Result | list[Result]:
        """Translate one sentence, or several in batches; attention is computed when it is first asked for.

        Args:
            text: one sentence, or any iterable of sentences; a blank one stays blank.
            beam_size: hypotheses kept at each step; 1 is greedy search.
            alpha: exponent of the length penalty.
            batch_size: sentences at a time; it does not change the result.

        Returns:
            A result, or a list of results.

        Raises:
            CoreError: something else than text, or a setting that is out of range.
        """
        config = DecodingConfig(beam_size=beam_size, alpha=alpha, nbest=beam_size)
        sentences, stamp = read_sentences(text), self.service.stamp(self.name)
        found = self.translator.translate(sentences, config, batch_size=batch_size, intervention=self.intervention)
        results = [Result(self, stamp, translation, config) for translation in found]
        return results[0] if isinstance(text, str) else results

    def __repr__(self) -> str:
        card, off = self.card, ",".join(self.intervention.to_file()["off"])
        changed = f", without {off}" if off else ""
        parameters = card.model.num_parameters / 1e6
        return f"<Model {self.name}: {'-'.join(card.languages)}, {parameters:.1f} million parameters{changed}>"

    @property
    def card(self) -> Card:
        """Description of the checkpoint: languages, configuration (`card.model`), scores, how it was trained."""
        return self.service.library.card(self.name)

    @property
    def folder(self) -> Path:
        """Folder of the checkpoint."""
        return self.service.library.folder(self.name)

    @property
    def translator(self) -> Translator:
        """The loaded checkpoint of the core, with the torch module as `translator.model`."""
        return self.service.library.translator(self.name)

    def force(self, source: str, target: str) -> Result:
        """Return the result of a given target, as if the search had found it.

        Examples:
            >>> load("numbers").force("twenty-one", "二十").tokens.predicted
            ['二', '十', '</s>']

        Raises:
            CoreError: the source is blank.
        """
        from core.translator import Translation

        given, encoded = self._target(target), self.translator.encode(_sentence(source))
        translation = Translation(
            source, tuple(encoded.ids), encoded.truncated or given.truncated, (target,), (), None, self.intervention
        )
        return Result(self, self.service.stamp(self.name), translation, _DEFAULT, tuple(given.ids))

    def score(self, source: str, target: str) -> Score:
        """Return the log-probability of each token of a given target, without computing any attention.

        Examples:
            >>> model = load("numbers")
            >>> model.score("twenty-one", "二十一").log_prob > model.score("twenty-one", "二十二").log_prob
            True

        Raises:
            CoreError: the source is blank.
        """
        ids, translator = self._target(target).ids, self.translator
        log_probs = translator.score(_sentence(source), ids, self.intervention)
        return Score(translator.vocabularies.target.surface(ids), log_probs)

    def ablate(self, heads: str) -> Model:
        """Return this model with more heads switched off; the model itself stays as it is.

        Args:
            heads: separated by commas: `c.3.1` (cross-attention, layer 3, head 1), `c.3` (its layer), `c` (its kind),
                `c.1-2.1-4` or `all`; `e` and `d` are the self-attention of encoder and decoder.

        Examples:
            >>> load("numbers").ablate("c.1.1,e.2")("seven").text != ""
            True

        Raises:
            CoreError: the text does not name heads of this model.
        """
        shape = self.card.model
        off = read_heads(_sentence(heads), shape.num_layers, shape.num_heads, shape.decoder_layers)
        return Model(self.service, self.name, Intervention(off=(*self.intervention.off, *off)))

    def states(
        self, text: str, target: str | None = None, sites: str | Sequence[str] | None = None
    ) -> dict[str, np.ndarray]:
        """Return the tensors inside of the model while it reads a sentence and its translation.

        Args:
            text: one sentence.
            target: read instead of the translation.
            sites: a name or several, in which `*` stands for any text; all when left out.

        Returns:
            float32 arrays by site, without a batch axis; see `core.inspection.states`.

        Examples:
            >>> load("numbers").states("seven", sites="encoder.memory")["encoder.memory"].shape[0]
            2

        Raises:
            CoreError: the sentence is blank, or the model does not have a site.
        """
        result = self(_sentence(text)) if target is None else self.force(text, target)
        chosen = [sites] if isinstance(sites, str) else sites
        return self.translator.states(text, result.target_ids, chosen, self.intervention)

    def heads(
        self,
        text: Sequence[str] | Sequence[tuple[str, str]] | str | None = None,
        *,
        beam_size: int = _DEFAULT.beam_size,
        alpha: float = _DEFAULT.alpha,
        batch_size: int = 64,
    ) -> pd.DataFrame:
        """Return a row per head with every measure of the head catalogue, averaged over sentences.

        Args:
            text: sentences, which the model translates; pairs of a source and a target; or the name of a known corpus,
                whose test pairs are read. A sample that suits the model when left out.
            beam_size: of the translations.
            alpha: of the translations.
            batch_size: sentences at a time.

        Raises:
            CoreError: no sentence, an unknown corpus, or heads that are switched off.
        """
        from core.inspection.catalogue import head_catalogue
        from core.inspection.frames import catalogue_frame

        self.require_unchanged("heads")
        translator = self.translator
        chosen = sample_sentences(translator.checkpoint.described) if text is None else _text(text, self.card.languages)
        config = DecodingConfig(beam_size=beam_size, alpha=alpha)
        return catalogue_frame(
            head_catalogue(translator.model, translator.vocabularies, chosen, config, batch_size=batch_size)
        )

    def require_unchanged(self, function: str) -> None:
        """Refuse heads that are switched off, for a function that measures checkpoints as they are.

        Raises:
            CoreError: some are.
        """
        require_no_change(self.name, self.intervention, function)

    def _target(self, target: str) -> Encoded:
        return self.translator.vocabularies.target.encode(_sentence(target), self.card.model.max_positions)


def load(name: str | Path) -> Model:
    """Load a model.

    Args:
        name: of a model that ships (`en-de`), of a run in the folder `runs` (`run/mine`, or `run/mine/best`), a folder
            with a run, a checkpoint or a MarianMT model, or a model of the Hugging Face Hub (`OWNER/NAME`,
            `OWNER/NAME@REVISION`): of this project, or MarianMT. A model of the Hub is fetched once and found again
            without a network.

    Examples:
        >>> load("en-de")
        <Model en-de: en-de, 8.8 million parameters>

    Raises:
        CoreError: it is not a model; the message lists those that have a name.
    """
    service = shared_service()
    known = not isinstance(name, Path) and name in service.library.names()
    folder = Path(str(name))
    if not known and (folder / "status.json").is_file():
        service, name = _of_run(folder.resolve())
    elif not known and ((folder / "config.json").is_file() or _is_of_marian(folder)):
        from core.interchange.hub import local_checkpoint

        folder = local_checkpoint(folder.resolve())
        service, name = _service(folder.parent), folder.name
    elif not known and isinstance(name, str) and "/" in name and not name.startswith(RUN_MODELS):
        from core.interchange.hub import hub_checkpoint, is_hub_name

        if is_hub_name(name):
            folder = hub_checkpoint(name)
            service, name = _service(folder.parent), folder.name
    model = Model(service, str(name))
    service.library.translator(model.name)
    return model


def shared_service() -> Service:
    """Return the service of the shipped models and of the runs."""
    return _service(SHIPPED, RUNS.resolve())


def _of_run(run: Path) -> tuple[Service, str]:
    """Return the service of the runs beside this one, and the name of its model.

    Raises:
        CoreError: it has not finished; the message names the models that it has.
    """
    if not (run / "checkpoint" / "config.json").is_file():
        raise run_instead_of_checkpoint(run)
    return _service(SHIPPED, run.parent), model_of_run(run.name)


def _is_of_marian(folder: Path) -> bool:
    """Return whether a folder has arrays and vocabularies, as Marian's own models do, which have no config.json."""
    return any(folder.glob("*.npz")) and any(any(folder.glob(name)) for name in ("*vocab.yml", "*.spm"))


@functools.cache
def _service(checkpoints: Path, runs: Path | None = None) -> Service:
    """Return the service of a folder of checkpoints, one for all models in it."""
    return Service(CheckpointLibrary(checkpoints, runs))


def items_of(given: object) -> list[Any]:
    """Return the items of an iterable; a text is one item.

    Raises:
        CoreError: a table, whose items would be the names of its columns; or neither text nor an iterable.
    """
    if hasattr(given, "columns"):
        raise CoreError("python.table", "give a column of the table, as in table['source'], not the table")
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping) and getattr(given, "ndim", 1):
        return list(given)
    return [_sentence(given)]


def _sentence(text: object) -> str:
    """Return one sentence.

    Raises:
        CoreError: it is not text.
    """
    if not isinstance(text, str):
        raise CoreError("python.text", "a sentence must be text, not {kind}", kind=type(text).__name__)
    return text


def read_sentences(text: object) -> list[str]:
    """Return one sentence, or those of an iterable.

    Raises:
        CoreError: something else than text.
    """
    return [_sentence(each) for each in items_of(text)]


def _text(
    text: Sequence[str] | Sequence[tuple[str, str]] | str, languages: tuple[str, str]
) -> list[str] | ParallelText:
    """Return sentences, pairs, or the test pairs of a corpus in the direction of a model.

    Raises:
        CoreError: something else, or an unknown corpus.
    """
    if isinstance(text, str):
        swapped = languages == languages_of(text, languages)[::-1]
        return corpus_stream(text, "test", data_folders(), swapped=swapped).read()
    rows = items_of(text)
    if not rows or isinstance(rows[0], str):
        return read_sentences(rows)
    pairs = [read_sentences(row) for row in rows]
    if wrong := {len(pair) for pair in pairs} - {2}:
        raise CoreError("python.pair", "a pair must be a source and a target, not {count} texts", count=min(wrong))
    return ParallelText([source for source, _ in pairs], [target for _, target in pairs])
