"""Glassformer's page: python app.py [--host --port --share --auth --checkpoints DIR --runs DIR]."""

import argparse
import functools
import json
import logging
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.errors import CoreError
from core.places import PROGRAM, RUNS, SHIPPED
from core.tuning.collector import PAGE, collect_late
from viz.serving import (
    add_options,
    end_at_signals,
    prepare_gradio,
    read_root_path,
    refuse_address,
    refuse_folders,
)

if __name__ == "__main__":  # both before Gradio is imported
    collect_late(PAGE)
    try:
        prepare_gradio()
    except CoreError as refused:
        print(f"app.py: error: {refused}", file=sys.stderr)
        sys.exit(2)

import gradio as gr
from starlette.middleware import Middleware

from core.library import CheckpointLibrary, model_of_run
from core.service import Service
from core.tuning.openmp import wait_asleep
from viz.access import TRUSTED_PROXIES, Access, SameSite, listening_address, read_logins, start_line
from viz.components import address
from viz.components.glossary import PARTS as GLOSSARY
from viz.components.glossary import glossary
from viz.components.glossary import texts_json as glossary_texts
from viz.components.modules import modules_path
from viz.components.study.terms import FORMS, LABS
from viz.endpoint import add_endpoint, require_mcp
from viz.faults import Faults
from viz.guards import Bodies
from viz.labs import lab_names
from viz.logins import Logins
from viz.own_content import OwnContent
from viz.tabs import about, evaluate, header, machine, maths, open_folder, path, train, translate
from viz.tabs.browser import browser_functions
from viz.tabs.language import follow_language
from viz.tabs.page import Page
from viz.tabs.wording import Wording
from viz.texts import ENGLISH, Texts, texts_in
from viz.theme import gradio_theme, page_css

_log = logging.getLogger(__name__)

ON_SPACE = bool(os.environ.get("SPACE_ID"))  # documented for every Hugging Face Space
CACHE_SECONDS = (3600, 86_400)  # Gradio checks its copies of uploads and downloads this often; maximum age

HOME = Access(on_space=ON_SPACE)
KEYBOARD = browser_functions(PROGRAM / "viz/tabs/keyboard.js", "closeLists", "keepFocus", "nameGroups")


def build(
    checkpoints: Path = SHIPPED,
    runs: Path = RUNS,
    access: Access = HOME,
    texts: Texts = ENGLISH,
) -> gr.Blocks:
    """Return the whole page, laid out in the words of `texts`; loads neither torch nor a model."""
    return compose(Service(CheckpointLibrary(checkpoints, runs)), runs, access, Wording(texts))


def launch_settings(access: Access = HOME, *, mcp: bool = False) -> dict[str, Any]:
    """Return the arguments for `launch` that every start of the page uses; `mcp` offers the functions to agents."""
    file_bytes = train.limits(limited=access.limited).upload_bytes
    return {
        "theme": gradio_theme(),
        "css": page_css(),
        # the modules while Gradio itself is loading
        "head": f'<link rel="modulepreload" href="gradio_api/{modules_path()}">{address.EMBED}',
        "run_history": False,  # it would write each payload to the browser's store
        "ssr_mode": False,
        "show_error": False,  # errors for visitors are gr.Error; the text of a fault may name the server's files
        "max_file_size": file_bytes,
        "footer_links": ["api"],
        "i18n": _gradio_texts(),
        "mcp_server": mcp,
        "state_session_capacity": 2000,  # each call of the endpoint is a session
        "max_threads": 160,  # a request that waits for its turn holds one
        "share": access.share,
        "auth": list(access.logins) or None,
        "enable_monitoring": False,  # calls and times of all visitors
        "app_kwargs": {"middleware": _guards(access, file_bytes), "openapi_url": None},
    }


def _gradio_texts() -> gr.I18n:
    """Return the one text that Gradio lacks; like its own texts, it follows the language of the browser."""
    names = {"en": "en", "zh-CN": "zh"}  # Gradio's code: ours
    return gr.I18n(**{name: {"common.upload": texts_in(code)("page.upload")} for name, code in names.items()})


