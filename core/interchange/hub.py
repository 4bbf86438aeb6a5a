"""Models of the Hugging Face Hub by name: fetched at a pinned revision, and read with the suspicion of any folder.

Only files that a model needs are fetched, none of them code; what the folder holds is then checked as if a stranger had
sent it (`core.checkpoint.load_checkpoint`, `core.interchange.folder.import_folder`).
"""

import contextlib
import os
import re
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from core.checkpoint_config import read_checkpoint_config
from core.durable import exclusive_folder, folder_state
from core.errors import CoreError
from core.interchange.folder import copy_checkpoint, import_folder
from core.weights_files import has_weights

CACHE_VARIABLE = "GLASSFORMER_CACHE"  # folder of imported models, where it is not ~/.cache/glassformer
_NAME = re.compile(r"([A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95})(?:@([\w.-]{1,100}))?")
_FILES = ("*.json", "*.safetensors", "*.spm", "*.model", "history.csv", "snapshots.npz", "README.md")
_TORCH_FILE = "pytorch_model.bin"
_IMPORTED = (".json", ".safetensors", ".bin", ".npz", ".spm", ".model", ".yml")  # endings of what an import reads
_MOST_BYTES = 4_000_000_000  # of all files together
_SECONDS = 10.0  # until the Hub answers


class HubModel(NamedTuple):
    """A model that was fetched."""

    folder: Path
    name: str  # OWNER/NAME
    revision: str  # the commit

    @property
    def origin(self) -> str:
        """The name with its revision, which leads to the same files for ever."""
        return f"{self.name}@{self.revision}"


def is_hub_name(text: str) -> bool:
    """Return whether a text is OWNER/NAME or OWNER/NAME@REVISION, and no folder of this computer."""
    return _NAME.fullmatch(text.strip()) is not None and not Path(text.strip()).exists()


def fetch_model(name: str) -> HubModel:
    """Fetch the files of a model at a revision; those of an earlier call are not fetched again.

    Args:
        name: OWNER/NAME, or OWNER/NAME@REVISION with a commit, a branch or a tag; the main branch when left out.
            Without a network a model that was fetched before is found again.

    Raises:
        CoreError: a bad name, no such model, too large a model, or the Hub cannot be reached.
    """
    from huggingface_hub import HfApi, snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HTTPError  # pyright: ignore[reportPrivateImportUsage]

    found = _NAME.fullmatch(name.strip())
    if found is None:
        raise CoreError("hub.name", "{name!r} must be OWNER/NAME or OWNER/NAME@REVISION", name=name[:200])
    repository, revision = found[1], found[2]
    try:
        info = HfApi().model_info(repository, revision=revision, files_metadata=True, timeout=_SECONDS)
    except HfHubHTTPError as error:  # the Hub answered
        raise _refused(repository, error) from error
    except (HTTPError, OSError) as error:
        return _fetched_before(repository, revision, error)
    sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}
    wanted = [path for path in sizes if any(fnmatch(path, pattern) for pattern in _FILES) and "/" not in path]
    if not any(path.endswith(".safetensors") for path in wanted) and _TORCH_FILE in sizes:
        wanted.append(_TORCH_FILE)
    total = sum(sizes[path] for path in wanted)
    if total > _MOST_BYTES:
        raise CoreError(
            "hub.size",
            "{name} has {size:.1f} GB; at most {limit:.0f} GB are fetched",
            name=repository,
            size=total / 1e9,
            limit=_MOST_BYTES / 1e9,
        )
    try:
        folder = Path(snapshot_download(repository, revision=revision, allow_patterns=wanted))
    except (HTTPError, OSError) as error:
        raise _refused(repository, error) from error
    return HubModel(folder, repository, folder.name)  # the folder of a commit has its name


def hub_checkpoint(name: str) -> Path:
    """Return a checkpoint folder with a model of the Hub: a copy, or what importing it makes, which is kept.

    It is `NAME@REVISION` in the folder of its owner.

    Raises:
        CoreError: see `fetch_model` and `import_folder`.
    """
    model = fetch_model(name)
    return _kept(model.folder, f"{model.name}@{model.revision[:7]}", model.origin)


def local_checkpoint(folder: Path) -> Path:
    """Return a checkpoint folder with the model of a folder: itself, or what importing it makes, which is kept.

    Raises:
        CoreError: see `import_folder`.
    """
    if is_checkpoint(folder):
        return folder
    stamp = sha256(f"{folder.resolve()} {folder_state(folder, _IMPORTED)}".encode()).hexdigest()
    return _kept(folder, f"local/{folder.resolve().name}@{stamp[:7]}")


def _kept(folder: Path, place: str, origin: str | None = None) -> Path:
    """Return a folder of the cache with the model of a folder, which is read the first time."""
    cache = Path(os.environ.get(CACHE_VARIABLE) or Path.home() / ".cache" / "glassformer")
    kept = cache / place
    if _has_model(kept):
        return kept
    with exclusive_folder(kept.parent):
        if _has_model(kept):  # another process has read it meanwhile
            return kept
        if is_checkpoint(folder):
            copy_checkpoint(folder, kept, origin)
        else:
            import_folder(folder, kept, torch_files=True, origin=origin)
    return kept


def _has_model(folder: Path) -> bool:
    return folder.is_dir() and has_weights(folder)


def is_checkpoint(folder: Path) -> bool:
    """Return whether a folder is a checkpoint of this project, and not a model of another program."""
    try:
        return "source_language" in read_checkpoint_config(folder)
    except CoreError:
        return False


def _fetched_before(repository: str, revision: str | None, reason: Exception) -> HubModel:
    """Return a model whose files are here; raise the error about the Hub if they are not."""
    from huggingface_hub import snapshot_download

    for wanted in ([*_FILES, _TORCH_FILE], [*_FILES]):
        with contextlib.suppress(OSError):  # a file of this list is not here
            kept = Path(snapshot_download(repository, revision=revision, local_files_only=True, allow_patterns=wanted))
            return HubModel(kept, repository, kept.name)
    raise _refused(repository, reason) from reason


def _refused(name: str, error: Exception) -> CoreError:
    """Return the error about a model that the Hub does not give."""
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    known = {
        GatedRepoError: "its owner asks for an agreement first",
        RepositoryNotFoundError: "there is no such model, or it is private",
        RevisionNotFoundError: "it does not have this revision",
    }
    reason = next((words for kind, words in known.items() if isinstance(error, kind)), None)
    if reason is None and not isinstance(error, HfHubHTTPError):
        reason = "it cannot be reached"
    if reason is None:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)[:300]
    return CoreError("hub.refused", "{name} cannot be fetched from the Hub: {reason}", name=name, reason=reason)
