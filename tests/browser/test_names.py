"""Names of the world: upright and whole, and whichever way they are written, nothing changes its place for them."""

import pytest

from tests.browser import screens
from tests.browser.phone import Phone

NAMES = (
    *("山田太郎と申します", "محمد عبد الرحمن", "שרה כהן-לוי", "Nguyễn Thị Ánh Nguyệt", "สมชาย ใจดีมีสุข", "👩🏽‍🚀 Zoë"),
    *("Wolfeschlegelsteinhausenbergerdorffwelch", "Bo"),
)
ORDER = """(row) => [...row.children].filter((cell) => cell.innerText.trim() && cell.offsetWidth > 1)
    .map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
        return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    })"""


@pytest.mark.parametrize(
    ("rounds", "screen", "row"), [(3, "", ".standing"), (9, "", ".ranked"), (3, "/screen", ".screen-player")]
)
def test_a_row_reads_from_left_to_right_with_every_name(phone: Phone, rounds, screen, row):
    options = screens.LONG_GAME if rounds == 3 else {}
    phone.import_game(screens.fool(rounds, NAMES, **options))
    phone.page.goto(phone.table + screen)
    rows = phone.page.locator(row)
    assert rows.count() == 8
    starts = set()
    for found in rows.all():
        boxes = found.evaluate(ORDER)
        assert [right for _, right in boxes[:-1]] <= [left + 1 for left, _ in boxes[1:]], found.inner_text()
        starts.add(round(boxes[1][0]))
    assert max(starts) - min(starts) <= 4, "all names begin at the same place"


def test_the_heads_of_the_sheet_stand_upright_and_whole(phone: Phone):
    phone.import_game(screens.fool(3, NAMES, **screens.LONG_GAME))
    phone.page.goto(f"{phone.table}/sheet")
    heads = phone.page.locator(".sheet-player bdi")
    assert heads.all_inner_texts() == list(NAMES)
    for head in heads.all():
        writing_mode, transform, inside = head.evaluate(
            """(name) => {
                const [here, head] = [name, name.closest("th")].map((element) => element.getBoundingClientRect());
                const high = here.top >= head.top - 1 && here.bottom <= head.bottom + 1;
                const wide = here.left >= head.left - 1 && here.right <= head.right + 1;
                const { writingMode, transform } = getComputedStyle(name);
                return [writingMode, transform, high && wide];
            }"""
        )
        assert (writing_mode, transform) == ("vertical-rl", "none")
        assert inside, head.inner_text()


def test_points_stay_behind_the_name_they_belong_to(phone: Phone):
    """In a sentence with names of both directions."""
    phone.import_game(screens.fool(1, NAMES, **screens.LONG_GAME))
    phone.page.goto(f"{phone.table}/history")
    phone.page.set_viewport_size({"width": 2400, "height": 640})
    told = phone.page.locator(".history p").filter(has_text="Round 1 entered")
    told.evaluate("(told) => { told.style.whiteSpace = 'nowrap'; }")
    places = told.evaluate(
        """(told, names) => {
            const walker = document.createTreeWalker(told, NodeFilter.SHOW_TEXT);
            const letters = [];
            for (let node = walker.nextNode(); node; node = walker.nextNode())
                for (let place = 0; place < node.data.length; place += 1) letters.push([node, place]);
            const text = letters.map(([node, place]) => node.data[place]).join("");
            const at = (start, end) => {
                const range = document.createRange();
                range.setStart(...letters[start]);
                range.setEnd(letters[end - 1][0], letters[end - 1][1] + 1);
                return range.getBoundingClientRect();
            };
            return names.map((name) => {
                const start = text.indexOf(name);
                const end = start + name.length;
                const points = end + text.slice(end).search(/[−+0-9]/);
                return [at(start, end).left, at(start, end).right, at(points, points + 1).left];
            });
        }""",
        list(NAMES),
    )
    flat = [edge for place in places for edge in place]
    assert flat == sorted(flat)
