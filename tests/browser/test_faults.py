"""``faults.js`` finds what somebody would see at once, and nothing on a page on which all is well."""

import pytest

from tests.browser.test_overlap import faults

STYLE = """
<!doctype html><meta name=viewport content="width=device-width">
<style>
  body { margin: 0; font: 16px/1.4 sans-serif; }
  button { min-height: 44px; }
  a { display: inline-block; text-decoration: none; }
  .tall { height: 1500px; }
  .narrow { width: 4em; overflow: hidden; }
  .bar { position: sticky; bottom: 0; height: 90px; background: #fff; }
</style>
"""
WELL = """
<h1>Round 7</h1><a href=/>Home</a> <a href=/ style="margin-left: 12px">Sheet</a>
<p style="overflow-wrap: anywhere; width: 7em">Maximiliane-Friederike Wolfeschlegelsteinhausen</p>
<div style="overflow-x: auto; width: 5em; white-space: nowrap">A table that is moved to the side</div>
<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">Only heard</span>
<details><summary>Folded</summary><p class=narrow style="white-space: nowrap">Not shown at all</p></details>
<label>Name <input value="Maximiliane-Friederike von Hohenlohe-Lang" style="width: 5em"></label>
<label style="position: relative; display: block">Hearts<input type=radio style="position: absolute; inset: 0"></label>
"""
PLANTED = {
    "px too wide": "<div style='width: 400px; height: 2px'></div>",
    "cut: p.narrow “Keep the screen on”": "<p class=narrow style='white-space: nowrap'>Keep the screen on</p>",
    "cut: p “Quickly, Jörg”": "<p style='overflow: hidden; line-height: 0.8'>Quickly, Jörg</p>",
    "cut: p.narrow “Most minus points in total”": (
        "<p class=narrow style='display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2'>"
        "Most minus points in total</p>"
    ),
    "cut: select “": "<select style='width: 5em'><option>Draw one by lot</select>",
    "“Players” is broken": "<p style='width: 3.2em; overflow-wrap: anywhere'>Players</p>",
    "run together: a “Home” – a “Sheet”": "<a href=/>Home</a><a href=/>Sheet</a>",
    "on each other by": "<button>Undo</button><button style='margin-left: -9px'>Redo</button>",
    "beside the screen: p “−25”": "<p style='position: absolute; left: -9px; width: 90px; margin: 0'>−25</p>",
    "behind a bar: button “Undo” – div.bar": (
        "<div class=tall></div><button>Undo</button><p>News</p><div class=bar>Save</div>"
    ),
    "behind a bar: div.active “Anne": (
        "<style>html { scroll-padding-bottom: 90px }</style><main><div class=active style='height: 300px'>Anne"
        "<p>Paul</p></div></main><div class=bar style='height: 600px'>Save</div>"
    ),
    "behind a bar: div.bar button “Save": (
        "<div class=tall></div><div class=bar style='height: 150px'><button>Save</button></div>"
        "<div class=bar style='height: 200px; margin-top: -200px'>News</div>"
    ),
    "takes no tap: button “Undo”": (
        "<button>Undo</button><div style='position: absolute; inset: 0 0 auto; height: 90px'></div>"
    ),
    "not in view where it is scrolled to: div.bar button": (
        "<div class=tall></div><div class=bar style='height: 900px'><button>Out</button><p>Keys</p></div>"
    ),
    "cut: p.narrow “Wolfeschlegelsteinhausen”": (
        "<p class=narrow style='text-overflow: ellipsis; white-space: nowrap'>Wolfeschlegelsteinhausen</p>"
    ),
    "not in view where it is scrolled to: button “Undo": (
        "<div class=bar style='position: fixed'>Save</div><button style='position: absolute; top: -90px'>Undo</button>"
    ),
}


@pytest.fixture
def blank(page):
    def show(body):
        page.set_content(STYLE + body)
        return faults(page, ["360×640"])

    return show


def test_all_is_well(blank):
    assert blank(WELL) == []


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(blank, fault):
    assert any(fault in found for found in blank(PLANTED[fault])), blank(PLANTED[fault])
