"""A page is tapped once its scripts have run: they come after the first paint, and a browser waits for none of them."""

from functools import wraps

from playwright.sync_api import Locator, Page

READY = """() => !document.querySelector("link[as=script]") || "ready" in document.documentElement.dataset
    || matchMedia("(scripting: none)").matches"""
ACTIONS = ("tap", "click", "fill", "press", "press_sequentially", "check", "uncheck", "set_checked", "select_option")
ACTIONS += ("set_input_files", "focus", "blur", "hover", "dispatch_event")
QUESTIONS = ("evaluate", "evaluate_handle")
VISITS = ("goto", "reload", "go_back", "go_forward", "wait_for_url")


def wait_for_scripts():
    """From now on whatever a test does or asks waits for the scripts of the page where it does it."""
    for name in ACTIONS:
        setattr(Locator, name, _once_ready(getattr(Locator, name)))
    for name in QUESTIONS:
        setattr(Page, name, _once_its_scripts_ran(getattr(Page, name)))
    for name in VISITS:
        setattr(Page, name, _until_ready(getattr(Page, name)))


def _once_ready(act):
    @wraps(act)
    def wait_and_act(locator: Locator, *args, **options):
        locator.first.wait_for(state="attached", timeout=options.get("timeout"))
        locator.page.wait_for_function(READY)
        return act(locator, *args, **options)

    return wait_and_act


def _once_its_scripts_ran(ask):
    @wraps(ask)
    def wait_and_ask(page: Page, *args, **options):
        page.wait_for_function(READY)
        return ask(page, *args, **options)

    return wait_and_ask


def _until_ready(visit):
    @wraps(visit)
    def visit_and_wait(page: Page, *args, **options):
        answer = visit(page, *args, **options)
        if options.get("wait_until") != "commit":
            page.wait_for_function(READY)
        return answer

    return visit_and_wait
