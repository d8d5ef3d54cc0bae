"""What is wrong with the screen that a phone shows: for thumbs, for eyes, for those who hear it."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.phone import Phone

FAULTS, CONTRAST = (Path(__file__).with_name(name).read_text("utf-8") for name in ("faults.js", "contrast.js"))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]
# The sizes of targets are looked at more closely here, and in no time.
OPTIONS = {"resultTypes": ["violations"], "selectors": False, "rules": {"target-size": {"enabled": False}}}
# What may differ by night and in forced colours.
COLOURS = ["color-contrast", "link-in-text-block"]
DAY = {"color_scheme": "light", "forced_colors": "none"}
NIGHT = DAY | {"color_scheme": "dark"}
FORCED = DAY | {"forced_colors": "active"}
# What a reader may set for all texts (WCAG 1.4.4 and 1.4.12).
LARGE = "html { font-size: 200% }"
SPACED = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }
"""
# Width and height in CSS pixels, and what a reader has set.
VIEWS = {
    "360×640": (360, 640, ""),
    "text 200 %": (360, 640, LARGE),
    "landscape 640×300": (640, 300, ""),
    "360×740": (360, 740, ""),
    "320×568": (320, 568, ""),
    "landscape 640×360": (640, 360, ""),
    "zoom 400 %": (320, 256, ""),
    "text 125 %": (360, 640, "html { font-size: 125% }"),
    "text 150 %": (360, 640, "html { font-size: 150% }"),
    "text spacing": (360, 640, SPACED),
}
SET = """css => {
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
HEAD = "[document.documentElement.lang, document.title, document.querySelectorAll('h1').length].join(' ')"


def see(page: Page, view: str) -> None:
    width, height, css = VIEWS[view]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SET, css)


def faults(page: Page, views) -> list[str]:
    """What ``faults.js`` finds in each of these views."""
    found = []
    for view in views:
        see(page, view)
        found += [f"{view} {fault}" for fault in page.evaluate(FAULTS)]
    see(page, "360×640")
    return found


def findings(page: Page, looks) -> list[str]:
    """What axe and ``contrast.js`` find. The page is as high as it needs, so that no bar covers anything."""
    found = []
    page.set_viewport_size({"width": 360, "height": 6000})
    page.evaluate(AXE_SCRIPT)
    for look in looks:
        page.emulate_media(**look)
        rules = {"type": "tag", "values": TAGS} if look is DAY else {"type": "rule", "values": COLOURS}
        breaches = page.evaluate(BREACHES, OPTIONS | {"runOnly": rules})
        if look is not FORCED:
            breaches += page.evaluate(CONTRAST)
        found += [f"{fault} {look}" for fault in breaches]
    page.emulate_media(**DAY)
    return found + page.evaluate(SMALL)


def wrong(phone: Phone, views, looks) -> list[str]:
    """Everything; the title says what the page is, in the page's language."""
    page = phone.ready().page
    head = page.evaluate(HEAD)
    named = head.startswith(f"{phone.language} ") and head.endswith(f" · {phone.say('Fool! companion')} 1")
    sizes = page.evaluate(SIZES)
    many = [f"{len(sizes)} sizes of text: {sizes}"] * (len(sizes) > MAX_SIZES_PER_PAGE)
    return [head] * (not named) + many + (findings(page, looks) if looks else []) + faults(page, views)
