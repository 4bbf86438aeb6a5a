"""The command `ask`: any question about a translation that a page can ask, as JSON in and out."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from core.checkpoint_config import read_checkpoint_config
from core.cli.options import add_checkpoint_folder, add_settings
from core.config import DecodingConfig
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.plain import plain_value
from core.service import QUESTIONS, Answer, Service
from core.service import ask as ask_service
from core.settings import describe
from core.tuning.allocator import keep_freed_memory

_COUNTED = ("layer", "head", "query", "rank")  # from 1 here, as on the page; from 0 in the service
_HEAD_LISTS = ("off", "uniform")  # of [kind, layer, head]
ANSWERED_AT_ONCE = [name for name, question in QUESTIONS.items() if not question.background]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "question", metavar="QUESTION", help="Its name, such as head_values; any other word lists them."
    )
    add_checkpoint_folder(parser, required=True)
    parser.add_argument("--text", help="Source sentence (default: the first example of the checkpoint).")
    parser.add_argument("--rank", type=int, default=1, help="Hypothesis to ask about, from 1, best first (default 1).")
    parser.add_argument(
        "--request", default="{}", metavar="JSON", help="Fields of the question; - reads standard input."
    )
    add_settings(parser, [item for item in describe(DecodingConfig) if item.name in ("beam_size", "alpha")])


def run(arguments: argparse.Namespace) -> int:
    """Translate a sentence and print the answer to one question about it, as one JSON object."""
    question = arguments.question
    if question not in ANSWERED_AT_ONCE:
        names = ", ".join(ANSWERED_AT_ONCE)
        raise CoreError("cli.question", "unknown question {name!r}; allowed: {names}", name=question, names=names)
    request = _read_request(question, arguments.request)
    folder = arguments.checkpoint.resolve()
    read_checkpoint_config(folder)  # names a folder that is not a checkpoint
    keep_freed_memory()
    service = Service(CheckpointLibrary(folder.parent))
    answer = service.translate(folder.name, _sentence(arguments, service, folder.name), *_decoding(arguments))
    found = ask_service(service, question, {**_shifted(request, -1), "id": answer.request.id})
    shown = {**_described(answer), "answer": _shifted(plain_value(found), 1)}
    print(json.dumps(shown, ensure_ascii=False, allow_nan=False))
    return 0


def _read_request(question: str, text: str) -> Mapping[str, Any]:
    """Return the fields of a request; the service checks their values.

    Raises:
        CoreError: it is not a JSON object, or lacks a field, or has one that the question does not have.
    """
    try:
        request = json.loads(sys.stdin.read() if text == "-" else text)
    except (ValueError, RecursionError) as error:
        raise CoreError("cli.request", "the request is not JSON: {reason}", reason=error) from None
    if not isinstance(request, dict):
        raise CoreError("cli.request_object", "the request must be a JSON object with the fields of the question")
    allowed = sorted(set(QUESTIONS[question].request.model_fields) - {"id"})
    unknown = sorted(set(request) - set(allowed))
    if unknown:
        raise CoreError(
            "cli.request_fields",
            "{question} does not have {unknown}; allowed: {allowed}",
            question=question,
            unknown=", ".join(unknown),
            allowed=", ".join(allowed) or "no fields",
        )
    fields = QUESTIONS[question].request.model_fields
    if missing := sorted(name for name in {*allowed} - {*request} if fields[name].is_required()):
        raise CoreError(
            "cli.request_missing",
            "the request of {question} lacks {missing}; its fields: {allowed}",
            question=question,
            missing=", ".join(missing),
            allowed=", ".join(allowed),
        )
    return request


def _shifted(value: Any, by: int) -> Any:
    """Return a request or an answer with its layers, heads, rows and ranks shifted by a number, also those of a lab.

    Raises:
        CoreError: one of a request is 0.
    """
    if isinstance(value, list):
        return [_shifted(part, by) for part in value]
    if not isinstance(value, Mapping) or "weights_sha256" in value:  # a provenance counts from 1 already
        return value
    shifted = {}
    for name, part in value.items():
        if name in _COUNTED and type(part) is int:
            shifted[name] = _shifted_number(name, part, by)
        elif name in _HEAD_LISTS and isinstance(part, list):
            shifted[name] = [
                [_shifted_number("layer or head", at, by) if type(at) is int else at for at in head]
                if isinstance(head, list)
                else _shifted(head, by)
                for head in part
            ]
        else:
            shifted[name] = _shifted(part, by)
    return shifted


def _shifted_number(name: str, number: int, by: int) -> int:
    if number + by < 0:
        raise CoreError("cli.counts_from_one", "{name} is {number}; it counts from 1", name=name, number=number)
    return number + by


def _sentence(arguments: argparse.Namespace, service: Service, checkpoint: str) -> str:
    """Return the sentence to translate: the given one, or the checkpoint's first example."""
    if arguments.text is not None:
        return arguments.text
    examples = service.library.card(checkpoint).examples
    if not examples:
        raise CoreError("cli.ask_text", "{name} does not have example sentences; give --text", name=checkpoint)
    return examples[0]


def _decoding(arguments: argparse.Namespace) -> tuple[int, float, int]:
    """Return beam size, length penalty and rank, the rank from 0."""
    default = DecodingConfig()
    beam_size = default.beam_size if arguments.beam_size is None else arguments.beam_size
    return beam_size, default.alpha if arguments.alpha is None else arguments.alpha, arguments.rank - 1


def _described(answer: Answer) -> dict[str, Any]:
    """Return what the numbers of an answer are about: the translation and its tokens."""
    trace = answer.trace
    return {
        "text": answer.request.text,
        "translation": answer.text,
        "source_tokens": trace.src_tokens,
        "read_tokens": trace.tgt_tokens,
        "predicted_tokens": trace.predicted_tokens,
    }
