"""Languages on the command line: how BLEU divides words, and why."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from core.checkpoint_config import read_checkpoint_config


def add_target_language(parser: argparse.ArgumentParser) -> None:
    """Add the language by which BLEU divides references into words."""
    parser.add_argument(
        "--tgt-lang",
        metavar="CODE",
        help="Language of the references, such as de, for BLEU; the checkpoint's when left out.",
    )


def bleu_note(arguments: argparse.Namespace, checkpoint: Path | None, references: Sequence[str]) -> str:
    """Return how BLEU divides text into words, and why.

    Args:
        arguments: with the option of `add_target_language`.
        checkpoint: the folder whose target language counts without that option; None where none translates.
        references: of the test set; if they contradict the language, their script decides.

    Raises:
        CoreError: see `read_checkpoint_config`.
    """
    from core.evaluation.scores import tokenisation

    described = read_checkpoint_config(checkpoint) if checkpoint is not None else {}
    language = arguments.tgt_lang or str(described.get("target_language") or "")
    name, script = tokenisation(language, references)
    if not language:
        return f"BLEU divides words by {name!r}, because of the script of the references; --tgt-lang says otherwise"
    reason = "--tgt-lang" if arguments.tgt_lang is not None else "the target language of the checkpoint"
    if script:
        return f"BLEU divides words by {name!r}, because the references are in {script} script; {reason} is {language}"
    return f"BLEU divides words by {name!r}, because {reason} is {language}"
