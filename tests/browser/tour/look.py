"""What is wrong with the screen that a phone shows: for thumbs, for eyes, for those who hear it."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

FAULTS, CONTRAST = (Path(__file__).with_name(name).read_text("utf-8") for name in ("faults.js", "contrast.js"))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]
# The sizes of targets are looked at more closely here, and in no time.
OPTIONS = {"resultTypes": ["violations"], "selectors": False, "rules": {"target-size": {"enabled": False}}}
# By night only colours differ.
LOOKS = {
    "light": {"type": "tag", "values": TAGS},
    "dark": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
# What a reader may set for all texts (WCAG 1.4.4).
LARGE = """css => {
    if (!window.reader) document.adoptedStyleSheets.push(window.reader = new CSSStyleSheet());
    window.reader.replaceSync(css);
}"""
# Whatever can be tapped and is lower or narrower than 44 px; a choice or field is tapped by its words as well. Cells of
# eight players have no more than an eighth of a phone: a tap beside asks about a neighbour, no more. So have nine keys
# of a suit at Durak: the card that was tapped lies above them, where a tap takes it back.
SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter(element => element.checkVisibility({visibilityProperty: true}))
    .map(element => element.type !== "checkbox" && element.closest("label") || element)
    .map(element => [element, element.getBoundingClientRect(), element.closest(".sheet-tap, .durak-key")])
    .filter(([, box, close]) => box.width > 1 && (box.height < 43.9 || box.width < (close ? 32 : 43.9)))
    .map(([element, box]) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)"""
BREACHES = """async asked => {
    const { passes, incomplete, violations } = await axe.run(document, asked);
    if (!passes.length && !incomplete.length) return ["nothing was looked at"];
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 120)}`));
}"""
# The sizes of what is read, in CSS pixels. Pictures, cards and the big screen have their own.
SIZES = """() => {
    const seen = element => element.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !element.closest("svg, .trick-card, .visually-hidden, .screen-page")
        && element.getBoundingClientRect().width > 1;
    const sizes = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: element } = texts.currentNode;
        if (data.trim() && !element.closest("script, style, template, option, noscript") && seen(element)) {
            sizes.add(parseFloat(getComputedStyle(element).fontSize));
        }
    }
    sizes.delete(0);
    return [...sizes].sort((one, other) => one - other);
}"""
MAX_SIZES_PER_PAGE = 4
TITLE = "[document.documentElement.lang, document.title, document.querySelectorAll('h1').length].join(' ')"


def find_faults(page: Page) -> list[str]:
    """Everything that is wrong."""
    wrong = [*find_untitled(page), *find_many_sizes(page), *find_breaches(page), *page.evaluate(SMALL)]
    return wrong + find_cut(page)


def find_untitled(page: Page) -> list[str]:
    """The title, if it doesn't say what the page is, in the page's language."""
    title = page.evaluate(TITLE)
    return [] if title.startswith("en ") and title.endswith(" · Fool! companion 1") else [title]


def find_many_sizes(page: Page) -> list[str]:
    sizes = page.evaluate(SIZES)
    return [f"sizes of text: {sizes}"] if len(sizes) > MAX_SIZES_PER_PAGE else []


def find_breaches(page: Page) -> list[str]:
    """What axe and ``contrast.js`` find. The page is as high as it needs, so that no bar covers anything."""
    page.set_viewport_size({"width": 360, "height": 6000})
    page.evaluate(AXE_SCRIPT)
    found = []
    for scheme, rules in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        found += page.evaluate(BREACHES, OPTIONS | {"runOnly": rules}) + page.evaluate(CONTRAST)
    page.emulate_media(color_scheme="light")
    return found


def find_cut(page: Page) -> list[str]:
    """What ``faults.js`` finds, also with text at 200 %."""
    page.set_viewport_size({"width": 360, "height": 640})
    found = page.evaluate(FAULTS)
    page.evaluate(LARGE, "html { font-size: 200% }")
    found += [f"text at 200 %: {fault}" for fault in page.evaluate(FAULTS)]
    page.evaluate(LARGE, "")
    return found
