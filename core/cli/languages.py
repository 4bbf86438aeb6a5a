"""Languages on the command line: how BLEU divides words, and why."""

import argparse
from collections.abc import Sequence

from core.evaluation import tokenisation


def add_target_language(parser: argparse.ArgumentParser) -> None:
    """Add the language by which BLEU divides references into words."""
    parser.add_argument(
        "--tgt-lang",
        metavar="CODE",
        help="Language of the references, such as de, for BLEU; the checkpoint's when left out.",
    )


def bleu_note(language: str, given: str | None, references: Sequence[str]) -> str:
    """Return how BLEU divides text into words, and why.

    Args:
        language: code of the references: the given one, or that of the checkpoint.
        given: with --tgt-lang.
        references: of the test set; if they contradict the language, their script decides.
    """
    name, script = tokenisation(language, references)
    reason = "--tgt-lang" if given is not None else "the target language of the checkpoint"
    if script:
        return f"BLEU divides words by {name!r}, because the references are in {script} script; {reason} is {language}"
    return f"BLEU divides words by {name!r}, because {reason} is {language}"
