"""Languages on the command line: which one BLEU assumes, and why."""

import sys
from collections.abc import Iterable

from core.data.languages import contradicts, script_of
from core.evaluation import tokenisation


def bleu_note(language: str, given: str | None) -> str:
    """Return how BLEU divides text into words, and why."""
    reason = "--tgt-lang" if given is not None else "the target language of the checkpoint"
    return f"BLEU divides words by {tokenisation(language)!r}, because {reason} is {language}"


def warn_of_script(language: str, references: Iterable[str]) -> None:
    """Print a warning if references are not written in the script of their language: BLEU would be meaningless."""
    script = script_of(references)
    if contradicts(language, script):
        print(
            f"the references are written in {script} letters, their language is {language}: "
            "BLEU may be far too low; name the right one with --tgt-lang",
            file=sys.stderr,
        )
