"""Many callers at once: all of them reach the turnstile, so that those who wait can share a batch."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx

from app import compose, launch_settings
from core.library import CheckpointLibrary
from core.service import Service
from core.service.service import AT_ONCE
from viz.access import Access
from viz.tabs.wording import Wording
from viz.texts import ENGLISH

CALLERS, WAIT = 12, 60.0
SENTENCES = ("seven hundred and one", "three", "twelve thousand and six")


def call(address: str, text: str) -> dict:
    with httpx.Client(base_url=address, trust_env=False, timeout=WAIT) as http:
        event = http.post("gradio_api/call/translate", json={"data": [text, "miniature", 1, 0.6]}).json()["event_id"]
        answer = http.get(f"gradio_api/call/translate/{event}").text
    return json.loads(answer.split("data:", 1)[1])[0]


def test_concurrent_callers_share_batches_and_get_equal_answers(miniature, tmp_path):
    service = Service(CheckpointLibrary(miniature.parent, tmp_path))
    alone = {text: service.hypotheses(text, "miniature", 1, 0.6)[1] for text in SENTENCES}
    page = compose(service, tmp_path, Access(), Wording(ENGLISH))
    _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", **launch_settings())
    full, release = threading.Barrier(AT_ONCE + 1), threading.Event()

    def occupy() -> None:
        with service.turnstile:
            full.wait(WAIT)
            release.wait(WAIT)

    texts = SENTENCES * (CALLERS // len(SENTENCES))
    with ThreadPoolExecutor(CALLERS + AT_ONCE) as pool:
        try:
            for _ in range(AT_ONCE):
                pool.submit(occupy)
            full.wait(WAIT)
            answers = [pool.submit(call, address, text) for text in texts]
            until = time.monotonic() + WAIT
            while len(service.turnstile._waiting) < CALLERS:
                assert time.monotonic() < until, len(service.turnstile._waiting)
                time.sleep(0.01)
            release.set()
            for text, answer in zip(texts, answers, strict=True):
                assert answer.result()["translation"] == alone[text].texts[0]
                assert abs(answer.result()["log_prob"] - alone[text].hypotheses[0].log_prob) < 1e-4
        finally:
            release.set()
            page.close()
