"""Everything that is compared with other programs, one after the other; ends with status 1 if anything differs.

    pip install -r requirements-interchange.txt
    python -m tests.interchange [--src FILE] [--sentences 1000] [--rounds 3]

The tests (`pytest -m interchange`), then exported models on 1,000 sentences in `transformers` (Pegasus and MarianMT)
and in CTranslate2, with the speed of both sides, then a random model of OPUS-MT's size imported, opened and tried.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from core.data.tasks import TASKS

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Run every part; print which failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--src", type=Path, help="English sentences, one per line (default: generated ones).")
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3, help="Of the timing.")
    arguments = parser.parse_args()
    count, rounds = ["--sentences", str(arguments.sentences)], ["--rounds", str(arguments.rounds), "--any-speed"]
    with tempfile.TemporaryDirectory() as folder:
        numbers = Path(folder) / "numbers.en"
        drawn = TASKS["numbers"].pairs(arguments.sentences, 1, split="test")
        numbers.write_text("\n".join(drawn.source) + "\n", encoding="utf-8")
        english = ["--src", str(arguments.src)] if arguments.src else []
        given = {"en-de": english, "numbers": ["--src", str(numbers)]}
        parts = [["pytest", "-m", "interchange", "-q", "tests/core/interchange", "tests/glassformer"]]
        parts += [["benchmarks.transformers", f"checkpoints/{name}", *source, *count] for name, source in given.items()]
        parts += [
            ["benchmarks.ctranslate2", "checkpoints/en-de", *english, *count, *rounds],
            ["benchmarks.opus"],
        ]
        failed = [" ".join(part) for part in parts if not passed(part)]
    print("\n" + ("\n".join(["these failed:", *failed]) if failed else "everything passed"))
    return 1 if failed else 0


def passed(part: list[str]) -> bool:
    """Run a module with arguments; return whether it ended well."""
    print(f"\n$ python -m {' '.join(part)}", flush=True)
    return subprocess.run([sys.executable, "-m", *part], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
