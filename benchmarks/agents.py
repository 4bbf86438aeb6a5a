"""What an agent gets: calls every function of a running page through MCP, and prints the bytes of each answer.

In an environment with `pip install -r requirements.txt "gradio[mcp]"`: `python app.py --mcp`, and beside it
`python -m benchmarks.agents --address http://127.0.0.1:7860/gradio_api/mcp/`.
"""

import argparse
import asyncio
import json
from typing import Any

SENTENCE = "Two dogs play in the snow."
CALLS: dict[str, dict[str, Any]] = {
    "list_models": {},
    "translate": {"text": SENTENCE},
    "translate_with_word_links": {"text": SENTENCE},
    "heads_that_matter": {"text": SENTENCE, "word": "Hunde"},
    "effect_of_heads_off": {"text": SENTENCE, "heads": "c.3,c.4"},
    "compare_models": {"text": SENTENCE, "first": "en-de", "second": "en-zh"},
}


async def call_all(address: str) -> None:
    """Print name, bytes of the schema, bytes of the answer and whether it is an error; then a refused call."""
    from mcp import ClientSession  # pyright: ignore[reportMissingImports]
    from mcp.client.streamable_http import streamablehttp_client  # pyright: ignore[reportMissingImports]

    async with streamablehttp_client(address) as (reader, writer, _), ClientSession(reader, writer) as session:
        await session.initialize()
        for tool in (await session.list_tools()).tools:
            answer = await session.call_tool(tool.name, CALLS[tool.name])
            schema = len(json.dumps(tool.inputSchema)) + len(tool.description or "")
            print(f"{tool.name:28} schema {schema:5} B  answer {_bytes(answer):5} B  error {answer.isError}")
        refused = await session.call_tool("translate", {"text": "Two lines\nare refused."})
        print(f"{'translate, two lines':28} error {refused.isError}: {refused.content[0].text}")  # type: ignore[union-attr]


def _bytes(answer: Any) -> int:
    return sum(len(part.text.encode()) for part in answer.content)


def main() -> int:
    """Call every function of the page at an address."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="http://127.0.0.1:7860/gradio_api/mcp/", help="Default %(default)s.")
    asyncio.run(call_all(parser.parse_args().address))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
