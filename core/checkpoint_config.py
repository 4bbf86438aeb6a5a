"""The config.json of a checkpoint folder, read without torch, so that a page can describe a model before loading it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.config import ModelConfig
from core.errors import CoreError, Names, fault_of
from core.settings import from_dict

FORMAT = 1
_MAX_JSON_BYTES = 1 << 20


def checkpoint_file(folder: Path, name: str) -> Path:
    """Return the path of a file in a checkpoint folder that may be read.

    A link must lead to a file in the folder of checkpoints, or to a blob next to the snapshots of a Hub cache, so that
    a folder from elsewhere cannot show other files of this computer.

    Raises:
        CoreError: it is not an ordinary file (a pipe would never end), or a link that leads elsewhere.
    """
    path = folder / name
    if not path.exists():
        return path
    if not path.is_file():
        raise CoreError("checkpoint.not_a_file", "{path} is not an ordinary file", path=path)
    if path.is_symlink():
        found, home = path.resolve(), folder.resolve()
        allowed = [home.parent, *(parent / "blobs" for parent in home.parents if (parent / "snapshots").is_dir())]
        if not any(found.is_relative_to(place) for place in allowed):
            raise CoreError(
                "checkpoint.link", "{path} is a link that leads out of the folder of checkpoints", path=path
            )
    return path


def read_json(path: Path) -> Any:
    """Read a small JSON file.

    Raises:
        CoreError: the file is missing, too large, or not JSON.
    """
    try:
        if path.stat().st_size <= _MAX_JSON_BYTES:
            return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise CoreError("checkpoint.no_config", "{path} is missing", path=path) from None
    except OSError as error:
        raise CoreError(
            "checkpoint.unreadable", "{path} cannot be read: {reason}", path=path, reason=fault_of(error)
        ) from None
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, or a number of thousands of digits
        raise CoreError("checkpoint.bad_config", "{path} is not JSON: {reason}", path=path, reason=error) from None
    raise CoreError("checkpoint.json_size", "{path} has more than {limit:,} bytes", path=path, limit=_MAX_JSON_BYTES)


def no_folder(folder: Path) -> CoreError:
    """Return the error about a checkpoint that is not a folder; it names the folder that may be meant by a name."""
    if folder.is_file():
        return CoreError("checkpoint.a_file", "{folder} is a file; a checkpoint is a folder", folder=folder)
    kind, *name = folder.parts or ("",)  # the page says run/NAME and run/NAME/best
    run = Path("runs", *name) if kind == "run" else None
    for meant in (Path("checkpoints") / folder, *((run / "checkpoint", run) if run else ())):
        if not folder.is_absolute() and (meant / "config.json").is_file():
            return CoreError(
                "checkpoint.no_folder_here",
                "checkpoint folder {folder} does not exist; {meant} does",
                folder=folder,
                meant=meant,
            )
    return CoreError("checkpoint.no_folder", "checkpoint folder {folder} does not exist", folder=folder)


def run_instead_of_checkpoint(folder: Path) -> CoreError:
    """Return the error about a run where a checkpoint is needed; it names the run's models."""
    models = [folder / name for name in ("checkpoint", "best") if (folder / name).is_dir()]
    return CoreError(
        "checkpoint.is_run",
        "{folder} is a run; its models are: {models}",
        folder=folder,
        models=Names(map(str, models)),
    )


def read_checkpoint_config(folder: Path) -> dict[str, Any]:
    """Read config.json of a checkpoint folder as plain values and check its format version.

    Raises:
        CoreError: the file is missing, not an ordinary file, too large, not JSON, or of another format; the folder is
            a run, or there is none.
    """
    if not folder.is_dir():
        raise no_folder(folder)
    if (folder / "status.json").is_file():
        raise run_instead_of_checkpoint(folder)
    path = checkpoint_file(folder, "config.json")
    described = read_json(path)
    found = described.get("format") if isinstance(described, dict) else None
    if not isinstance(described, dict) or found != FORMAT or type(found) is not int:
        raise CoreError(
            "checkpoint.format",
            "{path} has format {found!r}; this version reads format {expected}",
            path=path,
            found=found,
            expected=FORMAT,
        )
    return described


def read_model_config(folder: Path) -> ModelConfig:
    """Read the shape of a checkpoint's model.

    Raises:
        CoreError: see `read_checkpoint_config`, or a setting is unknown or invalid.
    """
    return model_config(folder, read_checkpoint_config(folder))


def model_config(folder: Path, described: dict[str, Any]) -> ModelConfig:
    """Return the shape of the model that a checkpoint's config.json describes; errors name the folder's file."""
    return from_dict(ModelConfig, described.get("model"), where=f"{folder / 'config.json'}: model")


def described_number(details: Mapping[str, Any], part: str, name: str) -> float | None:
    """Return a number of one part of a config.json, such as `scores.bleu`; None if it is missing or is not one."""
    values = details.get(part)
    value = values.get(name) if isinstance(values, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 < value < 1e6:
        return None
    return float(value)
