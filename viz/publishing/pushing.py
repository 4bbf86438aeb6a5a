"""Push a folder to the Hugging Face Hub, with the user's own token."""

from __future__ import annotations

import re
from pathlib import Path

from core.errors import CoreError
from viz.publishing.front_matter import Published

_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")  # the Hub's own rule, but for its length
_SPACES = ("static", "gradio")


def require_name(name: str) -> str:
    """Return the name of a repository, OWNER/NAME.

    Raises:
        CoreError: it is not of this form.
    """
    if not _NAME.fullmatch(name):
        raise CoreError("publish.name", "{name!r} must be OWNER/NAME, as on the Hub", name=name)
    return name


def push(folder: Path, published: Published) -> str:
    """Make the repository if there is none, upload every file as one commit, and return its address.

    The token is that of `hf auth login` or of the variable HF_TOKEN.

    Raises:
        CoreError: no token, or the Hub refuses or cannot be reached; then nothing was changed there but, at most, an
            empty repository made.
    """
    from huggingface_hub import HfApi, get_token
    from huggingface_hub.errors import HTTPError  # pyright: ignore[reportPrivateImportUsage]

    name = require_name(published.to or "")
    if get_token() is None:
        raise CoreError("publish.token", "log in to the Hub first: hf auth login, or set HF_TOKEN")
    kind = "space" if published.form in _SPACES else "model"
    try:
        api = HfApi()
        api.create_repo(name, repo_type=kind, space_sdk=published.form if kind == "space" else None, exist_ok=True)
        words = "Publish with Glassformer"
        done = api.upload_folder(repo_id=name, folder_path=folder, repo_type=kind, commit_message=words)
    except (HTTPError, OSError, ValueError) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)[:300]
        raise CoreError("publish.refused", "the Hub did not take {name}: {reason}", name=name, reason=reason) from error
    return str(done.repo_url)
