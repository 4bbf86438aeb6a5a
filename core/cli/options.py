"""Options that several commands share, and the settings that are read from them."""

import argparse
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from core.config import DecodingConfig
from core.data.corpora.reading import DATA_VARIABLE
from core.places import checkpoint_path
from core.settings import Setting, describe


def add_checkpoint(parser: argparse.ArgumentParser) -> None:
    """Add the checkpoint to compute with, and how it computes."""
    add_checkpoint_folder(parser, required=True)
    add_batch_size(parser)
    add_device(parser)


def add_checkpoint_folder(parser: argparse.ArgumentParser, **options: Any) -> None:
    """Add a checkpoint by its folder or its name; further options are those of `add_argument`."""
    words = "Checkpoint folder, or the name of a shipped one."
    parser.add_argument("--checkpoint", type=checkpoint_path, help=words, **options)


def job_folder(text: str) -> Path:
    """Return the folder of a run or another job; one that a path such as "." does not name gets its name.

    Examples:
        >>> job_folder("runs/first").as_posix(), job_folder(".").name == Path.cwd().name
        ('runs/first', True)
    """
    path = Path(text)
    return path.resolve() if path.name in ("", "..") else path


def add_batch_size(parser: argparse.ArgumentParser) -> None:
    """Add the number of sentences at a time: see `core.settings.check_batch_size`."""
    parser.add_argument("--batch-size", type=int, default=64, help="Sentences at a time (default 64).")


def add_device(parser: argparse.ArgumentParser) -> None:
    """Add the device to compute on."""
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="Where to compute.")


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """Add the folder of corpora to search first, also in processes that the command starts."""
    words = f"Folder of corpora to search first (or {DATA_VARIABLE})."
    parser.add_argument("--data-dir", type=Path, metavar="DIR", action=_SearchFirst, help=words)


class _SearchFirst(argparse.Action):
    """Sets the variable of the folder of corpora, which processes inherit."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any) -> None:
        os.environ[DATA_VARIABLE] = str(values.resolve())
        setattr(namespace, self.dest, values)


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the settings of search for one translation of each sentence: see `decoding_config`."""
    add_settings(parser, [item for item in describe(DecodingConfig) if item.name != "nbest"])


def add_settings(group: Any, items: Iterable[Setting], *, show_defaults: bool = True) -> None:
    """Add an option for each setting to a parser or a group of options; None if it is left out."""
    for item in items:
        flags = [f"--{item.name.replace('_', '-')}"] + (["--beam"] if item.name == "beam_size" else [])
        shown = show_defaults and item.default is not None
        group.add_argument(
            *flags,
            dest=item.name,
            type=boolean if item.type is bool else item.type,
            choices=item.choices,
            default=None,
            metavar=item.type.__name__.upper() if item.choices is None else None,
            help=item.help + (f" (default {item.default})" if shown else ""),
        )


def boolean(text: str) -> bool:
    """Return the value of an option that is `true` or `false`."""
    if text.lower() not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


def add_action(
    actions: Any, name: str, description: str, action: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add an action to a group of commands, such as `list` to `runs`: what `arguments.action` runs."""
    parser = actions.add_parser(name, help=description, description=description)
    parser.set_defaults(action=action, prog=parser.prog)
    return parser


def given_settings(arguments: argparse.Namespace, config: type) -> dict[str, Any]:
    """Return the settings of a configuration that are given on the command line."""
    values = {item.name: getattr(arguments, item.name, None) for item in describe(config)}
    return {name: value for name, value in values.items() if value is not None}


def decoding_config(arguments: argparse.Namespace) -> DecodingConfig:
    """Return the settings of search; an n-best list widens a beam that is not given."""
    values = given_settings(arguments, DecodingConfig)
    if "nbest" in values and "beam_size" not in values:
        values["beam_size"] = max(values["nbest"], DecodingConfig().beam_size)
    return DecodingConfig(**values)