def _guards(access: Access, file_bytes: int) -> list[Middleware]:
    """Return what each request passes, the outermost first."""
    return [
        Middleware(Faults),
        Middleware(OwnContent),
        Middleware(SameSite, access=access),
        Middleware(Logins),
        Middleware(Bodies, file_bytes=file_bytes, limited=access.limited),
    ]


def launch(arguments: argparse.Namespace, access: Access) -> None:
    """Open the page, load the first model in the background, and serve until interrupted."""
    service = Service(CheckpointLibrary(arguments.checkpoints, arguments.runs))
    page = compose(service, arguments.runs, access, Wording(ENGLISH))
    page.launch(
        server_name=access.host,
        server_port=arguments.port,
        root_path=arguments.root_path,
        prevent_thread_lock=True,
        **launch_settings(access, mcp=arguments.mcp),
    )
    print(start_line(access), flush=True)
    threading.Thread(target=service.preload, name="preload", daemon=True).start()
    page.block_thread()


def main(words: Sequence[str] | None = None) -> int:
    """Read the command line of `python app.py` and serve the page; return the exit status."""
    parser = argparse.ArgumentParser(description="Glassformer: the Transformer that one can see through.")
    add_options(parser)
    return serve(parser.parse_args(words), parser.prog)


def serve(arguments: argparse.Namespace, program: str) -> int:
    """Serve the page until interrupted; return the exit status: 2 after one line about invalid input.

    Args:
        arguments: those of `viz.serving.add_options`.
        program: name of the command, for that line.
    """
    try:
        access = Access(
            host=arguments.host or listening_address(ON_SPACE),
            share=arguments.share and not ON_SPACE,
            on_space=ON_SPACE,
            trusts_visitors=arguments.trust_visitors,
            logins=read_logins(arguments.auth) if arguments.auth is not None else (),
            names=tuple(name.lower() for name in arguments.allow_name),
        )
        if arguments.mcp:
            require_mcp()
        refuse_folders(arguments.checkpoints, arguments.runs)
        refuse_address(access.host, arguments.port)
        if arguments.root_path is not None:
            arguments.root_path = read_root_path(arguments.root_path)
    except (CoreError, OSError) as error:
        print(f"{program}: error: {error}", file=sys.stderr)
        return 2
    if ON_SPACE:
        os.environ.setdefault(*TRUSTED_PROXIES)
    wait_asleep()  # before the first translation loads torch; trainings started here inherit it
    end_at_signals()
    try:
        launch(arguments, access)
    except KeyboardInterrupt:  # before the page was served
        return 130
    except OSError as error:  # every port from the first one is in use
        print(f"{program}: error: {error}", file=sys.stderr)
        return 2
    return 0


def _explain_terms(wording: Wording) -> None:
    """Place what explains the terms of the page where they stand."""
    terms = glossary(texts=wording.texts.section(*GLOSSARY), labs=LABS, forms=FORMS)
    wording.add(terms, lambda words: {"texts": glossary_texts(words.section(*GLOSSARY))})


