"""`translate.py` of an exported folder: a short program that translates any sentence without this project."""

from core.checkpoint import Checkpoint
from core.config import DecodingConfig
from core.data.piece_vocabulary import UNKNOWN, PieceVocabulary

RUNTIMES: dict[str, tuple[str, ...]] = {"ctranslate2": ("ctranslate2",), "onnx": ("numpy", "onnxruntime")}
_HEAD = '''"""Translate sentences, one a line: python translate.py < sentences.txt > translations.txt"""
import {modules}
from pathlib import Path
import {packages}

folder = Path(__file__).parent
for stream in (sys.stdin, sys.stdout):
    stream.reconfigure(encoding="utf-8")
'''
_BYTE_PAIRS = """tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.enable_truncation({limit})
"""
_PIECES = r"""pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
def split(line):  # a line may begin with the language to translate into: >>fra<<
    code, text = re.fullmatch("(>>.*?<<)?(.*)", line.rstrip("\n")).groups()
    return [*([code] if code else []), *pieces.encode(text, out_type=str)][: {limit} - 1]
"""
_IDS = """lists = (folder / name for name in ("vocab.json", "{target_file}"))
sources, targets = (json.loads(path.read_text("utf-8")) for path in lists)
names = {{index: token for token, index in targets.items()}}
"""
_CTRANSLATE2 = """translator = ctranslate2.Translator(str(folder), device="cpu")
for line in sys.stdin:
    tokens = {tokens}
    longest = min({limit}, len(tokens) + {extra})
    found = translator.translate_batch([tokens], beam_size={beam}, length_penalty=0, max_decoding_length=longest)
    translation = found[0].hypotheses[0] if tokens else []
    print({text_of_tokens}, flush=True)
"""
_ONNX = """parts = (folder / f"{{name}}.onnx" for name in ("encoder", "decoder"))
encoder, decoder = (onnxruntime.InferenceSession(part) for part in parts)
for line in sys.stdin:
    source, target = numpy.array([{ids}]), [{start}]
    longest = min({limit}, source.size - 1 + {extra}) if source.size > 1 else 0
    memory = encoder.run(None, {{"source": source}})[0] if longest else None
    while len(target) <= longest and target[-1] != {end}:
        logits = decoder.run(None, {{"target": numpy.array([target]), "memory": memory, "source": source}})[0]
        target.append(int(logits[0, -1].argmax()))
    print({text_of_ids}, flush=True)
"""
_OF_BYTE_PAIRS = {
    "tokens": "tokenizer.encode(line).tokens[:-1]",
    "ids": "tokenizer.encode(line).ids",
    "text_of_tokens": '" ".join(tokenizer.decode([tokenizer.token_to_id(token) for token in translation]).split())',
    "text_of_ids": '" ".join(tokenizer.decode(target).split())',
}
_OF_PIECES = {
    "tokens": "split(line)",
    "ids": f'[*(sources.get(piece, sources["{UNKNOWN}"]) for piece in split(line)), {{end}}]',
    "text_of_tokens": '" ".join("".join(translation).replace("\u2581", " ").split())',
    "text_of_ids": '" ".join("".join(names[id] for id in target[1:] if id != {end}).replace("\u2581", " ").split())',
}


def needed_packages(checkpoint: Checkpoint, to: str) -> list[str]:
    """Return the packages that the script imports."""
    has_pieces = isinstance(checkpoint.vocabularies.source, PieceVocabulary)
    return sorted([*RUNTIMES[to], "sentencepiece" if has_pieces else "tokenizers"])


def translating_script(checkpoint: Checkpoint, to: str) -> str:
    """Return Python that translates standard input in a folder with the model and the files of its vocabularies.

    CTranslate2 searches with a beam and without a length penalty, because its penalty is not that of the paper; ONNX
    Runtime takes the most probable token at each step.

    Args:
        checkpoint: the model.
        to: one of `RUNTIMES`.
    """
    config, defaults = checkpoint.model.config, DecodingConfig()
    source, target = checkpoint.vocabularies
    has_pieces = isinstance(source, PieceVocabulary)
    numbers = {
        "limit": config.max_positions,
        "extra": defaults.max_extra_tokens,
        "beam": defaults.beam_size,
        "start": config.start_id,
        "end": config.end_id,
    }
    expressions = {
        name: text.format(**numbers) for name, text in (_OF_PIECES if has_pieces else _OF_BYTE_PAIRS).items()
    }
    needs_ids = has_pieces and to == "onnx"
    parts = [
        _HEAD,
        _PIECES if has_pieces else _BYTE_PAIRS,
        _IDS if needs_ids else "",
        _CTRANSLATE2 if to == "ctranslate2" else _ONNX,
    ]
    names = {
        "modules": ", ".join([*(["json"] if needs_ids else []), *(["re"] if has_pieces else []), "sys"]),
        "packages": ", ".join(needed_packages(checkpoint, to)),
        "target_file": "vocab.json" if source.tokens == target.tokens else "target_vocab.json",
    }
    return "".join(parts).format(**numbers, **expressions, **names)
