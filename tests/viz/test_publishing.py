"""What is published: exactly the files and the metadata that the Hub reads, pushed only when said so."""

import io
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml

from tests.hub import serve_hub
from viz.cli.parser import main
from viz.publishing.front_matter import front_matter

ROOT = Path(__file__).parents[2]
NUMBERS = ROOT / "checkpoints" / "numbers"
TAGS = ["transformer", "attention", "machine-translation", "interpretability", "visualization", "education"]


@pytest.fixture(scope="module")
def static(tmp_path_factory):
    folder = tmp_path_factory.mktemp("published") / "static"
    words = ["publish", "numbers", "--as", "static", "--out", str(folder), "--license", "mit"]
    assert main(words) == 0
    return folder


def test_a_static_space_is_a_page_a_picture_and_a_card(static):
    assert sorted(path.name for path in static.iterdir()) == ["README.md", "index.html", "thumbnail.png"]
    assert (static / "thumbnail.png").read_bytes().startswith(b"\x89PNG")
    card = (static / "README.md").read_text(encoding="utf-8")
    assert front_matter(card) == {
        "title": "Glassformer numbers",
        "emoji": "🔍",
        "colorFrom": "gray",
        "colorTo": "red",
        "sdk": "static",
        "header": "mini",
        "pinned": False,
        "short_description": "Every head of a Transformer, English to Chinese",
        "tags": TAGS,
        "license": "mit",
    }
    assert "https://arxiv.org/abs/1706.03762" in card


def test_a_static_site_opens_although_the_server_names_another_character_set(static, browser):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=iso-8859-1")
            self.end_headers()
            self.wfile.write((static / "index.html").read_bytes())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.wait_for_selector("html[data-model=ready]")
    assert page.evaluate("document.characterSet") == "UTF-8"
    assert any("\u4e00" <= character <= "\u9fff" for character in page.inner_text("body"))
    page.close()
    server.shutdown()
    server.server_close()


def test_a_model_keeps_its_files_and_gets_metadata(tmp_path):
    assert main(["publish", "numbers", "--as", "model", "--out", str(tmp_path / "model")]) == 0
    for path in NUMBERS.iterdir():
        if path.name != "README.md":
            assert (tmp_path / "model" / path.name).read_bytes() == path.read_bytes(), path.name
    card = (tmp_path / "model" / "README.md").read_text(encoding="utf-8")
    assert card.endswith((NUMBERS / "README.md").read_text(encoding="utf-8").strip() + "\n")
    found = front_matter(card)
    assert (found["language"], found["pipeline_tag"], found["tags"]) == (["en", "zh"], "translation", TAGS)
    assert found["library_name"] == "glassformer"


def test_a_gradio_space_has_the_program_and_one_model_and_starts(tmp_path):
    out = tmp_path / "space"
    assert main(["publish", "numbers", "--as", "gradio", "--out", str(out), "--to", "me/n", "--yes"]) == 2  # no token
    assert [path.name for path in (out / "checkpoints").iterdir()] == ["numbers"]
    found = front_matter((out / "README.md").read_text(encoding="utf-8"))
    own = front_matter((ROOT / "README.md").read_text(encoding="utf-8"))
    assert {name: found[name] for name in ("sdk", "sdk_version", "python_version", "app_file")} == {
        name: own[name] for name in ("sdk", "sdk_version", "python_version", "app_file")
    }
    assert found["thumbnail"] == "https://huggingface.co/spaces/me/n/resolve/main/thumbnail.png"
    assert (out / "requirements.txt").read_bytes() == (ROOT / "requirements.txt").read_bytes()
    code = (
        "from viz.stubs import skip_stubs; skip_stubs(); from app import build;"
        " print(len(build().get_config_file()['components']) > 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=out, capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def test_a_push_says_what_and_where_and_needs_a_yes(tmp_path, monkeypatch, capsys):
    from huggingface_hub import constants

    words = ["publish", "numbers", "--as", "model", "--to", "me/numbers"]
    with serve_hub() as hub:
        monkeypatch.setattr(constants, "ENDPOINT", hub.address)
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr("sys.stdin", io.StringIO())
        monkeypatch.setenv("HF_TOKEN", "secret")
        assert main(words) == 2
        assert "https://huggingface.co/me/numbers" in capsys.readouterr().out
        assert hub.requests == []
        assert main([*words, "--yes"]) == 0
        assert sorted(hub.files["model/me/numbers"]) == sorted(path.name for path in NUMBERS.iterdir())
        assert yaml.safe_load(hub.files["model/me/numbers"]["README.md"].split(b"---")[1])["language"] == ["en", "zh"]
        monkeypatch.setenv("HF_TOKEN", "wrong")
        assert main([*words, "--yes"]) == 2
    assert "the Hub did not take me/numbers: 401" in capsys.readouterr().err.replace("Client error '401", "401")


def test_only_what_was_published_is_replaced_and_only_by_something_whole(tmp_path, static, monkeypatch, capsys):
    """--replace removed any folder that was named, the checkpoint itself included, before anything was written."""
    own = tmp_path / "numbers"
    shutil.copytree(NUMBERS, own)
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "a.jpg").write_bytes(b"a")
    for folder in (own, photos, tmp_path):
        assert main(["publish", str(own), "--as", "model", "--out", str(folder), "--replace"]) == 2
        assert "was not made by publish" in capsys.readouterr().err
    assert (own / "model.safetensors").is_file() and (photos / "a.jpg").is_file()
    before = tmp_path / "site"
    shutil.copytree(static, before)
    monkeypatch.setattr("viz.publishing.folders.page_with_model", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["publish", str(own), "--as", "static", "--out", str(before), "--replace"])
    assert sorted(path.name for path in before.iterdir()) == ["README.md", "index.html", "thumbnail.png"]
    assert main(["publish", str(own), "--as", "model", "--out", str(before), "--replace"]) == 0
    assert not (before / "index.html").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--as", "static"], "say where to: --out FOLDER writes the files, --to OWNER/NAME pushes them"),
        (["--as", "static", "--to", "../x"], "'../x' must be OWNER/NAME, as on the Hub"),
        (["--as", "static", "--to", "x"], "'x' must be OWNER/NAME, as on the Hub"),
        (["--as", "static", "--out", str(NUMBERS)], "exists"),
    ],
)
def test_wrong_words_are_one_sentence(words, message, capsys):
    assert main(["publish", "numbers", *words]) == 2
    assert message in capsys.readouterr().err