def compose(service: Service, runs: Path, access: Access, wording: Wording) -> gr.Blocks:
    """Lay out all tabs over one service."""
    library, texts = service.library, wording.texts
    with Page(title=texts("page.title"), analytics_enabled=False, delete_cache=CACHE_SECONDS) as page:
        page.space_id = None  # else Gradio adds a bar above the page, which requests fonts and likes from other hosts
        limits = train.limits(limited=access.limited)
        head = header.build(library, wording, limits, opens_folders=not access.public)
        chosen = head.checkpoint.value
        path.build(service, wording)
        with gr.Tabs(elem_id="tabs") as tabs:
            with wording.labelled(gr.Tab, "tab.translate", id="translate"):
                way_back = evaluate.lay_out_way_back(wording)
                translating = translate.build(
                    service, head.checkpoint, header.card_of(library, chosen), wording, limits
                )
            with wording.labelled(gr.Tab, "tab.machine", id="machine"):
                machine.build(service, wording, translating.save_from)
            with wording.labelled(gr.Tab, "tab.maths", id="maths"):
                path.build_test(service, wording)
                maths.build(service, wording)
            with wording.labelled(gr.Tab, "tab.train", id="train") as train_tab:
                training = train.build(runs, limited=access.limited, tab=train_tab, wording=wording, library=library)
            with wording.labelled(gr.Tab, "tab.evaluate", id="evaluate") as evaluate_tab:
                evaluating = evaluate.build(
                    runs, library, head.checkpoint, limited=access.limited, tab=evaluate_tab, wording=wording
                )
            with wording.labelled(gr.Tab, "tab.about", id="about"):
                about.build(library, head.checkpoint, wording)
        traced = translating.open_from(head.trace, tabs)
        traced.success(None, None, None, js=open_folder.CLOSE)
        _explain_terms(wording)
        private: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
        at_hand = [head.checkpoint, translating.source]
        opened = [one.success for one in head.opened]
        for chosen_by in (head.checkpoint.input, *opened):  # a link sets it, too
            chosen_by(translating.begin, at_hand, translating.outputs, **private)
        kept = [head.checkpoint, training.moved, translating.source, *translating.decoding]
        for change in (training.finished.change, training.moved.change):
            change(translating.keep, kept, [head.checkpoint, *translating.outputs], **private)
        offer = functools.partial(offered_models, library)  # to compare with
        for change in (page.load, training.finished.change, training.moved.change, *opened):
            change(offer, None, translating.view, queue=False, **private)
        for button, best in ((training.use, False), (training.use_best, True)):
            use = functools.partial(model_to_use, library, best)
            used = button.click(use, training.viewing, [head.checkpoint, tabs], queue=False, **private)
            used.then(translating.begin, at_hand, translating.outputs, **private)
        evaluate.wire_rows(way_back, evaluating.evaluations, tabs, wording, translating.shown, traced)
        evaluate.wire_runs(*evaluating, training.viewing, tabs, training.evaluate, training.evaluate_pair)
        # First update the choices, which were built at the server's start; then apply the address.
        refreshed = functools.partial(header.refreshed, library)
        loaded = page.load(refreshed, head.checkpoint, head.checkpoint, queue=False, **private)
        asked = [head.checkpoint, translating.source, translating.kept]
        answered = [translating.arrived, *translating.opened[1:]]
        ready = loaded.then(translating.open, asked, answered, js=translate.READ_KEPT, **private)
        typed = [translating.arrived, translating.source]  # a sentence typed meanwhile stays in the box
        ready.then(None, typed, translating.source, js=translate.KEEP_TYPED, **private)

        _follow_address(tabs)
        follow_language(head.language, wording)
        for script in KEYBOARD:
            page.load(None, None, None, js=script)
        add_endpoint(service, wording)
    return page


def _follow_address(tabs: gr.Tabs) -> None:
    """Make the address follow the tabs and the labs, and the other way round; the browser does it all."""
    place = address.page_address(lab_names())
    place.address_go(None, None, tabs, js=address.GO)


def model_to_use(library: CheckpointLibrary, best: bool, viewing: train.Viewing) -> tuple[Any, Any]:
    """Return the updates that choose a model of the followed run, finished or best, and open the first tab."""
    names, wanted = library.names(), model_of_run(viewing.name, best=best)
    if wanted not in names:  # deleted in the meantime
        return gr.Dropdown(choices=names), gr.skip()
    return gr.Dropdown(choices=names, value=wanted), gr.Tabs(selected="translate")


def offered_models(library: CheckpointLibrary) -> Any:
    """Return the update of the view with the models that there are now."""
    return gr.HTML(checkpoints=json.dumps(library.names()))


if __name__ == "__main__":
    sys.exit(main())
