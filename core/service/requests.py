"""The requests about a translation that was made before, each field typed and bounded: any client can send anything."""

import re
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.attention_kinds import Kind
from core.errors import CoreError
from core.inspection.intervention import Intervention

MAX_TOKENS = 512  # of a source and of a target, with the end symbol; beyond, no picture of a head can be read
MAX_BEAM_SIZE = 16
MAX_SENTENCES = 40  # translated one by one
_MAX_HEADS = 4096  # named in one request

Id = Annotated[str, Field(max_length=200)]  # of a trace
Index = Annotated[int, Field(ge=0, lt=1000)]  # of a layer, a head or a row, from 0
LensName = Annotated[str, Field(max_length=40)]
Rank = Annotated[int, Field(ge=0, lt=MAX_BEAM_SIZE)]  # of a hypothesis, best first
Heads = Annotated[list[Any], Field(max_length=_MAX_HEADS)]  # checked by `Intervention.from_dict`
Value = bool | int | float | str | list[str] | None  # of a field of a lab
Edits = Annotated[list[dict[str, Any]], Field(max_length=_MAX_HEADS)]

Asked = TypeVar("Asked", bound="TraceQuestion")


class TraceQuestion(BaseModel):
    """A question about one translation."""

    model_config = ConfigDict(strict=True, frozen=True)

    id: Id


class SentencesQuestion(TraceQuestion):
    """The sentences of a text, each to translate as the text was."""

    sentences: Annotated[list[str], Field(min_length=1, max_length=MAX_SENTENCES)]


class KindQuestion(TraceQuestion):
    """One kind of attention."""

    kind: Kind


class LayerQuestion(KindQuestion):
    """One attention of one layer."""

    layer: Index


class HeadQuestion(LayerQuestion):
    """One head."""

    head: Index


class RowQuestion(HeadQuestion):
    """One row of one head."""

    query: Index


class BlockQuestion(TraceQuestion):
    """One block of Figure 1."""

    block: Annotated[str, Field(max_length=80)]


class LabQuestion(TraceQuestion):
    """One lab of "Inside the maths" with the fields of its own question."""

    lab: Annotated[str, Field(max_length=40)]
    values: Annotated[dict[str, Value], Field(max_length=20)]  # bounded by the lab
    turn: Annotated[int, Field(ge=0, lt=1_000_000)] = 0  # changed to bypass the cache

    def __hash__(self) -> int:
        """Return a hash without the values, which are a dictionary; equal questions have the same."""
        return hash((self.id, self.lab, self.turn))


class ExercisesQuestion(TraceQuestion):
    """The exercises of a chapter."""

    chapter: Annotated[str, Field(max_length=40)]
    seed: Annotated[int, Field(ge=0, lt=1_000_000)] = 0


class LensQuestion(TraceQuestion):
    """Every head through a lens."""

    lens: LensName


class LensCodeQuestion(KindQuestion):
    """The lines that compute a lens, as they ran for one kind of attention."""

    lens: LensName


class LensHeadQuestion(HeadQuestion):
    """One head through a lens; layer and head are 0 where the lens takes them together."""

    lens: LensName


class CatalogueQuestion(TraceQuestion):
    """Every head over some lines; over the checkpoint's own sentences without them.

    A line is a sentence, or source, reference and gold links separated by tabs. The two flags say how the links count
    (`core.data.pharaoh`).
    """

    sentences: str | None = None
    one_based: bool | None = None
    swapped: bool | None = None


class EffectQuestion(TraceQuestion):
    """Heads off and uniform on a set of sentences, with the checkpoint of a translation.

    The set is pairs, one per line with a tab, or sources; without them, sentences of this project.
    """

    off: Heads | None = None
    uniform: Heads | None = None
    pairs: str | None = None
    beam_size: int
    alpha: float

    @property
    def intervention(self) -> Intervention:
        """The changes of attention; core checks them against the model."""
        return Intervention.from_dict({"off": self.off or [], "uniform": self.uniform or []})


class WorkQuestion(TraceQuestion):
    """A work in the background: its own id, and whether it is to end."""

    stop: bool | None = None


class VariantQuestion(TraceQuestion):
    """A second translation: heads changed, a prefix forced, the same tokens, another sentence, checkpoint or search.

    The prefix is of tokens of the checkpoint that translates. A target is a text that it scores instead of searching.
    """

    off: Heads | None = None
    uniform: Heads | None = None
    edits: Edits | None = None
    prefix: Annotated[list[int] | None, Field(max_length=MAX_TOKENS)] = None
    same: bool | None = None  # keep the target tokens instead of searching
    text: str | None = None
    target: str | None = None  # a translation of the user's own, bounded by MAX_TOKENS once it is encoded
    checkpoint: str | None = None
    beam_size: int | None = None
    alpha: float | None = None
    rank: Rank | None = None

    @property
    def intervention(self) -> Intervention:
        """The changes of attention; core checks them against the model and the sentence."""
        rows = [[edit.get(name) for name in EDIT_FIELDS] for edit in self.edits or []]
        return Intervention.from_dict({"off": self.off or [], "uniform": self.uniform or [], "edits": rows})


EDIT_FIELDS = ("kind", "layer", "head", "query", "weights")  # of an edited row


def read_question(model: type[Asked], data: object) -> Asked:
    """Return the typed request.

    Raises:
        CoreError: a field is missing, of the wrong type or out of bounds; the message names it.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place, reason = first["loc"], first["msg"]
        raise wrong(str(place[0]) if place else "request", reason[:1].lower() + reason[1:]) from None


def typed_lines(text: str) -> list[str]:
    """Return the lines of a text field: only the Enter key ends one, not a separator inside copied text."""
    return re.split("\r\n|\r|\n", text)


def wrong(setting: str, reason: str) -> CoreError:
    """Return the error about a field that is not valid, and why."""
    return CoreError("explorer.event", "the request needs a valid {setting}: {reason}", setting=setting, reason=reason)
