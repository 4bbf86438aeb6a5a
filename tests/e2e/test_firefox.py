"""The happy path in Firefox, which Node's puppeteer-core drives over WebDriver BiDi."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("firefox.js")
FIREFOX = os.environ.get("FIREFOX", "firefox-esr")


@pytest.fixture
def firefox() -> str:
    """Path of Firefox; skips where it cannot be driven."""
    path = shutil.which(FIREFOX)
    if path is None:
        pytest.skip(f"{FIREFOX} is not installed")
    if shutil.which("node") is None or not (ROOT / "node_modules" / "puppeteer-core").is_dir():
        pytest.skip("puppeteer-core is not installed: npm ci")
    return path


def test_happy_path_works_in_firefox(firefox, served, tmp_path):
    walk = subprocess.run(["node", SCRIPT, firefox, served, tmp_path], capture_output=True, text=True, check=False)
    assert walk.returncode == 0, walk.stderr
    assert json.loads(walk.stdout)["faults"] == []
