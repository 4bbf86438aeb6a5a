"""A data set of the Hugging Face Hub in the form: what was seen of it, and the copy that is trained on."""

import threading
from collections import OrderedDict
from itertools import islice

from core.data.corpora.hub import HubCopy, HubLook, hub_copy, look_at_hub
from core.data.corpora.reading import corpus_stream, data_folders
from core.errors import CoreError
from viz.tabs.train.form import Form, hub_data_set

PREVIEW_PAIRS = 5
MOST_COLUMNS = 40  # that are offered
_MOST_LETTERS = 1000  # kept of a text
_KEPT = 16  # data sets whose first rows are kept
_seen: OrderedDict[str, HubLook] = OrderedDict()
_lock = threading.Lock()


def look(form: Form) -> HubLook:
    """The first rows of a data set, asked for anew; they are kept for the preview.

    Raises:
        CoreError: a bad name, a library that is missing, no network, or no column with text.
    """
    name = hub_data_set(form)
    found = look_at_hub(name, PREVIEW_PAIRS)
    if len(found.columns) < 2:
        raise CoreError("train.hub_texts", "{name} has no two columns of text", name=name)
    rows = tuple({column: text[:_MOST_LETTERS] for column, text in row.items()} for row in found.rows)
    with _lock:
        _seen[name] = found._replace(columns=found.columns[:MOST_COLUMNS], rows=rows)
        _seen.move_to_end(name)
        while len(_seen) > _KEPT:
            _seen.popitem(last=False)
        return _seen[name]


def seen(form: Form) -> HubLook | None:
    """What `look` has found, if it was asked; nothing is fetched."""
    with _lock:
        return _seen.get(hub_data_set(form))


def columns_of(form: Form) -> tuple[str, str] | None:
    """The chosen columns; None before both are chosen.

    Raises:
        CoreError: one column for both sides.
    """
    source, target = (str(value or "") for value in (form.hub_src_column, form.hub_tgt_column))
    if source and source == target:
        raise CoreError("train.same_column", "{name} cannot be source and target at once", name=source)
    return (source, target) if source and target else None


def copy_of(form: Form) -> HubCopy | None:
    """What was fetched of the data set, whichever its columns; None for nothing."""
    return hub_copy(hub_data_set(form), data_folders())


def require_copy(form: Form) -> None:
    """Raise CoreError where no copy with the chosen columns is here."""
    name, columns, copy = hub_data_set(form), columns_of(form), copy_of(form)
    if copy is None:
        raise CoreError("train.hub_absent", "{name} is not here yet: look at it, then download it", name=name)
    if columns is not None and copy.columns not in (None, columns):
        raise CoreError(
            "train.hub_columns",
            "{name} is here with {source} and {target}: choose these columns, or download it anew",
            name=name,
            source=copy.columns[0],
            target=copy.columns[1],
        )


def preview(form: Form) -> tuple[list[tuple[str, str]], HubCopy | None]:
    """The first pairs of the copy, if it has the chosen columns, else of what was seen; none before that.

    Raises:
        CoreError: no name or a bad one, one column for both sides, or a copy that cannot be read.
    """
    columns, copy, known = columns_of(form), copy_of(form), seen(form)
    if copy is not None and (columns is None or copy.columns in (None, columns)):
        return list(islice(corpus_stream(hub_data_set(form), "train", data_folders()), PREVIEW_PAIRS)), copy
    return (known.pairs(*columns) if known and columns else []), None
