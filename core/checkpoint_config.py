"""The config.json of a checkpoint folder, read without torch, so that a page can describe a model before loading it."""

import json
from pathlib import Path
from typing import Any

from core.errors import CoreError

FORMAT = 1
_MAX_CONFIG_BYTES = 1 << 20


def read_checkpoint_config(folder: Path) -> dict[str, Any]:
    """Read config.json of a checkpoint folder as plain values and check its format version.

    Raises:
        CoreError: the file is missing, too large, not JSON, or of another format.
    """
    path = folder / "config.json"
    try:
        data = path.read_bytes() if path.stat().st_size <= _MAX_CONFIG_BYTES else None
        described = json.loads(data) if data is not None else None
    except FileNotFoundError:
        raise CoreError("checkpoint.no_config", "{path} is missing", path=path) from None
    except OSError as error:
        raise CoreError("checkpoint.unreadable", "{path} cannot be read: {reason}", path=path, reason=error) from None
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, or a number of thousands of digits
        raise CoreError("checkpoint.bad_config", "{path} is not JSON: {reason}", path=path, reason=error) from None
    if data is None:
        raise CoreError(
            "checkpoint.config_size",
            "{path} has more than {limit:,} bytes: too large for a configuration",
            path=path,
            limit=_MAX_CONFIG_BYTES,
        )
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
